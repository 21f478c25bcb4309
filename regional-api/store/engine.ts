/**
 * The storage interface for the rest of the API. Code that reads gets a `Reader`, code that writes a
 * `Writer`. Only a `Region` creates them, and a `Writer` only within a transaction, so a write outside a
 * transaction does not compile.
 */
import type { Compilable } from "kysely";
import type { AwsRegion } from "../../shared/regions";

/** A value that may be a promise; callers await it. */
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
  /** Only search/ should depend on this, because text search differs by engine. */
  readonly engine: Engine;
  readonly awsRegion: AwsRegion;
  all<Result>(query: Select<Result>): Promise<Result[]>;
  get<Result>(query: Select<Result>): Promise<Result | undefined>;
  /**
   * Runs `read` on a snapshot of the current data that later writes do not affect, so `read` may await other
   * calls. The snapshot is taken while no change by `whose` is in progress, so all their earlier changes are
   * visible.
   */
  atThisMoment<Result>(read: (moment: Reader) => Promise<Result>, whose?: string): Promise<Result>;
}

/** The reader of one request. */
export interface Reading extends Reader {
  /** Makes all later reads use one snapshot, taken while no change by `whose` is in progress. */
  hold(whose?: string): Promise<void>;
  /** Ends the snapshot, after which reads see the latest committed data. Callers of `hold` must call it. */
  release(): void;
}

/** Writes within one transaction. After the transaction it reads like any other reader. */
export interface Writer extends Reader {
  /** Start of the transaction, in milliseconds UTC. Commits by others in the meantime have no later time. */
  readonly now: number;
  run(query: Compilable<unknown>): Promise<RunResult>;
  /** Also accepts a write with `returning`. */
  all<Result>(query: Compilable<Result>): Promise<Result[]>;
  get<Result>(query: Compilable<Result>): Promise<Result | undefined>;
  /** Runs `work` in a savepoint, which is rolled back if it throws. */
  savepoint<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Calls `then` after the commit, and never after a rollback. */
  afterCommit(then: () => void): void;
  /** Logs a line after the commit. */
  logAfterCommit(line: object): void;
  /** Ensures that no file holds the previous data after the commit. */
  leaveNoTrace(): void;
}

/** One region's data. */
export interface Region {
  readonly awsRegion: AwsRegion;
  /** Reads committed data, without a snapshot across queries. */
  readonly reader: Reader;
  /** Returns a reader for one request, which reads committed data until `hold` is called. */
  reading(): Reading;
  /**
   * Runs `work` in one transaction over the region's and directory's tables. A thrown error rolls it back;
   * `work` may be rerun from the start. `whose` names the rows that it changes: a customer's id, or another
   * key, such as a session, that is the only one to change them. Transactions with the same key run one at a
   * time, and must not depend on data that other keys change. Without `whose`, the transaction runs
   * exclusively. `work` must await only its `writer`, never another transaction.
   */
  write<Result>(work: (writer: Writer) => Promise<Result>, whose?: string): Promise<Result>;
}

/** All regions' data. */
export interface Regions {
  region(awsRegion: AwsRegion): Region;
  all(): readonly Region[];
}

/** Receives how long a write waited; `whose` is set if it waited only for its own key. */
export type WaitListener = (ms: number, whose: string | undefined) => void;

/** Hooks that a serving process passes to its store. */
export interface StoreHooks {
  /** Milliseconds UTC. */
  readonly clock: () => number;
  /** Receives lines passed to `logAfterCommit`, with the region added. */
  readonly log: (line: object) => void;
  /** Receives how long each write waited for earlier ones, in ms; also for writes that timed out. */
  readonly waited: WaitListener;
  /** Receives the difference of the process's clock from the database's, in ms; positive if ahead. */
  readonly clockDiffers: (ms: number) => void;
}

/** Counters by key and time window. */
export interface Counters {
  /** The key's count in the window so far. */
  read(key: string, window: number): Async<number>;
  /** Increments the key's count. */
  add(key: string, window: number): Async<void>;
}

/** All regions' data, as used by a serving process. */
export interface Store extends Regions {
  /** Folder of the data files; undefined for PostgreSQL. */
  readonly dataDir?: string;
  /** Must be called before any write. */
  serve(serving: StoreHooks): void;
  /** Throws if the data cannot be read. */
  ping(): Promise<void>;
  /**
   * True if changes can be stored at `now`, or could in the five seconds before. Resolves within three
   * seconds.
   */
  canStore(now: number): Promise<boolean>;
  /** True if other processes may use the store at the same time. */
  readonly isShared: boolean;
  /**
   * Runs `work` unless another process is running the same duty. Returns true if it ran. A duty is released
   * as soon as its process ends.
   */
  alone(duty: string, work: () => Promise<void>): Promise<boolean>;
  /** Counters of rate limits, shared by all processes. */
  readonly counters: Counters;
  close(): Async<void>;
}
