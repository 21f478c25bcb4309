import { expect, test } from "vitest";
import type { Flags } from "~/flags";
import { readSearch, searchHref } from "~/models/search/search-state";
import { mergeByRelevance } from "~/models/search/ranking";
import { loadSearch } from "~/models/search/search-screen.server";
import type { ConsoleArgs } from "~/services/console-args";
import { rightNames } from "~/services/rights";
import type { CustomerApi } from "~/services/customer-api.server";
import { ApiError, type ApiErrorKind } from "~/services/regional-api.server";
import { translator } from "~/i18n/texts";

const read = (search: string) => readSearch(new URLSearchParams(search));

test("SRCH-14 the address contains text, tab and load-more count; invalid values read as the default", () => {
  expect(read("")).toEqual({ q: "", tab: "all", more: 0 });
  expect(read("q=%20Ann%20&tab=applications&more=3")).toEqual({ q: "Ann", tab: "applications", more: 3 });
  expect(read("tab=people&more=-1")).toEqual({ q: "", tab: "all", more: 0 });
  expect(read("tab=vacancies").tab).toBe("vacancies");
  expect(read("more=1e9").more).toBe(4); // SRCH-09: up to four times
  expect(read(`q=${"x".repeat(500)}`).q).toHaveLength(100);
  for (const state of [read("q=a%26b&tab=applications&more=2"), read("q=ø")])
    expect(read(searchHref("/base", state).split("?")[1] ?? "")).toEqual(state);
});

const departments = { ORGGetHierarchy: { _id: "h", children: [{ _id: "h1" }, { _id: "h2" }] } };

/** Searches with an address against an API with the given answers; also returns the requests. */
async function searched(
  address: string,
  answer: (name: string) => unknown,
  flags: Partial<Flags> = { edgeVacancyDetailEnabled: true },
) {
  const requests: { name: string; variables: unknown }[] = [];
  const ids = { customerId: "c", hierarchyId: "h", organizationId: "o" };
  const api = {
    ids,
    query: (document: { definitions: readonly unknown[] }, variables: unknown) => {
      const [{ name }] = document.definitions as [{ name: { value: string } }];
      if (name.value === "DepartmentIds") return Promise.resolve(departments);
      requests.push({ name: name.value, variables });
      return Promise.resolve().then(() => answer(name.value));
    },
  } as unknown as CustomerApi;
  const args = {
    api,
    url: new URL(`http://console/search?${address}`),
    base: "/base",
    flags,
    rights: () => Promise.resolve(new Set(rightNames)),
    translate: (texts: Parameters<typeof translator>[0]) => translator(texts, "en"),
    degrade: () => undefined,
  } as unknown as ConsoleArgs;
  return { found: await loadSearch(args), asked: requests };
}
const noRecords = { CommonFindRecord: [], CommonSearchRecords: [] };
const isOfRecords = (name: string) => name === "FindRecord" || name === "SearchRecords";
const refuse = (kind: ApiErrorKind) => (name: string) => {
  if (isOfRecords(name)) return noRecords;
  throw new ApiError(kind, "no", "ap-southeast-2", name);
};

test("SRCH-11 SRCH-13 a failure names what could not be loaded, and refers to support", async () => {
  for (const [address, kind, title] of [
    ["q=ann", "UNEXPECTED", "Failed to load vacancies"],
    ["q=ann&tab=applications", "UNEXPECTED", "Failed to load applications"],
    ["q=ann&tab=applications", "UNREADABLE", "Failed to load Candidates"],
    ["q=ann&tab=vacancies", "FORBIDDEN", "Failed to load vacancies"],
  ] as const) {
    const { found } = await searched(address, refuse(kind));
    expect(found.problem).toMatchObject({ title, description: "Please contact support." });
    expect(found.vacancies).toEqual([]);
  }
});

