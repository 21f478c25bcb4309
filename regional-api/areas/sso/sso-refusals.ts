import type { SsoRefusal } from "../../../shared/sso-attempts";

const kinds: readonly (readonly [RegExp, SsoRefusal])[] = [
  [/^status /, "PROVIDER"],
  [/signature|signed|certificate/i, "SIGNATURE"],
  [/time|expired|NotBefore|NotOnOrAfter/i, "TIME"],
  [/audience|destination|recipient/i, "AUDIENCE"],
  [/issuer/i, "ISSUER"],
  [/^claims$|^assertion: /, "CLAIMS"],
  [/^no such account$|^locked$/, "ACCOUNT"],
];

/** Returns the category of a logged reason. */
export const ssoRefusalOf = (reason: string): SsoRefusal =>
  kinds.find(([pattern]) => pattern.test(reason))?.[1] ?? "OTHER";
