/** All files as they were at one moment, while others go on writing. */
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { about, attachAll, dataFiles } from "./data-files";

/** Writers hold a file for milliseconds; this long means that one hangs. */
const waitMs = 10_000;

/** Runs `work` on all files attached (see `attachAll`) while nobody can write; keep it short. */
export function whileNobodyWrites<Result>(
  dataDir: string,
  work: (sqlite: BetterSqlite3.Database) => Result,
): Result {
  const sqlite = attachAll(dataDir, waitMs);
  try {
    // Takes the write lock of every attached file, so no change over two files is half done now.
    about(dataDir, () => sqlite.exec("BEGIN IMMEDIATE"));
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

/**
 * One reading connection per data file, all of them fixed on the same moment: writers are held up only until each has
 * begun to read. Whoever calls it closes them.
 */
export function openSnapshot(dataDir: string): { name: string; sqlite: BetterSqlite3.Database }[] {
  return whileNobodyWrites(dataDir, () =>
    dataFiles.map((name) => {
      const path = join(dataDir, name);
      return about(path, () => {
        const sqlite = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
        sqlite.exec("BEGIN");
        // The moment of a transaction is that of its first look into the file.
        sqlite.prepare("SELECT count(*) FROM sqlite_master").get();
        return { name, sqlite };
      });
    }),
  );
}
