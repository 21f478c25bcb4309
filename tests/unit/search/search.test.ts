import { expect, test } from "vitest";
import type { Flags } from "~/flags";
import { readSearch, searchHref } from "~/models/search/search-state";
import { loadSearch } from "~/models/search/search-screen.server";
import type { ConsoleArgs } from "~/services/console-args";
import { ApiError, type ApiErrorKind, type RegionalApi } from "~/services/regional-api.server";
import { translator } from "~/i18n/texts";

const read = (search: string) => readSearch(new URLSearchParams(search));

test("SRCH-14 the address carries text, tab and load-more count; what is none of it is the default", () => {
  expect(read("")).toEqual({ q: "", tab: "vacancies", more: 0 });
  expect(read("q=%20Ann%20&tab=applications&more=3")).toEqual({ q: "Ann", tab: "applications", more: 3 });
  expect(read("tab=people&more=-1")).toEqual({ q: "", tab: "vacancies", more: 0 });
  expect(read("more=1e9").more).toBe(4); // SRCH-09: up to four times
  expect(read(`q=${"x".repeat(500)}`).q).toHaveLength(100);
  for (const state of [read("q=a%26b&tab=applications&more=2"), read("q=ø")])
    expect(read(searchHref("/base", state).split("?")[1] ?? "")).toEqual(state);
});

/** A search of an address against an API that answers as told; what it was asked for. */
async function searched(
  address: string,
  answer: (name: string) => unknown,
  flags: Partial<Flags> = { edgeVacancyDetailEnabled: true },
) {
  const asked: { name: string; variables: unknown }[] = [];
  const api = {
    query: (document: { definitions: readonly unknown[] }, variables: unknown) => {
      const [{ name }] = document.definitions as [{ name: { value: string } }];
      asked.push({ name: name.value, variables });
      return Promise.resolve().then(() => answer(name.value));
    },
  } as unknown as RegionalApi;
  const args = {
    api,
    scope: { customerId: "c", hierarchyId: "h", organizationId: "o" },
    url: new URL(`http://console/search?${address}`),
    base: "/base",
    flags,
    translate: (texts: Parameters<typeof translator>[0]) => translator(texts, "en"),
    degrade: () => undefined,
  } as unknown as ConsoleArgs;
  return { found: await loadSearch(args), asked };
}
const refuse = (kind: ApiErrorKind) => (name: string) => {
  if (name === "FindRecord") return { CommonFindRecord: [] };
  throw new ApiError(kind, "no", "ap-southeast-2", name);
};

test("SRCH-11 SRCH-13 a failure says what could not be loaded, and that support should be told", async () => {
  for (const [address, kind, title] of [
    ["q=ann", "UNEXPECTED", "Failed to load vacancies"],
    ["q=ann", "FORBIDDEN", "Failed to load vacancies"],
    ["q=ann&tab=applications", "UNEXPECTED", "Failed to load applications"],
    ["q=ann&tab=applications", "UNREADABLE", "Failed to load Candidates"],
  ] as const) {
    const { found } = await searched(address, refuse(kind));
    expect(found.problem).toMatchObject({ title, description: "Please contact support." });
    expect(found.vacancies).toEqual([]);
  }
});

test("SRCH-02 SRCH-08 a blank text asks for nothing; each load skips the rows before it", async () => {
  const page = (name: string) =>
    name === "FindRecord"
      ? { CommonFindRecord: [] }
      : {
          AppsGetVacancyList: { data: [], hasMore: true },
          AppsSearchApplications: { data: [], hasMore: true },
        };
  expect((await searched("q=%20", page)).asked).toEqual([]);
  const { asked, found } = await searched("q=ann&more=4", page);
  const skips = asked.flatMap(({ variables }) => {
    const { filter } = variables as { filter?: { skipEq: number; limitEq: number } };
    return filter ? [[filter.skipEq, filter.limitEq]] : [];
  });
  expect(skips).toEqual([0, 10, 20, 30, 40].map((skip) => [skip, 10]));
  expect(found).toMatchObject({ isTooMuch: true, hasMore: false }); // SRCH-10
});

test("SRCH-16 an id whose screen is switched off leads nowhere", async () => {
  const record = (kind: string) => ({ kind, _id: "1", name: "n", vacancyId: "2" });
  const { found } = await searched("q=1234", (name) =>
    name === "FindRecord"
      ? { CommonFindRecord: [record("VACANCY"), record("APPLICATION"), record("USER")] }
      : { AppsGetVacancyList: { data: [], hasMore: false } },
  );
  expect(found.records.map(({ href }) => href)).toEqual(["/base/vacancies/1"]);
});

test("SRCH-16 GRP-06 a group is led to only where both flags of its screen are on", async () => {
  const group = { kind: "GROUP", _id: "1", name: "n", vacancyId: null };
  const hrefsWith = async (flags: Partial<Flags>) => {
    const { found } = await searched(
      "q=1234",
      (name) =>
        name === "FindRecord"
          ? { CommonFindRecord: [group] }
          : { AppsGetVacancyList: { data: [], hasMore: false } },
      flags,
    );
    return found.records.map(({ href }) => href);
  };
  expect(await hrefsWith({ edgeGroupDetailEnabled: true })).toEqual([]);
  expect(await hrefsWith({ edgeGroupListEnabled: true, edgeGroupDetailEnabled: true })).toEqual([
    "/base/groups/1",
  ]);
});
