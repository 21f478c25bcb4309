import type { Counters } from "../store/engine";

const windowMs = 60_000;

/** Limits per key in windows of a minute, counted over all processes of the store. */
export class RateLimiter {
  constructor(private readonly counters: Counters) {}

  /** How long a key that has had its share of this minute must wait, in milliseconds; 0 while it has not. Counts nothing. */
  async wait(key: string, perMinute: number, now: number): Promise<number> {
    const count = await this.counters.read(key, Math.floor(now / windowMs));
    return count < perMinute ? 0 : windowMs - (now % windowMs);
  }

  /** Counts one. */
  async count(key: string, now: number): Promise<void> {
    await this.counters.add(key, Math.floor(now / windowMs));
  }

  /** Counts one call. Gives what `wait` gave before. */
  async take(key: string, perMinute: number, now: number): Promise<number> {
    const wait = await this.wait(key, perMinute, now);
    if (wait === 0) await this.count(key, now);
    return wait;
  }
}
