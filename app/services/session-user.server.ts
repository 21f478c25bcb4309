import { type AwsRegion, awsRegions } from "~/regions";
import { type CurrentUser, getCurrentUser } from "./identity.server";
import { endedSession } from "~/sessions.server";
import { ApiError } from "./regional-api.server";
import type { RequestState } from "./request-state.server";
import { freshSession } from "./session-refresh.server";

type Presence = { user: CurrentUser } | { user: null; endedBy: "refresh" | "AuthMe" };

/** Returns the session's user, once per request; refreshes tokens about to expire (SESS-12). */
export function sessionUserOf(state: RequestState, region: AwsRegion): Promise<Presence> {
  return state.once("me", async () => {
    const fresh = await freshSession(state.session, state.origin);
    if (!fresh.apiCookies) return { user: null, endedBy: "refresh" };
    if (fresh !== state.session) state.changeSession(fresh);
    try {
      return { user: await getCurrentUser(state.api(region)) };
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== "UNAUTHENTICATED") throw error;
      return { user: null, endedBy: "AuthMe" };
    }
  });
}

/** Time to wait for another region if the page's own does not answer, in ms. */
const otherRegionTimeoutMs = 2_000;

/**
 * The signed-in user read from another region while this one is down, so the error page has a frame with navigation.
 * Null if no other region answers either.
 */
export async function userFromOtherRegion(state: RequestState, down: AwsRegion): Promise<CurrentUser | null> {
  state.allowReading(otherRegionTimeoutMs);
  const others = awsRegions.filter((region) => region !== down);
  return Promise.any(others.map((region) => getCurrentUser(state.api(region)))).catch(() => null);
}

/** Returns the user on a public page; null if anonymous or the session has ended. */
export async function visitor(state: RequestState): Promise<CurrentUser | null> {
  if (!state.session.apiCookies) return null;
  const { user } = await sessionUserOf(state, state.session.region);
  if (!user) state.changeSession(endedSession(state.session));
  return user;
}
