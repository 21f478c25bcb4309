import { describe, expect, test } from "vitest";
import { placeCount, searchGazetteer } from "../../../regional-api/areas/places/gazetteer";
import { places } from "../../../regional-api/seed/places";

const found = (text: string, limit = 10) => searchGazetteer(text, limit).map(({ address }) => address);

describe("CAND-15 CAND-16 the gazetteer", () => {
  test("has at least 500 cities, each once and on the globe", () => {
    expect(placeCount).toBeGreaterThanOrEqual(500);
    const all = searchGazetteerAll();
    expect(new Set(all.map(({ placeId }) => placeId)).size).toBe(placeCount);
    expect(new Set(all.map(({ address }) => address)).size).toBe(placeCount);
    for (const { address, coordinate } of all) {
      expect(address.split(", ").length, address).toBe(3);
      expect(Math.abs(coordinate.lat), address).toBeLessThan(72);
      expect(Math.abs(coordinate.lng), address).toBeLessThanOrEqual(180);
    }
  });

  test("knows the locations of the demo data, to within about a kilometre", () => {
    for (const place of Object.values(places).flat()) {
      const [match] = searchGazetteer(place.address, 1);
      expect(match?.address).toBe(place.address);
      expect(Math.abs((match?.coordinate.lat ?? 0) - place.lat), place.address).toBeLessThan(0.02);
      expect(Math.abs((match?.coordinate.lng ?? 0) - place.lng), place.address).toBeLessThan(0.02);
    }
  });

  test("finds the start of any word of city, region or country", () => {
    expect(found("sydn")).toEqual(["Sydney, New South Wales, Australia"]);
    expect(found("tasm")).toContain("Hobart, Tasmania, Australia");
    expect(found("zealand")[0]).toBe("Auckland, Auckland, New Zealand");
    expect(found("ydney")).toEqual([]);
  });

  test("ignores case, accents and strokes", () => {
    for (const text of ["TROMSO", "tromsø", "Tromso"]) expect(found(text)).toEqual(["Tromsø, Troms, Norway"]);
    expect(found("lodz")).toEqual(["Łódź, Łódź Voivodeship, Poland"]);
    expect(found("munchen")).toEqual(["München, Bayern, Germany"]);
    expect(found("st johns")).toEqual(["St. John's, Newfoundland and Labrador, Canada"]);
  });

  test("returns larger cities first", () => {
    expect(found("newcastle")).toEqual([
      "Newcastle, New South Wales, Australia",
      "Newcastle upon Tyne, England, United Kingdom",
    ]);
    expect(found("lon", 1)).toEqual(["London, England, United Kingdom"]);
  });

  test("several words must each start some word; adjacent matches rank higher", () => {
    expect(found("sydney australia")).toEqual(["Sydney, New South Wales, Australia"]);
    expect(found("st. l", 1)).toEqual(["St. Louis, Missouri, United States"]);
    expect(found("sydney france")).toEqual([]);
  });

  test("returns nothing for blanks and punctuation, and at most the requested number", () => {
    for (const text of ["", "   ", "...", "%_", "'"]) expect(found(text)).toEqual([]);
    expect(found("a", 20)).toHaveLength(20);
  });
});

function searchGazetteerAll() {
  const byId = new Map(
    [..."abcdefghijklmnopqrstuvwxyz"].flatMap((letter) =>
      searchGazetteer(letter, 10_000).map((place) => [place.placeId, place] as const),
    ),
  );
  return [...byId.values()];
}
