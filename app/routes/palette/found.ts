import { loadSearch } from "~/models/search/search-screen.server";
import { consoleLoader } from "~/services/guard.server";

/** The palette's search as JSON: results or the error (SRCH-02). */
export const loader = consoleLoader({ flag: "edgeGlobalSearch" }, async (args) =>
  Response.json(await loadSearch(args)),
);
