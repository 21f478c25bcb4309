import type { Place } from "./place.server";

/** A place as stored; its id exists only in the search. */
export type PlacePoint = Pick<Place, "address" | "coordinate">;

/** A place as one form value: "lat,lng,address". */
export const placeValue = ({ address, coordinate: { lat, lng } }: PlacePoint) => `${lat},${lng},${address}`;

/** Parses a place's form value; null if invalid. */
export function readPlace(value: string): PlacePoint | null {
  const [, lat, lng, address] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),(.+)$/.exec(value) ?? [];
  return lat && lng && address ? { address, coordinate: { lat: Number(lat), lng: Number(lng) } } : null;
}
