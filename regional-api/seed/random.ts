import { createHash } from "node:crypto";

/** Every 16-bit value as four hex characters: the large data needs about 20 million of them. */
const hexQuartets = Array.from({ length: 0x10000 }, (_, value) => value.toString(16).padStart(4, "0"));

/** A small, fast, reproducible random number generator (sfc32), seeded by a name. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter: number;

  constructor(name: string) {
    const digest = createHash("sha256").update(name).digest();
    this.a = digest.readInt32LE(0);
    this.b = digest.readInt32LE(4);
    this.c = digest.readInt32LE(8);
    this.counter = digest.readInt32LE(12);
  }

  private bits(): number {
    const t = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + t) | 0;
    return t >>> 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    return this.bits() / 4_294_967_296;
  }

  /** Returns an integer from 0 (inclusive) to `end` (exclusive). */
  int(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Returns an integer from `first` to `last`, both inclusive. */
  between(first: number, last: number): number {
    return first + this.int(last - first + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns a random item of a non-empty list. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.int(items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }

  /** Returns up to `count` distinct items, in the list's order. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    let wanted = Math.min(count, items.length);
    return items.filter((_, index) => {
      const taken = this.next() * (items.length - index) < wanted;
      if (taken) wanted -= 1;
      return taken;
    });
  }

  exponential(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }

  normal(mean: number, deviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.next());
  }

  digits(count: number): string {
    let text = "";
    for (let index = 0; index < count; index += 1) text += this.int(10);
    return text;
  }

  /** Returns `words` × 8 lower-case hex characters. */
  hex(words: number): string {
    let text = "";
    for (let index = 0; index < words; index += 1) {
      const bits = this.bits();
      text += `${hexQuartets[bits >>> 16]}${hexQuartets[bits & 0xffff]}`;
    }
    return text;
  }

  /** Returns an id in the format of row ids: 24 lower-case hex characters. */
  id(): string {
    return this.hex(3);
  }

  uuid(): string {
    const hex = this.hex(4);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}

/** Returns a function that chooses one of the names by their weights. */
export function chooser<Name extends string>(
  weights: Readonly<Partial<Record<Name, number>>>,
): (random: Random) => Name {
  const names = Object.keys(weights) as Name[];
  let total = 0;
  const limits = names.map((name) => (total += weights[name] ?? 0));
  return (random) => {
    const wanted = random.next() * total;
    return names[limits.findIndex((limit) => wanted < limit)] ?? random.pick(names);
  };
}
