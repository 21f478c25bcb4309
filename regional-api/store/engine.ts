/**
 * All that the rest of the API may know of where the data is. Whoever reads is handed a `Reader`, whoever writes a
 * `Writer`; only a `Region` makes them, and a `Writer` only inside of a transaction: a write outside of one does not compile.
 */
import type { Compilable } from "kysely";
import type { AwsRegion } from "../regions";

/** What a write has done. */
export interface RunResult {
  readonly changes: number;
  readonly lastInsertRowid: number | bigint;
}

/** A fixed text with parameters, for what the query builder cannot say. */
export interface Statement<Result> {
  all(...params: unknown[]): Result[];
  get(...params: unknown[]): Result | undefined;
}

/** The same inside of a transaction. */
export interface WritingStatement<Result> extends Statement<Result> {
  run(...params: unknown[]): RunResult;
}

/** Reads the tables of one region, and the directory's. */
export interface Reader {
  readonly awsRegion: AwsRegion;
  all<Result>(query: Compilable<Result>): Result[];
  get<Result>(query: Compilable<Result>): Result | undefined;
  statement<Result>(text: string): Statement<Result>;
  /**
   * Runs `read` on the region's file as it is at this moment, whatever is written meanwhile: so it may wait for others'
   * calls in between. The directory's tables are not there.
   */
  atThisMoment<Result>(read: (moment: Reader) => Promise<Result>): Promise<Result>;
}

/** Writes as part of one transaction, which it is handed to. */
export interface Writer extends Reader {
  /** When the transaction began, in milliseconds UTC: nothing that others commit meanwhile is of a later time. */
  readonly now: number;
  run(query: Compilable<unknown>): RunResult;
  statement<Result>(text: string): WritingStatement<Result>;
  /** A part of the transaction that can be undone alone: a thrown error does. */
  savepoint<Result>(work: () => Result): Result;
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
  /** Runs `work` in one transaction over the region's tables and the directory's; a thrown error rolls it back. */
  write<Result>(work: (writer: Writer) => Result): Result;
}

/** The data of all regions. */
export interface Regions {
  region(awsRegion: AwsRegion): Region;
  all(): readonly Region[];
}
