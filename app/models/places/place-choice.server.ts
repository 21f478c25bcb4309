import type { RegionalApi } from "~/services/regional-api.server";
import { type Place, searchPlaces } from "./place.server";
import { type PlacePoint, readPlace } from "./place-value";

/** What is known of the place that a text stands for (CAND-19, CAND-20). */
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

/** Which place is meant. Only one that was chosen counts; without scripts a text that fits one place alone chooses it. */
export async function choosePlace(
  api: RegionalApi,
  { typed, before, chosenPlace, placesFor, isScripted }: TypedPlace,
): Promise<PlaceChoice> {
  if (typed === before) return { kind: "unchanged" };
  if (typed === "") return { kind: "cleared" };
  const picked = readPlace(chosenPlace);
  // A choice is about the text it was made for: one that was typed over afterwards is none.
  if (picked && (picked.address === typed || placesFor === typed)) return { kind: "chosen", place: picked };
  if (isScripted) return { kind: "notChosen" };
  const places = await searchPlaces(api, typed);
  const exact = places.find(({ address }) => address.toLowerCase() === typed.toLowerCase());
  const only = exact ?? (places.length === 1 ? places[0] : undefined);
  if (only) return { kind: "chosen", place: { address: only.address, coordinate: only.coordinate } };
  return places.length > 0 ? { kind: "several", places } : { kind: "none" };
}
