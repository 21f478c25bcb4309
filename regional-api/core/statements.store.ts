/** Prepared statements derived from a table, its key columns and the columns written. */
import { anyOf } from "../store/dialect";
import type { Reader, RunResult, Writer } from "../store/engine";
import { prepared, sql, type PreparedChange, type PreparedSelect } from "../store/sql";
import type { NewRow, Row, Tables } from "../store/tables";
import { batchUpdater, batchLoader } from "../store/batch-loader";

type Table = keyof Tables;
type Column<Of extends Table> = keyof Row<Of> & string;
/** The values to find rows by. Excludes null, since nothing equals null in SQL. */
type Key<Of extends Table, By extends Column<Of>> = { readonly [Name in By]: NonNullable<Row<Of>[Name]> };
/** The values in the order of their columns. */
type InOrder<Of extends Table, By extends readonly Column<Of>[]> = {
  -readonly [Index in keyof By]: NonNullable<Row<Of>[By[Index] & Column<Of>]>;
};
type Values = Readonly<Record<string, never>>;

// Kysely cannot infer a generic table, so this one stands in for it; the functions' return types carry the
// real types.
type SomeTable = "users";

const pick = (values: Values, columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, values[column]]));

const named = (columns: readonly string[], values: readonly unknown[]) =>
  Object.fromEntries(columns.map((column, index) => [column, values[index]]));

/** Prepares a select of all columns of the rows with these values. */
export const selectBy = <Of extends Table, By extends Column<Of>>(
  table: Of,
  ...by: readonly By[]
): PreparedSelect<Key<Of, By>, Row<Of>> =>
  prepared<Values>()((p) =>
    by.reduce(
      (query, column) => query.where(sql.dynamic.ref(column), "=", p[column]),
      sql.selectFrom(table as SomeTable).selectAll(),
    ),
  ) as never;

/** Returns a function that finds a row by these values, which it takes in the same order. */
export function findBy<Of extends Table, const By extends readonly Column<Of>[]>(
  table: Of,
  ...by: By
): (db: Reader, ...values: InOrder<Of, By>) => Promise<Row<Of> | undefined> {
  const select = selectBy(table, ...by);
  return (db, ...values) => select.get(db, named(by, values) as never);
}

/** Prepares a select of all columns of the rows with these ids. */
export const selectByIds = <Of extends Table>(
  table: Of,
): PreparedSelect<{ readonly ids: readonly string[] }, Row<Of>> =>
  prepared<{ ids: readonly string[] }>()((p) =>
    sql
      .selectFrom(table as SomeTable)
      .selectAll()
      .where(anyOf("id", p.ids)),
  ) as never;

/** Returns a function that finds a row by id. Concurrent calls are batched into one query. */
export const rowAmong = <Found extends { readonly id: string }>(
  select: PreparedSelect<{ readonly ids: readonly string[] }, Found>,
) =>
  batchLoader<Found>(async (db, ids) => new Map((await select.all(db, { ids })).map((row) => [row.id, row])));

/** Returns a function that inserts a row. Omitted columns get their default, which is null for most. */
export function insertOf<Of extends Table>(table: Of): (db: Writer, row: NewRow<Of>) => Promise<void> {
  const known = new Map<string, PreparedChange<object, never>>();
  return async (db, row) => {
    const columns = Object.keys(row).filter((column) => Reflect.get(row, column) !== undefined);
    const name = columns.join();
    const insert =
      known.get(name) ??
      prepared<Values>()((p) => sql.insertInto(table as SomeTable).values(pick(p, columns) as never));
    known.set(name, insert as never);
    await insert.run(db, row as never);
  };
}

/** Prepares an insert that does nothing if the key exists. */
export const insertOnce = <Of extends Table, Name extends Column<Of>>(
  table: Of,
  ...columns: readonly Name[]
): PreparedChange<Pick<Row<Of>, Name>, never> =>
  prepared<Values>()((p) =>
    sql
      .insertInto(table as SomeTable)
      .values(pick(p, columns) as never)
      .onConflict((conflict) => conflict.doNothing()),
  ) as never;

/** Prepares an insert that updates these columns if the key exists. */
export const upsertBy = <Of extends Table, By extends Column<Of>, Name extends Column<Of>>(
  table: Of,
  by: readonly By[],
  ...columns: readonly Name[]
): PreparedChange<Pick<Row<Of>, By | Name>, never> =>
  prepared<Values>()((p) =>
    sql
      .insertInto(table as SomeTable)
      .values(pick(p, [...by, ...columns]) as never)
      .onConflict((conflict) =>
        conflict
          .columns(by as never)
          .doUpdateSet((row) =>
            Object.fromEntries(columns.map((column) => [column, row.ref(`excluded.${column}` as never)])),
          ),
      ),
  ) as never;

/** Prepares an update of columns of the rows with these values. */
export const updateBy = <Of extends Table, By extends Column<Of>, Name extends Column<Of>>(
  table: Of,
  by: readonly By[],
  ...columns: readonly Name[]
): PreparedChange<Key<Of, By> & Pick<Row<Of>, Name>, never> =>
  prepared<Values>()((p) =>
    by.reduce(
      (query, column) => query.where(sql.dynamic.ref(column), "=", p[column]),
      sql.updateTable(table as SomeTable).set(pick(p, columns) as never),
    ),
  ) as never;

/** Returns a function that deletes the rows with these values, which it takes in the same order. */
export function deleteBy<Of extends Table, const By extends readonly Column<Of>[]>(
  table: Of,
  ...by: By
): (db: Writer, ...values: InOrder<Of, By>) => Promise<RunResult> {
  const remove = prepared<Values>()((p) =>
    by.reduce(
      (query, column) => query.where(sql.dynamic.ref(column), "=", p[column]),
      sql.deleteFrom(table as SomeTable),
    ),
  );
  return (db, ...values) => remove.run(db, named(by, values) as never);
}

/**
 * Returns a function that updates columns of a row by id. Concurrent calls with the same values are batched
 * into one query.
 */
export function setOf<Of extends Table, Name extends Column<Of>>(
  table: Of,
  ...columns: readonly Name[]
): (db: Writer, id: string, values: Pick<Row<Of>, Name>) => Promise<void> {
  const update = prepared<{ ids: readonly string[] }>()((p) =>
    sql
      .updateTable(table as SomeTable)
      .set(pick(p as never, columns) as never)
      .where(anyOf("id", p.ids)),
  );
  return batchUpdater((db, ids, values) => update.run(db, { ids, ...values } as never));
}
