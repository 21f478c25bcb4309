import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDateTime } from "../../../app/i18n/dates";
import { dayIn, instantOf, isDay } from "../../../app/i18n/wall-time";

const iso = (wall: string, zone: string) => instantOf(wall, zone)?.toISOString();

test("SHELL-21 a wall time is the moment at which the zone's clocks show it", () => {
  expect(iso("2026-11-20T18:05", "UTC")).toBe("2026-11-20T18:05:00.000Z");
  expect(iso("2026-11-20T18:05", "Australia/Sydney")).toBe("2026-11-20T07:05:00.000Z");
  expect(iso("2026-07-01T00:00:30", "Australia/Sydney")).toBe("2026-06-30T14:00:30.000Z");
  expect(iso("2026-07-01T12:00", "America/New_York")).toBe("2026-07-01T16:00:00.000Z");
});

test("SHELL-21 at a clock change: the first of two, and never a time before the gap", () => {
  // London, 29 March 2026: 01:00–02:00 is skipped. 25 October: 01:00–02:00 occurs twice.
  expect(iso("2026-03-29T00:59", "Europe/London")).toBe("2026-03-29T00:59:00.000Z");
  expect(iso("2026-03-29T01:30", "Europe/London")).toBe("2026-03-29T01:30:00.000Z");
  expect(iso("2026-03-29T02:00", "Europe/London")).toBe("2026-03-29T01:00:00.000Z");
  expect(iso("2026-10-25T01:30", "Europe/London")).toBe("2026-10-25T00:30:00.000Z");
  expect(iso("2026-10-25T02:00", "Europe/London")).toBe("2026-10-25T02:00:00.000Z");
});

test("an invalid time is null", () => {
  expect(instantOf("2026-02-30T99:00", "UTC")).toBeNull();
  expect(instantOf("", "UTC")).toBeNull();
});

test.each(["0002-11-20", "0202-01-01", "1000-01-01", "9999-12-31"])(
  "GEN-04 %s, as a field sends it while a year is being typed, is not a valid day",
  (day) => {
    expect(isDay(day)).toBe(false);
    for (const zone of ["UTC", "Pacific/Auckland", "America/New_York"])
      expect(instantOf(`${day}T00:00`, zone)).toBeNull();
  },
);

test("only existing days are valid", () => {
  expect(["1001-01-01", "2026-02-28", "2024-02-29", "8999-12-31"].filter((day) => !isDay(day))).toEqual([]);
  expect(["2026-02-30", "2026-13-01", "2026-1-1", "26-01-01", ""].filter(isDay)).toEqual([]);
});

test("SHELL-21 a time shown in a zone and read back shows the same there", () => {
  const moments = fc.date({ min: new Date("2000-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
  const zones = fc.constantFrom(
    "UTC",
    "Australia/Sydney",
    "Europe/London",
    "America/New_York",
    "Asia/Kathmandu",
  );
  fc.assert(
    fc.property(moments, zones, (at, zone) => {
      const wall = formatDateTime(at, zone);
      const read = instantOf(wall.replace(" ", "T"), zone);
      expect(read && formatDateTime(read, zone)).toBe(wall);
    }),
  );
});

test("SHELL-21 the current day depends on the zone", () => {
  const at = new Date("2026-01-15T20:00:00Z");
  expect(dayIn("Australia/Sydney", at)).toBe("2026-01-16");
  expect(dayIn("Europe/London", at)).toBe("2026-01-15");
});
