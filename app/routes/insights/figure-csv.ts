import { isCardName } from "~/models/insights/cards";
import { csvOf } from "~/models/insights/insights-csv.server";
import { getFigure } from "~/models/insights/insights.server";
import { readInsightsSearch } from "~/models/insights/insights-search";
import { consoleLoader } from "~/services/guard.server";
import { notFound } from "~/services/screens.server";

/** One card's values as a file: `?card=` and the filters of the page. */
export const loader = consoleLoader({ flag: "edgeDiEnabled" }, async ({ api, scope, url }) => {
  const card = url.searchParams.get("card") ?? undefined;
  if (!isCardName(card)) throw notFound();
  const search = readInsightsSearch(url.searchParams);
  const figure = await getFigure(api, scope, card, search);
  return new Response(csvOf(card, figure, search, new Date()), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${card}.csv"`,
      "Cache-Control": "no-store",
    },
  });
});
