/**
 * A cache of bounded size with two generations: when the newer one is full, it replaces the older one, which
 * drops entries not read since. Entries in use stay, without bookkeeping per read. Cannot hold `undefined`.
 */
export class BoundedCache<Key, Value> {
  private newer = new Map<Key, Value>();
  private older = new Map<Key, Value>();
  private cost = 0;

  /** `most` is the maximum total cost; each entry costs 1 unless `costOf` is given. */
  constructor(
    private readonly most: number,
    private readonly costOf: (key: Key, value: Value) => number = () => 1,
  ) {}

  get(key: Key): Value | undefined {
    const value = this.newer.get(key);
    if (value !== undefined) return value;
    const old = this.older.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): Value {
    const cost = this.costOf(key, value);
    if (this.cost + cost > this.most / 2) {
      this.older = this.newer;
      this.newer = new Map();
      this.cost = 0;
    }
    this.newer.set(key, value);
    this.cost += cost;
    return value;
  }

  clear(): void {
    this.newer.clear();
    this.older.clear();
    this.cost = 0;
  }
}
