import { graphql } from "~/services/graphql";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";

const searchDocument = graphql(`
  query Places($searchText: String!, $limitEq: Int) {
    CommonSearchPlaces(searchText: $searchText, limitEq: $limitEq) {
      placeId
      address
      coordinate {
        lat
        lng
      }
    }
  }
`);

export type Place = ResultOf<typeof searchDocument>["CommonSearchPlaces"][number];

/** Places whose names begin with what was typed, at most ten; none for fewer than two characters (CAND-18). Throws ApiError. */
export async function searchPlaces(api: RegionalApi, text: string): Promise<Place[]> {
  const searchText = text.trim().slice(0, 100);
  if ([...searchText].length < 2) return [];
  return (await api.query(searchDocument, { searchText, limitEq: 10 })).CommonSearchPlaces;
}
