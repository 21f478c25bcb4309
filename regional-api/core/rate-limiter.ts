/** Counts per key in windows of a minute. In memory: the API is one process per data directory. */
export class RateLimiter {
  private counts = new Map<string, number>();
  private window = 0;

  private inWindow(now: number): Map<string, number> {
    const window = Math.floor(now / 60_000);
    if (window !== this.window) {
      this.window = window;
      this.counts = new Map();
    }
    return this.counts;
  }

  /** How long a key that has had its share of this minute must wait, in milliseconds; 0 while it has not. Counts nothing. */
  wait(key: string, perMinute: number, now: number): number {
    const count = this.inWindow(now).get(key) ?? 0;
    return count < perMinute ? 0 : 60_000 - (now % 60_000);
  }

  /** Counts one. */
  count(key: string, now: number): void {
    const counts = this.inWindow(now);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  /** Counts one call. Gives what `wait` gave before. */
  take(key: string, perMinute: number, now: number): number {
    const wait = this.wait(key, perMinute, now);
    if (wait === 0) this.count(key, now);
    return wait;
  }
}
