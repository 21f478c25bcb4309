import { expect, test } from "vitest";
import { readAtsRequestSearch } from "../../../app/models/ats/ats-request.schema";
import { daysOf } from "../../../app/models/list/days";
import { atsRequestTypes } from "../../../app/models/ats/ats-request-kinds";

const read = (query: string, zone = "Europe/London") =>
  readAtsRequestSearch(new URLSearchParams(query), zone);

test("ATSR-05 ATSR-06 the twenty types are sent as their words in upper snake case", () => {
  expect(atsRequestTypes).toHaveLength(20);
  expect(atsRequestTypes.every((type) => /^[A-Z]+(_[A-Z]+)+$/.test(type))).toBe(true);
});

test("ATSR-04 a newly opened page sends no request and shows no errors", () => {
  expect(read("")).toMatchObject({ isSearched: false, mistakes: { atsName: false, range: false } });
  expect(read("page=2&tz=UTC")).toMatchObject({ isSearched: false });
  expect(read("search=1").mistakes.atsName).toBe(true);
  expect(read("masterId=M").mistakes.atsName).toBe(true);
  expect(read("atsName=A")).toMatchObject({ isSearched: true, mistakes: { atsName: false } });
});

test("ATSR-09 GEN-04 texts are trimmed, invalid or empty values are dropped", () => {
  const { filters, state, requestId } = read(
    "atsName=A&masterId=%20m%20&externalTenantId=%20&requestType=nonsense&status=DONE&page=-1&size=7&from=tomorrow&requestId=abc",
  );
  expect(filters).toEqual({
    masterId: "m",
    externalTenantId: undefined,
    requestType: undefined,
    status: undefined,
    createdAtFrom: undefined,
    createdAtTo: undefined,
  });
  expect(state).toMatchObject({ page: 1, size: 30 });
  expect(requestId).toBe("abc");
});

test("ATSR-18 SHELL-21 times are read in the link's zone, else the person's", () => {
  const range = "atsName=A&from=2026-07-01T10:00&to=2026-07-01T10:00";
  expect(read(range).filters.createdAtFrom?.toISOString()).toBe("2026-07-01T09:00:00.000Z");
  expect(read(`${range}&tz=Australia/Sydney`)).toMatchObject({
    zone: "Australia/Sydney",
    filters: { createdAtFrom: new Date("2026-07-01T00:00:00Z") },
    mistakes: { range: false },
  });
  expect(read(`${range}&tz=Mars/Base`).zone).toBe("Europe/London");
  expect(read("atsName=A&from=2026-07-01T10:01&to=2026-07-01T10:00").mistakes.range).toBe(true);
});

test.each([
  [
    "London, where the clocks go forward within it",
    "Europe/London",
    "2026-03-28",
    "2026-03-30",
    ["2026-03-28T00:00", "2026-03-30T23:00"],
  ],
  [
    "London, the day of it",
    "Europe/London",
    "2026-03-29",
    "2026-03-29",
    ["2026-03-29T00:00", "2026-03-29T23:00"],
  ],
  [
    "London, where they go back",
    "Europe/London",
    "2026-10-25",
    "2026-10-25",
    ["2026-10-24T23:00", "2026-10-26T00:00"],
  ],
  [
    "Sydney, where they go back within it",
    "Australia/Sydney",
    "2026-04-04",
    "2026-04-06",
    ["2026-04-03T13:00", "2026-04-06T14:00"],
  ],
  // Midnight is skipped there, so the day begins at 01:00.
  [
    "Santiago, the night without a midnight",
    "America/Santiago",
    "2026-09-06",
    "2026-09-06",
    ["2026-09-06T04:00", "2026-09-07T03:00"],
  ],
])(
  "ATSR-18 SHELL-21 days on which the clocks change are counted as whole: %s",
  (_, tz, from, to, [start, end]) => {
    const address = new URLSearchParams(`atsName=A&from=${from}T00:00&to=${to}T23:59&tz=${tz}`);
    const { filters } = readAtsRequestSearch(address, "UTC");
    expect(filters.createdAtFrom?.toISOString()).toBe(`${start}:00.000Z`);
    expect(filters.createdAtTo?.getTime()).toBe(Date.parse(`${end}:00.000Z`) - 1);
    // A list's date range is the same.
    const days = daysOf({ from, to, tz }, "UTC");
    expect([days.start, days.end]).toEqual([`${start}:00.000Z`, `${end}:00.000Z`]);
  },
);

test("SHELL-65 invalid times and zones are named, whichever were dropped", () => {
  const wrong = "atsName=A&from=the+day+before+yesterday&to=2026-13-01T00:00&tz=Mars/Base";
  expect(read(wrong).leftOut).toEqual([
    { name: "from", value: "the day before yesterday" },
    { name: "to", value: "2026-13-01T00:00" },
    { name: "tz", value: "Mars/Base" },
  ]);
  expect(read("atsName=A&from=2026-07-01T10:00&to=&tz=UTC").leftOut).toEqual([]);
});