test("SRCH-02 SRCH-08 a blank text sends no request; each load skips the rows before it", async () => {
  const page = (name: string) =>
    isOfRecords(name)
      ? noRecords
      : {
          AppsGetVacancyList: { data: [], hasMore: true },
          AppsSearchApplications: { data: [], hasMore: true },
        };
  expect((await searched("q=%20", page)).asked).toEqual([]);
  const { asked, found } = await searched("q=ann&tab=vacancies&more=4", page);
  const skips = asked.flatMap(({ variables }) => {
    const { filter } = variables as { filter?: { skipEq: number; limitEq: number } };
    return filter ? [[filter.skipEq, filter.limitEq]] : [];
  });
  expect(skips).toEqual([0, 10, 20, 30, 40].map((skip) => [skip, 10]));
  expect(found).toMatchObject({ isTooMuch: true, hasMore: false }); // SRCH-10
});

test("SRCH-05 SRCH-07 vacancies are requested in all departments, applications newest first", async () => {
  const page = (name: string) =>
    isOfRecords(name)
      ? noRecords
      : {
          AppsGetVacancyList: { data: [], hasMore: false },
          AppsSearchApplications: { data: [], hasMore: false },
        };
  const requestsFor = async (address: string, operation: string) =>
    (await searched(address, page)).asked.findLast(({ name }) => name === operation)?.variables;
  const common = {
    ...{ customerId: "c", hierarchyId: "h", organizationId: "o" },
    ...{ searchText: "ann", skipEq: 0, limitEq: 10 },
  };
  expect(await requestsFor("q=ann", "SearchVacancies")).toEqual({
    filter: { ...common, hierarchyIdList: ["h", "h1", "h2"] },
  });
  // Requests both kinds in parallel if there is no tab.
  expect(await requestsFor("q=ann", "SearchApplications")).toEqual(
    await requestsFor("q=ann&tab=applications", "SearchApplications"),
  );
  expect(await requestsFor("q=ann&tab=applications", "SearchVacancies")).toBeUndefined();
  expect(await requestsFor("q=ann&tab=applications", "SearchApplications")).toEqual({
    filter: { ...common, sort: { fieldName: "createdAt", order: "desc" } },
  });
});

test("SRCH-03 SRCH-04 results link to their vacancy, an application's with its stage and id; without access or with the flag off there is no link", async () => {
  const vacancy = { _id: "v1", title: "T", externalVacancyId: null, createdAt: "2026-11-20T07:05:09.000Z" };
  const application = {
    ...{ _id: "a1", vacancyId: "v1", stageId: "s1", vacancyName: "T", createdAt: vacancy.createdAt },
    candidate: { personalInformation: { firstName: "Deleted", lastName: "Candidate", email: "" } },
  };
  const answers = (canView: boolean) => (name: string) =>
    isOfRecords(name)
      ? noRecords
      : {
          AppsGetVacancyList: { data: [{ ...vacancy, canView }], hasMore: false },
          AppsSearchApplications: {
            ...{ data: [application], viewedVacancyIds: canView ? ["v1"] : [], hasMore: false },
          },
        };
  const page = answers(true);
  const { found } = await searched("q=ann", page);
  expect(found.vacancies).toEqual([{ ...vacancy, href: "/base/vacancies/v1" }]);
  expect(found.mayOpen).toBe(true);
  const { found: people } = await searched("q=ann&tab=applications", page);
  expect(people.applications).toMatchObject([
    { name: "Deleted Candidate", href: "/base/vacancies/v1?stageId=s1&applicationId=a1" },
  ]);
  expect((await searched("q=ann", page, {})).found.mayOpen).toBeFalsy();
  const { found: closed } = await searched("q=ann", answers(false));
  expect([...closed.vacancies, ...closed.applications].map(({ href }) => href)).toEqual([
    undefined,
    undefined,
  ]);
});

const noRows = {
  CommonSearchRecords: [],
  AppsGetVacancyList: { data: [], hasMore: false },
  AppsSearchApplications: { data: [], viewedVacancyIds: [], hasMore: false },
};

