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
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import type { Compilable } from "kysely";
import { awsRegions, type AwsRegion } from "../domain/regions";
import { migrate } from "./migrate";
import { migrations } from "./migrations/index";

export type RunResult = BetterSqlite3.RunResult;
type Statement<Result> = BetterSqlite3.Statement<unknown[], Result>;

/** Statements with lists of ids vary in text; the cache keeps the most recent of them. */
const maxStatements = 500;

/** One region's connection, seeing the region's tables and the directory's. */
export class Database {
  private readonly statements = new Map<string, Statement<unknown>>();

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

  /** Runs `work` in one transaction over both files; a thrown error rolls it back. Nests by savepoints. */
  transaction<Result>(work: () => Result): Result {
    return this.sqlite.transaction(work).immediate();
  }
}

/** The open store. */
export class Databases {
  constructor(
    readonly dataDir: string,
    private readonly byRegion: Readonly<Record<AwsRegion, Database>>,
  ) {}

  region(awsRegion: AwsRegion): Database {
    return this.byRegion[awsRegion];
  }

  all(): Database[] {
    return awsRegions.map((awsRegion) => this.byRegion[awsRegion]);
  }

  close(): void {
    for (const database of this.all()) database.sqlite.close();
  }
}

function open(path: string): BetterSqlite3.Database {
  const sqlite = new BetterSqlite3(path, { timeout: 5_000 });
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("foreign_keys = ON");
  // What is deleted or replaced is overwritten: whoever was de-identified must not stand in unused parts of a file.
  sqlite.pragma("secure_delete = ON");
  // better-sqlite3 lowers WAL databases to NORMAL, which may lose acknowledged commits on a power cut.
  sqlite.pragma("main.synchronous = FULL");
  return sqlite;
}

/** Opens (and makes, when absent) all files under `dataDir` and brings them up to date. */
export function openDatabases(dataDir: string): Databases {
  mkdirSync(dataDir, { recursive: true });
  const directoryPath = join(dataDir, "directory.sqlite");
  const directory = open(directoryPath);
  migrate(directory, "directory", migrations);
  directory.close();

  const openRegion = (awsRegion: AwsRegion): Database => {
    const sqlite = open(join(dataDir, `${awsRegion}.sqlite`));
    migrate(sqlite, "region", migrations);
    sqlite.prepare("ATTACH ? AS directory").run(directoryPath);
    sqlite.pragma("directory.synchronous = FULL");
    return new Database(awsRegion, sqlite);
  };
  return new Databases(dataDir, {
    "ap-southeast-2": openRegion("ap-southeast-2"),
    "eu-west-1": openRegion("eu-west-1"),
    "us-east-1": openRegion("us-east-1"),
  });
}
