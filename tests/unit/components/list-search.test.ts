import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  choiceFilter,
  choicesFilter,
  dayFilter,
  flagFilter,
  listSearch,
  textFilter,
  textsFilter,
} from "~/models/list/list-search";
import { withoutUnknown } from "~/models/list/unknown-filters";
import { isSet } from "~/models/list/list-state";
import { anyText } from "../../support/any-text";

const search = listSearch({
  sorts: ["createdAt", "name"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
  filters: {
    q: textFilter(),
    status: choicesFilter(["NEW", "HIRED", "DECLINED"]),
    progress: choiceFilter(["ALL", "COMPLETED"]),
    groups: textsFilter(3),
    unviewed: flagFilter(),
    from: dayFilter(),
  },
});
const parse = (query: string) => search.parse(new URLSearchParams(query));
const nothing = {
  page: 1,
  size: 30,
  sort: "createdAt",
  order: "desc",
  q: undefined,
  status: [],
  progress: undefined,
  groups: [],
  unviewed: false,
  from: undefined,
};

const isFiltered = (query: string) => Object.values(search.filtersOf(parse(query))).some(isSet);

describe("listSearch", () => {
  it("SHELL-25 an empty address is the default list", () => {
    expect(parse("")).toEqual(nothing);
    expect(isFiltered("")).toBe(false);
  });

  it("SHELL-65 names the values unknown to a filter, and nothing else", () => {
    const leftOut = (query: string) => search.leftOut(new URLSearchParams(query));
    const query =
      "q=anything&status=HIRED&status=NOPE&status=NOPE&status=&progress=DONE&from=2026-02-30&groups=g1&sort=up&x=1";
    expect(leftOut(query)).toEqual([
      { name: "status", value: "NOPE" },
      { name: "progress", value: "DONE" },
      { name: "from", value: "2026-02-30" },
    ]);
    expect(leftOut("status=NEW&status=HIRED&progress=COMPLETED&from=2026-02-28")).toEqual([]);
    expect(withoutUnknown(new URLSearchParams(query), leftOut(query)).toString()).toBe(
      "q=anything&status=HIRED&status=&groups=g1&sort=up&x=1",
    );
  });

  it("SHELL-65 names the values beyond a filter's maximum", () => {
    const leftOut = (query: string) => search.leftOut(new URLSearchParams(query)).map(({ value }) => value);
    expect(leftOut("groups=a&groups=+b+&groups=a&groups=c&groups=d&groups=e")).toEqual(["d", "e"]);
    const long = "x".repeat(101);
    expect(leftOut(`groups=a&groups=${long}`)).toEqual([long]);
  });

  it("GEN-05 reads page, size, sort, order and filters", () => {
    expect(
      parse(
        "page=3&size=100&sort=name&order=asc&q=+ann+&status=HIRED&status=NEW&progress=COMPLETED&groups=a&groups=b&unviewed=1&from=2028-02-29",
      ),
    ).toEqual({
      page: 3,
      size: 100,
      sort: "name",
      order: "asc",
      q: "ann",
      status: ["NEW", "HIRED"],
      progress: "COMPLETED",
      groups: ["a", "b"],
      unviewed: true,
      from: "2028-02-29",
    });
  });

  it.each([
    "page=0",
    "page=-1",
    "page=1.5",
    "page=NaN",
    "page=",
    "size=31",
    "size=",
    "size=1e6",
    "sort=__proto__",
    "sort=toString",
    "order=up",
    "status=constructor",
    "progress=all",
    "unviewed=true",
    "from=2026-02-30",
    "from=2026-2-3",
    "from=yesterday",
    "q=%20%20",
    "index",
  ])("GEN-04 a bad value reads as its default: %s", (query) => {
    expect(parse(query)).toEqual(nothing);
  });

  it.each([
    ["q=ann", true],
    ["status=NEW", true],
    ["unviewed=1", true],
    ["from=2026-11-20", true],
    ["page=2&size=50&sort=name", false],
    ["status=nonsense", false],
  ])("APP-20 detects active filters: %s", (query, filtered) => {
    expect(isFiltered(query)).toBe(filtered);
  });

  it("GEN-04 a page past the last is limited to the API's maximum skip, whatever its number", () => {
    expect(parse("page=1e99").page).toBe(1_000_000);
  });

  it("clamps lengths", () => {
    expect(parse(`q=${"x".repeat(5000)}`).q).toHaveLength(100);
    expect(parse(Array.from({ length: 50 }, (_, i) => `groups=g${i}`).join("&")).groups).toHaveLength(3);
    expect(parse(`groups=${"x".repeat(101)}`).groups).toEqual([]);
  });

  it("GEN-04 GEN-05 never throws and never returns anything outside its rules, for any address", () => {
    const name = fc.oneof(fc.constantFrom(...Object.keys(nothing)), fc.string());
    const value = fc.oneof(anyText(), fc.constantFrom("1", "30", "name", "asc", "NEW", "NaN"));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (entries) => {
        const read = search.parse(new URLSearchParams(entries.map(([n, v]) => [n, v])));
        expect(Object.keys(read).sort()).toEqual(Object.keys(nothing).sort());
        expect(Number.isSafeInteger(read.page) && read.page >= 1).toBe(true);
        expect([30, 50, 100]).toContain(read.size);
        expect(["createdAt", "name"]).toContain(read.sort);
        expect(["asc", "desc"]).toContain(read.order);
        expect(read.q === undefined || (read.q.trim() === read.q && [...read.q].length <= 100)).toBe(true);
        expect(new Set(read.status).size).toBe(read.status.length);
      }),
      { numRuns: 500 },
    );
  });
});
