import type { SsoRefusal } from "../../store/tables/settings";

/** Why single sign-on was refused, as its administrator is told: what to look at, and nothing of what was sent (SSO-53). */
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

/** The kind of a reason as the log has it. */
export const ssoRefusalOf = (reason: string): SsoRefusal =>
  kinds.find(([pattern]) => pattern.test(reason))?.[1] ?? "OTHER";
