/**
 * What is asked for side by side, such as by a field of each row of an answer, is one query for all of them: where the data
 * are on a server, each query is a way to it and back.
 */
import type { Reader, Writer } from "./engine";

interface Batch<Value> {
  readonly keys: Set<string>;
  readonly found: Promise<ReadonlyMap<string, Value>>;
}

/** Once all have asked who are about to: these wait for nothing but promises that are kept already. */
export const onceAllHaveAsked = () =>
  new Promise<void>((go) => void Promise.resolve().then(() => process.nextTick(go)));

/**
 * Finds values by their keys: `find` is asked once for those that are asked of one reader, and with one `scope`, side by
 * side. Give it where a list asks for each of its rows; who asks in turn gains nothing.
 */
export function together<Value>(
  find: (db: Reader, keys: readonly string[], scope: string) => Promise<ReadonlyMap<string, Value>>,
): (db: Reader, key: string, scope?: string) => Promise<Value | undefined> {
  const open = new WeakMap<Reader, Map<string, Batch<Value>>>();
  const begin = (db: Reader, batches: Map<string, Batch<Value>>, scope: string): Batch<Value> => {
    const keys = new Set<string>();
    const found = onceAllHaveAsked().then(() => {
      batches.delete(scope);
      return find(db, [...keys], scope);
    });
    const batch = { keys, found };
    batches.set(scope, batch);
    return batch;
  };
  return async (db, key, scope = "") => {
    let batches = open.get(db);
    if (!batches) open.set(db, (batches = new Map()));
    const batch = batches.get(scope) ?? begin(db, batches, scope);
    batch.keys.add(key);
    return (await batch.found).get(key);
  };
}

/**
 * The same for what is written: rows that are given to one writer side by side are written by one query, in the order in
 * which they were given.
 */
export function writtenTogether<Row>(
  write: (db: Writer, rows: readonly Row[]) => Promise<unknown>,
): (db: Writer, row: Row) => Promise<void> {
  const open = new WeakMap<Writer, { readonly rows: Row[]; readonly written: Promise<unknown> }>();
  return async (db, row) => {
    let batch = open.get(db);
    if (!batch) {
      const rows: Row[] = [];
      const written = onceAllHaveAsked().then(() => {
        open.delete(db);
        return write(db, rows);
      });
      open.set(db, (batch = { rows, written }));
    }
    batch.rows.push(row);
    await batch.written;
  };
}

/** The same for rows that get the same values: a query for each set of values. */
export const setTogether = <Values extends object>(
  write: (db: Writer, ids: readonly string[], values: Values) => Promise<unknown>,
): ((db: Writer, id: string, values: Values) => Promise<void>) => {
  const set = writtenTogether<{ id: string; values: Values }>(async (db, rows) => {
    for (const [, some] of rowsBy(rows, ({ values }) => JSON.stringify(values)))
      if (some[0])
        await write(
          db,
          some.map(({ id }) => id),
          some[0].values,
        );
  });
  return (db, id, values) => set(db, { id, values });
};

/** The rows by what `keyOf` gives of each, in their order. */
export function rowsBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const by = new Map<string, Row[]>();
  for (const row of rows) {
    const some = by.get(keyOf(row));
    if (some) some.push(row);
    else by.set(keyOf(row), [row]);
  }
  return by;
}
