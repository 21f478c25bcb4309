/**
 * Transactions, as far as both engines share them: the end of writing, savepoints, and callbacks after the
 * commit.
 */
import type { Compilable } from "kysely";
import type { AwsRegion } from "../../shared/regions";
import type { Engine, Reader, RunResult, Select, Writer } from "./engine";
import { isLongTurn, nextTurn } from "./event-loop";

const isOver = "The transaction is over";

/** Returns the query if it is a read, which a finished transaction may still run. Throws for writes. */
function readingOnly<Result>(query: Compilable<Result>): Select<Result> {
  if (!("isSelectQueryBuilder" in query)) throw new Error(isOver);
  return query as Select<Result>;
}

/** A transaction's view of its region. */
export interface TransactionContext {
  readonly awsRegion: AwsRegion;
  readonly reader: Reader;
  readonly now: number;
  readonly log: (line: object) => void;
}

/** An open transaction of an engine. */
export interface OpenTransaction {
  readonly engine: Engine;
  all<Result>(query: Compilable<Result>): Promise<Result[]>;
  get<Result>(query: Compilable<Result>): Promise<Result | undefined>;
  run(query: Compilable<unknown>): Promise<RunResult>;
  /** Runs SQL that begins, releases or rolls back a savepoint. */
  exec(text: string): Promise<void>;
  /** False after a failure that ended the whole transaction. */
  isOpen(): boolean;
  /** Removes the previous data from the files after the commit. */
  leaveNoTrace(): void;
}

/** An open transaction. */
export class Transaction implements Writer {
  readonly engine: Engine;
  readonly awsRegion: AwsRegion;
  readonly now: number;
  private isOver = false;
  private savepoints = 0;
  private readonly then: (() => void)[] = [];

  constructor(
    private readonly surroundings: TransactionContext,
    private readonly underway: OpenTransaction,
  ) {
    this.engine = underway.engine;
    this.awsRegion = surroundings.awsRegion;
    this.now = surroundings.now;
  }

  // Checks after the wait, because the transaction may have ended in the meantime.
  async all<Result>(query: Compilable<Result>): Promise<Result[]> {
    if (isLongTurn()) await nextTurn();
    return this.isOver ? this.surroundings.reader.all(readingOnly(query)) : this.underway.all(query);
  }

  async get<Result>(query: Compilable<Result>): Promise<Result | undefined> {
    if (isLongTurn()) await nextTurn();
    return this.isOver ? this.surroundings.reader.get(readingOnly(query)) : this.underway.get(query);
  }

  async run(query: Compilable<unknown>): Promise<RunResult> {
    if (isLongTurn()) await nextTurn();
    if (this.isOver) throw new Error(isOver);
    return this.underway.run(query);
  }

  atThisMoment<Result>(read: (moment: Reader) => Promise<Result>): Promise<Result> {
    return read(this);
  }

  async savepoint<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isOver) throw new Error(isOver);
    const { underway } = this;
    const thenBefore = this.then.length;
    this.savepoints += 1;
    const name = `s${this.savepoints}`;
    await underway.exec(`SAVEPOINT ${name}`);
    try {
      const result = await work();
      await underway.exec(`RELEASE ${name}`);
      return result;
    } catch (error) {
      this.then.length = thenBefore;
      if (underway.isOpen()) {
        await underway.exec(`ROLLBACK TO ${name}`);
        await underway.exec(`RELEASE ${name}`);
      }
      throw error;
    } finally {
      this.savepoints -= 1;
    }
  }

  afterCommit(then: () => void): void {
    if (this.isOver) then();
    else this.then.push(then);
  }

  logAfterCommit(line: object): void {
    this.afterCommit(() => this.surroundings.log(line));
  }

  leaveNoTrace(): void {
    this.afterCommit(() => this.underway.leaveNoTrace());
  }

  /** Ends the transaction. Returns the callbacks to run after a commit. */
  end(): readonly (() => void)[] {
    this.isOver = true;
    return this.then;
  }
}
