import type { SsoRefusal } from "../../store/tables/settings";

/** Reasons for refusals as shown to administrators: what to check, and nothing of what was posted (SSO-53). */
export const ssoRefusals = [
  "SIGNATURE",
  "TIME",
  "AUDIENCE",
  "ISSUER",
  "CLAIMS",
  "PROVIDER",
  "ACCOUNT",
  "OTHER",
] as const satisfies readonly SsoRefusal[];

const kinds: readonly (readonly [RegExp, SsoRefusal])[] = [
  [/^status /, "PROVIDER"],
  [/signature|signed|certificate/i, "SIGNATURE"],
  [/time|expired|NotBefore|NotOnOrAfter/i, "TIME"],
  [/audience|destination|recipient/i, "AUDIENCE"],
  [/issuer/i, "ISSUER"],
  [/^claims$|^assertion: /, "CLAIMS"],
  [/^no such account$|^locked$/, "ACCOUNT"],
];

/** The category of a logged reason. */
export const ssoRefusalOf = (reason: string): SsoRefusal =>
  kinds.find(([pattern]) => pattern.test(reason))?.[1] ?? "OTHER";
