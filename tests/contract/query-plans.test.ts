import { expect, test } from "vitest";
import type { ArchivableLists } from "../../regional-api/core/archivable-lists.store";
import { planOf } from "./fixtures/plan";
import { useWorld } from "./fixtures/use-world";

const world = useWorld("all tests");
const sydney = () => world.databases.region("ap-southeast-2");

/** Exports of the API's query files. */
const modules = import.meta.glob<Record<string, unknown>>("../../regional-api/**/*.{store,entity}.ts", {
  eager: true,
});
const exported = Object.values(modules).flatMap((module) => Object.entries(module));
const hasLists = (value: unknown): value is { lists: unknown } =>
  typeof value === "object" && value !== null && "lists" in value;

const isQuery = (value: unknown): value is { text: string } =>
  typeof value === "object" && value !== null && "text" in value && typeof value.text === "string";

const queries = exported
  // countQueries aggregate whole index ranges: see retention-plans.test.ts.
  .filter(([name]) => name.endsWith("Queries") && name !== "countQueries")
  .flatMap(([name, group]) =>
    Object.entries(group as object).flatMap(([key, query]: [string, unknown]) =>
      isQuery(query) ? [[`${name}.${key}`, query] as const] : [],
    ),
  );

/** Few rows, found by an index and then sorted. */
const sorted = [
  ...["eventHistoryQueries.selectSms", "userQueries.selectPoliciesWithGroups"],
  ...["candidateMessageQueries.selectLatest", "summaryQueries.selectOrganizationSummaries"],
  ...["grantQueries.selectCustomerGroups", "grantQueries.alikeInGroups", "grantQueries.alikeOfUsers"],
];
/** Read completely or from the end, in an index's order. */
const inOrder = [
  ...["runQueries.selectOpenRun", "runQueries.selectRuns"],
  ...["summaryQueries.selectActiveSummaries", "outboxQueries.selectNewest", "sessionQueries.selectBySso"],
];

test.each(queries)(
  "AUD-15 AUD-16 RET-11 %s walks an index: no scan of a table, no sorting",
  (name, query) => {
    const plan = planOf(sydney(), query);
    expect(plan).not.toMatch(inOrder.includes(name) ? /SCAN (?!json_each)\w+$/m : /SCAN (?!json_each)/);
    if (!sorted.includes(name)) expect(plan).not.toContain("TEMP B-TREE");
  },
);

test("the exceptions are queries of the API", () => {
  const names = queries.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining([...sorted, ...inOrder]));
});

const isList = (value: unknown): value is ArchivableLists<unknown> =>
  typeof value === "object" && value !== null && "sorts" in value && "queries" in value;

const lists = exported.flatMap(([name, value]) => {
  const list = hasLists(value) ? value.lists : value;
  return isList(list) ? Object.keys(list.sorts).map((sort) => ({ name, sort, queries: list.queries })) : [];
});

test.each(lists)("$name by $sort walk an index of active or archived rows", ({ sort, queries }) => {
  for (const isArchived of [true, false]) {
    for (const order of ["asc", "desc"] as const) {
      const filter = { customerId: "c", isArchived, sort, order };
      const plan = planOf(sydney(), queries.page(filter));
      const state = isArchived ? "archived" : "active";
      expect(plan).toMatch(new RegExp(`SEARCH (\\w+) USING INDEX \\1_${state}_`));
      expect(plan).not.toContain("TEMP B-TREE");
      expect(planOf(sydney(), queries.total(filter))).toMatch(/SEARCH \w+ USING (COVERING )?INDEX/);
    }
  }
});

test("the lists of areas are among the exports", () => {
  const filter = { customerId: "c", isArchived: false, sort: "createdAt", order: "asc" } as const;
  const plans = lists.map(({ queries }) => planOf(sydney(), queries.page(filter))).join("\n");
  for (const table of ["workflows", "workflow_sets"]) expect(plans).toContain(`SEARCH ${table} USING INDEX`);
});
