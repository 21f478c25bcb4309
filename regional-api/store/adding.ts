/** Rows that are added side by side are one query. */
import { givenRows, type Kind } from "./dialect";
import type { Writer } from "./engine";
import { prepared, sql } from "./sql";
import type { Row, Tables } from "./tables";
import { writtenTogether } from "./together";

/**
 * Gives the function that adds a row to a table, of these columns; those that are left out are as the table says. Kysely
 * cannot follow a table that has no name yet: what it is given is tied to it by the function's type.
 */
export function adderOf<Table extends keyof Tables, Column extends keyof Row<Table> & string>(
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
  return writtenTogether((db, rows) => insert.run(db, { rows }));
}
