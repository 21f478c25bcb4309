import { areas } from "~/areas";
import { codesOf, type ProviderRight } from "~/areas/area";

/**
 * Permissions that control screens, links, buttons and menu entries; loaded with each screen's access check. The API
 * authorises every call regardless. Codes used in areas' gates are declared there.
 */
const codes = [
  ...codesOf(areas),
  ...(["org:viewSettings", "org:editSettings", "org:viewHold", "org:editHold"] as const),
  ...(["ats:editTenant", "ats:deleteTenant"] as const),
  ...(["apps:viewCandidate", "apps:deleteApplication"] as const),
] as const;

type Code = (typeof codes)[number];

/** Codes requested by a screen's access check. */
export const checkedCodes: readonly Code[] = codes;

/**
 * A permission on the whole customer ("org:listUser"), on at least one department ("apps:listVacancy somewhere"), or,
 * for provider staff, on organisations: some, the customer's own, or all.
 */
export type Right = Code | `${Code} somewhere` | ProviderRight;

/** All existing rights. */
export const rightNames: readonly Right[] = [
  ...codes,
  ...codes.map((code): Right => `${code} somewhere`),
  "provider of some organisation",
  "provider of this organisation",
  "provider of every organisation",
];

/** The user's rights at the customer. */
export type Rights = ReadonlySet<Right>;

const providerRights = {
  SOME: "provider of some organisation",
  THIS: "provider of this organisation",
  EVERY: "provider of every organisation",
} as const satisfies Record<string, Right>;

/** Converts the access check's answer to rights. */
export function rightsGranted(granted: {
  readonly actions: readonly string[];
  readonly somewhere: readonly string[];
  readonly providerOf: readonly (keyof typeof providerRights)[];
}): Rights {
  return new Set<Right>([
    ...codes.filter((code) => granted.actions.includes(code)),
    ...codes.filter((code) => granted.somewhere.includes(code)).map((code): Right => `${code} somewhere`),
    ...granted.providerOf.map((reach) => providerRights[reach]),
  ]);
}

/** True if the user holds all needed rights; none may be needed. */
export const isHeld = (rights: Rights, needed: Right | readonly Right[] | undefined): boolean =>
  (needed === undefined ? [] : typeof needed === "string" ? [needed] : needed).every((right) =>
    rights.has(right),
  );
