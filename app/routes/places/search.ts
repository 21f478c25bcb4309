import { searchPlaces } from "~/models/places/place.server";
import { consoleLoader } from "~/services/guard.server";

/** Location suggestions for `?q=`, as JSON (CAND-18). The page works without them. */
export const loader = consoleLoader({ flag: null }, async ({ api, url }) =>
  Response.json({ places: await searchPlaces(api, url.searchParams.get("q") ?? "") }),
);
