import type BetterSqlite3 from "better-sqlite3";
import { DataError } from "./data-files";
import { checksumOf, missingOf, initialRecords, type AppliedMigration } from "./migrations/applied";
import type { Migration } from "./migrations/migration";
import { schema } from "./schema/schema";
import { recomputeKey } from "../../shared/search-key";

/**
 * Returns the migrations that a file lacks; undefined if it is empty. Throws a DataError if it is not a
 * `file` of this release.
 */
export function missingFrom(
  sqlite: BetterSqlite3.Database,
  file: Migration["file"],
  migrations: readonly Migration[],
): Migration[] | undefined {
  const tables = sqlite
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .pluck()
    .all();
  if (tables.length === 0) return undefined;
  if (!tables.includes("schema_migrations")) throw new DataError(`${sqlite.name} is not a file of this API.`);
  const rows = sqlite.prepare<[], AppliedMigration>("SELECT * FROM schema_migrations").all();
  return missingOf({ place: sqlite.name, file, engine: "sqlite", rows }, migrations);
}

/**
 * Creates a new file's schema, or runs its missing migrations in order, each in a transaction of its own.
 * Safe to repeat. Throws the errors of `missingFrom`.
 */
export function migrate(
  sqlite: BetterSqlite3.Database,
  file: Migration["file"],
  migrations: readonly Migration[],
): void {
  const missing = missingFrom(sqlite, file, migrations);
  const note = ({ number, name, checksum }: Omit<AppliedMigration, "appliedAt">) =>
    sqlite
      .prepare("INSERT INTO schema_migrations (number, name, appliedAt, checksum) VALUES (?, ?, ?, ?)")
      .run(number, name, Date.now(), checksum);
  if (missing === undefined) {
    sqlite
      .transaction(() => {
        sqlite.exec(
          `CREATE TABLE schema_migrations (
             number INTEGER PRIMARY KEY, name TEXT NOT NULL, appliedAt INTEGER NOT NULL, checksum TEXT
           ) STRICT;
           ${schema("sqlite", file)}`,
        );
        initialRecords(file, "sqlite", migrations).forEach(note);
      })
      .immediate();
    return;
  }
  sqlite.function("search_key", { deterministic: true }, (key) => recomputeKey(String(key)));
  for (const migration of missing)
    sqlite
      .transaction(() => {
        sqlite.exec(migration.sql);
        note({ ...migration, checksum: checksumOf(migration, "sqlite") });
      })
      .immediate();
}
