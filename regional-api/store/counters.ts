import type { Counters } from "./engine";

/** Counts in memory, for a store that one process has: those of one window, which is the last that was asked for. */
export class MemoryCounters implements Counters {
  private counts = new Map<string, number>();
  private window = 0;

  private in(window: number): Map<string, number> {
    if (window !== this.window) {
      this.window = window;
      this.counts = new Map();
    }
    return this.counts;
  }

  read(key: string, window: number): number {
    return this.in(window).get(key) ?? 0;
  }

  add(key: string, window: number): void {
    const counts = this.in(window);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
}
