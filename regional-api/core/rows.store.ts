/** Rows of a table that users edit: find, insert, update. */
import { insertOf, rowAmong, selectBy, selectByIds } from "./statements.store";
import type { Reader, Writer } from "../store/engine";
import { sql } from "../store/sql";
import type { NewRow, Row, Tables } from "../store/tables";
import { archiver, type ArchivableTable } from "./archiving.store";

/** Tables with an id and a time of change. */
export type RowTable = {
  [Table in keyof Tables]: Row<Table> extends { id: string; updatedAt: number } ? Table : never;
}[keyof Tables];

/** Reads and writes the rows of one table. */
export interface Rows<Found, New> {
  /** Returns a row of this region, archived or not. */
  readonly find: (db: Reader, id: string) => Promise<Found | undefined>;
  /** Returns a row by id. Concurrent calls are batched into one query. */
  readonly findAmong: (db: Reader, id: string) => Promise<Found | undefined>;
  readonly insert: (db: Writer, row: New) => Promise<void>;
  readonly update: (db: Writer, id: string, changes: Partial<Found>) => Promise<void>;
}

/**
 * Returns the functions for a table's rows. Kysely cannot infer a generic table, so `Rows` ties the values to
 * the table.
 */
export function rowsOf<Table extends RowTable>(table: Table): Rows<Row<Table>, NewRow<Table>> {
  const select = selectBy<RowTable, "id">(table, "id");
  const update = sql.updateTable<RowTable>(table);
  return {
    find: async (db, id) => (await select.get(db, { id })) as Row<Table> | undefined,
    findAmong: rowAmong(selectByIds<RowTable>(table)) as Rows<Row<Table>, NewRow<Table>>["findAmong"],
    insert: insertOf(table),
    update: async (db, id, changes) => void (await db.run(update.set(changes as never).where("id", "=", id))),
  };
}

export interface ArchivableRows<Found, New> extends Rows<Found, New> {
  /** Archives (a time) or restores (null) a row. */
  readonly archive: ReturnType<typeof archiver>;
}

/** Returns the functions for the rows of an archivable table. */
export const archivableRows = <Table extends RowTable & ArchivableTable>(
  table: Table,
): ArchivableRows<Row<Table>, NewRow<Table>> => ({ ...rowsOf(table), archive: archiver(table) });
