/**
 * Readers and writers on PostgreSQL: one database, a schema for the directory and one a region. Of transactions that name
 * whose rows they change one of each goes on at a time, whatever process it is of, and one that names nobody goes on alone:
 * each takes the lock of all writes first, shared or not, and then that of whom it names (decision 0024).
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

/** The advisory lock of all writes: one that names nobody holds it, the others share it. */
const writing = 4_810;
/** Locks of those whose rows are changed, by the hash of their names. Two of one hash wait for each other. */
const writingOf = 4_813;

/**
 * What a write takes until its transaction ends; `$1` is whom it names. The setting lets the database say whose change it is: tests
 * have it refuse rows of others.
 */
const writersLocks = {
  alone: `pg_advisory_xact_lock(${writing})`,
  named: `set_config('edge.whose', $1, true), pg_advisory_xact_lock_shared(${writing}),
    pg_advisory_xact_lock(${writingOf}, hashtext($1))`,
};
/** What a snapshot that is to have all of somebody's changes takes for a moment. */
const readersLocks = (act: "lock" | "unlock") =>
  `pg_advisory_${act}_shared(${writing}), pg_advisory_${act}_shared(${writingOf}, hashtext($1))`;

/** A change that waits for nobody in the database: what a write does, without a row of anybody. */
export const lockAsWriters = `SELECT pg_advisory_xact_lock_shared(${writing})`;

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

/** Connections of a region for queries by themselves: a transaction that asks another region finds one there. */
const keptForQueries = 2;
/** The fewest connections of a region: there is one that writes, and one for a held reading. */
export const leastConnections = keptForQueries + 2;
/** More would wait for the process's one thread. */
const mostWriters = 4;

/** How many transactions of a process write at once, of whose pools each has so many connections. */
export const writersOf = (maxConnections: number): number =>
  Math.max(1, Math.min(mostWriters, Math.floor((maxConnections - keptForQueries) / 2)));

/** How many connections of a region no held reading takes, however many wait for a write's end. */
export const keptFreeOf = (maxConnections: number): number => keptForQueries + writersOf(maxConnections);

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
  private heldFor: string | undefined;

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
    // One that waited for nobody may have been taken within a change of theirs.
    if (this.snapshot && whose !== undefined && whose !== this.heldFor) this.release();
    if (!this.snapshot) {
      this.heldFor = whose;
      this.snapshot = onAnother(() => this.take(whose));
    }
    let snapshot: Promise<Connection> | undefined;
    // Released while it was on its way, the connection is another's by now; another may be on its way since.
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
      // The first statement of a transaction is its moment.
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
const transient = ["40001", "40P01"];
/** What it looked for was not there yet when another added it: done once more, it finds it. */
const isTaken = "23505";
const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

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
    const connections = pool.options.max ?? leastConnections;
    this.places = new Places(connections - keptFreeOf(connections));
    this.reader = this.reading();
  }

  reading(): Reading {
    return new PostgresReading(this.awsRegion, this.pool, this.places);
  }

  /** Of one process one transaction of each waits for those of others: the rest wait here, and hold no connection meanwhile. */
  async write<Result>(work: (writer: Writer) => Promise<Result>, whose?: string): Promise<Result> {
    const waits = new Wait((ms) => this.told?.waited(ms, whose));
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
        const mayFind = code === isTaken && whose !== undefined && attempt === 1;
        if (!mayFind && (!transient.includes(code) || attempt === maxAttempts)) throw error;
      }
    }
  }

  /** A connection on which a transaction has begun, after all that it waits for; and when. */
  private async begin(
    whose: string | undefined,
    waits: Wait,
  ): Promise<{ client: pg.PoolClient; now: number }> {
    const client = await this.pool.connect();
    try {
      // What waited for its turn in the process waits for the lock for that much less.
      await client.query(`BEGIN READ WRITE; SET LOCAL lock_timeout = ${waits.leftOf(lockMs)}`);
      const { rows } = await client.query<{ now: number }>(
        `SELECT ${whose === undefined ? writersLocks.alone : writersLocks.named},
          floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`,
        whose === undefined ? [] : [whose],
      );
      const now = rows[0]?.now ?? Date.now();
      this.told?.clockDiffers(Date.now() - now);
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
    const { client, now } = await onAnother(() => this.begin(whose, waits));
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
