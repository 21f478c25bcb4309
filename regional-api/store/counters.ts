import { createHash } from "node:crypto";
import type { Counters } from "./engine";

/**
 * Returns the stored form of a key. Keys contain addresses and accounts, which must not be readable, and can
 * be of any length.
 */
export const digestOf = (key: string) => createHash("sha256").update(key).digest("base64url");

/** Maximum number of keys per window; bounds memory to a few megabytes if a client keeps changing keys. */
const maxKeys = 50_000;

/**
 * In-memory counters, for a store used by a single process; they hold only the latest window. Beyond
 * `mostKeys`, the least recently counted key is dropped; resetting a count in this way takes that many calls
 * with other keys.
 */
export class MemoryCounters implements Counters {
  private counts = new Map<string, number>();
  private window = 0;

  constructor(private readonly mostKeys = maxKeys) {}

  private in(window: number): Map<string, number> {
    if (window !== this.window) {
      this.window = window;
      this.counts = new Map();
    }
    return this.counts;
  }

  read(key: string, window: number): number {
    return this.in(window).get(digestOf(key)) ?? 0;
  }

  add(key: string, window: number): void {
    const counts = this.in(window);
    const digest = digestOf(key);
    const count = (counts.get(digest) ?? 0) + 1;
    // Maps keep the order of insertion, so inserting the key again makes it the newest.
    counts.delete(digest);
    counts.set(digest, count);
    if (counts.size <= this.mostKeys) return;
    for (const oldest of counts.keys()) {
      counts.delete(oldest);
      return;
    }
  }
}
