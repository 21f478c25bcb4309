/** Results of attempts at single sign-on. */
export const attemptResults = ["SIGNED_IN", "CODE_MAILED", "REFUSED"] as const;

export type AttemptResult = (typeof attemptResults)[number];

/** Categories of refusals: what administrators should check, without any of the posted data (SSO-53). */
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
