import { redirect } from "@remix-run/node";
import { noRecentCookie } from "~/services/choices.server";
import { logout } from "~/services/identity.server";
import { publicAction } from "~/services/guard.server";
import { logger } from "~/services/log.server";
import { endedSession } from "~/sessions.server";

/** Signs out, here and at the API; a failing API does not keep anybody signed in here (SESS-27). */
export const action = publicAction(async ({ state }) => {
  if (state.session.apiCookies) {
    await logout(state.api(state.session.region)).catch((error: unknown) => {
      logger.warn("sign-out at the API failed", { error });
    });
  }
  state.changeSession(endedSession(state.session));
  state.addCookie(noRecentCookie());
  return redirect("/login", 303);
});

export const loader = () => redirect("/");
