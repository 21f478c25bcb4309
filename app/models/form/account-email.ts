/** One "@", no blanks, ASCII alone, a domain with a dot (USER-69). */
const address = /^[^\s@<>()[\],;:"\\\u0080-\u{10FFFF}]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u;

/**
 * Whether an account may have this address: looser than `isEmail`, since whoever was created with one that is refused by now
 * can still sign in with it (AUTH-06, USER-69).
 */
export const isAccountEmail = (text: string): boolean => address.test(text.toLowerCase());
