import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applicationSorts, pageQuery } from "../../regional-api/areas/applications/applications.store";
import { completedPageQuery } from "../../regional-api/areas/applications/completed-applications.store";
import { overduePage } from "../../regional-api/areas/applications/overdue-applications.store";
import { customerSorts } from "../../regional-api/areas/customers/customers.store";
import { userSorts } from "../../regional-api/areas/users/user-list.store";
import { vacancySorts } from "../../regional-api/areas/vacancies/vacancies.store";
import { workflowSets } from "../../regional-api/areas/workflow-sets/workflow-sets.entity";
import { workflows } from "../../regional-api/areas/workflows/workflows.entity";
import type { ArchivableLists } from "../../regional-api/core/archivable-lists.store";
import { awsRegions } from "../../shared/regions";
import { openDatabases } from "../../regional-api/store/database";
import { nameOf } from "../../regional-api/store/dialect";
import { directorySchema, schemaOf } from "../../regional-api/store/postgres/connection";
import { migratePostgres } from "../../regional-api/store/postgres/migrate";
import { withDatabase } from "../../regional-api/store/postgres/open";
import { inPostgres } from "../../regional-api/store/by-engine";
import { postgresPrograms } from "../../scripts/lib/postgres.mjs";
import { forgetful, startPostgres, type PostgresServer } from "../support/postgres-server";
import { SynchronousPostgres } from "../support/synchronous-postgres";

const modules = import.meta.glob<Record<string, unknown>>("../../regional-api/**/*.store.ts", {
  eager: true,
});
const sources = import.meta.glob<string>("../../regional-api/**/*.ts", {
  ...{ eager: true, query: "?raw", import: "default" },
});

const isList = (value: unknown): value is ArchivableLists<unknown> =>
  typeof value === "object" && value !== null && "sorts" in value && "queries" in value;

/** Each column that a list sorts by. */
const sorted = [
  ...Object.values(modules)
    .flatMap((module) => Object.values(module))
    .flatMap((list) => (isList(list) ? [[list.table, list.sorts] as const] : [])),
  ...([["users", userSorts], ["customers", customerSorts], ["vacancies", vacancySorts]] as const), // prettier-ignore
]
  .flatMap(([table, sorts]) => Object.values(sorts).map((column) => ({ table, column })))
  .concat(
    [
      ...Object.values(applicationSorts).map(({ column }) => column),
      "assessmentSubmittedAt?",
      "stageDueAt?",
    ].map((column) => ({
      table: "applications",
      column,
    })),
  );

// Lists must walk the index of their sort; any other plan sorts all rows first.

describe.skipIf(postgresPrograms() === undefined)("list plans on PostgreSQL", () => {
  const [region] = awsRegions;
  let server: PostgresServer;
  let db: SynchronousPostgres;

  beforeAll(async () => {
    server = await startPostgres({ settings: forgetful });
    const url = server.url("postgres");
    await withDatabase(url, (client) => migratePostgres(client));
    db = new SynchronousPostgres(url, [schemaOf(region), directorySchema]);
    // Forces an index scan wherever one is possible, however few rows there are.
    for (const way of ["seqscan", "bitmapscan", "sort"]) db.query(`SET enable_${way} = off`, []);
  });
  afterAll(async () => {
    db.close();
    await server.stop();
  });

  const planOf = (query: Parameters<typeof inPostgres>[0]) => {
    const { sql, parameters } = inPostgres(query);
    return JSON.stringify(db.query(`EXPLAIN ${sql}`, parameters).rows);
  };
  const orders = ["asc", "desc"] as const;

  test.each([workflows.lists, workflowSets.lists])("GEN-03 of $table", ({ sorts, queries }) => {
    for (const sort of Object.keys(sorts))
      for (const isArchived of [false, true])
        for (const order of orders)
          expect([sort, order, planOf(queries.page({ customerId: "c", isArchived, sort, order }))]).toEqual([
            ...[sort, order],
            expect.not.stringContaining("Sort Key"),
          ]);
  });

  test("HOME-11 of completed candidates over all vacancies", () => {
    for (const isUnviewed of [true, false])
      for (const order of orders) {
        const filter = { customerId: "c", hierarchyIds: ["d"], isUnviewed };
        const plan = planOf(completedPageQuery(filter, { order, limit: 30, offset: 0 }));
        expect([isUnviewed, order, plan]).toEqual([
          ...[isUnviewed, order],
          expect.stringContaining(isUnviewed ? "applications_unviewed" : "applications_completed"),
        ]);
        // Only ties within a moment may be sorted.
        expect(plan).not.toMatch(/-> {2}Sort /);
      }
  });

  test("PIPE-03 lists overdue candidates on their index, in order of their due dates", () => {
    for (const order of orders) {
      const filter = { customerId: "c", hierarchyIds: ["d"], now: 1 };
      const plan = planOf(overduePage(filter, { order, limit: 30, offset: 0 }));
      expect([order, plan]).toEqual([order, expect.stringContaining("applications_due")]);
      expect(plan).not.toMatch(/-> {2}Sort /);
    }
  });

  test("APP-26 of a vacancy's candidates, at one stage and at several", () => {
    for (const sort of Object.keys(applicationSorts) as (keyof typeof applicationSorts)[])
      for (const stageIds of [["s1"], ["s1", "s2"]])
        for (const order of orders) {
          const query = pageQuery({ vacancyId: "v", stageIds }, { sort, order }, 30, 0);
          const plan = JSON.parse(planOf(query)) as { "QUERY PLAN": string }[];
          const steps = plan.map((line) => line["QUERY PLAN"]);
          // Merging stages by key does not count as a sort.
          expect([sort, order, steps.filter((line) => /-> {2}(Incremental )?Sort /.test(line))]).toEqual([
            sort,
            order,
            [],
          ]);
          expect(steps.filter((line) => line.includes("applications_"))).toHaveLength(stageIds.length);
        }
  });

  test("GEN-03 sort columns are declared nullable exactly if a row may have no value", () => {
    const folder = mkdtempSync(join(tmpdir(), "edge-sorts-"));
    const files = openDatabases(folder);
    const rowsOfSqlite = (table: string) =>
      files
        .region(region)
        .sqlite.prepare<[string], { name: string }>(
          `SELECT name FROM pragma_table_xinfo(?) WHERE "notnull" = 0`,
        )
        .all(table);
    const rowsOfPostgres = (table: string) =>
      db.query(
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attnotnull`,
        [table],
      ).rows as { name: string }[];
    expect(sorted.length).toBeGreaterThan(10);
    for (const { table, column } of sorted) {
      const isSo = column !== nameOf(column);
      for (const rowsOf of [rowsOfSqlite, rowsOfPostgres])
        expect([table, column, rowsOf(table).some(({ name }) => name === nameOf(column))]).toEqual([
          ...[table, column],
          isSo,
        ]);
    }
    files.close();
    rmSync(folder, { recursive: true });
  });

  test("covers every store that uses `orderOf`", () => {
    const asking = Object.entries(sources)
      .filter(([, text]) => /import \{[^}]*\borderOf\b[^}]*\} from "[^"]*store\/dialect"/.test(text))
      .map(([file]) => file.replace("../../regional-api/", ""));
    expect(asking.sort()).toEqual([
      "areas/applications/applications.store.ts",
      "areas/applications/completed-applications.store.ts",
      "areas/applications/overdue-applications.store.ts",
      "areas/customers/customers.store.ts",
      ...["areas/users/user-list.store.ts", "areas/vacancies/vacancies.store.ts"],
      "core/archivable-lists.store.ts",
    ]);
  });
});
