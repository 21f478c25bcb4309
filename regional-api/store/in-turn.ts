/**
 * What arrays do with call-backs, for those that are waited for: one after the other, in order. Never `Promise.all` inside
 * of a transaction: when one fails it is undone while others still write. `mapTogether` waits for all.
 */

type Items<T> = Iterable<T>;

/** As `map`. */
export async function mapInTurn<T, R>(
  items: Items<T>,
  make: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const made: R[] = [];
  for (const item of items) made.push(await make(item, made.length));
  return made;
}

/**
 * As `map`, all side by side: for what `together` finds and writes for many by one query. All are done when it ends; of those
 * that fail, the first one's reason is thrown. What is done to one item must not depend on another.
 */
export async function mapTogether<T, R>(items: Items<T>, make: (item: T) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (const result of await Promise.allSettled([...items].map(make))) {
    if (result.status === "rejected") throw result.reason;
    made.push(result.value);
  }
  return made;
}

/** As `flatMap`. */
export async function flatMapInTurn<T, R>(
  items: Items<T>,
  make: (item: T, index: number) => Promise<R | readonly R[]>,
): Promise<R[]> {
  const made = await mapInTurn(items, make);
  return made.flat() as R[];
}

/** As `filter`. */
export async function filterInTurn<T>(items: Items<T>, isMeant: (item: T) => Promise<boolean>): Promise<T[]> {
  const meant: T[] = [];
  for (const item of items) if (await isMeant(item)) meant.push(item);
  return meant;
}

/** As `find`. */
export async function findInTurn<T>(
  items: Items<T>,
  isMeant: (item: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const item of items) if (await isMeant(item)) return item;
  return undefined;
}

/** As `some`. */
export async function someInTurn<T>(
  items: Items<T>,
  isMeant: (item: T) => Promise<boolean>,
): Promise<boolean> {
  for (const item of items) if (await isMeant(item)) return true;
  return false;
}

/** As `every`. */
export async function everyInTurn<T>(
  items: Items<T>,
  isMeant: (item: T) => Promise<boolean>,
): Promise<boolean> {
  for (const item of items) if (!(await isMeant(item))) return false;
  return true;
}
