import type { SessionEnd } from "~/sessions.server";

/** The API's cookie whose life is the session's. */
export const refreshToken = "refresh-token";

/** How long before its end the page warns (SESS-43), in ms. */
export const warnBefore = 5 * 60_000;

/** Tabs that refresh within 30 s of each other share one token: what is left of its life is then that much shorter. */
const tolerance = 35_000;

/**
 * When a session ends, out of the life that the API gave its refresh token. Each refresh begins that life again, until
 * the session's own end cuts it short: an end that comes sooner than it used to is one that no refresh moves.
 */
export function endAfter(seconds: number, before?: SessionEnd): SessionEnd {
  const given = seconds * 1000;
  const life = Math.max(given, before?.life ?? 0);
  return { at: Date.now() + given, life, isFinal: given < life - tolerance };
}

/** When a page warns: ms until then, none once it is near, and whether staying takes a new sign-in. */
export type SessionEnding = { at: string; warnInMs: number; isFinal: boolean };

/** How a session ends; null for one whose end the API has not told. */
export function endingOf(end: SessionEnd | undefined): SessionEnding | null {
  if (!end) return null;
  const warnInMs = Math.max(0, end.at - Date.now() - warnBefore);
  return { at: new Date(end.at).toISOString(), warnInMs, isFinal: end.isFinal };
}
