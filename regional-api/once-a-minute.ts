const everyMs = 60_000;

/** Rate limit for repetitive log lines: one of each kind per minute. */
export class OnceAMinute {
  private readonly kinds = new Map<string, { at: number; left: number }>();

  /**
   * Returns the number of lines suppressed since the last one that passed; undefined if this one is
   * suppressed.
   */
  pass(kind: string, now = performance.now()): number | undefined {
    const last = this.kinds.get(kind);
    if (last && now - last.at < everyMs) {
      last.left += 1;
      return undefined;
    }
    this.kinds.set(kind, { at: now, left: 0 });
    return last?.left ?? 0;
  }
}
