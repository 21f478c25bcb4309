import type { AwsRegion } from "~/regions";
import { type CurrentUser, getCurrentUser } from "./identity.server";
import { endedSession } from "~/sessions.server";
import { ApiError } from "./regional-api.server";
import type { RequestState } from "./request-state.server";
import { freshSession } from "./session-refresh.server";

type Presence = { user: CurrentUser } | { user: null; endedBy: "refresh" | "AuthMe" };

/** Whose the session is, asked once per request, with tokens renewed when they are about to end (SESS-12). */
export function presence(state: RequestState, region: AwsRegion): Promise<Presence> {
  return state.once("me", async () => {
    const fresh = await freshSession(state.session);
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

/** Who has come to a page that everybody may open; null for a stranger, and for one whose session has ended. */
export async function visitor(state: RequestState): Promise<CurrentUser | null> {
  if (!state.session.apiCookies) return null;
  const { user } = await presence(state, state.session.region);
  if (!user) state.changeSession(endedSession(state.session));
  return user;
}
