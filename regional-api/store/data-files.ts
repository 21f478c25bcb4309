/** The store's files, and error messages that tell operators which file cannot be used and why. */
import { accessSync, constants, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { awsRegions } from "../../shared/regions";

export const directoryFile = "directory.sqlite";

/** The files of every store: the directory and one per region. */
export const dataFiles: readonly string[] = [
  directoryFile,
  ...awsRegions.map((awsRegion) => `${awsRegion}.sqlite`),
];

/**
 * File of the demo identity provider's key. Kept with the data, because customers' settings refer to the key.
 */
export const demoIdpFile = "demo-idp.json";

/** File with the time of the last backup (ISO 8601), kept with the data. */
export const lastBackupFile = "last-backup";

/** The reason why data cannot be used: one line that names the file or folder. */
export class DataError extends Error {}

const reasons: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^SQLITE_NOTADB/, "is not an SQLite database"],
  [/^SQLITE_CORRUPT/, "is damaged"],
  [/^SQLITE_(BUSY|LOCKED)/, "is locked by another program"],
  [/^(SQLITE_READONLY|EROFS)/, "cannot be written to"],
  [/^(EACCES|EPERM)/, "cannot be read or written by this user"],
  [/^EEXIST/, "is not a folder"],
  [/^(SQLITE_CANTOPEN|ENOENT|ENOTDIR)/, "cannot be opened"],
  [/^(SQLITE_FULL|ENOSPC)/, "cannot grow: the disk is full"],
  [/^SQLITE_IOERR/, "cannot be read from or written to the disk"],
  [/^/, "cannot be used"],
];

/** Wraps `error` in a DataError that names `path`; a DataError is returned unchanged. */
export function dataError(path: string, error: unknown): DataError {
  if (error instanceof DataError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1];
  const detail = error instanceof Error ? error.message : String(error);
  return new DataError(`${path} ${reason} (${detail}).`, { cause: error });
}

/** Runs `work`; errors it throws become DataErrors that name `path`. */
export function withPathInErrors<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw dataError(path, error);
  }
}

/** Throws a DataError unless this process may read and write `path`. */
export function assertWritable(path: string): void {
  withPathInErrors(path, () => accessSync(path, constants.R_OK | constants.W_OK));
}

/** The names of SQLite files in `folder`, with their journals; none if the folder does not exist. */
export function sqliteFilesIn(folder: string): string[] {
  return entryNames(folder).filter((name) => /\.sqlite(-wal|-shm|-journal)?$/.test(name));
}

/** The names of all entries in `folder`; none if it does not exist. */
export function entryNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw dataError(folder, error);
  }
}

/**
 * Opens the data files of `folder` as schemas of one connection, with the directory last, as in every
 * transaction.
 */
export function attachAll(folder: string, timeoutMs: number): BetterSqlite3.Database {
  const sqlite = new BetterSqlite3(":memory:", { timeout: timeoutMs });
  try {
    for (const name of [...dataFiles].reverse()) {
      const path = join(folder, name);
      // Checked first, because ATTACH would create a missing file.
      assertWritable(path);
      withPathInErrors(path, () => {
        sqlite.prepare(`ATTACH ? AS "${schemaOf(name)}"`).run(path);
        sqlite.pragma(`"${schemaOf(name)}".schema_version`);
      });
    }
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** The schema name of a data file in `attachAll`. */
export const schemaOf = (name: string) => basename(name, ".sqlite");
