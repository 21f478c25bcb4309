import { areas } from "~/areas";
import { codesOf, type ProviderRight } from "~/areas/area";

/**
 * The permissions that decide about screens, links, buttons and menu entries; every screen has them by its access check.
 * Whether a person may do something is the API's to say in any case. Those of areas' gates are declared there.
 */
const codes = [
  ...codesOf(areas),
  ...(["org:viewSettings", "org:editSettings", "org:viewHold", "org:editHold"] as const),
  ...(["ats:editTenant", "ats:deleteTenant"] as const),
  ...(["apps:viewCandidate", "apps:deleteApplication"] as const),
] as const;

type Code = (typeof codes)[number];

/** The codes that the access check of a screen asks about. */
export const askedCodes: readonly Code[] = codes;

/**
 * A permission on the whole customer ("org:listUser"), on at least one department of it ("apps:listVacancy somewhere"),
 * or, as the provider's staff have it, on whole organisations: on some, on the customer's own, on every one.
 */
export type Right = Code | `${Code} somewhere` | ProviderRight;

/** Every right that there is. */
export const rightNames: readonly Right[] = [
  ...codes,
  ...codes.map((code): Right => `${code} somewhere`),
  "provider of some organisation",
  "provider of this organisation",
  "provider of every organisation",
];

/** The person's rights at the customer. */
export type Rights = ReadonlySet<Right>;

const providerRights = {
  SOME: "provider of some organisation",
  THIS: "provider of this organisation",
  EVERY: "provider of every organisation",
} as const satisfies Record<string, Right>;

/** Turns the answer of the access check into rights. */
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

/** Whether a screen, link or entry that may need rights, all of them, is the person's. */
export const isHeld = (rights: Rights, needed: Right | readonly Right[] | undefined): boolean =>
  (needed === undefined ? [] : typeof needed === "string" ? [needed] : needed).every((right) =>
    rights.has(right),
  );
