import { truncateText } from "~/models/list/truncate-text";
import { isNameTaken } from "~/models/workflow-sets/workflow-set.server";
import { consoleLoader } from "~/services/guard.server";

/** True if a set has this name: `?name=`, as JSON, while typing (WFS-19). The save checks anyway. */
export const loader = consoleLoader({ flag: null }, async ({ api, url }) => {
  const name = truncateText(url.searchParams.get("name") ?? "", 200);
  return Response.json({ isTaken: await isNameTaken(api, name) });
});
