/** Data folders of 1.29.0 get the schema of new ones at their start (tests/postgres/upgrade.test.ts: databases). */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dataFiles, directoryFile } from "../../regional-api/store/data-files";
import { openDatabases } from "../../regional-api/store/database";
import { migrate } from "../../regional-api/store/migrate";
import { migrations } from "../../regional-api/store/migrations/index";
import { appendEntry } from "../../regional-api/store/record-chain";
import { verifyDataDir } from "../../regional-api/store/verify";
import { entryOfBefore, entryOfToday } from "../support/record-of-before";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "edge-upgrade-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** The SQL that creates a file like 1.29.0's, without data. */
const old = (kind: "directory" | "region") =>
  gunzipSync(readFileSync(new URL(`fixtures/1.29.0/${kind}.sqlite.sql.gz`, import.meta.url))).toString();

/** SQL without comments and insignificant whitespace. */
const plain = (sql: string) =>
  sql
    .replace(/--.*$/gm, "")
    .replace(/["\s]+/g, " ")
    .replace(/ ?([(),]) ?/g, "$1")
    .trim();

/** The bracketed text after each match. */
const bracketsAfter = (words: RegExp, sql: string) =>
  [...sql.matchAll(words)].map(({ 0: found, index }) => {
    let depth = 0;
    const end = [...sql].findIndex((letter, at) => {
      if (at >= index + found.length - 1) depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
      return at >= index + found.length && depth === 0;
    });
    return sql.slice(index, end);
  });

/** Everything in a file's schema, regardless of column order. */
function madeOf(name: string) {
  const sqlite = new BetterSqlite3(join(dataDir, name), { readonly: true });
  const all = (text: string, ...values: string[]) =>
    sqlite
      .prepare<string[], unknown[]>(text)
      .raw()
      .all(...values)
      .map((row) => row.join(" "))
      .sort();
  const things = sqlite
    .prepare<[], { type: string; name: string; sql: string | null }>(
      "SELECT type, name, sql FROM sqlite_master",
    )
    .all();
  const made = things.map(({ type, name: thing, sql }) => [
    `${type} ${thing}`,
    type !== "table" || sql?.startsWith("CREATE VIRTUAL")
      ? plain(sql ?? "")
      : {
          kind: all(
            "SELECT type, wr, strict FROM pragma_table_list WHERE schema = 'main' AND name = ?",
            thing,
          ),
          columns: all(
            'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)',
            thing,
          ),
          references: all('SELECT "table", "from", "to", on_delete FROM pragma_foreign_key_list(?)', thing),
          unique: all(
            `SELECT i.origin, group_concat(c.name || c.coll) FROM pragma_index_list(?) AS i
             CROSS JOIN pragma_index_xinfo(i.name) AS c WHERE i.origin <> 'c' AND c.key = 1 GROUP BY i.name`,
            thing,
          ),
          // SQLite chooses between equally good indexes by order.
          indexes: sqlite.prepare("SELECT name FROM pragma_index_list(?)").pluck().all(thing),
          checks: bracketsAfter(/\b(?:CHECK|AS) ?\(/g, plain(sql ?? "")).sort(),
        },
  ]);
  sqlite.close();
  return Object.fromEntries(made) as Record<string, unknown>;
}

test("GEN-80 files of 1.29.0 are upgraded to the current declarations, and are sound", () => {
  openDatabases(dataDir).close();
  const declared = dataFiles.map(madeOf);
  rmSync(dataDir, { recursive: true });
  openDatabases(dataDir).close();
  for (const name of dataFiles) rmSync(join(dataDir, name));
  for (const name of dataFiles) {
    const sqlite = new BetterSqlite3(join(dataDir, name));
    sqlite.exec(`BEGIN; ${old(name === directoryFile ? "directory" : "region")} COMMIT`);
    sqlite.close();
  }
  expect(verifyDataDir(dataDir).problems).toEqual([]);
  openDatabases(dataDir).close();
  expect(dataFiles.map(madeOf)).toEqual(declared);
  expect(verifyDataDir(dataDir)).toEqual({ problems: [], notes: [] });
});

test("AUD-13 the single chain of an older record stays valid, and customers' own chains start after it", async () => {
  openDatabases(dataDir).close();
  const path = join(dataDir, "eu-west-1.sqlite");
  rmSync(path);
  const file = new BetterSqlite3(path);
  file.exec(`BEGIN; ${old("region")} COMMIT`);
  let hash: Buffer = Buffer.alloc(32);
  for (const [index, customerId] of ["one", "other", "one"].entries()) {
    const entry = entryOfBefore(index + 1, customerId, hash);
    file
      .prepare(
        `INSERT INTO record_entries (${entry.columns.join()}) VALUES (${entry.columns.map(() => "?").join()})`,
      )
      .run(...entry.values);
    ({ hash } = entry);
  }
  file.prepare("UPDATE record_head SET lastSeq = 3, lastAt = 3, lastHash = ?").run(hash);
  file.close();
  expect(verifyDataDir(dataDir).problems).toEqual([]);
  const databases = openDatabases(dataDir);
  const region = databases.region("eu-west-1");
  for (const [index, customerId] of ["other", null, "one", "other"].entries())
    await region.write((db) => appendEntry(db, entryOfToday(`of-today-${index}`, customerId), []));
  const chains = "SELECT seq, chain, link, at FROM record_entries WHERE seq > 3 ORDER BY seq";
  expect(region.statement(chains).raw().all()).toEqual([
    [4, "other", 1, 1],
    // The old chain continues, and its times never go back.
    [5, "", 4, 3],
    [6, "one", 1, 1],
    [7, "other", 2, 1],
  ]);
  expect(verifyDataDir(dataDir).problems).toEqual([]);
  region.sqlite.exec("DROP TRIGGER record_entries_stay; UPDATE record_entries SET kind = 'x' WHERE seq = 2");
  databases.close();
  expect(verifyDataDir(dataDir).problems.join()).toContain("entry 2 (of-before-2) was changed");
});

test.each([
  ["a migration less", "DELETE FROM schema_migrations WHERE number IN (156, 158)"],
  ["one that was another", "UPDATE schema_migrations SET checksum = 'x' WHERE number IN (1, 2)"],
  ["none of the last", "DELETE FROM schema_migrations WHERE number > 30"],
])("GEN-80 files of older versions are refused in one sentence: %s", (_what, change) => {
  for (const kind of ["directory", "region"] as const) {
    const sqlite = new BetterSqlite3(":memory:");
    sqlite.exec(`${old(kind)} ${change}`);
    expect(() => migrate(sqlite, kind, migrations)).toThrow(
      ":memory: is of a version before 1.29.0: start version 1.29.0 with it once, then this one.",
    );
    sqlite.close();
  }
});
