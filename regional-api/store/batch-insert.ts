/** Batched inserts: rows inserted concurrently become one query. */
import { givenRows, type Kind } from "./dialect";
import type { Writer } from "./engine";
import { prepared, sql } from "./sql";
import type { Row, Tables } from "./tables";
import { batchWriter } from "./batch-loader";

/**
 * Returns a function that inserts a row with these columns; omitted columns get their defaults. Kysely cannot
 * infer a generic table, so the function's type ties the row to it.
 */
export function batchInserter<Table extends keyof Tables, Column extends keyof Row<Table> & string>(
  table: Table,
  kinds: Readonly<Record<Column, Kind>>,
): (db: Writer, row: Pick<Row<Table>, Column>) => Promise<void> {
  const columns = Object.keys(kinds);
  const insert = prepared<{ rows: readonly object[] }>()((p) =>
    sql
      .insertInto<keyof Tables>(table)
      .columns(columns as never)
      .expression(
        sql
          .selectFrom(givenRows<Readonly<Record<string, unknown>>>(p.rows as never, kinds))
          .select(columns as never),
      ),
  );
  return batchWriter((db, rows) => insert.run(db, { rows }));
}
