/**
 * A cache of bounded size, in two generations: when the newer one is full it takes the older one's place, whose entries go
 * unless they were read meanwhile. So what is in use stays, and reading it notes nothing. Holds no `undefined`.
 */
export class BoundedCache<Key, Value> {
  private newer = new Map<Key, Value>();
  private older = new Map<Key, Value>();
  private cost = 0;

  /** `most` is what all entries may cost together; each costs 1 unless `costOf` says otherwise. */
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
