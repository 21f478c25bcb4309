/**
 * The storage interface for the rest of the API. Readers get a `Reader`, writers a `Writer`; only a `Region` creates
 * them, and a `Writer` only within a transaction, so a write outside one does not compile.
 */
import type { Compilable } from "kysely";
import type { AwsRegion } from "../../shared/regions";

/** A value that may be synchronous or not; callers await it. */
export type Async<T> = T | Promise<T>;

/** The result of a write. */
export interface RunResult {
  readonly changes: number;
}

/** A read-only query: a select of the builder, or one wrapped by `reading` of dialect.ts. */
export interface Select<Result> extends Compilable<Result> {
  readonly isSelectQueryBuilder: true;
}

/** The database engine. */
export type Engine = "sqlite" | "postgres";

/** Reads the tables of one region and of the directory. */
export interface Reader {
  /** For search/, whose text search differs by engine. */
  readonly engine: Engine;
  readonly awsRegion: AwsRegion;
  all<Result>(query: Select<Result>): Promise<Result[]>;
  get<Result>(query: Select<Result>): Promise<Result | undefined>;
  /**
   * Runs `read` on a snapshot of the data as of now, unaffected by later writes, so `read` may await other calls. No
   * change of `whose` is running at that time: all their earlier changes are visible.
   */
  atThisMoment<Result>(read: (moment: Reader) => Promise<Result>, whose?: string): Promise<Result>;
}

/** The reader of one request. */
export interface Reading extends Reader {
  /** All later reads use one snapshot, taken while no change of `whose` was running. */
  hold(whose?: string): Promise<void>;
  /** Ends the snapshot: later reads see the latest committed data. Callers of `hold` must call it. */
  release(): void;
}

/** Writes within one transaction. After its end it reads like any other reader. */
export interface Writer extends Reader {
  /** Start of the transaction, in milliseconds UTC: others' commits during it have no later time. */
  readonly now: number;
  run(query: Compilable<unknown>): Promise<RunResult>;
  /** Also accepts a write with `returning`. */
  all<Result>(query: Compilable<Result>): Promise<Result[]>;
  get<Result>(query: Compilable<Result>): Promise<Result | undefined>;
  /** Runs `work` in a savepoint, rolled back if it throws. */
  savepoint<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Calls `then` after the commit; never if rolled back. */
  afterCommit(then: () => void): void;
  /** Logs a line after the commit. */
  tellWhenCommitted(line: object): void;
  /** After the commit, no file holds the previous data any more. */
  leaveNoTrace(): void;
}

/** One region's data. */
export interface Region {
  readonly awsRegion: AwsRegion;
  /** Reads committed data, without a snapshot across queries. */
  readonly reader: Reader;
  /** A reader for one request: reads committed data until `hold` is called. */
  reading(): Reading;
  /**
   * Runs `work` in one transaction over the region's and directory's tables; a thrown error rolls it back, and it may
   * be rerun from the start. `whose` names the rows it changes: a customer's id, or another key under which only they
   * are changed, such as a session. Transactions of one key run one at a time, and must not depend on data other keys
   * change. Without `whose` it excludes all others. `work` awaits only its `writer`, never another transaction.
   */
  write<Result>(work: (writer: Writer) => Promise<Result>, whose?: string): Promise<Result>;
}

/** All regions' data. */
export interface Regions {
  region(awsRegion: AwsRegion): Region;
  all(): readonly Region[];
}

/** Receives the time a write waited; `whose` if it waited only for its own key. */
export type Waited = (ms: number, whose: string | undefined) => void;

/** Hooks a serving process passes to its store. */
export interface Serving {
  /** Milliseconds UTC. */
  readonly clock: () => number;
  /** Receives lines passed to `tellWhenCommitted`, with the region added. */
  readonly log: (line: object) => void;
  /** Receives the time each write waited for earlier ones, in ms; also for writes that gave up waiting. */
  readonly waited: Waited;
  /** Receives the offset of the process's clock against the database's, in ms; positive if ahead. */
  readonly clockDiffers: (ms: number) => void;
}

/** Counters by key and time window. */
export interface Counters {
  /** The key's count in the window so far. */
  read(key: string, window: number): Async<number>;
  /** Increments the key's count. */
  add(key: string, window: number): Async<void>;
}

/** All regions' data, as a process serves it. */
export interface Store extends Regions {
  /** The folder of the data files; none for PostgreSQL. */
  readonly dataDir?: string;
  /** Call before any write. */
  serve(serving: Serving): void;
  /** Throws if the data cannot be read. */
  ping(): Promise<void>;
  /** True if changes can be stored at `now`, or could in the five seconds before; answers within three seconds. */
  canStore(now: number): Promise<boolean>;
  /** True if other processes may use it at the same time. */
  readonly isShared: boolean;
  /**
   * Runs `work` unless another process is running the same duty; returns true if it ran. A duty is released as soon as
   * its process ends.
   */
  alone(duty: string, work: () => Promise<void>): Promise<boolean>;
  /** Counters of rate limits, shared by all processes. */
  readonly counters: Counters;
  close(): Async<void>;
}
