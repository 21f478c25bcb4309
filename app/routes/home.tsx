import { redirect } from "@remix-run/node";
import { sessionLoader } from "~/services/guard.server";
import { defaultLanding } from "~/services/landing.server";

/** `/`: redirects to the default customer (SHELL-04). */
export const loader = sessionLoader(async ({ user, state }) => redirect(await defaultLanding(user, state)));

// A component, so that errors are rendered as screens, not as bare responses.
export default function EmptyPage() {
  return null;
}
