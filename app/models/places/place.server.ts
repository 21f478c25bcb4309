import { truncateText } from "~/models/list/truncate-text";
import { queryOf } from "~/services/operation.server";
import type { CustomerApi } from "~/services/customer-api.server";

const fetchPlaces = queryOf("CommonSearchPlaces", "placeId address coordinate { lat lng }", "Places");

export type Place = Awaited<ReturnType<typeof fetchPlaces>>[number];

/** Places starting with the text, at most ten; none below two characters (CAND-18). Throws ApiError. */
export async function searchPlaces(api: CustomerApi, text: string): Promise<Place[]> {
  const searchText = truncateText(text.trim(), 100);
  if ([...searchText].length < 2) return [];
  return await fetchPlaces(api, { searchText, limitEq: 10 });
}
