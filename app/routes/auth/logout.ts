import { redirect } from "@remix-run/node";
import { noRecentCookie } from "~/services/choices.server";
import { logout } from "~/services/identity.server";
import { awsRegions } from "~/regions";
import { publicAction } from "~/services/guard.server";
import { logger } from "~/services/log.server";
import { endedSession } from "~/sessions.server";

/** Signs out here and at the API; a failing API does not prevent it (SESS-27). */
export const action = publicAction(async ({ state }) => {
  if (state.session.apiCookies) {
    const { region } = state.session;
    await logout(state.api(region)).catch(async (error: unknown) => {
      logger.warn("sign-out at the API failed", { error });
      // The session is valid in every region: any that answers ends it.
      const others = awsRegions.filter((other) => other !== region);
      await Promise.any(others.map((other) => logout(state.api(other)))).catch(() => undefined);
    });
  }
  state.changeSession(endedSession(state.session));
  state.addCookie(noRecentCookie());
  return redirect("/login", 303);
});

export const loader = () => redirect("/");
