import { z } from "zod/v4";
import { personCookie } from "./cookies.server";

/** A user's interface choices in this browser. */
export type Choices = {
  /** Ids of customers pinned at the top of the switcher. */
  pinned: string[];
  /** Ids of customers whose setup checklist is hidden. */
  hiddenSetups: string[];
  /** True if single-key shortcuts are enabled (WCAG 2.1.4). */
  areKeysOn: boolean;
  /** Start page in place of Today: a menu entry's path below the customer (HOME-10). */
  firstScreen: string | null;
};

const day = 24 * 3600;
const limits = { pinned: 12, hiddenSetups: 20, recent: 5 } as const;

/** A valid id in a form or cookie. */
export const idSchema = z.string().regex(/^[\w-]{1,40}$/);

/** A valid menu path below the customer, in a form or cookie. */
export const screenSchema = z.string().regex(/^[a-z/-]{1,60}$/);

// Ids joined by dots, which needs less cookie space than JSON.
const ids = z
  .string()
  .max(2000)
  .transform((text) => text.split(".").filter((id) => idSchema.safeParse(id).success))
  .catch([]);

const choicesOf = personCookie(
  "choices",
  z.object({
    p: ids.default([]),
    h: ids.default([]),
    k: z.literal(0).optional().catch(undefined),
    f: screenSchema.optional().catch(undefined),
  }),
  365 * day,
);
const recentOf = personCookie("recent", z.object({ p: ids.default([]) }), 7 * day);

/** Reads the user's choices; the defaults if there are none or they belong to another user. */
export function readChoices(request: Request, userId: string): Choices {
  const { p: pinned, h: hiddenSetups, k, f } = choicesOf.read(request, userId) ?? { p: [], h: [] };
  return { pinned, hiddenSetups, areKeysOn: k !== 0, firstScreen: f ?? null };
}

/** Set-Cookie header that stores the choices for a year; above the limit the oldest ids are dropped. */
export const choicesCookie = (
  userId: string,
  { pinned, hiddenSetups, areKeysOn, firstScreen }: Choices,
): string =>
  choicesOf.write(userId, {
    p: pinned.slice(-limits.pinned).join("."),
    h: hiddenSetups.slice(-limits.hiddenSetups).join("."),
    ...(!areKeysOn && { k: 0 }),
    ...(firstScreen && { f: firstScreen }),
  });

/** Ids of the user's recently opened customers, latest first. */
export const readRecent = (request: Request, userId: string): string[] =>
  recentOf.read(request, userId)?.p ?? [];

/** Set-Cookie header after opening a customer; null if it is already the latest. */
export function recentCookie(request: Request, userId: string, customerId: string): string | null {
  const before = readRecent(request, userId);
  if (before[0] === customerId) return null;
  const after = [customerId, ...before.filter((id) => id !== customerId)].slice(0, limits.recent);
  return recentOf.write(userId, { p: after.join(".") });
}

/** Set-Cookie header that clears the recent customers on sign-out (SESS-42). */
export const noRecentCookie = () => recentOf.forget();
