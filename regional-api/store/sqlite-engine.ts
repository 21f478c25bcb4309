/**
 * Readers and writers on SQLite. One transaction runs at a time, in any region, because each also locks the
 * directory. Reads have separate connections, on snapshots of the WAL, so an awaited read never runs inside
 * another caller's transaction.
 */
import type BetterSqlite3 from "better-sqlite3";
import type { Compilable } from "kysely";
import { BoundedCache } from "../../shared/bounded-cache";
import type { AwsRegion } from "../../shared/regions";
import type { Reader, Reading, RunResult, Select, WaitListener, Writer } from "./engine";
import { Transaction, type TransactionContext, type OpenTransaction } from "./transaction";
import { isLongTurn, nextTurn } from "./event-loop";
import { Wait, type WriteQueue } from "./write-queue";

type PreparedStatement = BetterSqlite3.Statement<unknown[], unknown>;

/** Maximum cached statements; statements with lists of ids vary in text, and the most recent are kept. */
const maxStatements = 500;

/** A connection with its prepared statements. */
export class Connection {
  private readonly statements = new BoundedCache<string, PreparedStatement>(maxStatements);

  constructor(readonly sqlite: BetterSqlite3.Database) {}

  /** A prepared statement, created once per text. */
  statement<Result>(text: string): BetterSqlite3.Statement<unknown[], Result> {
    const statement = this.statements.get(text) ?? this.statements.set(text, this.sqlite.prepare(text));
    return statement as BetterSqlite3.Statement<unknown[], Result>;
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

  exec(text: "BEGIN" | "BEGIN IMMEDIATE" | "COMMIT" | "ROLLBACK" | (string & {})): void {
    this.statement(text).run();
  }

  /** Rolls back, unless SQLite has already ended the transaction itself. */
  rollback(): void {
    if (this.sqlite.inTransaction) this.exec("ROLLBACK");
  }
}

/** Maximum idle connections of a region to keep open, in addition to the one that usually suffices. */
const maxIdle = 4;

/** The read connections of a region. */
export class Readers {
  /** Connections without a snapshot; the most recently used is taken first. */
  private readonly idle: Connection[] = [];
  private held = 0;
  private isClosed = false;
  private whenFree: (() => void) | undefined;

  constructor(private readonly open: () => BetterSqlite3.Database) {}

  /** Returns a connection that reads committed data; use it for one statement only, since others share it. */
  current(): Connection {
    const last = this.idle.at(-1);
    if (last) return last;
    const made = new Connection(this.open());
    this.idle.push(made);
    return made;
  }

  /** Returns a connection on a new snapshot of both files. */
  take(): Connection {
    const connection = this.current();
    this.idle.pop();
    connection.exec("BEGIN");
    // The first read of each file takes the transaction's snapshot.
    connection
      .statement(
        "SELECT (SELECT 1 FROM main.sqlite_master LIMIT 1), (SELECT 1 FROM directory.sqlite_master LIMIT 1)",
      )
      .get();
    this.held += 1;
    return connection;
  }

  giveBack(connection: Connection): void {
    this.held -= 1;
    connection.rollback();
    if (this.isClosed || this.idle.length >= maxIdle) connection.sqlite.close();
    else this.idle.push(connection);
    if (this.held === 0) this.whenFree?.();
  }

  /** Calls `then` once no snapshot is held. */
  onceFree(then: () => void): void {
    if (this.held === 0) return then();
    this.whenFree = () => {
      this.whenFree = undefined;
      then();
    };
  }

  close(): void {
    this.isClosed = true;
    for (const { sqlite } of this.idle.splice(0)) sqlite.close();
  }
}

/** Reads committed data, or a snapshot while one is held. */
export class SqliteReading implements Reading {
  readonly engine = "sqlite";
  private snapshot: Connection | undefined;
  private heldFor: string | undefined;
  private releases = 0;
  private readonly connection = () => this.snapshot ?? this.readers.current();

  constructor(
    readonly awsRegion: AwsRegion,
    private readonly readers: Readers,
    private readonly turns: WriteQueue,
  ) {}

  async all<Result>(query: Select<Result>): Promise<Result[]> {
    if (isLongTurn()) await nextTurn();
    return this.connection().all(query);
  }

  async get<Result>(query: Select<Result>): Promise<Result | undefined> {
    if (isLongTurn()) await nextTurn();
    return this.connection().get(query);
  }

  async atThisMoment<Result>(read: (moment: Reader) => Promise<Result>, whose?: string): Promise<Result> {
    if (this.snapshot) return read(this);
    const moment = new SqliteReading(this.awsRegion, this.readers, this.turns);
    try {
      await moment.hold(whose);
      return await read(moment);
    } finally {
      moment.release();
    }
  }

  async hold(whose?: string): Promise<void> {
    // A snapshot without a name may have been taken during a change by `whose`, so takes a new one.
    if (this.snapshot && whose !== undefined && whose !== this.heldFor) this.release();
    if (this.snapshot) return;
    if (whose === undefined) return this.take(whose);
    const { releases } = this;
    await this.turns.between(() => {
      // Skipped if released while waiting; otherwise the snapshot would never be returned.
      if (this.releases === releases) this.take(whose);
    }, whose);
  }

  private take(whose: string | undefined): void {
    this.snapshot ??= this.readers.take();
    this.heldFor = whose;
  }

  release(): void {
    const { snapshot } = this;
    this.releases++;
    this.snapshot = undefined;
    this.heldFor = undefined;
    if (snapshot) this.readers.giveBack(snapshot);
  }
}

/** The write connection, with an open transaction. */
class SqliteUnderway implements OpenTransaction {
  readonly engine = "sqlite";

  constructor(
    private readonly connection: Connection,
    readonly leaveNoTrace: () => void,
  ) {}

  // oxlint-disable-next-line typescript/require-await -- what SQLite throws is a rejection, as of any engine
  async all<Result>(query: Compilable<Result>): Promise<Result[]> {
    return this.connection.all(query);
  }

  // oxlint-disable-next-line typescript/require-await -- as above
  async get<Result>(query: Compilable<Result>): Promise<Result | undefined> {
    return this.connection.get(query);
  }

  // oxlint-disable-next-line typescript/require-await -- as above
  async run(query: Compilable<unknown>): Promise<RunResult> {
    return this.connection.run(query);
  }

  // oxlint-disable-next-line typescript/require-await -- as above
  async exec(text: string): Promise<void> {
    this.connection.exec(text);
  }

  isOpen(): boolean {
    return this.connection.sqlite.inTransaction;
  }
}

/** Runs `work` in a transaction when its turn in the queue comes. */
export async function inTransaction<Result>(
  turns: WriteQueue,
  { whose, waited }: { whose: string | undefined; waited: WaitListener },
  begin: () => TransactionContext & { connection: Connection; emptyLog: () => void },
  work: (writer: Writer) => Promise<Result>,
): Promise<Result> {
  const wait = new Wait((ms) => waited(ms, whose));
  await turns.begin(whose).finally(() => wait.end());
  let callbacks: readonly (() => void)[];
  let result: Result;
  try {
    const surroundings = begin();
    const { connection, emptyLog } = surroundings;
    connection.exec("BEGIN IMMEDIATE");
    const transaction = new Transaction(surroundings, new SqliteUnderway(connection, emptyLog));
    try {
      result = await work(transaction);
      connection.exec("COMMIT");
    } catch (error) {
      connection.rollback();
      throw error;
    } finally {
      callbacks = transaction.end();
    }
  } finally {
    turns.done(whose);
  }
  for (const tell of callbacks) tell();
  return result;
}
