import { parse, serialize } from "cookie";
import { z } from "zod/v4";
import { secure } from "./env.server";

/** What a person has chosen about the frame in this browser. */
export type Choices = {
  /** Customers that the switcher shows first, by id. */
  pinned: string[];
  /** Customers whose list of steps to set up was hidden, by id. */
  hiddenSetups: string[];
  /** Whether single keys are shortcuts (WCAG 2.1.4). */
  areKeysOn: boolean;
};

const prefix = secure ? "__Host-" : "";
const choicesName = `${prefix}edge-choices`;
const recentName = `${prefix}edge-recent`;
const yearInSeconds = 365 * 24 * 3600;
const weekInSeconds = 7 * 24 * 3600;
const limits = { pinned: 12, hiddenSetups: 20, recent: 5 } as const;

/** An id as a form or a cookie may carry it. */
export const idSchema = z.string().regex(/^[\w-]{1,40}$/);

// Ids joined by dots: what JSON would need around them takes more room in a cookie than they do.
const ids = z
  .string()
  .max(2000)
  .transform((text) => text.split(".").filter((id) => idSchema.safeParse(id).success))
  .catch([]);

/** The person by the end of their id; what somebody else chose in this browser counts for nothing. */
const cookieSchema = z.object({
  u: z.string(),
  p: ids.default([]),
  h: ids.default([]),
  k: z.literal(0).optional().catch(undefined),
});

const personOf = (userId: string) => userId.slice(-8);

function cookieOf(request: Request, name: string): z.infer<typeof cookieSchema> | undefined {
  try {
    return cookieSchema.parse(JSON.parse(parse(request.headers.get("cookie") ?? "")[name] ?? ""));
  } catch {
    return undefined; // absent or damaged
  }
}

const cookie = (name: string, value: object | null, maxAge: number) =>
  serialize(name, value ? JSON.stringify(value) : "", {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: value ? maxAge : 0,
  });

/** What the person has chosen; the defaults when nothing, or when somebody else chose in this browser. */
export function readChoices(request: Request, userId: string): Choices {
  const stored = cookieOf(request, choicesName);
  if (!stored || stored.u !== personOf(userId)) return { pinned: [], hiddenSetups: [], areKeysOn: true };
  return { pinned: stored.p, hiddenSetups: stored.h, areKeysOn: stored.k !== 0 };
}

/** The Set-Cookie text that stores choices for a year; of too many ids the oldest go. */
export function choicesCookie(userId: string, { pinned, hiddenSetups, areKeysOn }: Choices): string {
  const value = {
    u: personOf(userId),
    p: pinned.slice(-limits.pinned).join("."),
    h: hiddenSetups.slice(-limits.hiddenSetups).join("."),
    ...(!areKeysOn && { k: 0 }),
  };
  return cookie(choicesName, value, yearInSeconds);
}

/** The customers that the person opened last, the latest first, by id. */
export function readRecent(request: Request, userId: string): string[] {
  const stored = cookieOf(request, recentName);
  return stored?.u === personOf(userId) ? stored.p : [];
}

/** The Set-Cookie text once a customer is opened; null when it was the latest already. */
export function recentCookie(request: Request, userId: string, customerId: string): string | null {
  const before = readRecent(request, userId);
  if (before[0] === customerId) return null;
  const after = [customerId, ...before.filter((id) => id !== customerId)].slice(0, limits.recent);
  return cookie(recentName, { u: personOf(userId), p: after.join(".") }, weekInSeconds);
}

/** The Set-Cookie text that forgets them: they do not outlive signing out (SESS-42). */
export const noRecentCookie = () => cookie(recentName, null, 0);
