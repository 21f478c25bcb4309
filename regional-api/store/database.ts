/**
 * The store is one file for what all regions share (directory.sqlite) and one file per region.
 * Each region has one connection: its own file as main, the directory attached. Table names are
 * unique over the two, so SQL names tables plainly, and one transaction changes both files.
 *
 * A commit writes the region file first, then the directory. Should the process die in between, the
 * directory lacks what the region has, and reconcile.ts copies it at the next start; so a region's
 * rows are the truth and their directory rows are derived.
 *
 * better-sqlite3 is synchronous: a transaction never waits for anything else and needs no locks.
 */
import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import type { Compilable } from "kysely";
import { awsRegions, type AwsRegion } from "../regions";
import type { Reader, Region, Regions, RunResult, Writer } from "./engine";
import { about, assertWritable, DataError, directoryFile } from "./data-files";
import { migrate, migrationsOf } from "./migrate";
import { migrations } from "./migrations/index";

type Statement<Result> = BetterSqlite3.Statement<unknown[], Result>;

/** Statements with lists of ids vary in text; the cache keeps the most recent of them. */
const maxStatements = 500;

/** One region's connection, seeing the region's tables and the directory's. */
export class Database implements Region, Writer {
  private readonly statements = new Map<string, Statement<unknown>>();
  private readonly untold: (() => void)[] = [];
  /** Is told of what `tellWhenCommitted` was given. */
  log: ((line: object) => void) | undefined;
  /** Milliseconds UTC. */
  clock: () => number = Date.now;

  constructor(
    readonly awsRegion: AwsRegion,
    readonly sqlite: BetterSqlite3.Database,
  ) {}

  /** A prepared statement, made once per text. */
  statement<Result>(text: string): Statement<Result> {
    let statement = this.statements.get(text);
    if (!statement) {
      statement = this.sqlite.prepare<unknown[], unknown>(text);
      const oldest = this.statements.keys().next();
      if (this.statements.size >= maxStatements && !oldest.done) this.statements.delete(oldest.value);
      this.statements.set(text, statement);
    }
    return statement as Statement<Result>;
  }

  all<Result>(query: Compilable<Result>): Result[] {
    const { sql, parameters } = query.compile();
    return this.statement<Result>(sql).all(...parameters);
  }

  get<Result>(query: Compilable<Result>): Result | undefined {
    const { sql, parameters } = query.compile();
    return this.statement<Result>(sql).get(...parameters);
  }

  run(query: Compilable<unknown>): RunResult {
    const { sql, parameters } = query.compile();
    return this.statement(sql).run(...parameters);
  }

  /**
   * Runs `read` on the region's file as it is at this moment, whatever is written meanwhile: so it may wait for others'
   * calls in between. The directory's tables are not there.
   */
  async atThisMoment<Result>(read: (moment: Reader) => Promise<Result>): Promise<Result> {
    const sqlite = new BetterSqlite3(this.sqlite.name, { readonly: true, fileMustExist: true });
    try {
      sqlite.exec("BEGIN");
      // The moment of a transaction is that of its first look into the file.
      sqlite.prepare("SELECT count(*) FROM sqlite_master").get();
      return await read(new Database(this.awsRegion, sqlite));
    } finally {
      sqlite.close();
    }
  }

  /** Runs `work` in one transaction over both files; a thrown error rolls it back. Nests by savepoints. */
  transaction<Result>(work: () => Result): Result {
    const isOutermost = !this.sqlite.inTransaction;
    const toldBefore = this.untold.length;
    try {
      const result = this.sqlite.transaction(work).immediate();
      if (isOutermost) for (const then of this.untold.splice(0)) then();
      return result;
    } catch (error) {
      this.untold.length = toldBefore;
      throw error;
    }
  }

  savepoint<Result>(work: () => Result): Result {
    return this.transaction(work);
  }

  get now(): number {
    return this.clock();
  }

  get reader(): Reader {
    return this;
  }

  write<Result>(work: (writer: Writer) => Result): Result {
    return this.transaction(() => work(this));
  }

  afterCommit(then: () => void): void {
    if (this.sqlite.inTransaction) this.untold.push(then);
    else then();
  }

  tellWhenCommitted(line: object): void {
    this.afterCommit(() => this.log?.(line));
  }

