import { describe, expect, test } from "vitest";
import { dateOf, dayMs, medianOfBands, trendOf } from "../../../regional-api/areas/insights/insights.rules";

const hour = 3_600_000;
const at = (text: string) => Date.parse(`${text}Z`);
/** Both ends of a range, as the console sends them. */
const range = (first: string, last: string) =>
  [at(`${first}T00:00`), at(`${last}T00:00`) + dayMs - 1] as const;
const written = ({ from, to }: { from: number; to: number }) =>
  [from, to].map((time) => new Date(time).toISOString().slice(0, 16));
const now = at("2026-11-30T13:00");

describe("the period that a figure is compared with", () => {
  test("DI-57 a finished range is compared with as many days before", () => {
    const trend = trendOf(...range("2026-11-01", "2026-11-07"), now);
    expect(trend && written(trend.current)).toEqual(["2026-11-01T00:00", "2026-11-08T00:00"]);
    expect(trend && written(trend.previous)).toEqual(["2026-10-25T00:00", "2026-11-01T00:00"]);
    expect(trend?.days).toBe(7);
  });

  test("DI-57 DI-59 a running range is compared up to the same hour, and its line ends today", () => {
    const trend = trendOf(...range("2026-11-21", "2026-12-31"), now);
    expect(trend?.days).toBe(10);
    expect(trend?.previous).toEqual({ from: at("2026-11-11T00:00"), to: now + 1 - 10 * dayMs });
    expect(trend && dateOf(trend.points.end - 1)).toBe("2026-11-30");
  });

  test("DI-58 without a first day it is the last 30 days up to the end of the range", () => {
    const open = trendOf(null, null, now);
    expect(open && written(open.current)).toEqual(["2026-11-01T00:00", "2026-12-01T00:00"]);
    const ended = trendOf(null, range("2026-06-30", "2026-06-30")[1], now);
    expect(ended && written(ended.current)).toEqual(["2026-06-01T00:00", "2026-07-01T00:00"]);
  });

  test("DI-57 a range that has not begun has none; one that ends before it begins, or is too long, is refused", () => {
    expect(trendOf(at("2026-12-01T00:00"), null, now)).toBeNull();
    expect(() => trendOf(now, now - 1, now)).toThrow("The end must not be before the start");
    expect(() => trendOf(at("2016-01-01T00:00"), null, now)).toThrow("cannot be longer than 10 years");
  });

  test("DI-59 days are UTC: the change of the clocks makes none shorter or longer", () => {
    // London's clocks change on the 25th of October.
    const trend = trendOf(...range("2026-10-24", "2026-10-26"), now);
    expect(trend?.points).toMatchObject({ span: 1 });
    expect((trend?.points.end ?? 0) - (trend?.points.first ?? 0)).toBe(3);
    expect((trend?.current.to ?? 0) - (trend?.current.from ?? 0)).toBe(72 * hour);
    expect(trend?.shift).toBe(72 * hour);
  });

  test("DI-59 beyond 186 days each point stands for 32 whole days, none of them unfinished", () => {
    expect(trendOf(...range("2026-05-29", "2026-11-30"), now)?.points.span).toBe(1);
    const long = trendOf(...range("2024-01-01", "2026-12-31"), now);
    expect(long?.points.span).toBe(32);
    const { first = 0, end = 0 } = long?.points ?? {};
    expect(first * 32 * dayMs).toBeGreaterThanOrEqual(at("2024-01-01T00:00"));
    expect(end * 32 * dayMs).toBeLessThanOrEqual(at("2026-11-30T00:00"));
    expect(end - first).toBeGreaterThan(30);
  });
});

test("DI-59 a median is estimated within its band; nothing has none", () => {
  expect(medianOfBands([0, 4, 0], [5, 10])).toBe(7.5);
  expect(medianOfBands([1, 0, 3], [5, 10, 20])).toBeCloseTo(10 + 10 / 3, 10);
  // The two in the middle are in different bands.
  expect(medianOfBands([1, 0, 1], [5, 10, 20])).toBe((5 + 10) / 2);
  // The last band has no end.
  expect(medianOfBands([0, 0, 2], [5, 10])).toBe(10);
  expect(medianOfBands([0, 0], [5])).toBeNull();
});
