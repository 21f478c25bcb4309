import { type Place, searchPlaces } from "./place.server";
import { type PlacePoint, placeValue, readPlace } from "./place-value";
import type { CustomerApi } from "~/services/customer-api.server";

/** Resolution of a typed location to a place (CAND-19, CAND-20). */
export type PlaceChoice =
  | { kind: "unchanged" | "cleared" | "none" | "notChosen" }
  | { kind: "chosen"; place: PlacePoint }
  | { kind: "several"; places: Place[] };

type TypedPlace = {
  /** Current value of the field. */
  typed: string;
  /** Stored value. */
  before: string;
  /** Place picked from the suggestions, or from the options offered for the text `placesFor`. */
  chosenPlace: string;
  placesFor: string;
  /** True if scripts ran, so a place could be picked while typing. */
  isScripted: boolean;
};

/**
 * Resolves a typed location. A picked place must be among the region's search results for the text; without JS a text
 * with a single match selects it. Throws ApiError.
 */
export async function choosePlace(
  api: CustomerApi,
  { typed, before, chosenPlace, placesFor, isScripted }: TypedPlace,
): Promise<PlaceChoice> {
  if (typed === before) return { kind: "unchanged" };
  if (typed === "") return { kind: "cleared" };
  const picked = readPlace(chosenPlace);
  // A pick belongs to the text it was made for; editing the text afterwards discards it.
  const isPicked = picked !== null && (picked.address === typed || placesFor === typed);
  if (isScripted && !isPicked) return { kind: "notChosen" };
  const places = await searchPlaces(api, typed);
  // The post only identifies one of the search results; store the result itself.
  const known =
    isPicked &&
    (places.find((one) => placeValue(one) === chosenPlace) ??
      places.find(({ address }) => address === picked.address));
  if (known) return toChosen(known);
  if (isScripted) return { kind: "notChosen" };
  const exact = places.find(({ address }) => address.toLowerCase() === typed.toLowerCase());
  const only = exact ?? (places.length === 1 ? places[0] : undefined);
  if (only) return toChosen(only);
  return places.length > 0 ? { kind: "several", places } : { kind: "none" };
}

const toChosen = ({ address, coordinate }: Place): PlaceChoice => ({
  kind: "chosen",
  place: { address, coordinate },
});
