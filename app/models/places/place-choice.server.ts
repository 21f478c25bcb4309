import { type Place, searchPlaces } from "./place.server";
import { type PlacePoint, placeValue, readPlace } from "./place-value";
import type { CustomerApi } from "~/services/customer-api.server";

/** The place that a text stands for, as far as it is known (CAND-19, CAND-20). */
export type PlaceChoice =
  | { kind: "unchanged" | "cleared" | "none" | "notChosen" }
  | { kind: "chosen"; place: PlacePoint }
  | { kind: "several"; places: Place[] };

type TypedPlace = {
  /** As it is in the field. */
  typed: string;
  /** As it is stored. */
  before: string;
  /** The place picked from suggestions or from the choices that `placesFor` brought. */
  chosenPlace: string;
  placesFor: string;
  /** Scripts ran, so that a place could be picked while typing. */
  isScripted: boolean;
};

/**
 * Finds the place that is meant. Only a chosen one counts that the region's search knows for its text; without scripts
 * a text that fits one place alone chooses it. Throws ApiError.
 */
export async function choosePlace(
  api: CustomerApi,
  { typed, before, chosenPlace, placesFor, isScripted }: TypedPlace,
): Promise<PlaceChoice> {
  if (typed === before) return { kind: "unchanged" };
  if (typed === "") return { kind: "cleared" };
  const picked = readPlace(chosenPlace);
  // A choice is about the text it was made for: one that was typed over afterwards is none.
  const isPicked = picked !== null && (picked.address === typed || placesFor === typed);
  if (isScripted && !isPicked) return { kind: "notChosen" };
  const places = await searchPlaces(api, typed);
  // The post only says which of the known places is meant; the known one is kept.
  const known =
    isPicked &&
    (places.find((one) => placeValue(one) === chosenPlace) ??
      places.find(({ address }) => address === picked.address));
  if (known) return chosen(known);
  if (isScripted) return { kind: "notChosen" };
  const exact = places.find(({ address }) => address.toLowerCase() === typed.toLowerCase());
  const only = exact ?? (places.length === 1 ? places[0] : undefined);
  if (only) return chosen(only);
  return places.length > 0 ? { kind: "several", places } : { kind: "none" };
}

const chosen = ({ address, coordinate }: Place): PlaceChoice => ({
  kind: "chosen",
  place: { address, coordinate },
});
