/**
 * Readers and writers on PostgreSQL: one database, with a schema for the directory and one per region. A
 * transaction may name the owner of the rows it changes. Of the transactions with the same name, one runs at
 * a time across all processes; a transaction without a name runs exclusively. For this, each takes the lock
 * of all writes, shared or exclusive, and then the lock of its name (decision 0024).
 */
import type { Compilable } from "kysely";
import type pg from "pg";
import type { AwsRegion } from "../../../shared/regions";
import type { Reader, Reading, Region, RunResult, StoreHooks, Writer } from "../engine";
import { Transaction, type OpenTransaction } from "../transaction";
import { Wait, type WriteQueue } from "../write-queue";
import { inPostgres } from "../by-engine";
import { isStoreFailure } from "../failures";
import { lockMs, retryOnLostConnection, runOn, type QueryResult } from "./connection";

/** Advisory lock of all writes: exclusive for a transaction without a name, shared for the others. */
const writing = 4_810;
/** Advisory locks per name, by hash. Names with equal hashes wait for each other. */
const writingOf = 4_813;

/**
 * Locks of a write, held until its transaction ends; `$1` is its name. The setting passes the name to the
 * database, where tests use it to refuse changes to other rows.
 */
const writersLocks = {
  alone: `pg_advisory_xact_lock(${writing})`,
  named: `set_config('edge.whose', $1, true), pg_advisory_xact_lock_shared(${writing}),
    pg_advisory_xact_lock(${writingOf}, hashtext($1))`,
};
/** Locks that a snapshot takes briefly, so that it includes all changes of one name. */
const readersLocks = (act: "lock" | "unlock") =>
  `pg_advisory_${act}_shared(${writing}), pg_advisory_${act}_shared(${writingOf}, hashtext($1))`;

/** Takes the lock of a write without the lock of a name, for checking that changes can be stored. */
export const sharedWriteLock = `SELECT pg_advisory_xact_lock_shared(${writing})`;

/** A connection for exclusive use, which runs queries one after the other. */
class Connection {
  /** Result of the last query sent. */
  last: Promise<unknown> = Promise.resolve();

  constructor(readonly client: pg.PoolClient) {}

  ran<Result>(query: Compilable<unknown>): Promise<QueryResult<Result>> {
    const { sql, parameters } = inPostgres(query);
    const ran = this.last.then(() => runOn<Result>(this.client, sql, parameters));
    this.last = ran.catch((error: unknown) => {
      // Closes the connection, so that further queries fail at once instead of waiting for a response.
      if (isStoreFailure(error)) void this.client.end();
    });
    return ran;
  }
}

/**
 * Ends the transaction and returns the connection to the pool. Closes it instead if that fails, or after a
 * `failure` of the store.
 */
function releaseClient(client: pg.PoolClient, end: "ROLLBACK" | "COMMIT", failure?: unknown): void {
  if (isStoreFailure(failure)) return client.release(true);
  client.query(end).then(
    () => client.release(),
    (error: unknown) => client.release(error instanceof Error ? error : true),
  );
}

/**
 * Connections of a region reserved for single queries, including those made by another region's transaction.
 */
const queryConnections = 2;
/** Minimum number of connections of a region: one for writes, one for a snapshot, and the reserved ones. */
export const minConnections = queryConnections + 2;
/** Maximum concurrent write transactions; more would only wait for the process's single thread. */
const maxWriters = 4;

/**
 * Returns the number of concurrent write transactions of a process, given the number of connections per pool.
 */
export const writersOf = (maxConnections: number): number =>
  Math.max(1, Math.min(maxWriters, Math.floor((maxConnections - queryConnections) / 2)));

/**
 * Returns the number of a region's connections that snapshots never take, however many snapshots wait for a
 * write to end.
 */
export const reservedConnections = (maxConnections: number): number =>
  queryConnections + writersOf(maxConnections);

/** A semaphore for connections; waiting callers are served in order. */
class Places {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async take(): Promise<void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((next) => this.waiting.push(next));
  }

  giveBack(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free += 1;
  }
}

class PostgresReading implements Reading {
  readonly engine = "postgres";
  private snapshot: Promise<Connection> | undefined;
  private connection: Connection | undefined;
  private heldFor: string | undefined;

  constructor(
    readonly awsRegion: AwsRegion,
    private readonly pool: pg.Pool,
    private readonly places: Places,
  ) {}

  async all<Result>(query: Compilable<Result>): Promise<Result[]> {
    if (this.connection) return (await this.connection.ran<Result>(query)).rows;
    const { sql, parameters } = inPostgres(query);
    return (await retryOnLostConnection(() => runOn<Result>(this.pool, sql, parameters))).rows;
  }

  async get<Result>(query: Compilable<Result>): Promise<Result | undefined> {
    return (await this.all(query))[0];
  }

  async atThisMoment<Result>(read: (moment: Reader) => Promise<Result>, whose?: string): Promise<Result> {
    if (this.connection) return read(this);
    const moment = new PostgresReading(this.awsRegion, this.pool, this.places);
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
    if (!this.snapshot) {
      this.heldFor = whose;
      this.snapshot = retryOnLostConnection(() => this.take(whose));
    }
    let snapshot: Promise<Connection> | undefined;
    // If the snapshot was released while pending, its connection belongs to another caller; a new snapshot
    // may be pending.
    while (this.snapshot !== undefined && this.snapshot !== snapshot) {
      snapshot = this.snapshot;
      const connection = await snapshot;
      if (this.snapshot === snapshot) this.connection = connection;
    }
  }

