import { redirect } from "@remix-run/node";
import { sessionLoader } from "~/services/guard.server";
import { defaultLanding } from "~/services/landing.server";
import { notFound } from "~/services/screens.server";

/** Any path of no screen: to the default customer, but below /region to the not-found screen (SHELL-04, SHELL-07). */
export const loader = sessionLoader(({ url, user }) => {
  if (url.pathname.startsWith("/region/")) throw notFound();
  return redirect(defaultLanding(user));
});

// A page, so that its refusals show as screens and not as bare answers.
export default function Nothing() {
  return null;
}
