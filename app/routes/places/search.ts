import { searchPlaces } from "~/models/places/place.server";
import { consoleLoader } from "~/services/guard.server";

/** Suggestions while a location is typed: `?q=` (CAND-18). The page itself works without them. */
export const loader = consoleLoader({ flag: null }, async ({ api, url }) => {
  const text = url.searchParams.get("q") ?? "";
  return { text, places: await searchPlaces(api, text) };
});
