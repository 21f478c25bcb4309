import type { Place } from "./place.server";

/** The stored form of a place; its id is the search's. */
export type PlacePoint = Pick<Place, "address" | "coordinate">;

/** A place as one form value: "lat,lng,address". */
export const placeValue = ({ address, coordinate: { lat, lng } }: PlacePoint) => `${lat},${lng},${address}`;

/** The place that a form value says; null when it is none. */
export function readPlace(value: string): PlacePoint | null {
  const [, lat, lng, address] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?),(.+)$/.exec(value) ?? [];
  return lat && lng && address ? { address, coordinate: { lat: Number(lat), lng: Number(lng) } } : null;
}
