import type { Counters } from "../store/engine";

const windowMs = 60_000;

/** Rate limits per key in one-minute windows, shared by all processes of the store. */
export class RateLimiter {
  constructor(private readonly counters: Counters) {}

  /** Milliseconds until a key that reached its limit may continue; 0 if it has not. Does not count a call. */
  async wait(key: string, perMinute: number, now: number): Promise<number> {
    const count = await this.counters.read(key, Math.floor(now / windowMs));
    return count < perMinute ? 0 : windowMs - (now % windowMs);
  }

  /** Counts a call. */
  async count(key: string, now: number): Promise<void> {
    await this.counters.add(key, Math.floor(now / windowMs));
  }

  /** Counts a call if it is within the limit. Returns the wait, as `wait` does. */
  async take(key: string, perMinute: number, now: number): Promise<number> {
    const wait = await this.wait(key, perMinute, now);
    if (wait === 0) await this.count(key, now);
    return wait;
  }
}
