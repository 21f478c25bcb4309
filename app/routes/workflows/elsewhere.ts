import { redirect } from "@remix-run/node";
import { consoleLoader } from "~/services/guard.server";

/** Old URLs redirect to those below workflow-sets, with their query (WF-01, WF-02). */
export const loader = consoleLoader({ flag: null }, ({ base, url }) => {
  const rest = url.pathname.slice(base.length);
  return redirect(`${base}/workflow-sets${rest}${url.search}`);
});
