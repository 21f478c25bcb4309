/** Results of single sign-on attempts, and reasons for refusing them. */
export const attemptResults = ["SIGNED_IN", "CODE_MAILED", "REFUSED"] as const;

export const attemptReasons = [
  "SIGNATURE",
  "TIME",
  "AUDIENCE",
  "ISSUER",
  "CLAIMS",
  "PROVIDER",
  "ACCOUNT",
  "OTHER",
] as const;
