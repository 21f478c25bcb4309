/**
 * All that the rest of the API may know of where the data is. Whoever reads is handed a `Reader`, whoever writes a
 * `Writer`; only a `Region` makes them, and a `Writer` only inside of a transaction: a write outside of one does not compile.
 */
import type { Compilable } from "kysely";
import type { AwsRegion } from "../../shared/regions";

/** What may be there at once or later: what takes it awaits it. */
export type Async<T> = T | Promise<T>;

/** What a write has done. */
export interface RunResult {
  readonly changes: number;
}

/** A query that only reads: what the builder selects, and what `reading` of dialect.ts says is one. */
export interface Select<Result> extends Compilable<Result> {
  readonly isSelectQueryBuilder: true;
}

/** What the data is in. */
export type Engine = "sqlite" | "postgres";

/** Reads the tables of one region, and the directory's. */
export interface Reader {
  /** For search/, which finds texts in another way with each. */
  readonly engine: Engine;
  readonly awsRegion: AwsRegion;
  all<Result>(query: Select<Result>): Promise<Result[]>;
  get<Result>(query: Select<Result>): Promise<Result | undefined>;
  /**
   * Runs `read` on the data as it is at this moment, whatever is written meanwhile: so it may wait for others' calls in
   * between. No change of `whose` is under way at the moment: all that they changed before is seen.
   */
  atThisMoment<Result>(read: (moment: Reader) => Promise<Result>, whose?: string): Promise<Result>;
}

/** What a request reads by. */
export interface Reading extends Reader {
  /** From now on all that it reads is of one moment, at which no change of `whose` was under way. */
  hold(whose?: string): Promise<void>;
  /** It reads what is committed again. Whoever held it calls this. */
  release(): void;
}

/** Writes as part of one transaction, which it is handed to. Afterwards it reads as everybody does. */
export interface Writer extends Reader {
  /** When the transaction began, in milliseconds UTC: nothing that others commit meanwhile is of a later time. */
  readonly now: number;
  run(query: Compilable<unknown>): Promise<RunResult>;
  /** Also of a query that writes and says by `returning` what it wrote. */
  all<Result>(query: Compilable<Result>): Promise<Result[]>;
  get<Result>(query: Compilable<Result>): Promise<Result | undefined>;
  /** A part of the transaction that can be undone alone: a thrown error does. */
  savepoint<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Does `then` once what is being written is there to stay, and never when it is undone. */
  afterCommit(then: () => void): void;
  /** Gives the log a line once what is being written is there to stay. */
  tellWhenCommitted(line: object): void;
  /** Once what is being written is there to stay, no file has what was before it any more. */
  leaveNoTrace(): void;
}

/** One region's data. */
export interface Region {
  readonly awsRegion: AwsRegion;
  /** Reads what is committed, each query by itself. */
  readonly reader: Reader;
  /** For one request: reads what is committed until it is held. */
  reading(): Reading;
  /**
   * Runs `work` in one transaction over the region's tables and the directory's; a thrown error rolls it back, and it may be
   * done again from the start. `whose` rows it changes is a customer's id, or stands for what else nobody changes but by
   * this name, such as a session: one goes on for each at a time. It decides by nothing that others change then. Without
   * `whose` no other goes on meanwhile. So `work` waits for nothing but its `writer`, and never for another transaction.
   */
  write<Result>(work: (writer: Writer) => Promise<Result>, whose?: string): Promise<Result>;
}

/** The data of all regions. */
export interface Regions {
  region(awsRegion: AwsRegion): Region;
  all(): readonly Region[];
}

/** Is told how long a write waited, and whether for its own customer's alone. */
export type Waited = (ms: number, whose: string | undefined) => void;

/** What a process that serves hands to its store. */
export interface Serving {
  /** Milliseconds UTC. */
  readonly clock: () => number;
  /** Is told of what `tellWhenCommitted` was given, with its region. */
  readonly log: (line: object) => void;
  /** Is told how long each write waited for those before it, in milliseconds; also of one that was given up meanwhile. */
  readonly waited: Waited;
  /** Is told how far the process's clock is ahead of the database's, in milliseconds. */
  readonly clockDiffers: (ms: number) => void;
}

/** Counts by keys, each in a window of time of its own. */
export interface Counters {
  /** How often a key was counted in the window so far. */
  read(key: string, window: number): Async<number>;
  /** Counts one. */
  add(key: string, window: number): Async<void>;
}

/** The data of all regions as a process serves it. */
export interface Store extends Regions {
  /** The folder of its files; PostgreSQL has its own. */
  readonly dataDir?: string;
  /** Before anything is written. */
  serve(serving: Serving): void;
  /** Throws when nothing can be read. */
  ping(): Promise<void>;
  /** Whether a change would be stored at `now`, or would have been within five seconds before; known within three seconds. */
  canStore(now: number): Promise<boolean>;
  /** Whether other processes may have it open, too. */
  readonly isShared: boolean;
  /**
   * Does `work` unless another process does what has this name just now; gives whether it did. The name of a process that
   * ends is free at once.
   */
  alone(duty: string, work: () => Promise<void>): Promise<boolean>;
  /** Counts calls, for limits of them, over all processes. */
  readonly counters: Counters;
  close(): Async<void>;
}
