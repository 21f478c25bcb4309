import { truncateText } from "~/models/list/truncate-text";
import { products } from "~/models/workflows/stage-values";
import { getPackages } from "~/models/workflows/workflow.server";
import { consoleLoader } from "~/services/guard.server";

/** Packages for a search: `?product=&q=`, as JSON (WF-23). The form works without them. */
export const loader = consoleLoader({ flag: null }, async ({ api, url }) => {
  const { searchParams } = url;
  const product = products.find((one) => one === searchParams.get("product"));
  const text = truncateText(searchParams.get("q") ?? "", 200);
  return Response.json({ found: product ? await getPackages(api, product, text) : [] });
});
