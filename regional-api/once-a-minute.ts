const everyMs = 60_000;

/** Lets one of each kind pass a minute, for lines of the log that would say the same again and again. */
export class OnceAMinute {
  private readonly kinds = new Map<string, { at: number; left: number }>();

  /** How many of the kind were left out since the last that passed; undefined when this one is left out as well. */
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
