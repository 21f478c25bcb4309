/**
 * Batches concurrent lookups, e.g. by a field of each row of a response, into one query: with a database
 * server, each query is a round trip.
 */
import type { Reader, Writer } from "./engine";

interface Batch<Value> {
  readonly keys: Set<string>;
  readonly found: Promise<ReadonlyMap<string, Value>>;
}

/**
 * Resolves after all pending callers have made their requests: they only wait for promises that are already
 * resolved.
 */
export const afterPendingRequests = () =>
  new Promise<void>((go) => void Promise.resolve().then(() => process.nextTick(go)));

/**
 * Batches lookups by key: `find` is called once for all keys that concurrent callers request of one reader
 * with the same `scope`. Use it where each row of a list needs a lookup; sequential callers gain nothing.
 */
export function batchLoader<Value>(
  find: (db: Reader, keys: readonly string[], scope: string) => Promise<ReadonlyMap<string, Value>>,
): (db: Reader, key: string, scope?: string) => Promise<Value | undefined> {
  const open = new WeakMap<Reader, Map<string, Batch<Value>>>();
  const begin = (db: Reader, batches: Map<string, Batch<Value>>, scope: string): Batch<Value> => {
    const keys = new Set<string>();
    const found = afterPendingRequests().then(() => {
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

/** Batches writes: rows passed concurrently to one writer are written by one query, in the order given. */
export function batchWriter<Row>(
  write: (db: Writer, rows: readonly Row[]) => Promise<unknown>,
): (db: Writer, row: Row) => Promise<void> {
  const open = new WeakMap<Writer, { readonly rows: Row[]; readonly written: Promise<unknown> }>();
  return async (db, row) => {
    let batch = open.get(db);
    if (!batch) {
      const rows: Row[] = [];
      const written = afterPendingRequests().then(() => {
        open.delete(db);
        return write(db, rows);
      });
      open.set(db, (batch = { rows, written }));
    }
    batch.rows.push(row);
    await batch.written;
  };
}

/** Batches updates of rows that get the same values: one query per set of values. */
export const batchUpdater = <Values extends object>(
  write: (db: Writer, ids: readonly string[], values: Values) => Promise<unknown>,
): ((db: Writer, id: string, values: Values) => Promise<void>) => {
  const set = batchWriter<{ id: string; values: Values }>(async (db, rows) => {
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

/** Groups rows by `keyOf`, preserving their order. */
export function rowsBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const by = new Map<string, Row[]>();
  for (const row of rows) {
    const some = by.get(keyOf(row));
    if (some) some.push(row);
    else by.set(keyOf(row), [row]);
  }
  return by;
}
