import type { RegionalApi } from "~/services/regional-api.server";
import { type Place, searchPlaces } from "./place.server";

/** What is known of the place that a text stands for (CAND-19, CAND-20). */
export type PlaceChoice =
  | { kind: "unchanged" | "cleared" | "none" | "notChosen" }
  | { kind: "chosen"; place: Pick<Place, "address" | "coordinate"> }
  | { kind: "several"; places: Place[] };

/** A place as one form value: "lat,lng,address". */
export const placeValue = ({ address, coordinate: { lat, lng } }: Pick<Place, "address" | "coordinate">) =>
  `${lat},${lng},${address}`;

function readPlace(value: string): Pick<Place, "address" | "coordinate"> | null {
  const [, lat, lng, address] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),(.+)$/.exec(value) ?? [];
  return lat && lng && address ? { address, coordinate: { lat: Number(lat), lng: Number(lng) } } : null;
}

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
  // A place's id is the search's; candidates keep address and coordinate alone.
  if (only) return { kind: "chosen", place: { address: only.address, coordinate: only.coordinate } };
  return places.length > 0 ? { kind: "several", places } : { kind: "none" };
}
