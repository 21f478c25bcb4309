import { refreshTokens } from "~/models/session.server";
import type { Session } from "~/sessions.server";
import { anonymousSession } from "~/sessions.server";
import { ApiError, RegionalApi } from "./regional-api.server";

export const refreshWindow = 30 * 60_000;

type Outcome = { apiCookies: Record<string, string>; expiresAt: number } | "ended";

// One refresh under way per session, however many tabs and loaders ask. The outcome is kept for a moment so that
// requests sent with the old cookie just before the new one arrived join it too.
const underWay = new Map<string, Promise<Outcome>>();
const keptFor = 20_000;

async function refresh(session: Session): Promise<Outcome> {
  let apiCookies = { ...session.apiCookies };
  const api = new RegionalApi(session.region, {
    cookies: apiCookies,
    onCookies: (received) => {
      apiCookies = { ...apiCookies, ...received };
    },
  });
  const { expiresAt, logout } = await refreshTokens(api);
  if (logout) return "ended";
  return { apiCookies, expiresAt: expiresAt ? Date.parse(expiresAt) : (session.expiresAt ?? Date.now()) };
}

/** Whether the access token ends within 30 minutes, so that a refresh comes first (SESS-12, SESS-13). */
export function needsRefresh(session: Session, now = Date.now()): boolean {
  return session.apiCookies !== undefined && (session.expiresAt ?? 0) - now <= refreshWindow;
}

/**
 * The session with fresh tokens when they are about to end: the same session when nothing was needed or the API
 * could not be reached, an anonymous one when the API says that it has ended (SESS-14).
 */
export async function freshSession(session: Session): Promise<Session> {
  if (!needsRefresh(session)) return session;
  const key = session.apiCookies?.["refresh-token"] ?? session.id;
  let attempt = underWay.get(key);
  if (!attempt) {
    attempt = refresh(session);
    underWay.set(key, attempt);
    const forget = (after: number) => setTimeout(() => underWay.delete(key), after).unref();
    attempt.then(
      () => forget(keptFor),
      () => forget(0),
    );
  }
  try {
    const outcome = await attempt;
    return outcome === "ended" ? anonymousSession(session.region) : { ...session, ...outcome };
  } catch (error) {
    // Only a definite answer ends a session; while the API cannot be reached the old tokens may still do.
    if (error instanceof ApiError && error.kind === "UNAUTHENTICATED")
      return anonymousSession(session.region);
    return session;
  }
}
