import { isCardName } from "~/models/insights/cards";
import { loadCard } from "~/models/insights/dashboard-screen.server";
import { readInsightsSearch } from "~/models/insights/insights-search";
import { screenGates } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";
import { notFound } from "~/services/screens.server";

/** A card's figure or its error, as JSON: `?card=` and the page's filters (DI-09). */
export const loader = consoleLoader(screenGates.di, async (args) => {
  const card = args.url.searchParams.get("card") ?? undefined;
  if (!isCardName(card)) throw notFound();
  return Response.json(await loadCard(args, card, readInsightsSearch(args.url.searchParams)));
});
