import { expect, test } from "vitest";
import type { ArchivableLists } from "../../regional-api/core/archivable-lists.store";
import { preparedTexts } from "../../regional-api/store/sql";
import { planOf } from "./fixtures/plan";
import { useWorld } from "./fixtures/use-world";

const world = useWorld("all tests");
const sydney = () => world.databases.region("ap-southeast-2");

/** Exports of the API's query files. */
const modules = import.meta.glob<Record<string, unknown>>(
  [
    "../../regional-api/**/*.{store,entity}.ts",
    "../../regional-api/store/**/*.ts",
    "../../regional-api/sweep.ts",
  ],
  { eager: true },
);
const exported = Object.values(modules).flatMap((module) => Object.entries(module));
const hasLists = (value: unknown): value is { lists: unknown } =>
  typeof value === "object" && value !== null && "lists" in value;

/** A few rows, found by an index and then sorted or grouped. */
const sorted = [
  'from "customer_directory" as "c" inner join "organizations" as "o" on "o"."id" = "c"."organizationId" where "c"."organizationId" in',
  'from "email_events" where "assessmentId" = ? and "templateType" in',
  '"isCallers", (select group_concat(',
  'select "u"."source", count(*) as "count"',
  'select "gp"."policyId", "g"."id", "g"."name", "g"."archivedAt"',
  'from "sms_events" as "sms_events" indexed by "sms_events_message"',
  'select "g"."id" as "groupId", "g"."name" as "groupName", "p"."id" as "policyId"',
  'select "vacancyId", max("createdAt") as "at"',
  'select "vacancyId", count(*) as "count" from "applications" as "applications" indexed by',
  "from (select distinct value from json_each(?))",
  'select distinct "chain"',
  'select "a"."vacancyId", count(*) as "count" from "candidates" as "c"',
  'select "c"."lastActivityAt" / 86400000 as "activeOn"',
];
/** Small tables read completely, large ones from one end, and the commands that check or change all rows. */
const scanned = [
  'from "customer_directory" as "c" inner join "organizations" as "o" on "o"."id" = "c"."organizationId" where "c"."archivedAt"',
  'select * from "outbox" order by "createdAt" desc',
  'from "policies" as "p" inner join "group_policies" as "gp" on "gp"."policyId" = "p"."id"',
  'select * from "ats_templates" order by "atsName"',
  'select * from "authenticators" where "keyId" <> ?',
  'from "sessions" as "s" indexed by "sessions_by_sso"',
  'select * from "organizations" order by "createdAt"',
  'select "uniqueName" from "organizations"',
  'select * from "record_chains"',
  'select "at" from "record_entries" order by "seq"',
  'from "access_packs" where "state" = ? order by "seq"',
  'from "retention_begin"',
  'from "retention_runs" where "endedAt" is null order by "day"',
  'from "retention_runs" as "r" left join',
  'count(*) as "count" from "retention_runs"',
  'update "sso_configs" set "loginUrl" = ?, "publicCertificates" = ? where',
  'select "customerId", "publicCertificates" from "sso_configs"',
  'group by "customerId", "hierarchyId", "isArchived"',
  'from "groups" as "g" where "g"."usersCount" <>',
  'with "counted" as (select "vacancyId", count(*)',
  'as "event" order by "event"."seq"',
];

/** Names of the tables that a plan scans; lists and results of subqueries do not count. */
function scansOf(plan: string): string[] {
  const results = [...plan.matchAll(/^(?:CO-ROUTINE|MATERIALIZE) (\w+)/gm)].map(([, name]) => name);
  return [...plan.matchAll(/^SCAN (?!CONSTANT ROW)(\w+)(?! VIRTUAL TABLE)\b/gm)].flatMap(([, name = ""]) =>
    name === "json_each" || results.includes(name) ? [] : name,
  );
}

test("AUD-15 AUD-16 RET-11 each query walks an index: no scan of a table, no sorting, but for these", () => {
  const seen = new Set<string>();
  for (const text of preparedTexts.map((textOf) => textOf())) {
    // Inserts read nothing; which ones there are depends on the tests before.
    if (/^\s*insert/i.test(text)) continue;
    const plan = planOf(sydney(), text);
    const isSorted = plan.includes("TEMP B-TREE");
    const scans = scansOf(plan);
    if (!isSorted && scans.length === 0) continue;
    const known = [...scanned, ...(scans.length === 0 ? sorted : [])].filter((part) => text.includes(part));
    expect(known, `${text}\n${plan}`).not.toEqual([]);
    for (const part of known) seen.add(part);
  }
  expect([...sorted, ...scanned].filter((part) => !seen.has(part))).toEqual([]);
});

const isList = (value: unknown): value is ArchivableLists<unknown> =>
  typeof value === "object" && value !== null && "sorts" in value && "queries" in value;

const lists = exported.flatMap(([name, value]) => {
  const list = hasLists(value) ? value.lists : value;
  return isList(list) ? Object.keys(list.sorts).map((sort) => ({ name, sort, queries: list.queries })) : [];
});

test.each(lists)("$name by $sort walks an index of active or archived rows", ({ sort, queries }) => {
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
