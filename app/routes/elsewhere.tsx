import { redirect } from "@remix-run/node";
import { isAwsRegion } from "~/regions";
import { sessionLoader } from "~/services/guard.server";
import { defaultLanding } from "~/services/landing.server";
import { notFound } from "~/services/screens.server";

/**
 * Any path of no screen: to the default customer (SHELL-04), also below a region that exists (SHELL-51); below one that
 * does not, the not-found screen (SHELL-07).
 */
export const loader = sessionLoader(async ({ url, user, state }) => {
  const [, top, region] = url.pathname.split("/");
  if (top === "region" && region && !isAwsRegion(region)) throw notFound();
  return redirect(await defaultLanding(user, state));
});

// A page, so that its refusals show as screens and not as bare answers.
export default function Nothing() {
  return null;
}
