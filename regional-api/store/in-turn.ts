/**
 * What arrays do with call-backs, for those that are waited for: one after the other, in order. Never `Promise.all` inside
 * of a transaction: the order of its writes would not be the array's.
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
