/** How a customer's account name is written (CUST-31). */
export const accountNamePattern = /^[a-z]([a-z0-9-]*[a-z0-9])?$/;

/** An account name as people type it to sign in: case does not matter (AUTH-63). */
export const isAccountName = (text: string) =>
  text.length <= 100 && accountNamePattern.test(text.toLowerCase());

/** Good enough to try: the server decides whether it is an email. */
export const isEmailLike = (text: string) => text.length <= 100 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
