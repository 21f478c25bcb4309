import { loadViews, viewsGate } from "~/models/list/saved-views-screen.server";
import { consoleLoader } from "~/services/guard.server";

/** A list's views as JSON, for its menu. */
export const loader = consoleLoader(viewsGate, async (args) => Response.json(await loadViews(args)));
