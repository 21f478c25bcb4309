/** Archiving and restoring, identical for every kind of row that can be archived. */
import { setOf } from "./statements.store";
import type { Writer } from "../store/engine";
import type { Row, Tables } from "../store/tables";

/** Tables with rows that can be archived. */
export type ArchivableTable = {
  [Table in keyof Tables]: Row<Table> extends { id: string; archivedAt: number | null; updatedAt: number }
    ? Table
    : never;
}[keyof Tables];

/** Returns the function that archives (with a time) or restores (with null) a row of a table. */
export function archiver(table: ArchivableTable) {
  const set = setOf<ArchivableTable, "archivedAt" | "updatedAt">(table, "archivedAt", "updatedAt");
  return (db: Writer, id: string, archivedAt: number | null, now: number): Promise<void> =>
    set(db, id, { archivedAt, updatedAt: now });
}
