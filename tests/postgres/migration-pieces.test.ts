import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addCodesAlongside, inOrder, newColumns, newTable } from "../../regional-api/store/migrations/pieces";
import { integer, listIndexes, oneOf, table, text, time } from "../../regional-api/store/tables/columns";
import { postgresPrograms } from "../../scripts/lib/postgres.mjs";
import { forgetful, startPostgres, type PostgresServer } from "../support/postgres-server";
import { SynchronousPostgres } from "../support/synchronous-postgres";

// Shared pieces of migrations act as on SQLite (tests/unit/api/migration-pieces).

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

  test("GEN-81 adds codes only next to the code they go with, granted or denied", () => {
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
    db.query(addCodesAlongside(["a:one", "a:two"], "org:editSettings").postgres, []);
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

  test("GEN-03 creates a table with its columns, added columns and the indexes of its lists", () => {
    const columns = {
      ...{ id: text().primary(), customerId: text().references("customers"), titleKey: text() },
      ...{ day: text().optional(), createdAt: time(), archivedAt: time().optional() },
    };
    const indexes = listIndexes("things", { created: "createdAt", title: "titleKey", day: "day" });
    const { postgres } = inOrder(
      newTable("customers", table({ id: text().primary() })),
      newTable("things", table(columns, { indexes })),
      {
        sql: "",
        postgres: `INSERT INTO customers VALUES ('c');
          INSERT INTO things (id, "customerId", "titleKey", "createdAt") VALUES ('t', 'c', 'T', 1);`,
      },
      newColumns("things", { size: integer().default(5), state: oneOf("NEW", "READ").optional() }),
    );
    db.query(postgres, []);
    expect(all("SELECT * FROM things")).toEqual([
      {
        ...{ id: "t", customerId: "c", titleKey: "T", day: null, createdAt: 1, archivedAt: null },
        ...{ size: 5, state: null },
      },
    ]);
    const made = all("SELECT indexname AS name FROM pg_indexes WHERE tablename = 'things' ORDER BY 1");
    expect(made.map(({ name }) => name)).toEqual([...Object.keys(indexes), "things_pkey"].sort());
    const walked = (order: string) =>
      JSON.stringify(
        all(
          `EXPLAIN SELECT id FROM things WHERE "customerId" = 'c' AND "archivedAt" IS NULL ORDER BY ${order} LIMIT 1`,
        ),
      );
    db.query("SET enable_seqscan = off", []);
    // Null sorts lowest, as in SQLite.
    expect(walked("day NULLS FIRST, id")).toContain("things_active_day");
    expect(walked('"titleKey" DESC, id DESC')).toContain("Backward using things_active_title");
  });
});
