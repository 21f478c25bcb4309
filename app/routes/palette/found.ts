import { loadSearch } from "~/models/search/search-screen.server";
import { consoleLoader } from "~/services/guard.server";

/** Answers the palette's search as JSON: results, or why there are none (SRCH-02). */
export const loader = consoleLoader({ flag: "edgeGlobalSearch" }, async (args) =>
  Response.json(await loadSearch(args)),
);
