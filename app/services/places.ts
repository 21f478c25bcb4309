/** A concurrency limiter: bounded in total and per holder. */
export class Places {
  private readonly held = new Map<string, number>();
  private count = 0;

  constructor(
    private readonly each: number,
    private readonly inAll: number,
  ) {}

  /** Takes a place and returns a function that releases it, once; undefined if none is free. */
  take(whose: string): (() => void) | undefined {
    const before = this.held.get(whose) ?? 0;
    if (before >= this.each || this.count >= this.inAll) return undefined;
    this.held.set(whose, before + 1);
    this.count += 1;
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      this.count -= 1;
      const left = (this.held.get(whose) ?? 1) - 1;
      if (left > 0) this.held.set(whose, left);
      else this.held.delete(whose);
    };
  }
}