test("SRCH-17 with access to one kind only that is shown, and the other is not mentioned", async () => {
  const { found } = await searched("q=ann", (name) => {
    if (isOfRecords(name)) return noRecords;
    if (name === "SearchVacancies") throw new ApiError("FORBIDDEN", "no", "ap-southeast-2", name);
    return noRows;
  });
  expect(found.problem).toBeNull();
  const broken = await searched("q=ann", (name) => {
    if (isOfRecords(name)) return noRecords;
    if (name === "SearchVacancies") throw new ApiError("UNEXPECTED", "no", "ap-southeast-2", name);
    return noRows;
  });
  expect(broken.found.problem?.title).toBe("Failed to load vacancies");
});

test("SRCH-17 SRCH-20 who may see neither vacancies nor applications is shown what else is found", async () => {
  const user = { kind: "USER", _id: "u", name: "Ann", email: "ann@x.example", vacancyId: null };
  const answer = (named: () => unknown) => (name: string) => {
    if (name === "FindRecord") return noRecords;
    if (name === "SearchRecords") return named();
    throw new ApiError("FORBIDDEN", "no", "ap-southeast-2", name);
  };
  const { found } = await searched(
    "q=ann",
    answer(() => ({ CommonSearchRecords: [user] })),
    { edgeUserListEnabled: true },
  );
  expect([found.problem, found.named.map(({ name }) => name)]).toEqual([null, ["Ann"]]);
  const refused = await searched(
    "q=ann",
    answer(() => {
      throw new ApiError("FORBIDDEN", "no", "ap-southeast-2", "SearchRecords");
    }),
  );
  expect(refused.found.problem?.title).toBe("Failed to load vacancies");
});

test("SRCH-17 both kinds are one list: full matches first, then prefixes, then the newest; more is added below", () => {
  const vacancy = (title: string, day: number) => ({
    ...{ _id: `v${title}`, title, externalVacancyId: null, href: "" },
    createdAt: `2026-11-0${day}T00:00:00.000Z`,
  });
  const application = (name: string, email: string, day: number) => ({
    ...{ _id: `a${name}`, vacancyId: "v", stageId: "s", vacancyName: "V", name, email, href: "" },
    createdAt: `2026-11-0${day}T00:00:00.000Z`,
  });
  type Found = Parameters<typeof mergeByRelevance>[0];
  const named = (
    q: string,
    some: Found["vacancies"],
    others: Found["applications"],
    records: Found["named"] = [],
  ) =>
    mergeByRelevance({ q, vacancies: some, applications: others, named: records }).map(({ kind, row }) =>
      kind === "vacancy" ? row.title : row.name,
    );
  const vacancies = [vacancy("Remote Mia role", 1), vacancy("Palmial", 9), vacancy("Mia", 1)];
  const people = [
    application("Zoe Gray", "mia.old@mail.example", 2),
    application("Jo Amiata", "jo@mail.example", 8),
    application("Mia Brown", "mb@mail.example", 3),
  ];
  expect(named("mia", vacancies, people)).toEqual([
    ...["Mia", "Mia Brown", "Zoe Gray", "Remote Mia role", "Palmial", "Jo Amiata"],
  ]);
  expect(named("Brown, Mia", vacancies, people)[0]).toBe("Mia Brown");
  expect(named("MIA.OLD@mail.example", [], people)[0]).toBe("Zoe Gray");
  const many = Array.from({ length: 11 }, (_, index) => vacancy(`A mia ${index}`, 1));
  expect(named("mia", [...many.slice(0, 10), vacancy("Mia", 1)], []).at(-1)).toBe("Mia");
  // SRCH-20: what was found by name comes before the many of its rank.
  const user = { kind: "USER", _id: "u", name: "Mia", email: null, href: "" } as const;
  expect(named("mia", [vacancy("Mia", 9)], people, [user]).slice(0, 3)).toEqual(["Mia", "Mia", "Mia Brown"]);
  expect(mergeByRelevance({ q: "mia", vacancies: [], applications: [], named: [user] })).toHaveLength(1);
});

