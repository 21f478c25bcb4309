/**
 * Array methods with async callbacks that run one after the other, in order. Never use `Promise.all` in a
 * transaction: if one callback fails, the transaction is rolled back while others still write.
 * `mapConcurrently` waits for all.
 */

type Items<T> = Iterable<T>;

/** Async `map`. */
export async function mapSequentially<T, R>(
  items: Items<T>,
  make: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const made: R[] = [];
  for (const item of items) made.push(await make(item, made.length));
  return made;
}

/**
 * Async `map` with concurrent callbacks, so that `batchLoader` can batch the queries of all items. Waits
 * until all have settled, then throws the first failure, if any. Items must not depend on each other.
 */
export async function mapConcurrently<T, R>(items: Items<T>, make: (item: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (const result of await Promise.allSettled([...items].map(make))) {
    if (result.status === "rejected") throw result.reason;
    made.push(result.value);
  }
  return made;
}

/** Async `flatMap`. */
export async function flatMapSequentially<T, R>(
  items: Items<T>,
  make: (item: T, index: number) => Promise<R | readonly R[]>,
): Promise<R[]> {
  const made = await mapSequentially(items, make);
  return made.flat() as R[];
}

/** Async `filter`. */
export async function filterSequentially<T>(
  items: Items<T>,
  isMeant: (item: T) => Promise<boolean>,
): Promise<T[]> {
  const meant: T[] = [];
  for (const item of items) if (await isMeant(item)) meant.push(item);
  return meant;
}

/** Async `find`. */
export async function findSequentially<T>(
  items: Items<T>,
  isMeant: (item: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const item of items) if (await isMeant(item)) return item;
  return undefined;
}

/** Async `some`. */
export async function someSequentially<T>(
  items: Items<T>,
  isMeant: (item: T) => Promise<boolean>,
): Promise<boolean> {
  for (const item of items) if (await isMeant(item)) return true;
  return false;
}

/** Async `every`. */
export async function everySequentially<T>(
  items: Items<T>,
  isMeant: (item: T) => Promise<boolean>,
): Promise<boolean> {
  for (const item of items) if (!(await isMeant(item))) return false;
  return true;
}
