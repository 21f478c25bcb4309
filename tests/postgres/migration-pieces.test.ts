import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archivableTable, codesAlong, inOrder } from "../../regional-api/store/migrations/pieces";
import { postgresPrograms } from "../../scripts/lib/postgres.mjs";
import { forgetful, startPostgres, type PostgresServer } from "../support/postgres-server";
import { SynchronousPostgres } from "../support/synchronous-postgres";

// What migrations have in common does the same as on SQLite (tests/unit/api/migration-pieces).

describe.skipIf(postgresPrograms() === undefined)("the pieces of migrations", () => {
  let server: PostgresServer;
  let db: SynchronousPostgres;
  const all = (text: string) => db.query(text, []).rows;

  beforeAll(async () => {
    server = await startPostgres({ settings: forgetful });
    db = new SynchronousPostgres(server.url("postgres"), ["public"]);
  });
  afterAll(async () => {
    db.close();
    await server.stop();
  });

  test("GEN-81 codes come along with one that somebody has, granted or denied, and with nothing else", () => {
    const policies = [
      [
        "granted",
        [
          { effect: "Allow", actions: ["org:editSettings"] },
          { effect: "Allow", actions: ["org:listUser"] },
        ],
      ],
      ["denied", [{ effect: "Deny", actions: ["edge:access", "org:editSettings"] }]],
      ["other", [{ effect: "Allow", actions: ["org:listUser"] }]],
    ] as const;
    db.query("CREATE TABLE policies (id text PRIMARY KEY, statements text NOT NULL)", []);
    for (const [id, statements] of policies)
      db.query("INSERT INTO policies VALUES ($1, $2)", [id, JSON.stringify(statements)]);
    db.query(codesAlong(["a:one", "a:two"], "org:editSettings").postgres, []);
    const now = all("SELECT id, statements FROM policies ORDER BY id").map(
      ({ id, statements }) => [id, JSON.parse(String(statements))] as const,
    );
    expect(Object.fromEntries(now)).toEqual({
      denied: [{ effect: "Deny", actions: ["edge:access", "org:editSettings", "a:one", "a:two"] }],
      granted: [
        { effect: "Allow", actions: ["org:editSettings", "a:one", "a:two"] },
        { effect: "Allow", actions: ["org:listUser"] },
      ],
      other: [{ effect: "Allow", actions: ["org:listUser"] }],
    });
  });

  test("GEN-03 a table of rows that are archived has its columns and the indexes that its lists walk", () => {
    const columns = {
      title: "text",
      titleKey: "text",
      day: "text?",
      size: "integer",
      weight: "integer?",
    } as const;
    db.query("CREATE TABLE customers (id text PRIMARY KEY)", []);
    const { postgres } = inOrder(archivableTable({ table: "things", columns, sorts: ["titleKey", "day"] }), {
      sql: "",
      postgres: `INSERT INTO customers VALUES ('c');
        INSERT INTO things (id, "customerId", title, "titleKey", size, "createdAt", "updatedAt")
        VALUES ('t', 'c', 'T', 't', 5, 1, 1);`,
    });
    db.query(postgres, []);
    expect(all("SELECT * FROM things")).toEqual([
      {
        ...{
          id: "t",
          customerId: "c",
          title: "T",
          titleKey: "t",
          day: null,
          size: 5,
          weight: null,
          version: 0,
        },
        ...{ changedAt: null, changedBy: null, createdAt: 1, updatedAt: 1, archivedAt: null },
      },
    ]);
    const indexes = all("SELECT indexname AS name FROM pg_indexes WHERE tablename = 'things' ORDER BY 1");
    expect(indexes.map(({ name }) => name)).toEqual([
      ...[
        "things_active_createdat",
        "things_active_day",
        "things_active_titlekey",
        "things_archived_archivedat",
      ],
      ...["things_archived_createdat", "things_archived_day", "things_archived_titlekey", "things_pkey"],
    ]);
    const walked = (order: string) =>
      JSON.stringify(
        all(
          `EXPLAIN SELECT id FROM things WHERE "customerId" = 'c' AND "archivedAt" IS NULL ORDER BY ${order} LIMIT 1`,
        ),
      );
    db.query("SET enable_seqscan = off", []);
    // What is empty is the least, as SQLite has it.
    expect(walked("day NULLS FIRST, id")).toContain("things_active_day");
    expect(walked('"titleKey" DESC, id DESC')).toContain("Backward using things_active_titlekey");
  });
});
