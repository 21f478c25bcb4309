import { z } from "zod/v4";
import { personCookie } from "./cookies.server";

/** A person's choices about the frame in this browser. */
export type Choices = {
  /** Customers that the switcher shows first, by id. */
  pinned: string[];
  /** Customers whose list of steps to set up was hidden, by id. */
  hiddenSetups: string[];
  /** Whether single keys are shortcuts (WCAG 2.1.4). */
  areKeysOn: boolean;
  /** The menu entry to begin with, by its address below the customer, in place of Today (HOME-10). */
  firstScreen: string | null;
};

const day = 24 * 3600;
const limits = { pinned: 12, hiddenSetups: 20, recent: 5 } as const;

/** An id as a form or a cookie may carry it. */
export const idSchema = z.string().regex(/^[\w-]{1,40}$/);

/** The address of a menu entry below the customer, as a form or a cookie may carry it. */
export const screenSchema = z.string().regex(/^[a-z/-]{1,60}$/);

// Ids joined by dots: what JSON would need around them takes more room in a cookie than they do.
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

/** Reads the person's choices; the defaults when there are none or another person made them. */
export function readChoices(request: Request, userId: string): Choices {
  const { p: pinned, h: hiddenSetups, k, f } = choicesOf.read(request, userId) ?? { p: [], h: [] };
  return { pinned, hiddenSetups, areKeysOn: k !== 0, firstScreen: f ?? null };
}

/** The Set-Cookie text that stores choices for a year; of too many ids the oldest go. */
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

/** The customers that the person opened last, the latest first, by id. */
export const readRecent = (request: Request, userId: string): string[] =>
  recentOf.read(request, userId)?.p ?? [];

/** The Set-Cookie text once a customer is opened; null when it was the latest already. */
export function recentCookie(request: Request, userId: string, customerId: string): string | null {
  const before = readRecent(request, userId);
  if (before[0] === customerId) return null;
  const after = [customerId, ...before.filter((id) => id !== customerId)].slice(0, limits.recent);
  return recentOf.write(userId, { p: after.join(".") });
}

/** The Set-Cookie text that forgets them: they do not outlive signing out (SESS-42). */
export const noRecentCookie = () => recentOf.forget();
