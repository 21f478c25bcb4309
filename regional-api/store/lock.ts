/**
 * Limits a data folder to one process. The lock is SQLite's own on an empty file, so the operating system
 * releases it however the process ends, and nothing needs cleanup after kill -9.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { withPathInErrors, assertWritable, dataError, DataError } from "./data-files";

const lockFile = "api.lock";
/** File that shows operators which process holds the lock; no code reads it. */
const pidFile = "api.pid";
/** Files that the lock leaves in a folder; a folder with only these counts as empty. */
export const lockFiles: readonly string[] = [lockFile, `${lockFile}-journal`, pidFile];

/** Time to wait for the lock, because a process just killed may take a moment to exit. */
const waitMs = 2_000;

/** Thrown if another process uses the folder. */
export class LockedError extends DataError {}

export interface Lock {
  release(): void;
  /** Releases the lock and removes the lock files it created; for a folder in which no data was created. */
  withdraw(): void;
}

function holderOf(dataDir: string): string {
  try {
    const pid = readFileSync(join(dataDir, pidFile), "utf8").trim();
    return /^\d+$/.test(pid) ? ` (process ${pid})` : "";
  } catch {
    return "";
  }
}

/**
 * Locks the folder for this process, creating it if missing. Throws a DataError if another process holds the
 * lock.
 */
export function lockDataDir(dataDir: string, timeoutMs = waitMs): Lock {
  withPathInErrors(dataDir, () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }));
  assertWritable(dataDir);
  const path = join(dataDir, lockFile);
  const wasThere = existsSync(path);
  const sqlite = withPathInErrors(path, () => new BetterSqlite3(path, { timeout: timeoutMs }));
  try {
    // SQLite takes no lock on a read-only file.
    assertWritable(path);
    sqlite.exec("BEGIN EXCLUSIVE");
    writeFileSync(join(dataDir, pidFile), `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    sqlite.close();
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY") {
      throw new LockedError(`${dataDir} is in use by another regional API${holderOf(dataDir)}.`);
    }
    throw dataError(path, error);
  }
  const release = () => {
    rmSync(join(dataDir, pidFile), { force: true });
    sqlite.close();
  };
  return {
    release,
    withdraw: () => {
      release();
      if (!wasThere) for (const name of lockFiles) rmSync(join(dataDir, name), { force: true });
    },
  };
}
