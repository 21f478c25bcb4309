/** A bounded number of something under way: in all, and for each of those who do it. */
export class Places {
  private readonly held = new Map<string, number>();
  private count = 0;

  constructor(
    private readonly each: number,
    private readonly inAll: number,
  ) {}

  /** Takes a place and answers what gives it back, once; undefined when there is none. */
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
