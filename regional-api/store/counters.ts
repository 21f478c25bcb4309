import { createHash } from "node:crypto";
import type { Counters } from "./engine";

/** A key as it is kept: it has addresses and accounts in it, which nobody is to read, and may be as long as what was typed. */
export const digestOf = (key: string) => createHash("sha256").update(key).digest("base64url");

/** As many keys are counted in a window: whoever calls under ever new ones takes some megabytes at most. */
const usualKeys = 50_000;

/**
 * Counts in memory, for a store that one process has: those of one window, which is the last that was asked for. Beyond
 * `mostKeys` the key gives way that was counted the longest ago: to be forgotten, one must wait for as many others' calls.
 */
export class MemoryCounters implements Counters {
  private counts = new Map<string, number>();
  private window = 0;

  constructor(private readonly mostKeys = usualKeys) {}

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
    // A map keeps the order in which keys came: this one is the last now.
    counts.delete(digest);
    counts.set(digest, count);
    if (counts.size <= this.mostKeys) return;
    for (const oldest of counts.keys()) {
      counts.delete(oldest);
      return;
    }
  }
}
