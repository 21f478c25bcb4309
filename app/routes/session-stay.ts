import { redirect } from "@remix-run/node";
import { z } from "zod/v4";
import { shellTexts } from "~/i18n/shell";
import { translator } from "~/i18n/texts";
import { publicAction, type PublicForm } from "~/services/guard.server";
import { logout } from "~/services/identity.server";
import { ApiError } from "~/services/regional-api.server";
import { loginPath } from "~/services/screens.server";
import { endingOf, warningMs } from "~/services/session-end.server";
import { ownPath } from "~/services/own-path";
import { renewedSession } from "~/services/session-refresh.server";
import { endedSession, type Session } from "~/sessions.server";

const schema = z.object({
  returnTo: ownPath,
  /** Set by the page's script, which stays on the page. */
  isScript: z.literal("1").optional().catch(undefined),
});

const isEndingSoon = ({ end }: Session) => end !== undefined && end.at - Date.now() <= warningMs;

/**
 * "Stay signed in": renews the session. One at its final end cannot be renewed: it ends now, and the sign-in page leads
 * back (SESS-43).
 */
export const action = publicAction(async (args) => {
  const { state, url, form } = args;
  const { returnTo, isScript } = schema.parse(Object.fromEntries(form));
  const toSignIn = (reason?: "expired") => redirect(loginPath(new URL(returnTo, url), reason), 303);
  if (!state.session.apiCookies) return isScript ? Response.json({ logout: true }) : toSignIn("expired");
  if (state.session.end?.isFinal && isEndingSoon(state.session) && !isScript) {
    // If the API does not answer, the session still ends here, and expires there.
    await logout(state.api(state.session.region)).catch(() => {});
    state.changeSession(endedSession(state.session));
    return toSignIn();
  }
  const isRenewed = await renew(args);
  const hasEnded = !state.session.apiCookies;
  if (isScript) return Response.json({ logout: hasEnded, ending: endingOf(state.session.end) });
  if (hasEnded) return toSignIn("expired");
  return redirect(isRenewed ? returnTo : withFailureNotice(args, returnTo), 303);
});

/** True if the region answered; the session is then renewed or ended. */
async function renew({ state }: PublicForm): Promise<boolean> {
  try {
    const before = state.session;
    const session = await renewedSession(before, state.origin);
    if (session !== before) state.changeSession(session);
    return session !== before;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

/** Adds a failure notice to the next page. */
function withFailureNotice({ state, language }: PublicForm, returnTo: string): string {
  state.notify({ tone: "error", title: translator(shellTexts, language)("session.failed") });
  return returnTo;
}

export const loader = () => redirect("/");
