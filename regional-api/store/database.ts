/**
 * The store is one file for what all regions share (directory.sqlite) and one file per region.
 * Each connection has a region's own file as main, the directory attached. Table names are
 * unique over the two, so SQL names tables plainly, and one transaction changes both files.
 *
 * A commit writes the region file first, then the directory. Should the process die in between, the
 * directory lacks what the region has, and reconcile.ts copies it at the next start; so a region's
 * rows are the truth and their directory rows are derived.
 *
 * A region is written by one connection, one transaction at a time, and read by others: sqlite-engine.ts.
 */
import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import type { Compilable } from "kysely";
import { awsRegions, type AwsRegion } from "../../shared/regions";
import type { Reader, Reading, Region, RunResult, Serving, Store, Writer } from "./engine";
import { Connection, inTransaction, Readers, SqliteReading } from "./sqlite-engine";
import { Turns } from "./turns";
import { MemoryCounters } from "./counters";
import { about, assertWritable, DataError, directoryFile } from "./data-files";
import { isStoreFailure } from "./failures";
import { migrate, missingFrom } from "./migrate";
import { migrations } from "./migrations/index";

/** How long emptying the log waits after a full disk kept it from being emptied. */
const emptyAgainMs = 1_000;

/**
 * One region's data. Whoever serves reads and writes by `reader`, `reading` and `write`; the rest is SQLite's own and
 * synchronous, for what is done to the files before anybody is served: filling, checking, looking into them.
 */
export class Database implements Region {
  private readonly writer: Connection;
  private readonly readers: Readers;
  readonly reader: Reader;
  /** Is told of what `tellWhenCommitted` was given. */
  log: ((line: object) => void) | undefined;
  /** Milliseconds UTC. */
  clock: () => number = Date.now;
  waited: Serving["waited"] = () => undefined;

  constructor(
    readonly awsRegion: AwsRegion,
    readonly sqlite: BetterSqlite3.Database,
    private readonly turns: Turns,
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

  /** Empties the write-ahead log, which still has the pages as they were, once nobody reads them. */
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
      // On a full disk the change is committed, and the log can be emptied once there is room.
      if (!isStoreFailure(error)) throw error;
      this.emptyLogSoon(emptyAgainMs);
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

  /** A transaction of synchronous work; nests. */
  transaction<Result>(work: () => Result): Result {
    return this.sqlite.transaction(work).immediate();
  }

  close(): void {
    this.readers.close();
    this.sqlite.close();
  }
}

/** However often it is asked, the files are written this often. */
const storeCheckMs = 5_000;

/** The open store. */
export class Databases implements Store {
  private known: { at: number; isWritable: Promise<boolean> } | undefined;

  constructor(
    readonly dataDir: string,
    private readonly byRegion: Readonly<Record<AwsRegion, Database>>,
    private readonly turns: Turns,
    private readonly closed: () => void,
  ) {}

  region(awsRegion: AwsRegion): Database {
    return this.byRegion[awsRegion];
  }

  all(): Database[] {
    return awsRegions.map((awsRegion) => this.byRegion[awsRegion]);
  }

  /** Does what takes no time when no transaction is under way. */
  betweenWrites<Result>(act: () => Result): Promise<Result> {
    return this.turns.between(act);
  }

  readonly isShared = false;
  readonly counters = new MemoryCounters();

  /** The lock on the files keeps every other process out. */
  async alone(_duty: string, work: () => Promise<void>): Promise<boolean> {
    await work();
    return true;
  }

  serve({ clock, log, waited }: Serving): void {
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

  /** A disk that is full, or that may only be read, takes no change. */
  canStore(now: number): Promise<boolean> {
    if (this.known && now - this.known.at < storeCheckMs) return this.known.isWritable;
    const asked = this.betweenWrites(() => this.all().every(isWritable));
    this.known = { at: now, isWritable: asked };
    return asked;
  }

  close(): void {
    for (const database of this.all()) database.close();
    this.closed();
  }
}

/** Whether SQLite writes to both files: each is given the version number that it has. */
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

/** Smaller files are looked through at each start, which takes some 3 ms a MB; the command verify does it for all. */
const checkedAtStartBytes = 64 * 1024 * 1024;

/** Throws a DataError unless an existing file is whole, of this API and can be written to. Changes nothing in it. */
function check(sqlite: BetterSqlite3.Database, path: string, file: "directory" | "region"): void {
  // A file that is locked is to be known now, not at the first change.
  sqlite.exec("BEGIN IMMEDIATE; ROLLBACK");
  missingFrom(sqlite, file, migrations);
  if (statSync(path).size > checkedAtStartBytes) return;
  const damage = String(sqlite.pragma("quick_check(1)", { simple: true }));
  if (damage !== "ok") throw new DataError(`${path} is damaged (${damage.split("\n").pop()}).`);
}

/** Opens a file, made when absent, and brings it up to date. Throws a DataError that names it. */
function open(path: string, file: "directory" | "region"): BetterSqlite3.Database {
  return about(path, () => {
    const isThere = existsSync(path);
    if (isThere) assertWritable(path);
    const sqlite = new BetterSqlite3(path, { timeout: 5_000 });
    try {
      if (isThere) {
        check(sqlite, path, file);
        // Files of earlier releases could be read by everyone on the machine.
        if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
      }
      sqlite.pragma("journal_mode = WAL");
      sqlite.pragma("foreign_keys = ON");
      // What is deleted or replaced is overwritten: whoever was de-identified must not stand in unused parts of a file.
      sqlite.pragma("secure_delete = ON");
      // better-sqlite3 lowers WAL databases to NORMAL, which may lose acknowledged commits on a power cut.
      sqlite.pragma("main.synchronous = FULL");
      migrate(sqlite, file, migrations);
      return sqlite;
    } catch (error) {
      sqlite.close();
      throw error;
    }
  });
}

/** Opens (and makes, when absent) all files under `dataDir` and brings them up to date; `closed` is told of the end. */
export function openDatabases(dataDir: string, closed: () => void = () => undefined): Databases {
  about(dataDir, () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }));
  const directoryPath = join(dataDir, directoryFile);
  open(directoryPath, "directory").close();

  const turns = new Turns();
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
