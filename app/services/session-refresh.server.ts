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
  /** The client whose request began it, see `clientOf`. */
  client: string;
  /** Until when requests of other clients may join. */
  openUntil: number;
};

// One refresh under way per session, however many tabs and loaders ask, by the token that it exchanges. The outcome is
// kept until a request shows that it arrived, for the client whose answer was lost; for anybody only for a moment after
// it was handed out, so that requests sent with the old cookie just before the new one arrived join it too.
const underWay = new Map<string, Attempt>();
const keptFor = 20_000;
/** New tokens until the browser has them, by the token that was exchanged for them. */
const exchanged = new Map<string, string>();

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

/** The refresh that a request may share; another client that comes late is left to the API, which ends the session. */
function joinable(key: string, origin: CallOrigin | undefined): Attempt | undefined {
  const attempt = underWay.get(key);
  const isOpen = attempt && (attempt.openUntil > Date.now() || attempt.client === clientOfCall(origin));
  return isOpen ? attempt : undefined;
}

/** Begins a refresh that all requests of the session share; a failed one is forgotten at once. */
function begin(session: Session, key: string, origin: CallOrigin | undefined): Attempt {
  const attempt: Attempt = {
    outcome: refresh(session, origin),
    client: clientOfCall(origin),
    openUntil: Infinity,
  };
  underWay.set(key, attempt);
  attempt.outcome.then(
    (outcome) => keep(key, attempt, outcome),
    (error: unknown) => {
      underWay.delete(key);
      if (error instanceof ApiError && error.kind === "TIMEOUT")
        silentUntil.set(session.region, Date.now() + silentFor);
    },
  );
  return attempt;
}

const clientOfCall = (origin: CallOrigin | undefined) => clientOf(origin?.clientAddress ?? "");

/** Keeps an outcome while it is of use and has not arrived. */
function keep(key: string, attempt: Attempt, outcome: Outcome | "ended"): void {
  const given = outcome === "ended" ? undefined : outcome.apiCookies[refreshToken];
  if (outcome === "ended" || given === undefined || given === key) return forget(key, attempt, keptFor);
  exchanged.set(given, key);
  const life = Math.min(refreshWindow, outcome.expiresAt - Date.now());
  forget(key, attempt, Math.max(keptFor, life), given);
}

function forget(key: string, attempt: Attempt, after: number, given?: string): void {
  setTimeout(() => {
    if (underWay.get(key) === attempt) underWay.delete(key);
    if (given !== undefined) exchanged.delete(given);
  }, after).unref();
}

/** Takes note that a session's cookie has arrived: its tokens are then given out for the older ones only a moment longer. */
export function hasArrived({ apiCookies }: Session): void {
  const given = apiCookies?.[refreshToken] ?? "";
  const key = exchanged.get(given);
  const attempt = key !== undefined && underWay.get(key);
  if (!attempt) return;
  exchanged.delete(given);
  // It may have come by another console, while here the answer reached nobody yet.
  attempt.openUntil = Math.min(attempt.openUntil, Date.now() + keptFor);
  forget(key, attempt, Math.max(0, attempt.openUntil - Date.now()));
}

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

/** Refreshes the session because the person asks to stay signed in (SESS-43): its life begins again. */
export async function renewedSession(session: Session, origin?: CallOrigin): Promise<Session> {
  const key = session.apiCookies?.[refreshToken] ?? session.id;
  try {
    const attempt = joinable(key, origin) ?? begin(session, key, origin);
    const outcome = await inTime(attempt.outcome, session.region);
    attempt.openUntil = Math.min(attempt.openUntil, Date.now() + keptFor);
    return outcome === "ended" ? endedSession(session) : { ...session, ...outcome };
  } catch (error) {
    // Only a definite answer ends a session; while the API cannot be reached the old tokens may still do.
    if (error instanceof ApiError && error.kind === "UNAUTHENTICATED") return endedSession(session);
    if ((session.expiresAt ?? 0) <= Date.now()) throw error;
    return session;
  }
}
