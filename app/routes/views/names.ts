import { loadViews, viewsGate } from "~/models/list/saved-views-screen.server";
import { consoleLoader } from "~/services/guard.server";

/** The views of a list as JSON, for its menu: the address of their page. */
export const loader = consoleLoader(viewsGate, async (args) => Response.json(await loadViews(args)));
