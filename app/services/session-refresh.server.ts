import { setTimeout as pause } from "node:timers/promises";
import { refreshTokens } from "./identity.server";
import type { AwsRegion } from "~/regions";
import type { Session } from "~/sessions.server";
import { endedSession } from "~/sessions.server";
import { ApiError, type CallOrigin, RegionalApi } from "./regional-api.server";
import { clientOf } from "../../shared/client-address";
import { endAfter, refreshToken } from "./session-end.server";

export const refreshWindow = 30 * 60_000;

type Outcome = Pick<Session, "end"> & { apiCookies: Record<string, string>; expiresAt: number };

type Attempt = {
  outcome: Promise<Outcome | "ended">;
  /** Client whose request started the refresh, see `clientOf`. */
  client: string;
  /** Until this time requests of other clients may join. */
  openUntil: number;
};

// Refreshes, keyed by the token they exchange: one at a time per session, however many tabs and loaders ask.
// The outcome is kept until a request proves that it arrived, in case a client lost the response. Other
// clients may use it only briefly, so that requests sent with the old cookie just before the new one arrived
// can join.
const refreshes = new Map<string, Attempt>();
const outcomeCacheMs = 20_000;
/** Old token by new token, until the browser has the new one. */
const exchanged = new Map<string, string>();

// After one timeout of a region, pages wait only briefly: the old token usually still works.
const silentUntil = new Map<AwsRegion, number>();
const silentFor = 30_000;
const briefTimeoutMs = 500;

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

/** True if the access token expires within 30 minutes, so it must be refreshed first (SESS-12, SESS-13). */
export function needsRefresh(session: Session, now = Date.now()): boolean {
  return session.apiCookies !== undefined && (session.expiresAt ?? 0) - now <= refreshWindow;
}

/**
 * A refresh that the request may join. A request of another client that comes too late goes to the API
 * instead, which ends the session.
 */
function joinableRefresh(key: string, origin: CallOrigin | undefined): Attempt | undefined {
  const attempt = refreshes.get(key);
  const isOpen = attempt && (attempt.openUntil > Date.now() || attempt.client === clientOfCall(origin));
  return isOpen ? attempt : undefined;
}

/** Starts a refresh shared by all requests of the session; failures are not kept. */
function begin(session: Session, key: string, origin: CallOrigin | undefined): Attempt {
  const attempt: Attempt = {
    outcome: refresh(session, origin),
    client: clientOfCall(origin),
    openUntil: Infinity,
  };
  refreshes.set(key, attempt);
  attempt.outcome.then(
    (outcome) => keepOutcome(key, attempt, outcome),
    (error: unknown) => {
      refreshes.delete(key);
      if (error instanceof ApiError && error.kind === "TIMEOUT")
        silentUntil.set(session.region, Date.now() + silentFor);
    },
  );
  return attempt;
}

const clientOfCall = (origin: CallOrigin | undefined) => clientOf(origin?.clientAddress ?? "");

/** Keeps an outcome while it is valid and not known to have arrived. */
function keepOutcome(key: string, attempt: Attempt, outcome: Outcome | "ended"): void {
  const given = outcome === "ended" ? undefined : outcome.apiCookies[refreshToken];
  if (outcome === "ended" || given === undefined || given === key)
    return forget(key, attempt, outcomeCacheMs);
  exchanged.set(given, key);
  const life = Math.min(refreshWindow, outcome.expiresAt - Date.now());
  forget(key, attempt, Math.max(outcomeCacheMs, life), given);
}

function forget(key: string, attempt: Attempt, after: number, given?: string): void {
  setTimeout(() => {
    if (refreshes.get(key) === attempt) refreshes.delete(key);
    if (given !== undefined) exchanged.delete(given);
  }, after).unref();
}

/** Notes that a session's cookie has arrived: its old tokens are accepted only briefly from now on. */
export function hasArrived({ apiCookies }: Session): void {
  const given = apiCookies?.[refreshToken] ?? "";
  const key = exchanged.get(given);
  const attempt = key !== undefined && refreshes.get(key);
  if (!attempt) return;
  exchanged.delete(given);
  // The token may have arrived through another console instance before any client has this one's response.
  attempt.openUntil = Math.min(attempt.openUntil, Date.now() + outcomeCacheMs);
  forget(key, attempt, Math.max(0, attempt.openUntil - Date.now()));
}

/** The outcome once available; throws ApiError if an unresponsive region takes too long again. */
async function withTimeout(
  attempt: Promise<Outcome | "ended">,
  region: AwsRegion,
): Promise<Outcome | "ended"> {
  if ((silentUntil.get(region) ?? 0) < Date.now()) return attempt;
  const outcome = await Promise.race([attempt, pause(briefTimeoutMs)]);
  if (outcome === undefined) throw new ApiError("TIMEOUT", "no answer in time", region, "AuthRefreshToken");
  return outcome;
}

/**
 * The session with fresh tokens if they are about to expire; unchanged if not needed or the API is unreachable; an
 * anonymous session if the API says that it has ended (SESS-14). Throws ApiError if the API is unreachable and the old
 * token has expired, which does not end the session (SESS-12). `origin` is the first asking request: the API's rate
 * limits count by its client address.
 */
export async function freshSession(session: Session, origin?: CallOrigin): Promise<Session> {
  return needsRefresh(session) ? renewedSession(session, origin) : session;
}

/** Refreshes because the user chose to stay signed in (SESS-43): the session's lifetime restarts. */
export async function renewedSession(session: Session, origin?: CallOrigin): Promise<Session> {
  const key = session.apiCookies?.[refreshToken] ?? session.id;
  try {
    const attempt = joinableRefresh(key, origin) ?? begin(session, key, origin);
    const outcome = await withTimeout(attempt.outcome, session.region);
    attempt.openUntil = Math.min(attempt.openUntil, Date.now() + outcomeCacheMs);
    return outcome === "ended" ? endedSession(session) : { ...session, ...outcome };
  } catch (error) {
    // Only a definite answer ends a session; while the API is unreachable the old tokens may still work.
    if (error instanceof ApiError && error.kind === "UNAUTHENTICATED") return endedSession(session);
    if ((session.expiresAt ?? 0) <= Date.now()) throw error;
    return session;
  }
}
