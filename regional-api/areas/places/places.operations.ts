/** Place search for locations: the bundled gazetteer, or an external geocoder if configured (CAND-15 to CAND-17). */
import { z } from "zod/v4";
import { searchGazetteer, type Place } from "./gazetteer";
import { builder, rowType, argsOf } from "../../core/builder";
import { query } from "../../core/operation";
import { declareBounds } from "../../core/bounds";

declareBounds({
  pages: {
    "CommonSearchPlaces.limitEq": { least: 1, most: 20, message: "Request 1 to 20 places" },
  },
});

const Coordinate = rowType<Place["coordinate"]>()("CommonCoordinate", { lat: "Float", lng: "Float" });

const PlaceType = builder.objectRef<Place>("CommonPlace").implement({
  fields: (t) => ({
    placeId: t.exposeString("placeId"),
    address: t.exposeString("address"),
    coordinate: t.expose("coordinate", { type: Coordinate }),
  }),
});

const geocoderMs = 3_000;

const geocoderAnswer = z.array(
  z.object({
    placeId: z.string().min(1).max(200),
    address: z.string().min(1).max(200),
    coordinate: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
  }),
);

/** Queries the external geocoder; undefined if it fails, times out or responds in an unexpected format. */
async function queryGeocoder(url: string, searchText: string, limitEq: number): Promise<Place[] | undefined> {
  const address = new URL(url);
  address.searchParams.set("searchText", searchText);
  address.searchParams.set("limitEq", String(limitEq));
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(geocoderMs), redirect: "error" });
    if (!response.ok) return undefined;
    return geocoderAnswer.parse(await response.json()).slice(0, limitEq);
  } catch {
    return undefined;
  }
}

query("CommonSearchPlaces", {
  description: "Places that match the text, with coordinates.",
  type: [PlaceType],
  args: argsOf({ searchText: "String", limitEq: "Int?" }),
  access: "session",
  resolve: async ({ searchText, limitEq }, { ctx }) => {
    const limit = limitEq ?? 10;
    const text = searchText.trim().slice(0, 100);
    if (!text) return [];
    const { geocoderUrl } = ctx.config;
    return (geocoderUrl && (await queryGeocoder(geocoderUrl, text, limit))) || searchGazetteer(text, limit);
  },
});
