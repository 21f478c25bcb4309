import { cutText } from "~/models/list/cut-text";
import { graphql } from "~/services/graphql";
import { queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { CustomerApi } from "~/services/customer-api.server";

const placesFields = graphql(`
  fragment PlacesFields on CommonPlace @_unmask {
    placeId
    address
    coordinate {
      lat
      lng
    }
  }
`);
const askSearch = queryOf("CommonSearchPlaces", placesFields, "Places");

export type Place = ResultOf<typeof placesFields>;

/** Places starting with the text, at most ten; none below two characters (CAND-18). Throws ApiError. */
export async function searchPlaces(api: CustomerApi, text: string): Promise<Place[]> {
  const searchText = cutText(text.trim(), 100);
  if ([...searchText].length < 2) return [];
  return await askSearch(api, { searchText, limitEq: 10 });
}
