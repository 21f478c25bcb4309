import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabases, type Database, type Databases } from "../../../regional-api/store/database";
import { seedDatabase } from "../../../regional-api/seed/index";

/** A separate store with the demo data, in the system's temporary directory. */
export async function seededDatabases(now: number): Promise<{ databases: Databases; remove: () => void }> {
  const dir = mkdtempSync(join(tmpdir(), "edge-seed-"));
  const databases = openDatabases(dir);
  await seedDatabase(databases, { size: "demo", now });
  return {
    databases,
    remove: () => {
      databases.close();
      rmSync(dir, { recursive: true });
    },
  };
}

/** The rows of a query on one region's connection. */
export const rows = <Result = Record<string, unknown>>(
  db: Database,
  query: string,
  ...values: unknown[]
): Result[] => db.sqlite.prepare<unknown[], Result>(query).all(...values);

/** The first column of a query's first row, as a number. */
export const count = (db: Database, query: string, ...values: unknown[]): number =>
  Number(
    db.sqlite
      .prepare(query)
      .pluck()
      .get(...values),
  );

/** A count over all regions. */
export const total = (databases: Databases, query: string): number =>
  databases.all().reduce((sum, db) => sum + count(db, query), 0);
