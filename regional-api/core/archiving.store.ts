/** Archiving and restoring, which is the same for every kind of row that can be archived. */
import type { Writer } from "../store/engine";
import type { Row, Tables } from "../store/tables";
import { prepared, sql } from "../store/sql";

/** The tables whose rows can be archived. */
export type ArchivableTable = {
  [Table in keyof Tables]: Row<Table> extends { id: string; archivedAt: number | null; updatedAt: number }
    ? Table
    : never;
}[keyof Tables];

/** Gives the function that archives (a time) or restores (null) a row of a table. */
export function archiver(table: ArchivableTable) {
  const update = prepared<{ id: string; archivedAt: number | null; now: number }>()((p) =>
    sql
      .updateTable<ArchivableTable>(table)
      .set({ archivedAt: p.archivedAt, updatedAt: p.now })
      .where("id", "=", p.id),
  );
  return (db: Writer, id: string, archivedAt: number | null, now: number): void => {
    update.run(db, { id, archivedAt, now });
  };
}