test("SRCH-20 what is found by name leads to its screen, only with its flags and rights, and on the tab of all", async () => {
  const user = { kind: "USER", _id: "1", name: "Ann Lee", email: "ann@mail.example", vacancyId: null };
  const group = { kind: "GROUP", _id: "2", name: "Annex", email: null, vacancyId: null };
  const answer = () => ({ ...noRows, CommonFindRecord: [], CommonSearchRecords: [user, group] });
  const { found } = await searched("q=ann", answer, { edgeUserListEnabled: true });
  expect(found.named).toEqual([
    { kind: "USER", _id: "1", name: "Ann Lee", email: "ann@mail.example", href: "/base/users/1" },
  ]);
  const { asked } = await searched("q=ann&tab=vacancies", answer);
  expect(asked.map(({ name }) => name)).not.toContain("SearchRecords");
  const broken = await searched("q=ann", (name) => {
    if (name === "SearchRecords") throw new ApiError("UNEXPECTED", "no", "ap-southeast-2", name);
    return answer();
  });
  expect(broken.found.problem?.title).toBe("Failed to load users, groups and workflows");
});

test("SRCH-16 an id leads to its screen, depending only on that screen's flags", async () => {
  const hrefOf = async (kind: string, flags: Partial<Flags>) => {
    const { found } = await searched(
      "q=1234",
      (name) =>
        name === "FindRecord"
          ? { CommonFindRecord: [{ kind, _id: "1", name: "n", vacancyId: "2" }] }
          : noRows,
      flags,
    );
    return found.records.map(({ href }) => href).join();
  };
  for (const [kind, flags, href] of [
    ["VACANCY", { edgeVacancyDetailEnabled: true }, "/base/vacancies/1"],
    [
      "APPLICATION",
      { edgeVacancyDetailEnabled: true, oldEdgeFeaturesEnabled: true },
      "/base/vacancies/2/applications/1",
    ],
    ["MAIL", { edgeEmailEventsEnabled: true }, "/base/notifications?tab=email&messageId=1"],
    ["SMS", { edgeEmailEventsEnabled: true }, "/base/notifications?tab=sms&messageId=1"],
    ["USER", { edgeUserListEnabled: true }, "/base/users/1"],
    ["GROUP", { edgeGroupListEnabled: true, edgeGroupDetailEnabled: true }, "/base/groups/1"],
    ["POLICY", { edgePolicyListEnabled: true }, "/base/policies/1"],
    ["WORKFLOW", { edgeWorkflowDetailEnabled: true }, "/base/workflow-sets/workflows/1"],
    ["WORKFLOW_SET", { edgeWorkflowSetDetailEnabled: true }, "/base/workflow-sets/1"],
  ] as const) {
    expect(await hrefOf(kind, flags), kind).toBe(href);
    expect(await hrefOf(kind, {}), kind).toBe("");
  }
});

test("SRCH-16 an id whose screen is disabled leads nowhere", async () => {
  const record = (kind: string) => ({ kind, _id: "1", name: "n", vacancyId: "2" });
  const { found } = await searched("q=1234", (name) =>
    name === "FindRecord"
      ? { CommonFindRecord: [record("VACANCY"), record("APPLICATION"), record("USER")] }
      : noRows,
  );
  expect(found.records.map(({ href }) => href)).toEqual(["/base/vacancies/1"]);
});

test("SRCH-16 GRP-06 an id leads to a group only with both flags of its screen", async () => {
  const group = { kind: "GROUP", _id: "1", name: "n", vacancyId: null };
  const hrefsWith = async (flags: Partial<Flags>) => {
    const { found } = await searched(
      "q=1234",
      (name) => (name === "FindRecord" ? { CommonFindRecord: [group] } : noRows),
      flags,
    );
    return found.records.map(({ href }) => href);
  };
  expect(await hrefsWith({ edgeGroupDetailEnabled: true })).toEqual([]);
  expect(await hrefsWith({ edgeGroupListEnabled: true, edgeGroupDetailEnabled: true })).toEqual([
    "/base/groups/1",
  ]);
});
