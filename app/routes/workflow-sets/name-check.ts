import { cutText } from "~/models/list/cut-text";
import { isNameTaken } from "~/models/workflow-sets/workflow-set.server";
import { consoleLoader } from "~/services/guard.server";

/** Whether a set is called so: `?name=`, answered as JSON while one types (WFS-19). The save tells without it. */
export const loader = consoleLoader({ flag: null }, async ({ api, url }) => {
  const name = cutText(url.searchParams.get("name") ?? "", 200);
  return Response.json({ isTaken: await isNameTaken(api, name) });
});
