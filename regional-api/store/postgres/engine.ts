/**
 * Readers and writers on PostgreSQL: one database, a schema for the directory and one a region. One transaction writes at
 * a time, whatever process it is of: each takes the lock of all writes first. A reading that is held is a snapshot taken
 * between two of them.
 */
import type { Compilable } from "kysely";
import type pg from "pg";
import type { AwsRegion } from "../../../shared/regions";
import type { Reader, Reading, Region, RunResult, Serving, Writer } from "../engine";
import { Transaction, type Underway } from "../transaction";
import { Wait, type Turns } from "../turns";
import { inPostgres } from "../words";
import { isStoreFailure } from "../failures";
import { lockMs, onAnother, runOn, type Ran } from "./connection";

/** The advisory lock that whoever writes holds, and whoever takes a snapshot shares for a moment. */
export const writing = 4_810;

/** A connection in one hand: it takes one query after the other. */
class Connection {
  /** What was asked of it last. */
  last: Promise<unknown> = Promise.resolve();

  constructor(readonly client: pg.PoolClient) {}

  ran<Result>(query: Compilable<unknown>): Promise<Ran<Result>> {
    const { sql, parameters } = inPostgres(query);
    const ran = this.last.then(() => runOn<Result>(this.client, sql, parameters));
    this.last = ran.catch((error: unknown) => {
      // Closed, so that what is asked next does not wait for an answer, too.
      if (isStoreFailure(error)) void this.client.end();
    });
    return ran;
  }
}

/** Gives a connection back with its transaction ended; one on which that fails, or after `failure` of the store, is closed. */
function giveBack(client: pg.PoolClient, end: "ROLLBACK" | "COMMIT", failure?: unknown): void {
  if (isStoreFailure(failure)) return client.release(true);
  client.query(end).then(
    () => client.release(),
    (error: unknown) => client.release(error instanceof Error ? error : true),
  );
}

/**
 * How many connections of a region no held reading takes: one writes, others are for queries by themselves. A transaction
 * that asks another region finds one there, however many wait for its end.
 */
export const keptFree = 3;
/** The fewest connections of a region. */
export const leastConnections = keptFree + 1;

/** So many may hold a connection; the others wait, in the order in which they came. */
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

  constructor(
    readonly awsRegion: AwsRegion,
    private readonly pool: pg.Pool,
    private readonly places: Places,
  ) {}

  async all<Result>(query: Compilable<Result>): Promise<Result[]> {
    if (this.connection) return (await this.connection.ran<Result>(query)).rows;
    const { sql, parameters } = inPostgres(query);
    return (await onAnother(() => runOn<Result>(this.pool, sql, parameters))).rows;
  }

  async get<Result>(query: Compilable<Result>): Promise<Result | undefined> {
    return (await this.all(query))[0];
  }

  async atThisMoment<Result>(read: (moment: Reader) => Promise<Result>): Promise<Result> {
    if (this.connection) return read(this);
    const moment = new PostgresReading(this.awsRegion, this.pool, this.places);
    try {
      await moment.hold();
      return await read(moment);
    } finally {
      moment.release();
    }
  }

  async hold(): Promise<void> {
    const snapshot = (this.snapshot ??= onAnother(() => this.take()));
    const connection = await snapshot;
    // Released while it was on its way: the connection is another's by now.
    if (this.snapshot === snapshot) this.connection = connection;
  }

  private async take(): Promise<Connection> {
    await this.places.take();
    let client: pg.PoolClient | undefined;
    try {
      client = await this.pool.connect();
      await client.query(`SELECT pg_advisory_lock_shared(${writing})`);
      // The first statement of a transaction is its moment.
      await client.query(
        `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT pg_advisory_unlock_shared(${writing})`,
      );
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
        // What was asked before is answered of the snapshot still.
        await last;
        giveBack(client, "COMMIT");
        this.places.giveBack();
      },
      () => undefined,
    );
  }
}

/** The connection on which a transaction has begun. */
class PostgresUnderway implements Underway {
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

  /** Rows that were replaced or deleted stay in the files until the database is vacuumed (docs/security.md). */
  leaveNoTrace(): void {
    // Nothing that a process could do here.
  }
}

/** Failures after which the same transaction may succeed: two of them were in each other's way. */
const isTransient = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "40001" || error.code === "40P01");

const maxAttempts = 3;

/** One region's data. */
export class PostgresRegion implements Region {
  readonly reader: Reader;
  private readonly places: Places;
  /** Is told of what `tellWhenCommitted` was given. */
  log: ((line: object) => void) | undefined;
  /** Milliseconds UTC; the database's own unless given, since the clocks of processes differ. */
  clock: (() => number) | undefined;
  told: Pick<Serving, "waited" | "clockDiffers"> | undefined;

  constructor(
    readonly awsRegion: AwsRegion,
    readonly pool: pg.Pool,
    private readonly turns: Turns,
  ) {
    this.places = new Places((pool.options.max ?? leastConnections) - keptFree);
    this.reader = this.reading();
  }

  reading(): Reading {
    return new PostgresReading(this.awsRegion, this.pool, this.places);
  }

  /** Of one process one transaction waits for those of others: the rest wait here, and hold no connection meanwhile. */
  async write<Result>(work: (writer: Writer) => Promise<Result>): Promise<Result> {
    const waits = new Wait((ms) => this.told?.waited(ms));
    try {
      await this.turns.begin();
      try {
        return await this.writeInTurn(work, waits);
      } finally {
        this.turns.done();
      }
    } finally {
      waits.end();
    }
  }

  private async writeInTurn<Result>(work: (writer: Writer) => Promise<Result>, waits: Wait): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(work, waits);
      } catch (error) {
        if (!isTransient(error) || attempt === maxAttempts) throw error;
      }
    }
  }

  /** A connection on which a transaction has begun, after all others that write; and when. */
  private async begin(waits: Wait): Promise<{ client: pg.PoolClient; now: number }> {
    const client = await this.pool.connect();
    try {
      // What waited for its turn in the process waits for the lock for that much less.
      await client.query(`BEGIN READ WRITE; SET LOCAL lock_timeout = ${waits.leftOf(lockMs)}`);
      const { rows } = await client.query<{ now: number }>(
        `SELECT pg_advisory_xact_lock(${writing}),
          floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`,
      );
      const now = rows[0]?.now ?? Date.now();
      this.told?.clockDiffers(Date.now() - now);
      return { client, now: this.clock?.() ?? now };
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  private async attempt<Result>(work: (writer: Writer) => Promise<Result>, waits: Wait): Promise<Result> {
    const { awsRegion, reader } = this;
    const { client, now } = await onAnother(() => this.begin(waits));
    waits.end();
    const log = (line: object) => this.log?.(line);
    const transaction = new Transaction({ awsRegion, reader, now, log }, new PostgresUnderway(client));
    let result: Result;
    try {
      result = await work(transaction);
      await client.query("COMMIT");
    } catch (error) {
      transaction.end();
      giveBack(client, "ROLLBACK", error);
      throw error;
    }
    client.release();
    for (const tell of transaction.end()) tell();
    return result;
  }
}
