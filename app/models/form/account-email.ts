/** One "@", no whitespace, ASCII only, a domain with a dot (USER-69). */
const address = /^[^\s@<>()[\],;:"\\\u0080-\u{10FFFF}]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u;

/**
 * True if an account may have this address. Looser than `isEmail`, because accounts created before its rules can still
 * sign in (AUTH-06, USER-69).
 */
export const isAccountEmail = (text: string): boolean => address.test(text.toLowerCase());
