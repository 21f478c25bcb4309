/** The bundled gazetteer: searches cities by word prefixes, largest first (CAND-15, CAND-16). */
import { createHash } from "node:crypto";
import { z } from "zod/v4";
import cities from "./cities.json" with { type: "json" };
import { searchKey } from "../../core/text";

export interface Place {
  readonly placeId: string;
  /** "City, Region, Country". */
  readonly address: string;
  readonly coordinate: { readonly lat: number; readonly lng: number };
}

interface Entry extends Place {
  readonly words: readonly string[];
}

function wordsOf(text: string): string[] {
  return searchKey(text)
    .replace(/['’.]/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** cities.json, compiled for this project: [latitude, longitude, population in thousands] by country, region, city. */
const citiesByRegion = z.record(
  z.string(),
  z.record(z.string(), z.record(z.string(), z.tuple([z.number(), z.number(), z.number()]))),
);

const byPopulation: readonly Entry[] = Object.entries(citiesByRegion.parse(cities))
  .flatMap(([country, regions]) =>
    Object.entries(regions).flatMap(([region, ofRegion]) =>
      Object.entries(ofRegion).map(([city, [lat, lng, population]]) => {
        const address = `${city}, ${region}, ${country}`;
        const placeId = createHash("sha256").update(address).digest("hex").slice(0, 24);
        return { placeId, address, coordinate: { lat, lng }, words: wordsOf(address), population };
      }),
    ),
  )
  .sort((a, b) => b.population - a.population);

/** Number of cities. */
export const placeCount = byPopulation.length;

/**
 * Returns the `limit` largest places in which each word of `text` starts some word. Places with the words
 * adjacent and in order come first, so that "st. l" finds St. Louis. Empty for a blank text.
 */
export function searchGazetteer(text: string, limit: number): Place[] {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return [];
  const phrase = ` ${wanted.join(" ")}`;
  const matches = byPopulation.filter(({ words }) =>
    wanted.every((start) => words.some((word) => word.startsWith(start))),
  );
  const isPhrase = ({ words }: Entry) => ` ${words.join(" ")}`.includes(phrase);
  return [...matches.filter(isPhrase), ...matches.filter((match) => !isPhrase(match))]
    .slice(0, limit)
    .map(({ placeId, address, coordinate }) => ({ placeId, address, coordinate }));
}
