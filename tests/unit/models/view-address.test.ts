import { expect, test } from "vitest";
import { areas } from "~/areas";
import { listOfViews } from "~/models/list/saved-views-screen.server";
import { withoutEmptyParameters, fitsView, listAddress, viewQuery } from "~/models/list/view-address";

test("GEN-32 a view stores filters, order, size and columns, but neither the page nor an open row", () => {
  expect(viewQuery("?search=a%26b&status=x&status=y&sort=title&order=asc&size=50&columns=a%2Cb")).toBe(
    "search=a%26b&status=x&status=y&sort=title&order=asc&size=50&columns=a%2Cb",
  );
  expect(viewQuery("page=3&export=csv&view=default&list=all&messageId=1&event=2&requestId=2&search=")).toBe(
    "",
  );
  expect(viewQuery("_data=x&1=2&a%20b=c&tab=sms")).toBe("tab=sms");
  expect(fitsView(viewQuery(`search=${"x".repeat(2_000)}`))).toBe(false);
});

test("GEN-34 a view opens only at a list of the console", () => {
  const base = "/region/r/customers/c";
  expect(listAddress(`${base}/vacancies?q=a?b`, base)).toEqual({
    path: `${base}/vacancies`,
    search: "q=a?b",
  });
  for (const wrong of [
    null,
    "",
    base,
    "//evil.example/region/r/customers/c/x",
    "https://evil.example",
    `${base}2/vacancies`,
    `${base}/../../other`,
    `${base}//evil.example`,
    `${base}/va\\cancies`,
    `${base}/a b`,
  ])
    expect(listAddress(wrong, base), String(wrong)).toBeNull();
});

test("GEN-34 an area's views are available without its last address; those of a record's part are not", () => {
  const base = "/region/r/customers/c";
  const queryOf = (list: string) =>
    listOfViews({ url: new URL(`http://console.example${base}/views?list=${list}`), base });
  for (const area of areas)
    for (const [list, path] of [
      ["list" in area ? area.list : undefined, area.path],
      ["archiveList" in area ? area.archiveList : undefined, `${area.path}/archive`],
    ] as const)
      if (list !== undefined)
        expect(queryOf(list), list).toMatchObject({ path: `${base}/${path}`, query: "" });
  for (const list of ["applications", "nope", ""]) expect(() => queryOf(list), list).toThrow();
});

test("GEN-36 empty parameters are dropped, and so is a zone without a date", () => {
  const left = (query: string) => withoutEmptyParameters(new URLSearchParams(query))?.toString();
  expect(left("search=a&status=&from=&to=&tz=UTC")).toBe("search=a");
  expect(left("search=&from=2026-01-01&to=&tz=UTC")).toBe("from=2026-01-01&tz=UTC");
  expect(left("search=")).toBe("");
  expect(left("search=a")).toBeUndefined();
  expect(left("submit=1&recipient=pat&from=&to=")).toBeUndefined();
  expect(left("index=&list=")).toBeUndefined();
  expect(left("")).toBeUndefined();
});
