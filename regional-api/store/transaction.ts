/** What a transaction is on either engine: until when it writes, its parts, and what is told once it is stored. */
import type { Compilable } from "kysely";
import type { AwsRegion } from "../../shared/regions";
import type { Engine, Reader, RunResult, Select, Writer } from "./engine";
import { isLongTurn, nextTurn } from "./turn";

const isOver = "The transaction is over";

/** A query that a transaction may still be asked when it is over. Throws for one that writes. */
function readingOnly<Result>(query: Compilable<Result>): Select<Result> {
  if (!("isSelectQueryBuilder" in query)) throw new Error(isOver);
  return query as Select<Result>;
}

/** What a transaction needs of its region. */
export interface Surroundings {
  readonly awsRegion: AwsRegion;
  readonly reader: Reader;
  readonly now: number;
  readonly log: (line: object) => void;
}

/** What an engine does for a transaction. */
export interface Underway {
  readonly engine: Engine;
  all<Result>(query: Compilable<Result>): Promise<Result[]>;
  get<Result>(query: Compilable<Result>): Promise<Result | undefined>;
  run(query: Compilable<unknown>): Promise<RunResult>;
  /** Begins, ends or undoes a part. */
  exec(text: string): Promise<void>;
  /** Some failures end the whole transaction. */
  isOpen(): boolean;
  /** Once it is stored, no file has what was before it any more. */
  leaveNoTrace(): void;
}

/** A transaction that is under way. */
export class Transaction implements Writer {
  readonly engine: Engine;
  readonly awsRegion: AwsRegion;
  readonly now: number;
  private isOver = false;
  private savepoints = 0;
  private readonly then: (() => void)[] = [];

  constructor(
    private readonly surroundings: Surroundings,
    private readonly underway: Underway,
  ) {
    this.engine = underway.engine;
    this.awsRegion = surroundings.awsRegion;
    this.now = surroundings.now;
  }

  // It may be over once others have had their turn: that is asked for afterwards.
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

  tellWhenCommitted(line: object): void {
    this.afterCommit(() => this.surroundings.log(line));
  }

  leaveNoTrace(): void {
    this.afterCommit(() => this.underway.leaveNoTrace());
  }

  /** Ends it; what came of it may be told by the functions that are given back. */
  end(): readonly (() => void)[] {
    this.isOver = true;
    return this.then;
  }
}
