import type { SessionEnd } from "~/sessions.server";

/** The API cookie that determines the session's lifetime. */
export const refreshToken = "refresh-token";

/** Time before the session's end at which the page warns (SESS-43), in ms. */
export const warningMs = 5 * 60_000;

/**
 * Tolerance for comparing lifetimes: tabs that refresh within 30 s of each other share one token, so its
 * remaining lifetime may be that much shorter.
 */
const tolerance = 35_000;

/**
 * Session end derived from the lifetime of its refresh token. Each refresh restarts that lifetime until the session's
 * own end shortens it: a shorter lifetime than before therefore marks the final end.
 */
export function endAfter(seconds: number, before?: SessionEnd): SessionEnd {
  const given = seconds * 1000;
  const life = Math.max(given, before?.life ?? 0);
  return { at: Date.now() + given, life, isFinal: given < life - tolerance };
}

/** Session-end warning: ms until it is due (0 once near), and whether staying needs a new sign-in. */
export type SessionEnding = { at: string; warnInMs: number; isFinal: boolean };

/** The session's ending as pages need it; null if the API has not given one. */
export function endingOf(end: SessionEnd | undefined): SessionEnding | null {
  if (!end) return null;
  const warnInMs = Math.max(0, end.at - Date.now() - warningMs);
  return { at: new Date(end.at).toISOString(), warnInMs, isFinal: end.isFinal };
}