  private async take(whose: string | undefined): Promise<Connection> {
    await this.places.take();
    let client: pg.PoolClient | undefined;
    try {
      client = await this.pool.connect();
      const begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
      // The first statement of a transaction takes its snapshot.
      if (whose === undefined) await client.query(`${begin}; SELECT 1`);
      else {
        await client.query(`SELECT ${readersLocks("lock")}`, [whose]);
        await client.query(begin);
        await client.query(`SELECT ${readersLocks("unlock")}`, [whose]);
      }
      return new Connection(client);
    } catch (error) {
      client?.release(true);
      this.places.giveBack();
      throw error;
    }
  }

  release(): void {
    const { snapshot } = this;
    this.snapshot = undefined;
    this.connection = undefined;
    snapshot?.then(
      async ({ client, last }) => {
        // Waits for queries sent earlier, which must still read the snapshot.
        await last;
        releaseClient(client, "COMMIT");
        this.places.giveBack();
      },
      () => undefined,
    );
  }
}

/** A connection with an open transaction. */
class PostgresUnderway implements OpenTransaction {
  readonly engine = "postgres";
  private readonly connection: Connection;

  constructor(private readonly client: pg.PoolClient) {
    this.connection = new Connection(client);
  }

  async all<Result>(query: Compilable<Result>): Promise<Result[]> {
    return (await this.connection.ran<Result>(query)).rows;
  }

  async get<Result>(query: Compilable<Result>): Promise<Result | undefined> {
    return (await this.all(query))[0];
  }

  run(query: Compilable<unknown>): Promise<RunResult> {
    return this.connection.ran(query);
  }

  async exec(text: string): Promise<void> {
    await this.client.query(text);
  }

  isOpen(): boolean {
    return true;
  }

  /**
   * Does nothing: replaced and deleted rows stay in the files until the database is vacuumed
   * (docs/security.md).
   */
  leaveNoTrace(): void {
    // A process has no influence on that.
  }
}

/** Serialization failure and deadlock: the same transaction may succeed when retried. */
const transient = ["40001", "40P01"];
/**
 * Unique violation: another transaction inserted the row after this one had looked for it. A retry finds it.
 */
const uniqueViolation = "23505";
const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

const maxAttempts = 3;

/** One region's data. */
export class PostgresRegion implements Region {
  readonly reader: Reader;
  private readonly places: Places;
  /** Receives the lines passed to `logAfterCommit`. */
  log: ((line: object) => void) | undefined;
  /** Milliseconds UTC. If not set, the database's clock is used, since the clocks of processes differ. */
  clock: (() => number) | undefined;
  serving: Pick<StoreHooks, "waited" | "clockDiffers"> | undefined;

  constructor(
    readonly awsRegion: AwsRegion,
    readonly pool: pg.Pool,
    private readonly turns: WriteQueue,
  ) {
    const connections = pool.options.max ?? minConnections;
    this.places = new Places(connections - reservedConnections(connections));
    this.reader = this.reading();
  }

  reading(): Reading {
    return new PostgresReading(this.awsRegion, this.pool, this.places);
  }

  /**
   * Per process and name, only one transaction waits in the database; the others wait here, without a
   * connection.
   */
  async write<Result>(work: (writer: Writer) => Promise<Result>, whose?: string): Promise<Result> {
    const waits = new Wait((ms) => this.serving?.waited(ms, whose));
    try {
      await this.turns.begin(whose);
      try {
        return await this.writeInTurn(work, whose, waits);
      } finally {
        this.turns.done(whose);
      }
    } finally {
      waits.end();
    }
  }

  private async writeInTurn<Result>(
    work: (writer: Writer) => Promise<Result>,
    whose: string | undefined,
    waits: Wait,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(work, whose, waits);
      } catch (error) {
        const code = codeOf(error);
        const mayFind = code === uniqueViolation && whose !== undefined && attempt === 1;
        if (!mayFind && (!transient.includes(code) || attempt === maxAttempts)) throw error;
      }
    }
  }

  /** Returns a connection with an open transaction that holds its locks, and the transaction's time. */
  private async begin(
    whose: string | undefined,
    waits: Wait,
  ): Promise<{ client: pg.PoolClient; now: number }> {
    const client = await this.pool.connect();
    try {
      // Time already spent waiting in the process is deducted from the lock timeout.
      await client.query(`BEGIN READ WRITE; SET LOCAL lock_timeout = ${waits.leftOf(lockMs)}`);
      const { rows } = await client.query<{ now: number }>(
        `SELECT ${whose === undefined ? writersLocks.alone : writersLocks.named},
          floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`,
        whose === undefined ? [] : [whose],
      );
      const now = rows[0]?.now ?? Date.now();
      this.serving?.clockDiffers(Date.now() - now);
      return { client, now: this.clock?.() ?? now };
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  private async attempt<Result>(
    work: (writer: Writer) => Promise<Result>,
    whose: string | undefined,
    waits: Wait,
  ): Promise<Result> {
    const { awsRegion, reader } = this;
    const { client, now } = await retryOnLostConnection(() => this.begin(whose, waits));
    waits.end();
    const log = (line: object) => this.log?.(line);
    const transaction = new Transaction({ awsRegion, reader, now, log }, new PostgresUnderway(client));
    let result: Result;
    try {
      result = await work(transaction);
      await client.query("COMMIT");
    } catch (error) {
      transaction.end();
      releaseClient(client, "ROLLBACK", error);
      throw error;
    }
    client.release();
    for (const tell of transaction.end()) tell();
    return result;
  }
}
