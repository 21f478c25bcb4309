/** Consistency checks between the directory and a region's file; they return counts. */
import type BetterSqlite3 from "better-sqlite3";
import type { AwsRegion } from "../../shared/regions";

const count = (sqlite: BetterSqlite3.Database, query: string, ...parameters: string[]) =>
  sqlite
    .prepare<string[], number>(query)
    .pluck()
    .get(...parameters) ?? 0;

/**
 * Counts rows that the directory has for a region and the region lacks. A region commits before the
 * directory, so a crash cannot cause this: the region's file must be older than the directory, or another
 * file. Schemas are those of `sqlite`.
 */
export function missingFromRegion(
  sqlite: BetterSqlite3.Database,
  region: string,
  directory: string,
  awsRegion: AwsRegion,
): { customers: number; users: number } {
  const missing = (directoryTable: string, table: string) =>
    count(
      sqlite,
      `SELECT count(*) FROM "${directory}".${directoryTable}
       WHERE awsRegion = ? AND id NOT IN (SELECT id FROM "${region}".${table})`,
      awsRegion,
    );
  return { customers: missing("customer_directory", "customers"), users: missing("user_directory", "users") };
}

/**
 * Counts rows of a region that the directory lacks. Customers and users are copied at the next start
 * (reconcile.ts).
 */
export function missingFromDirectory(
  sqlite: BetterSqlite3.Database,
  region: string,
  directory: string,
): { organizations: number; customers: number; users: number } {
  const missing = (what: string, table: string, directoryTable: string) =>
    count(
      sqlite,
      `SELECT count(DISTINCT ${what}) FROM "${region}".${table}
       WHERE ${what} NOT IN (SELECT id FROM "${directory}".${directoryTable})`,
    );
  return {
    organizations: missing("organizationId", "customers", "organizations"),
    customers: missing("id", "customers", "customer_directory"),
    users: missing("id", "users", "user_directory"),
  };
}
