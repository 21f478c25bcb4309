/**
 * Array methods with async callbacks, run one after the other, in order. Never use `Promise.all` in a transaction: if
 * one fails, it is rolled back while others still write. `mapTogether` waits for all.
 */

type Items<T> = Iterable<T>;

/** Async `map`. */
export async function mapInTurn<T, R>(
  items: Items<T>,
  make: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const made: R[] = [];
  for (const item of items) made.push(await make(item, made.length));
  return made;
}

/**
 * Async `map`, side by side, so that `together` can batch the queries of all items. Waits until all have settled, then
 * throws the first failure, if any. Items must not depend on each other.
 */
export async function mapTogether<T, R>(items: Items<T>, make: (item: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (const result of await Promise.allSettled([...items].map(make))) {
    if (result.status === "rejected") throw result.reason;
    made.push(result.value);
  }
  return made;
}

/** Async `flatMap`. */
export async function flatMapInTurn<T, R>(
  items: Items<T>,
  make: (item: T, index: number) => Promise<R | readonly R[]>,
): Promise<R[]> {
  const made = await mapInTurn(items, make);
  return made.flat() as R[];
}

/** Async `filter`. */
export async function filterInTurn<T>(items: Items<T>, isMeant: (item: T) => Promise<boolean>): Promise<T[]> {
  const meant: T[] = [];
  for (const item of items) if (await isMeant(item)) meant.push(item);
  return meant;
}

/** Async `find`. */
export async function findInTurn<T>(
  items: Items<T>,
  isMeant: (item: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const item of items) if (await isMeant(item)) return item;
  return undefined;
}

/** Async `some`. */
export async function someInTurn<T>(
  items: Items<T>,
  isMeant: (item: T) => Promise<boolean>,
): Promise<boolean> {
  for (const item of items) if (await isMeant(item)) return true;
  return false;
}

/** Async `every`. */
export async function everyInTurn<T>(
  items: Items<T>,
  isMeant: (item: T) => Promise<boolean>,
): Promise<boolean> {
  for (const item of items) if (!(await isMeant(item))) return false;
  return true;
}
