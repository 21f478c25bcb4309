import { loadSearch } from "~/models/search/search-screen.server";
import { consoleLoader } from "~/services/guard.server";

/** What a search finds or why it finds nothing, as JSON, for the palette: the address of the page (SRCH-02). */
export const loader = consoleLoader({ flag: "edgeGlobalSearch" }, async (args) =>
  Response.json(await loadSearch(args)),
);
