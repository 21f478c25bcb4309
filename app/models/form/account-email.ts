/** One "@", no blanks, ASCII alone, a domain with a dot (USER-69). */
const address = /^[^\s@<>()[\],;:"\\\u0080-\u{10FFFF}]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u;

/** Whether an account can have this address; whoever was created with one can also sign in with it (AUTH-06, USER-69). */
export const isAccountEmail = (text: string): boolean => address.test(text.toLowerCase());
