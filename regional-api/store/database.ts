/**
 * The store consists of one file for data shared by all regions (directory.sqlite) and one file per region.
 * Each connection has a region's file as main, with the directory attached. Table names are unique across the
 * two, so SQL needs no schema names, and one transaction can change both files.
 *
 * A commit writes the region file first, then the directory. If the process dies in between, the directory
 * lacks rows that the region has, and reconcile.ts copies them at the next start. So a region's rows are
 * authoritative, and their directory rows are derived.
 *
 * A region is written by one connection, one transaction at a time, and read by others (sqlite-engine.ts).
 */
import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import type { Compilable } from "kysely";
import { awsRegions, type AwsRegion } from "../../shared/regions";
import type { Reader, Reading, Region, RunResult, StoreHooks, Store, Writer } from "./engine";
import { Connection, inTransaction, Readers, SqliteReading } from "./sqlite-engine";
import { WriteQueue } from "./write-queue";
import { MemoryCounters } from "./counters";
import { withPathInErrors, assertWritable, DataError, directoryFile } from "./data-files";
import { isStoreFailure } from "./failures";
import { migrate, missingFrom } from "./migrate";
import { migrations } from "./migrations/index";

/** Delay before retrying to truncate the WAL if a full disk prevented it. */
const truncateRetryMs = 1_000;

/**
 * One region's data. Serving code uses `reader`, `reading` and `write`. The rest is specific to SQLite and
 * synchronous, for work on the files before serving, such as filling, checking and inspecting.
 */
export class Database implements Region {
  private readonly writer: Connection;
  private readonly readers: Readers;
  readonly reader: Reader;
  /** Receives the lines passed to `logAfterCommit`. */
  log: ((line: object) => void) | undefined;
  /** Milliseconds UTC. */
  clock: () => number = Date.now;
  waited: StoreHooks["waited"] = () => undefined;

  constructor(
    readonly awsRegion: AwsRegion,
    readonly sqlite: BetterSqlite3.Database,
    private readonly turns: WriteQueue,
    openReader: () => BetterSqlite3.Database,
  ) {
    this.writer = new Connection(sqlite);
    this.readers = new Readers(openReader);
    this.reader = this.reading();
  }

  reading(): Reading {
    return new SqliteReading(this.awsRegion, this.readers, this.turns);
  }

  write<Result>(work: (writer: Writer) => Promise<Result>, whose?: string): Promise<Result> {
    const { awsRegion, writer: connection, reader, waited } = this;
    const begin = () => ({
      ...{ awsRegion, connection, reader, now: this.clock() },
      log: (line: object) => this.log?.(line),
      emptyLog: () => this.emptyLogSoon(),
    });
    return inTransaction(this.turns, { whose, waited }, begin, work);
  }

  /** Truncates the WAL, which still holds old page versions, once no reader needs them. */
  private emptyLogSoon(waitMs = 0): void {
    setTimeout(() => {
      void this.turns.between(() => this.readers.onceFree(() => this.emptyLog()));
    }, waitMs).unref();
  }

  private emptyLog(): void {
    if (!this.sqlite.open) return;
    if (this.sqlite.inTransaction) return this.emptyLogSoon();
    try {
      this.sqlite.pragma("main.wal_checkpoint(TRUNCATE)");
    } catch (error) {
      // The change is committed even if the disk is full; the WAL can be truncated once there is space.
      if (!isStoreFailure(error)) throw error;
      this.emptyLogSoon(truncateRetryMs);
    }
  }

  statement<Result>(text: string): BetterSqlite3.Statement<unknown[], Result> {
    return this.writer.statement<Result>(text);
  }

  all<Result>(query: Compilable<Result>): Result[] {
    return this.writer.all(query);
  }

  get<Result>(query: Compilable<Result>): Result | undefined {
    return this.writer.get(query);
  }

  run(query: Compilable<unknown>): RunResult {
    return this.writer.run(query);
  }

  /** Runs synchronous work in a transaction; calls can be nested. */
  transaction<Result>(work: () => Result): Result {
    return this.sqlite.transaction(work).immediate();
  }

  close(): void {
    this.readers.close();
    this.sqlite.close();
  }
}

/** Minimum interval between checks for writability, however often they are requested. */
const storeCheckMs = 5_000;

/** The open store. */
export class Databases implements Store {
  private known: { at: number; isWritable: Promise<boolean> } | undefined;

  constructor(
    readonly dataDir: string,
    private readonly byRegion: Readonly<Record<AwsRegion, Database>>,
    private readonly turns: WriteQueue,
    private readonly closed: () => void,
  ) {}

  region(awsRegion: AwsRegion): Database {
    return this.byRegion[awsRegion];
  }

  all(): Database[] {
    return awsRegions.map((awsRegion) => this.byRegion[awsRegion]);
  }

