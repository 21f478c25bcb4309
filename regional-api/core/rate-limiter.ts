import type { Counters } from "../store/engine";

const windowMs = 60_000;

/** Rate limits per key in one-minute windows, shared by all processes of the store. */
export class RateLimiter {
  constructor(private readonly counters: Counters) {}

  /**
   * Returns the milliseconds until a key at its limit may continue; 0 if it is below the limit. Does not
   * count a call.
   */
  async wait(key: string, perMinute: number, now: number): Promise<number> {
    const count = await this.counters.read(key, Math.floor(now / windowMs));
    return count < perMinute ? 0 : windowMs - (now % windowMs);
  }

  /** Counts a call. */
  async count(key: string, now: number): Promise<void> {
    await this.counters.add(key, Math.floor(now / windowMs));
  }

  /** Counts a call if it is within the limit. Returns the wait in ms, as `wait` does. */
  async take(key: string, perMinute: number, now: number): Promise<number> {
    const wait = await this.wait(key, perMinute, now);
    if (wait === 0) await this.count(key, now);
    return wait;
  }
}
