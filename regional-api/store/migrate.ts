import type BetterSqlite3 from "better-sqlite3";
import { DataError } from "./data-files";
import type { Migration } from "./migrations/migration";

const kinds = { directory: "the directory", region: "a region" } as const;

/** What has been applied to a file and what has not. Throws a DataError for one that is not `file`'s of this release. */
export function migrationsOf(
  sqlite: BetterSqlite3.Database,
  file: Migration["file"],
  migrations: readonly Migration[],
): { applied: Set<number>; missing: Migration[] } {
  const tables = sqlite
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name = 'schema_migrations'",
    )
    .pluck()
    .all();
  const wanted = migrations.filter((migration) => migration.file === file);
  if (tables.length === 0) return { applied: new Set(), missing: wanted };
  if (tables.at(-1) !== "schema_migrations") throw new DataError(`${sqlite.name} is not a file of this API.`);

  const applied = new Set(sqlite.prepare<[], number>("SELECT number FROM schema_migrations").pluck().all());
  const known = new Map(migrations.map((migration) => [migration.number, migration.file]));
  for (const number of applied) {
    const of = known.get(number);
    if (of === undefined)
      throw new DataError(
        `${sqlite.name} was changed by a newer release (migration ${number} is not known here).`,
      );
    if (of !== file)
      throw new DataError(`${sqlite.name} holds the data of ${kinds[of]}, not of ${kinds[file]}.`);
  }
  return { applied, missing: wanted.filter((migration) => !applied.has(migration.number)) };
}

/**
 * Brings one database file up to date: each missing migration in a transaction of its own, in order.
 * Safe to run again. Refuses a file that a newer release has already changed.
 */
export function migrate(
  sqlite: BetterSqlite3.Database,
  file: Migration["file"],
  migrations: readonly Migration[],
): void {
  const { missing } = migrationsOf(sqlite, file, migrations);
  if (missing.length === 0) return;
  sqlite.exec(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
       number INTEGER PRIMARY KEY, name TEXT NOT NULL, appliedAt INTEGER NOT NULL
     ) STRICT`,
  );
  const record = sqlite.prepare("INSERT INTO schema_migrations (number, name, appliedAt) VALUES (?, ?, ?)");
  for (const migration of missing) {
    sqlite
      .transaction(() => {
        sqlite.exec(migration.sql);
        record.run(migration.number, migration.name, Date.now());
      })
      .immediate();
  }
}
