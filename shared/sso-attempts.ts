/** Results of attempts at single sign-on. */
export const attemptResults = ["SIGNED_IN", "CODE_MAILED", "REFUSED"] as const;

export type AttemptResult = (typeof attemptResults)[number];

/** Categories of refusals: what administrators should check, and nothing of what was posted (SSO-53). */
export const ssoRefusals = [
  "SIGNATURE",
  "TIME",
  "AUDIENCE",
  "ISSUER",
  "CLAIMS",
  "PROVIDER",
  "ACCOUNT",
  "OTHER",
] as const;
export type SsoRefusal = (typeof ssoRefusals)[number];
