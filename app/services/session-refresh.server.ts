import { setTimeout as pause } from "node:timers/promises";
import { refreshTokens } from "./identity.server";
import type { AwsRegion } from "~/regions";
import type { Session } from "~/sessions.server";
import { endedSession } from "~/sessions.server";
import { ApiError, type CallOrigin, RegionalApi } from "./regional-api.server";
import { endAfter, refreshToken } from "./session-end.server";

export const refreshWindow = 30 * 60_000;

type Outcome = Pick<Session, "end"> & { apiCookies: Record<string, string>; expiresAt: number };

// One refresh under way per session, however many tabs and loaders ask. The outcome is kept for a moment after it
// was handed out, so that requests sent with the old cookie just before the new one arrived join it too.
const underWay = new Map<string, Promise<Outcome | "ended">>();
const keptFor = 20_000;

// While a region keeps silent, pages wait for it once and then only briefly: the old token mostly still does.
const silentUntil = new Map<AwsRegion, number>();
const silentFor = 30_000;
const briefly = 500;

async function refresh(session: Session, origin?: CallOrigin): Promise<Outcome | "ended"> {
  let apiCookies = { ...session.apiCookies };
  let { end } = session;
  const credentials = {
    cookies: apiCookies,
    onCookies: (received: Record<string, string>, lives: Record<string, number>) => {
      apiCookies = { ...apiCookies, ...received };
      const life = lives[refreshToken];
      if (life) end = endAfter(life, session.end);
    },
  };
  const api = new RegionalApi(session.region, credentials, origin);
  const { expiresAt, logout } = await refreshTokens(api);
  if (logout) return "ended";
  const ends = expiresAt ? Date.parse(expiresAt) : (session.expiresAt ?? Date.now());
  return { apiCookies, expiresAt: ends, end };
}

/** Whether the access token ends within 30 minutes, so that a refresh comes first (SESS-12, SESS-13). */
export function needsRefresh(session: Session, now = Date.now()): boolean {
  return session.apiCookies !== undefined && (session.expiresAt ?? 0) - now <= refreshWindow;
}

/** Begins a refresh that all requests of the session share; a failed one is forgotten at once. */
function begin(session: Session, key: string, origin?: CallOrigin): Promise<Outcome | "ended"> {
  const attempt = refresh(session, origin);
  underWay.set(key, attempt);
  attempt.then(
    () => forget(key, refreshWindow),
    (error: unknown) => {
      underWay.delete(key);
      if (error instanceof ApiError && error.kind === "TIMEOUT")
        silentUntil.set(session.region, Date.now() + silentFor);
    },
  );
  return attempt;
}

const forget = (key: string, after: number) => setTimeout(() => underWay.delete(key), after).unref();

/** The outcome as soon as it is there; throws ApiError when a silent region takes too long once more. */
async function inTime(attempt: Promise<Outcome | "ended">, region: AwsRegion): Promise<Outcome | "ended"> {
  if ((silentUntil.get(region) ?? 0) < Date.now()) return attempt;
  const outcome = await Promise.race([attempt, pause(briefly)]);
  if (outcome === undefined) throw new ApiError("TIMEOUT", "no answer in time", region, "AuthRefreshToken");
  return outcome;
}

/**
 * The session with fresh tokens when they are about to end: the same session when nothing was needed or the API
 * could not be reached, an anonymous one when the API says that it has ended (SESS-14). Throws ApiError when the API
 * cannot be reached and the old token has ended, too: that ends no session (SESS-12). `origin` is the request that
 * asks first: its person's address is what the API counts by.
 */
export async function freshSession(session: Session, origin?: CallOrigin): Promise<Session> {
  return needsRefresh(session) ? renewedSession(session, origin) : session;
}

/** The same whenever the person asks to stay signed in (SESS-43): each refresh begins the session's life again. */
export async function renewedSession(session: Session, origin?: CallOrigin): Promise<Session> {
  const key = session.apiCookies?.[refreshToken] ?? session.id;
  try {
    const outcome = await inTime(underWay.get(key) ?? begin(session, key, origin), session.region);
    forget(key, keptFor);
    return outcome === "ended" ? endedSession(session) : { ...session, ...outcome };
  } catch (error) {
    // Only a definite answer ends a session; while the API cannot be reached the old tokens may still do.
    if (error instanceof ApiError && error.kind === "UNAUTHENTICATED") return endedSession(session);
    if ((session.expiresAt ?? 0) <= Date.now()) throw error;
    return session;
  }
}
