import type BetterSqlite3 from "better-sqlite3";
import { createHash } from "node:crypto";
import { DataError } from "./data-files";
import type { Migration } from "./migrations/migration";
import { keyAnew } from "./search/search-key";

const kinds = { directory: "the directory", region: "a region" } as const;

/** Of each migration once: every file that is opened asks for all of them. */
const checksums = new WeakMap<Migration, string>();

/** Says whether two migrations do the same: comments and layout of their statements do not count. */
function checksumOf(migration: Migration): string {
  const known = checksums.get(migration);
  if (known !== undefined) return known;
  const statements = migration.sql.replace(/--.*$/gm, "").replace(/\s+/g, " ").trim();
  const checksum = createHash("sha256").update(statements).digest("hex");
  checksums.set(migration, checksum);
  return checksum;
}

/** A migration that ran on a file. Files of earlier releases have no checksums: their next start notes them. */
interface Applied {
  readonly number: number;
  readonly appliedAt: number;
  readonly checksum?: string | null;
}

/** Throws for a migration that is not what ran on the file: the file lacks what it does now, and nothing would add it. */
function requireUnchanged(path: string, ran: Applied, migration: Migration): void {
  if (ran.checksum == null || ran.checksum === checksumOf(migration)) return;
  const day = new Date(ran.appliedAt).toISOString().slice(0, 10);
  throw new DataError(
    `${path}: migration ${migration.number} (${migration.name}) was changed after it ran on ${day}: ` +
      "put it back as it was and write a new one, or, where the data may be lost, delete the data folder.",
  );
}

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

  const rows = sqlite.prepare<[], Applied>("SELECT * FROM schema_migrations").all();
  const applied = new Set(rows.map(({ number }) => number));
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const row of rows) {
    const { number } = row;
    const migration = known.get(number);
    if (migration === undefined)
      throw new DataError(
        `${sqlite.name} was changed by a newer release (migration ${number} is not known here).`,
      );
    if (migration.file !== file)
      throw new DataError(
        `${sqlite.name} holds the data of ${kinds[migration.file]}, not of ${kinds[file]}.`,
      );
    requireUnchanged(sqlite.name, row, migration);
  }
  return { applied, missing: wanted.filter((migration) => !applied.has(migration.number)) };
}

/** The table of what ran, with its column of checksums, which files of earlier releases lack. */
function noteChecksums(sqlite: BetterSqlite3.Database, migrations: readonly Migration[]): void {
  sqlite.exec(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
       number INTEGER PRIMARY KEY, name TEXT NOT NULL, appliedAt INTEGER NOT NULL, checksum TEXT
     ) STRICT`,
  );
  const columns = sqlite.prepare<[], string>("SELECT name FROM pragma_table_info('schema_migrations')");
  if (!columns.pluck().all().includes("checksum"))
    sqlite.exec("ALTER TABLE schema_migrations ADD COLUMN checksum TEXT");
  const without = sqlite
    .prepare<[], number>("SELECT number FROM schema_migrations WHERE checksum IS NULL")
    .pluck()
    .all();
  const note = sqlite.prepare("UPDATE schema_migrations SET checksum = ? WHERE number = ?");
  for (const migration of migrations)
    if (without.includes(migration.number)) note.run(checksumOf(migration), migration.number);
}

/**
 * Brings one database file up to date: each missing migration in a transaction of its own, in order.
 * Safe to run again. Refuses a file that a newer release has already changed, and a migration that was edited after it ran.
 */
export function migrate(
  sqlite: BetterSqlite3.Database,
  file: Migration["file"],
  migrations: readonly Migration[],
): void {
  const { missing } = migrationsOf(sqlite, file, migrations);
  sqlite.function("search_key", { deterministic: true }, (key) => keyAnew(String(key)));
  sqlite.transaction(() => noteChecksums(sqlite, migrations)).immediate();
  const record = sqlite.prepare(
    "INSERT INTO schema_migrations (number, name, appliedAt, checksum) VALUES (?, ?, ?, ?)",
  );
  for (const migration of missing) {
    sqlite
      .transaction(() => {
        sqlite.exec(migration.sql);
        record.run(migration.number, migration.name, Date.now(), checksumOf(migration));
      })
      .immediate();
  }
}
