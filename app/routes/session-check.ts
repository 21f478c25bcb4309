import type { LoaderFunctionArgs } from "@remix-run/node";
import { hasSessionEnded } from "~/services/identity.server";
import { publicLoader } from "~/services/guard.server";
import { endingOf, type SessionEnding } from "~/services/session-end.server";
import { endedSession } from "~/sessions.server";

/**
 * Answers the open page's minutely check whether the API has ended the session (SESS-15). Only the API's answer counts:
 * while it is unreachable nothing ends. Also returns when the session will end: another tab may have extended it
 * (SESS-43).
 */
export const loader = async (args: LoaderFunctionArgs) => {
  let headers: Headers | undefined;
  let ending: SessionEnding | null = null;
  const logout = await publicLoader(async ({ state }) => {
    if (!state.session.apiCookies) return true;
    const ended = await hasSessionEnded(state.api(state.session.region)).catch(() => false);
    ending = endingOf(state.session.end);
    if (!ended) return false;
    state.changeSession(endedSession(state.session));
    headers = new Headers();
    await state.commit(headers);
    return true;
  })(args);
  return Response.json({ logout, ending }, { headers });
};
