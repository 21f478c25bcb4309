/** Counts calls per key in windows of a minute. In memory: the API is one process per data directory. */
export class RateLimiter {
  private counts = new Map<string, number>();
  private window = 0;

  constructor(private readonly perMinute: number) {}

  /** Counts one call; false when the key has had its share of this minute. */
  allow(key: string, now: number): boolean {
    const window = Math.floor(now / 60_000);
    if (window !== this.window) {
      this.window = window;
      this.counts = new Map();
    }
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    return count <= this.perMinute;
  }
}
