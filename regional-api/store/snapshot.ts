/** Snapshots of all files at the same moment, while other processes keep writing. */
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { withPathInErrors, attachAll, dataFiles } from "./data-files";

/** Maximum wait for a file. Writers hold it for milliseconds, so a longer wait means that one hangs. */
const waitMs = 10_000;

/** Runs `work` on all attached files (see `attachAll`) while no process can write; keep it short. */
export function withWritersLocked<Result>(
  dataDir: string,
  work: (sqlite: BetterSqlite3.Database) => Result,
): Result {
  const sqlite = attachAll(dataDir, waitMs);
  try {
    // Takes the write lock of every attached file, so that no change across two files is half committed.
    withPathInErrors(dataDir, () => sqlite.exec("BEGIN IMMEDIATE"));
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

/**
 * Opens one read connection per data file, all on the same snapshot. Writers are blocked only until each
 * connection has started reading. The caller must close the connections.
 */
export function openSnapshot(dataDir: string): { name: string; sqlite: BetterSqlite3.Database }[] {
  return withWritersLocked(dataDir, () =>
    dataFiles.map((name) => {
      const path = join(dataDir, name);
      return withPathInErrors(path, () => {
        const sqlite = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
        sqlite.exec("BEGIN");
        // The first read of the file takes the transaction's snapshot.
        sqlite.prepare("SELECT count(*) FROM sqlite_master").get();
        return { name, sqlite };
      });
    }),
  );
}
