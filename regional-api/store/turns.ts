/** Who of a process may write now. */
import { TurnTimeout } from "./failures";

/** However long writes take, one that waits longer than this for its turn waits for itself. */
const patienceMs = 15_000;

/** How long a write waits until it begins, or until it is given up. */
export class Wait {
  private since: number | undefined = performance.now();

  constructor(private readonly tell: (ms: number) => void) {}

  /** What is left of `ms`, and a second at least. */
  leftOf(ms: number): number {
    return Math.max(1_000, Math.ceil(ms - (performance.now() - (this.since ?? performance.now()))));
  }

  end(): void {
    if (this.since !== undefined) this.tell(performance.now() - this.since);
    this.since = undefined;
  }
}

/** Stands for a write that does not say whose rows it changes. */
const everybody = "";

/**
 * Whose turn it is to write. Of writes that name whose rows they change one of each goes on at a time; those that do not
 * go on alone. They are served in turn, each with its oldest: whoever sends many waits for their own.
 */
export class Turns {
  private readonly running = new Set<string>();
  /** Who waits, in the order in which they are served next. */
  private readonly lines = new Map<string, (() => void)[]>();
  private readonly betweenWrites: (() => void)[] = [];

  /** At most so many go on at once. */
  constructor(private readonly most = 1) {}

  /** Waits for the turn of a write, which ends with `done`. */
  async begin(whose = everybody): Promise<void> {
    if (this.lines.size === 0 && this.isFree(whose)) {
      this.running.add(whose);
      return;
    }
    await new Promise<void>((begin, fail) => {
      const next = () => {
        clearTimeout(timer);
        this.running.add(whose);
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

  done(whose = everybody): void {
    this.running.delete(whose);
    for (const act of this.betweenWrites.splice(0)) act();
    this.serve();
  }

  /** Does what takes no time when none of these writes is under way, nor one that names nobody: now, or later. */
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

  private isUnderWay(whose: string | undefined): boolean {
    if (whose === undefined) return this.running.size > 0;
    return this.running.has(whose) || this.running.has(everybody);
  }

  private isFree(whose: string): boolean {
    if (whose === everybody) return this.running.size === 0;
    return this.running.size < this.most && !this.running.has(whose) && !this.running.has(everybody);
  }

  private serve(): void {
    for (const whose of [...this.lines.keys()]) {
      if (!this.isFree(whose)) {
        // It is served next once those before it are done, however many come meanwhile.
        if (whose === everybody) return;
        continue;
      }
      const line = this.lines.get(whose);
      this.lines.delete(whose);
      const next = line?.shift();
      // To the end: the others have their turn before.
      if (line && line.length > 0) this.lines.set(whose, line);
      next?.();
    }
  }

  private leave(whose: string, next: () => void): void {
    const line = this.lines.get(whose) ?? [];
    line.splice(line.indexOf(next), 1);
    if (line.length > 0) return;
    this.lines.delete(whose);
    // Others may have waited for it alone.
    this.serve();
  }
}
