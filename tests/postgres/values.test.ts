import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Compilable } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabases, type Databases } from "../../regional-api/store/database";
import type { Region, Select, Store } from "../../regional-api/store/engine";
import { openPostgres, withDatabase } from "../../regional-api/store/postgres/open";
import { sql } from "../../regional-api/store/sql";
import { postgresPrograms } from "../../scripts/lib/postgres.mjs";

// Both engines return written values unchanged, whatever the column's type.

const most = Number.MAX_SAFE_INTEGER;

/** Rows of one table with the extremes of its columns' types, found by `id`. */
const organization = (id: string, changes: object = {}) => ({
  ...{ id, uniqueName: `name-${id}`, displayName: "", tags: "[]", createdAt: 0, updatedAt: 0 },
  ...{ archivedAt: null, version: 0, changedAt: null, changedBy: null, ...changes },
});
const organizations = [
  organization("most", { createdAt: most, updatedAt: most, archivedAt: most, version: most }),
  organization("least", { createdAt: -most, updatedAt: -most, archivedAt: -most }),
  organization("times", { createdAt: Date.UTC(9999, 11, 31), updatedAt: 2 ** 31, archivedAt: 2 ** 32 + 1 }),
  organization("empty", { displayName: "" }),
  organization("blank", { displayName: " \t\r\n" }),
  organization("scripts", { displayName: "Ødegård Ἀθῆναι 東京 مُحَمَّد 👩‍👩‍👧‍👦 e\u0301 é \u0001 \u007F \u{10FFFF}" }),
  organization("quotes", { displayName: `'"\\%_?$1:name@name;--` }),
  organization("long", { displayName: "ä".repeat(100_000) }),
];
const fractions = [
  0.1,
  0.1 + 0.2,
  1 / 3,
  -90,
  1e-300,
  1.797_693_134_862_315_7e308,
  5e-324,
  66.666_666_666_666_67,
];
/** 63-bit numbers, beyond what a JavaScript number represents. */
const tokens = [0n, 1n, 2n ** 53n + 1n, 2n ** 63n - 1n, 0x7bcd_ef01_2345_6789n];
const hashes = [Buffer.alloc(0), Buffer.from([0, 255, 0, 128]), Buffer.alloc(32, 0xff)];

describe.skipIf(postgresPrograms() === undefined)("values in both engines", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "edge-values-"));
  let files: Databases;
  let store: Store;
  let both: readonly [name: string, region: Region][];

  beforeAll(async () => {
    const server = process.env.TEST_POSTGRES ?? "";
    await withDatabase(`${server}/postgres`, (client) => client.query("CREATE DATABASE both_values"));
    store = await openPostgres({ url: `${server}/both_values`, maxConnections: 10, lost: () => undefined });
    files = openDatabases(dataDir);
    both = [
      ["SQLite", files.region("us-east-1")],
      ["PostgreSQL", store.region("us-east-1")],
    ];
  });
  afterAll(async () => {
    await store.close();
    files.close();
    rmSync(dataDir, { recursive: true });
  });

  /** The written values and what each engine returns. */
  async function writtenAndRead<Row>(writes: readonly Compilable<unknown>[], query: Select<Row>) {
    for (const [, region] of both)
      await region.write(async (db) => {
        for (const write of writes) await db.run(write);
      });
    const answers: [string, Row[]][] = [];
    for (const [name, region] of both) answers.push([name, await region.reader.all(query)]);
    return answers;
  }

  test("whole numbers and texts", async () => {
    const answers = await writtenAndRead(
      organizations.map((row) => sql.insertInto("organizations").values(row)),
      sql.selectFrom("organizations").selectAll(),
    );
    const sorted = (rows: readonly { id: string }[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const [name, rows] of answers) expect(sorted(rows), name).toEqual(sorted(organizations));
  });

  test("fractions", async () => {
    const customer = { id: "c", organizationId: "o", uniqueName: "c", displayName: "C", nameKey: "c" };
    const answers = await writtenAndRead(
      [
        sql.insertInto("organizations").values(organization("o")),
        sql.insertInto("customers").values({
          ...customer,
          ...{ rootHierarchyId: "h", createdAt: 1, updatedAt: 1, archivedAt: null },
        }),
        ...fractions.map((locationLat, at) =>
          sql.insertInto("candidates").values({
            ...{
              id: `p${at}`,
              customerId: "c",
              externalApplicantId: `p${at}`,
              firstName: "F",
              lastName: "L",
            },
            ...{
              nameKey: "f l",
              email: null,
              createdAt: 1,
              updatedAt: 1,
              locationLat,
              locationLng: -locationLat,
            },
          }),
        ),
      ],
      sql.selectFrom("candidates").select(["locationLat", "locationLng"]).orderBy("id"),
    );
    for (const [name, rows] of answers)
      expect(rows, name).toEqual(fractions.map((value) => ({ locationLat: value, locationLng: -value })));
  });

  test("63-bit numbers, which are only searched for", async () => {
    for (const token of tokens) {
      const answers = await writtenAndRead(
        [sql.insertInto("record_filters").values({ token, seq: most })],
        sql.selectFrom("record_filters").select("seq").where("token", "=", token),
      );
      for (const [name, rows] of answers) expect(rows, `${name} ${token}`).toEqual([{ seq: most }]);
    }
  });

  test("bytes", async () => {
    const answers = await writtenAndRead(
      hashes.map((stateHash, at) =>
        sql.insertInto("sso_requests").values({
          ...{ id: `r${at}`, awsRegion: "us-east-1", customerId: "c", stateHash, redirect: "" },
          ...{ createdAt: 1, expiresAt: 1, usedAt: null },
        }),
      ),
      sql.selectFrom("sso_requests").select("stateHash").orderBy("id"),
    );
    for (const [name, rows] of answers)
      expect(
        rows.map(({ stateHash }) => Buffer.from(stateHash)),
        name,
      ).toEqual(hashes);
  });

  test("sums and averages are numbers", async () => {
    const query = sql
      .selectFrom("organizations")
      .select((row) => [
        row.fn.sum<number>("version").as("sum"),
        row.fn.avg<number>("updatedAt").as("average"),
        row.fn.countAll<number>().as("count"),
      ])
      .where("id", "in", ["times", "empty", "blank"]);
    for (const [name, region] of both)
      expect(await region.reader.get(query), name).toEqual({ sum: 0, average: 2 ** 31 / 3, count: 3 });
  });

  test("an empty list contains no row, and its negation every row", async () => {
    const ids = sql.selectFrom("organizations").select("id");
    for (const [name, region] of both) {
      expect(await region.reader.all(ids.where("id", "in", [])), name).toEqual([]);
      expect(await region.reader.all(ids.where("id", "not in", [])), name).not.toEqual([]);
    }
  });
});
