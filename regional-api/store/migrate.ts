import type BetterSqlite3 from "better-sqlite3";
import type { Migration } from "./migrations/migration";

/**
 * Brings one database file up to date: each missing migration in a transaction of its own, in order.
 * Safe to run again. Refuses a file that a newer release has already changed.
 */
export function migrate(
  sqlite: BetterSqlite3.Database,
  file: Migration["file"],
  migrations: readonly Migration[],
): void {
  sqlite.exec(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
       number INTEGER PRIMARY KEY, name TEXT NOT NULL, appliedAt INTEGER NOT NULL
     ) STRICT`,
  );
  const wanted = migrations.filter((migration) => migration.file === file);
  const known = new Set(wanted.map((migration) => migration.number));
  const applied = new Set(
    sqlite
      .prepare<[], { number: number }>("SELECT number FROM schema_migrations")
      .all()
      .map((row) => row.number),
  );
  const unknown = [...applied].find((number) => !known.has(number));
  if (unknown !== undefined) {
    throw new Error(`${sqlite.name} was changed by a newer release (migration ${unknown} is not known here)`);
  }
  const record = sqlite.prepare("INSERT INTO schema_migrations (number, name, appliedAt) VALUES (?, ?, ?)");
  for (const migration of wanted) {
    if (applied.has(migration.number)) continue;
    sqlite
      .transaction(() => {
        sqlite.exec(migration.sql);
        record.run(migration.number, migration.name, Date.now());
      })
      .immediate();
  }
}
