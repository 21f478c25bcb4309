import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { workflowSetLists } from "../../regional-api/areas/workflow-sets/workflow-sets.store";
import { workflowLists } from "../../regional-api/areas/workflows/workflows.store";
import { archivableList } from "../../regional-api/core/archivable-lists.store";
import { awsRegions } from "../../regional-api/regions";
import { archivableTable } from "../../regional-api/store/migrations/pieces";
import { directorySchema, schemaOf } from "../../regional-api/store/postgres/connection";
import { migratePostgres } from "../../regional-api/store/postgres/migrate";
import { withDatabase } from "../../regional-api/store/postgres/open";
import { inPostgres } from "../../regional-api/store/words";
import { postgresPrograms } from "../../scripts/lib/postgres.mjs";
import { forgetful, startPostgres, type PostgresServer } from "../support/postgres-server";
import { SynchronousPostgres } from "../support/synchronous-postgres";

// Lists walk the index of their sort: one that orders otherwise sorts all rows first.

describe.skipIf(postgresPrograms() === undefined)("the lists on PostgreSQL", () => {
  const [region] = awsRegions;
  let server: PostgresServer;
  let db: SynchronousPostgres;

  beforeAll(async () => {
    server = await startPostgres({ settings: forgetful });
    const url = server.url("postgres");
    await withDatabase(url, (client) => migratePostgres(client));
    db = new SynchronousPostgres(url, [schemaOf(region), directorySchema]);
    // An index is walked wherever one is right, however few rows there are.
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

  test.each([workflowLists, workflowSetLists])("GEN-03 of $table", ({ sorts, queries }) => {
    for (const sort of Object.keys(sorts))
      for (const isArchived of [false, true])
        for (const order of orders)
          expect([sort, order, planOf(queries.page({ customerId: "c", isArchived, sort, order }))]).toEqual([
            ...[sort, order],
            expect.not.stringContaining("Sort Key"),
          ]);
  });

  test("GEN-03 of a table that the piece of migrations makes, empty columns too", () => {
    db.query("DROP TABLE workflow_sets CASCADE", []);
    const columns = {
      name: "text",
      nameKey: "text",
      description: "text?",
      workflowsCount: "integer?",
    } as const;
    const sorts = { name: "nameKey", workflowsCount: "workflowsCount" };
    db.query(archivableTable({ table: "workflow_sets", columns, sorts: Object.values(sorts) }).postgres, []);
    const { queries } = archivableList("workflow_sets", sorts, "nameKey");
    for (const sort of [...Object.keys(sorts), "createdAt", "archivedAt"])
      for (const isArchived of [false, true])
        for (const order of orders)
          expect([sort, order, planOf(queries.page({ customerId: "c", isArchived, sort, order }))]).toEqual([
            ...[sort, order],
            expect.not.stringContaining("Sort Key"),
          ]);
  });
});