  /** The write-ahead log still has the pages as they were: empties it once the running transaction is over. */
  leaveNoTrace(): void {
    setImmediate(() => {
      if (this.sqlite.open && !this.sqlite.inTransaction) this.sqlite.pragma("main.wal_checkpoint(TRUNCATE)");
    });
  }
}

/** The open store. */
export class Databases implements Regions {
  constructor(
    readonly dataDir: string,
    private readonly byRegion: Readonly<Record<AwsRegion, Database>>,
    private readonly closed: () => void,
  ) {}

  region(awsRegion: AwsRegion): Database {
    return this.byRegion[awsRegion];
  }

  all(): Database[] {
    return awsRegions.map((awsRegion) => this.byRegion[awsRegion]);
  }

  close(): void {
    for (const database of this.all()) database.sqlite.close();
    this.closed();
  }
}

/** However often it is asked, the files are written this often. */
const storeCheckMs = 5_000;
const storeChecks = new WeakMap<Databases, { at: number; isWritable: boolean }>();

/**
 * Whether every file takes a change at `now`, or did within five seconds before: each is given the version number that it
 * has. A disk that is full, or that may only be read, takes none.
 */
export function canStore(databases: Databases, now: number): boolean {
  const known = storeChecks.get(databases);
  if (known && now - known.at < storeCheckMs) return known.isWritable;
  const isWritable = databases.all().every(({ sqlite }) => {
    try {
      for (const file of ["main", "directory"])
        sqlite.pragma(
          `${file}.user_version = ${Number(sqlite.pragma(`${file}.user_version`, { simple: true }))}`,
        );
      return true;
    } catch {
      return false;
    }
  });
  storeChecks.set(databases, { at: now, isWritable });
  return isWritable;
}

/** Smaller files are looked through at each start, which takes some 3 ms a MB; the command verify does it for all. */
const checkedAtStartBytes = 64 * 1024 * 1024;

/** Throws a DataError unless an existing file is whole, of this API and can be written to. Changes nothing in it. */
function check(path: string, file: "directory" | "region"): void {
  assertWritable(path);
  const sqlite = new BetterSqlite3(path, { timeout: 5_000 });
  try {
    // A file that is locked is to be known now, not at the first change.
    sqlite.exec("BEGIN IMMEDIATE; ROLLBACK");
    migrationsOf(sqlite, file, migrations);
    if (statSync(path).size > checkedAtStartBytes) return;
    const damage = String(sqlite.pragma("quick_check(1)", { simple: true }));
    if (damage !== "ok") throw new DataError(`${path} is damaged (${damage.split("\n").pop()}).`);
  } finally {
    sqlite.close();
  }
}

/** Opens a file, made when absent, and brings it up to date. Throws a DataError that names it. */
function open(path: string, file: "directory" | "region"): BetterSqlite3.Database {
  return about(path, () => {
    if (existsSync(path)) {
      check(path, file);
      // Files of earlier releases could be read by everyone on the machine.
      if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
    }
    const sqlite = new BetterSqlite3(path, { timeout: 5_000 });
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma("foreign_keys = ON");
    // What is deleted or replaced is overwritten: whoever was de-identified must not stand in unused parts of a file.
    sqlite.pragma("secure_delete = ON");
    // better-sqlite3 lowers WAL databases to NORMAL, which may lose acknowledged commits on a power cut.
    sqlite.pragma("main.synchronous = FULL");
    migrate(sqlite, file, migrations);
    return sqlite;
  });
}

/** Opens (and makes, when absent) all files under `dataDir` and brings them up to date; `closed` is told of the end. */
export function openDatabases(dataDir: string, closed: () => void = () => undefined): Databases {
  about(dataDir, () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }));
  const directoryPath = join(dataDir, directoryFile);
  open(directoryPath, "directory").close();

  const openRegion = (awsRegion: AwsRegion): Database => {
    const sqlite = open(join(dataDir, `${awsRegion}.sqlite`), "region");
    sqlite.prepare("ATTACH ? AS directory").run(directoryPath);
    sqlite.pragma("directory.synchronous = FULL");
    return new Database(awsRegion, sqlite);
  };
  const byRegion = {
    "ap-southeast-2": openRegion("ap-southeast-2"),
    "eu-west-1": openRegion("eu-west-1"),
    "us-east-1": openRegion("us-east-1"),
  };
  return new Databases(dataDir, byRegion, closed);
}
