import { cutText } from "~/models/list/cut-text";
import { getPackages } from "~/models/workflows/workflow.server";
import { consoleLoader } from "~/services/guard.server";

/** Packages while one is looked for: `?product=&q=`, answered as JSON (WF-23). The form works without them. */
export const loader = consoleLoader({ flag: null }, async ({ api, scope, url }) => {
  const { searchParams } = url;
  const text = cutText(searchParams.get("q") ?? "", 200);
  return Response.json({ found: await getPackages(api, scope, searchParams.get("product") ?? "", text) });
});
