import { redirect } from "@remix-run/node";
import { isAwsRegion } from "~/regions";
import { sessionLoader } from "~/services/guard.server";
import { defaultLanding } from "~/services/landing.server";
import { notFound } from "~/services/screens.server";

/**
 * Any unknown path redirects to the default customer (SHELL-04), also below an existing region (SHELL-51); below an
 * unknown one it is not found (SHELL-07).
 */
export const loader = sessionLoader(async ({ url, user, state }) => {
  const [, top, region] = url.pathname.split("/");
  if (top === "region" && region && !isAwsRegion(region)) throw notFound();
  return redirect(await defaultLanding(user, state));
});

// A component, so that errors are rendered as screens, not as bare responses.
export default function EmptyPage() {
  return null;
}
