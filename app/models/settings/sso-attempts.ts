/** How an attempt to sign in by single sign-on can end, and why it is refused. */
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
