/** Pseudo-random choices, reproducible by seed (mulberry32). */
export function numbers(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  const one = <T>(list: readonly [T, ...T[]] | readonly T[]): T => list[below(list.length)] as T;
  const some = <T>(most: number, make: () => T): T[] => Array.from({ length: below(most + 1) }, make);
  return { below, one, some, chance: (of: number) => next() < of };
}
