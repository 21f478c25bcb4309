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

/** Whose turn it is to write; what waits comes in the order in which it came. */
export class Turns {
  private isTaken = false;
  private readonly writers: (() => void)[] = [];
  private readonly betweenWrites: (() => void)[] = [];

  /** Waits for the turn of a write, which ends with `done`. */
  async begin(): Promise<void> {
    if (!this.isTaken) {
      this.isTaken = true;
      return;
    }
    await new Promise<void>((begin, fail) => {
      const next = () => {
        clearTimeout(timer);
        begin();
      };
      const timer = setTimeout(() => {
        this.writers.splice(this.writers.indexOf(next), 1);
        fail(
          new TurnTimeout("Waited too long for the turn to write: is a transaction begun inside of another?"),
        );
      }, patienceMs);
      this.writers.push(next);
    });
  }

  done(): void {
    for (const act of this.betweenWrites.splice(0)) act();
    const next = this.writers.shift();
    if (next) next();
    else this.isTaken = false;
  }

  /** Does what takes no time when no write is under way: now, or after the one that is. */
  async between<Result>(act: () => Result): Promise<Result> {
    if (!this.isTaken) return act();
    return new Promise((resolve, reject) => {
      this.betweenWrites.push(() => {
        try {
          resolve(act());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
  }
}
