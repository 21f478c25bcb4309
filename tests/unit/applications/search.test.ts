import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  allAtStageHref,
  applicationHref,
  progressHref,
  stageHref,
} from "~/components/applications/application-hrefs";
import { isSet } from "~/models/list/list-state";
import { readApplicationSearch } from "~/models/applications/application.schema";

const read = (search: string, timeZone = "UTC") =>
  readApplicationSearch(new URLSearchParams(search), timeZone);

describe("the address of a vacancy's candidates", () => {
  test("APP-05 progress is read in any letter case; missing and unknown mean ALL", () => {
    for (const [text, progress] of [
      ["completed", "COMPLETED"],
      ["In_Progress", "IN_PROGRESS"],
      ["DROPPED_OUT", "DROPPED_OUT"],
      ["not_started", "NOT_STARTED"],
      ["", "ALL"],
      ["nonsense", "ALL"],
      ["__proto__", "ALL"],
    ] as const) {
      expect(read(`progressStatus=${text}`).progress).toBe(progress);
    }
    expect(read("").progress).toBe("ALL");
  });

  test("APP-21 GEN-05 every filter is read; a repeated name gives several values; invalid values are dropped", () => {
    const { filters, list, stageId } = read(
      "stageId=s2&q=%20Zo%C3%AB%20&status=APPS_APPLICATION_HIRED&status=nope&status=APPS_APPLICATION_NEW&result=MAYBE&result=YES&unviewed=1&page=3&size=50&sort=name&order=asc",
    );
    expect(stageId).toBe("s2");
    expect(filters).toMatchObject({
      q: "Zoë",
      status: ["APPS_APPLICATION_NEW", "APPS_APPLICATION_HIRED"],
      result: ["YES", "MAYBE"],
      unviewed: true,
    });
    expect(list).toEqual({ page: 3, size: 50, sort: "name", order: "asc" });
    expect(Object.values(filters).some(isSet)).toBe(true);
    expect(Object.values(read("stageId=s2&page=2&sort=name&tz=UTC").filters).some(isSet)).toBe(false);
  });

  test("APP-26 default sort is submitted, newest first; without submissions created", () => {
    expect(read("").list).toMatchObject({ sort: "submittedAt", order: "desc" });
    expect(read("progressStatus=COMPLETED&sort=submittedAt&order=asc").list).toMatchObject({
      sort: "submittedAt",
      order: "asc",
    });
    for (const progress of ["NOT_STARTED", "IN_PROGRESS", "DROPPED_OUT"]) {
      expect(read(`progressStatus=${progress}&sort=submittedAt&order=asc`)).toMatchObject({
        list: { sort: "createdAt", order: "desc" },
        defaults: { sort: "createdAt", order: "desc" },
      });
      expect(read(`progressStatus=${progress}&sort=name&order=asc`).list).toMatchObject({ sort: "name" });
    }
  });

  test("APP-16 SHELL-21 GEN-08 dates are in the link's time zone, for any reader", () => {
    const link = "from=2026-11-09&to=2026-11-15&tz=Australia%2FSydney";
    for (const zone of ["UTC", "America/New_York", "Europe/London"]) {
      expect(read(link, zone)).toMatchObject({
        submittedFrom: "2026-11-08T13:00:00.000Z",
        submittedBefore: "2026-11-15T13:00:00.000Z",
        zone: "Australia/Sydney",
      });
    }
    // Without a valid time zone in the link the person's own applies.
    expect(read("from=2026-07-01&tz=Mars%2FBase", "Europe/London")).toMatchObject({
      submittedFrom: "2026-06-30T23:00:00.000Z",
      submittedBefore: undefined,
      zone: "Europe/London",
    });
    // The day on which clocks go forward has 23 hours.
    const short = read("from=2026-03-29&to=2026-03-29", "Europe/London");
    const hours =
      (Date.parse(short.submittedBefore ?? "") - Date.parse(short.submittedFrom ?? "")) / 3_600_000;
    expect(hours).toBe(23);
  });

  test("APP-15 APP-19 dates with another progress are ignored", () => {
    const search = read("progressStatus=IN_PROGRESS&from=2026-11-09&to=2026-11-15");
    expect(search).toMatchObject({ submittedFrom: undefined, submittedBefore: undefined });
    expect(Object.values(search.filters).some(isSet)).toBe(false);
  });

  test("no address makes it throw", () => {
    const names = ["stageId", "progressStatus", "q", "status", "from", "to", "tz", "page", "size", "sort"];
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), fc.string())), (pairs) => {
        const { list } = readApplicationSearch(new URLSearchParams(pairs), "UTC");
        expect(list.page).toBeGreaterThanOrEqual(1);
        expect([30, 50, 100]).toContain(list.size);
      }),
    );
  });
});

describe("links of the tabs", () => {
  const search =
    "?stageId=s2&progressStatus=COMPLETED&q=x&status=A&status=B&from=2026-01-01&tz=UTC&page=4&size=50&sort=name";

  test("APP-06 another stage drops filters, progress, order and page; the first is the default", () => {
    expect(stageHref("/v", search, "s3", false)).toBe("/v?size=50&stageId=s3");
    expect(stageHref("/v", search, "s1", true)).toBe("/v?size=50");
  });

  test("APP-07 another progress drops filters and page", () => {
    expect(progressHref("/v", search, "IN_PROGRESS")).toBe(
      "/v?stageId=s2&size=50&sort=name&progressStatus=IN_PROGRESS",
    );
    expect(progressHref("/v", search, "ALL")).toBe("/v?stageId=s2&size=50&sort=name");
  });

  test("APP-06 APP-07 BULK-01 selecting all does not extend to another stage or progress", () => {
    expect(stageHref("/v", "?size=50&select=all", "s3", false)).toBe("/v?size=50&stageId=s3");
    expect(progressHref("/v", "?size=50&select=all", "COMPLETED")).toBe(
      "/v?size=50&progressStatus=COMPLETED",
    );
  });

  test("APP-53 BULK-01 a candidate's page keeps the list's address, but not the selection of all", () => {
    expect(applicationHref("/v", "a1", null, "?q=x&select=all")).toBe("/v/applications/a1?q=x");
    expect(applicationHref("/v", "a1", "edit", "?select=all")).toBe("/v/applications/a1/edit");
  });

  test("APP-10 shows everyone at the application's own stage in any progress, whatever stage the link names", () => {
    const expected = `${search}&applicationId=a`;
    expect(allAtStageHref("/v", expected, { _id: "s9", isFirst: false })).toBe(
      "/v?size=50&sort=name&stageId=s9",
    );
    expect(allAtStageHref("/v", expected, { _id: "s1", isFirst: true })).toBe("/v?size=50&sort=name");
  });
});
