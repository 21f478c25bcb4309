/** Snapshots of all files at one moment, while other processes keep writing. */
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { about, attachAll, dataFiles } from "./data-files";

/** Writers hold a file for milliseconds; a longer wait means one hangs. */
const waitMs = 10_000;

/** Runs `work` on all files attached (see `attachAll`) while no write is possible; keep it short. */
export function whileNobodyWrites<Result>(
  dataDir: string,
  work: (sqlite: BetterSqlite3.Database) => Result,
): Result {
  const sqlite = attachAll(dataDir, waitMs);
  try {
    // Takes the write lock of every attached file, so no change across two files is half done.
    about(dataDir, () => sqlite.exec("BEGIN IMMEDIATE"));
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

/**
 * Opens one read connection per data file, all on the same snapshot: writers are blocked only until each connection has
 * started reading. The caller closes them.
 */
export function openSnapshot(dataDir: string): { name: string; sqlite: BetterSqlite3.Database }[] {
  return whileNobodyWrites(dataDir, () =>
    dataFiles.map((name) => {
      const path = join(dataDir, name);
      return about(path, () => {
        const sqlite = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
        sqlite.exec("BEGIN");
        // A transaction's snapshot is taken by its first read of the file.
        sqlite.prepare("SELECT count(*) FROM sqlite_master").get();
        return { name, sqlite };
      });
    }),
  );
}