  /** Runs a quick, synchronous `act` while no transaction is open. */
  betweenWrites<Result>(act: () => Result): Promise<Result> {
    return this.turns.between(act);
  }

  readonly isShared = false;
  readonly counters = new MemoryCounters();

  /** Always runs: the lock on the files already excludes all other processes. */
  async alone(_duty: string, work: () => Promise<void>): Promise<boolean> {
    await work();
    return true;
  }

  serve({ clock, log, waited }: StoreHooks): void {
    for (const database of this.all()) {
      database.clock = clock;
      database.waited = waited;
      database.log = (line) => log({ region: database.awsRegion, ...line });
    }
  }

  // oxlint-disable-next-line typescript/require-await -- what SQLite throws is a rejection, as of any engine
  async ping(): Promise<void> {
    for (const database of this.all()) database.statement("SELECT 1").get();
  }

  /** False if the disk is full or read-only. */
  canStore(now: number): Promise<boolean> {
    if (this.known && now - this.known.at < storeCheckMs) return this.known.isWritable;
    const check = this.betweenWrites(() => this.all().every(isWritable));
    this.known = { at: now, isWritable: check };
    return check;
  }

  close(): void {
    for (const database of this.all()) database.close();
    this.closed();
  }
}

/** True if SQLite can write to both files; rewrites each file's current version number. */
function isWritable({ sqlite }: Database): boolean {
  try {
    for (const file of ["main", "directory"])
      sqlite.pragma(
        `${file}.user_version = ${Number(sqlite.pragma(`${file}.user_version`, { simple: true }))}`,
      );
    return true;
  } catch {
    return false;
  }
}

/**
 * Files below this size are checked at every start, at about 3 ms per MB; the verify command checks all
 * files.
 */
const checkedAtStartBytes = 64 * 1024 * 1024;

/** Throws a DataError unless an existing file is intact, belongs to this API and is writable. Changes nothing. */
function check(sqlite: BetterSqlite3.Database, path: string, file: "directory" | "region"): void {
  // Detects a locked file now rather than at the first change.
  sqlite.exec("BEGIN IMMEDIATE; ROLLBACK");
  missingFrom(sqlite, file, migrations);
  if (statSync(path).size > checkedAtStartBytes) return;
  const damage = String(sqlite.pragma("quick_check(1)", { simple: true }));
  if (damage !== "ok") throw new DataError(`${path} is damaged (${damage.split("\n").pop()}).`);
}

/** Opens a file, creating it if absent, and migrates it. Throws a DataError that names it. */
function open(path: string, file: "directory" | "region"): BetterSqlite3.Database {
  return withPathInErrors(path, () => {
    const isThere = existsSync(path);
    if (isThere) assertWritable(path);
    const sqlite = new BetterSqlite3(path, { timeout: 5_000 });
    try {
      if (isThere) {
        check(sqlite, path, file);
        // Earlier releases created files readable by every user of the machine.
        if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
      }
      sqlite.pragma("journal_mode = WAL");
      sqlite.pragma("foreign_keys = ON");
      // Overwrites deleted data, so that data of de-identified people does not remain in unused parts of a
      // file.
      sqlite.pragma("secure_delete = ON");
      // better-sqlite3 lowers WAL databases to NORMAL, which can lose acknowledged commits in a power cut.
      sqlite.pragma("main.synchronous = FULL");
      migrate(sqlite, file, migrations);
      return sqlite;
    } catch (error) {
      sqlite.close();
      throw error;
    }
  });
}

/** Opens all files in `dataDir`, creating them if missing, and migrates them. Calls `closed` when closed. */
export function openDatabases(dataDir: string, closed: () => void = () => undefined): Databases {
  withPathInErrors(dataDir, () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }));
  const directoryPath = join(dataDir, directoryFile);
  open(directoryPath, "directory").close();

  const turns = new WriteQueue();
  const openRegion = (awsRegion: AwsRegion): Database => {
    const path = join(dataDir, `${awsRegion}.sqlite`);
    const sqlite = open(path, "region");
    sqlite.prepare("ATTACH ? AS directory").run(directoryPath);
    sqlite.pragma("directory.synchronous = FULL");
    return new Database(awsRegion, sqlite, turns, () => {
      const reader = new BetterSqlite3(path, { readonly: true, fileMustExist: true, timeout: 5_000 });
      reader.prepare("ATTACH ? AS directory").run(directoryPath);
      return reader;
    });
  };
  const byRegion = {
    "ap-southeast-2": openRegion("ap-southeast-2"),
    "eu-west-1": openRegion("eu-west-1"),
    "us-east-1": openRegion("us-east-1"),
  };
  return new Databases(dataDir, byRegion, turns, closed);
}
