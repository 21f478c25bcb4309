import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrastRatio, isHexColour } from "~/models/settings/colours";

describe("BRAND-08 contrast of colours", () => {
  test.each([
    ["#000000", "#ffffff", 21],
    ["#fff", "#000", 21],
    ["#777777", "#ffffff", 4.48],
    ["#767676", "#ffffff", 4.54],
    // Two defaults of BRAND-05, calculated by hand.
    ["#ffffff", "#2d38ff", 6.73],
    ["#0000EE", "#add8e6", 6.15],
  ])("%s on %s is %d to 1", (text, background, ratio) => {
    expect(contrastRatio(text, background)).toBeCloseTo(ratio, 1);
  });

  test("a transparent text colour is mixed with its background", () => {
    expect(contrastRatio("#00000000", "#ffffff")).toBe(1);
    expect(contrastRatio("#000000ff", "#ffffff")).toBeCloseTo(21);
    expect(contrastRatio("#00000080", "#ffffff")).toBeCloseTo(contrastRatio("#7f7f7f", "#ffffff"), 1);
    expect(contrastRatio("#000000", "#00000000")).toBeCloseTo(21);
  });

  const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, "0"));
  const colour = fc.array(channel, { minLength: 3, maxLength: 3 }).map((parts) => `#${parts.join("")}`);

  test("is between 1 and 21 and symmetric", () => {
    fc.assert(
      fc.property(colour, colour, (one, other) => {
        const ratio = contrastRatio(one, other);
        expect(ratio).toBeGreaterThanOrEqual(1);
        expect(ratio).toBeLessThanOrEqual(21);
        expect(contrastRatio(other, one)).toBeCloseTo(ratio, 10);
        expect(isHexColour(one)).toBe(true);
      }),
    );
  });
});
