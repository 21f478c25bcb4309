/** Queue of the write transactions within a process. */
import { TurnTimeout } from "./failures";

/** Timeout; a longer wait means a deadlock, i.e. a transaction that waits for itself. */
const patienceMs = 15_000;

/**
 * On files, a customer's change that held the only turn for this long is followed by a rest of the same length, at most
 * `maxRestMs`, before the customer's next change: bulk jobs pause in the same way (BULK-07).
 */
const longMs = 25;
const maxRestMs = 500;

/** Measures the time until a write begins or times out. */
export class Wait {
  private since: number | undefined = performance.now();

  constructor(private readonly tell: (ms: number) => void) {}

  /** Returns the remainder of `ms`, but at least one second. */
  leftOf(ms: number): number {
    return Math.max(1_000, Math.ceil(ms - (performance.now() - (this.since ?? performance.now()))));
  }

  end(): void {
    if (this.since !== undefined) this.tell(performance.now() - this.since);
    this.since = undefined;
  }
}

/** Key of the writes without `whose`. */
const sharedKey = "";

/**
 * Schedules writes. Of the writes with the same `whose`, one runs at a time; writes without it run
 * exclusively. Keys take turns, each with its oldest write, so that a key with many writes delays only its
 * own. With a single turn, a key rests after a long write, so that others find the turn free half of the time.
 */
export class WriteQueue {
  private readonly running = new Set<string>();
  /** Waiting writes by key, in the order in which they are served. */
  private readonly lines = new Map<string, (() => void)[]>();
  private readonly betweenWrites: (() => void)[] = [];
  /** Keys that rest after a long write. */
  private readonly resting = new Set<string>();
  /** Start of the running write, with a single turn; no key rests with more. */
  private since = 0;

  /** `most` limits concurrent writes. */
  constructor(private readonly most = 1) {}

  /** Waits for a write's turn, which ends with `done`. */
  async begin(whose = sharedKey): Promise<void> {
    if (this.lines.size === 0 && this.isFree(whose)) {
      this.start(whose);
      return;
    }
    await new Promise<void>((begin, fail) => {
      const next = () => {
        clearTimeout(timer);
        this.start(whose);
        begin();
      };
      const timer = setTimeout(() => {
        this.leave(whose, next);
        fail(
          new TurnTimeout("Waited too long for the turn to write: is a transaction begun inside of another?"),
        );
      }, patienceMs);
      const line = this.lines.get(whose);
      if (line) line.push(next);
      else this.lines.set(whose, [next]);
      this.serve();
    });
  }

  done(whose = sharedKey): void {
    this.running.delete(whose);
    this.rest(whose);
    for (const act of this.betweenWrites.splice(0)) act();
    this.serve();
  }

  /** Runs a quick `act` as soon as neither a write of `whose` nor an exclusive write is running. */
  async between<Result>(act: () => Result, whose?: string): Promise<Result> {
    if (!this.isUnderWay(whose)) return act();
    return new Promise((resolve, reject) => {
      const tryIt = () => {
        if (this.isUnderWay(whose)) return void this.betweenWrites.push(tryIt);
        try {
          resolve(act());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      this.betweenWrites.push(tryIt);
    });
  }

  private start(whose: string): void {
    this.running.add(whose);
    this.since = performance.now();
  }

  private rest(whose: string): void {
    const heldMs = performance.now() - this.since;
    if (this.most > 1 || whose === sharedKey || heldMs < longMs) return;
    this.resting.add(whose);
    const wake = () => {
      this.resting.delete(whose);
      this.serve();
    };
    setTimeout(wake, Math.min(heldMs, maxRestMs)).unref();
  }

  private isUnderWay(whose: string | undefined): boolean {
    if (whose === undefined) return this.running.size > 0;
    return this.running.has(whose) || this.running.has(sharedKey);
  }

  private isFree(whose: string): boolean {
    if (whose === sharedKey) return this.running.size === 0;
    if (this.running.size >= this.most || this.resting.has(whose)) return false;
    return !this.running.has(whose) && !this.running.has(sharedKey);
  }

  private serve(): void {
    for (const whose of [...this.lines.keys()]) {
      if (!this.isFree(whose)) {
        // An exclusive write blocks all later ones, so that it is next once the running writes are done.
        if (whose === sharedKey) return;
        continue;
      }
      const line = this.lines.get(whose);
      this.lines.delete(whose);
      const next = line?.shift();
      // Moves the key to the end, so that other keys go first.
      if (line && line.length > 0) this.lines.set(whose, line);
      next?.();
    }
  }

  private leave(whose: string, next: () => void): void {
    const line = this.lines.get(whose) ?? [];
    line.splice(line.indexOf(next), 1);
    if (line.length > 0) return;
    this.lines.delete(whose);
    // Serves writes that were waiting only behind this one.
    this.serve();
  }
}
