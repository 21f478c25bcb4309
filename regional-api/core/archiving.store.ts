/** Archiving and restoring, which is the same for every kind of row that can be archived. */
import type { Writer } from "../store/engine";
import type { Row, Tables } from "../store/tables";
import { anyOf } from "../store/dialect";
import { prepared, sql } from "../store/sql";
import { setTogether } from "../store/together";

/** The tables whose rows can be archived. */
export type ArchivableTable = {
  [Table in keyof Tables]: Row<Table> extends { id: string; archivedAt: number | null; updatedAt: number }
    ? Table
    : never;
}[keyof Tables];

interface Times {
  readonly archivedAt: number | null;
  readonly now: number;
}

/** Gives the function that archives (a time) or restores (null) a row of a table. */
export function archiver(table: ArchivableTable) {
  const update = prepared<{ ids: readonly string[] } & Times>()((p) =>
    sql
      .updateTable<ArchivableTable>(table)
      .set({ archivedAt: p.archivedAt, updatedAt: p.now })
      .where(anyOf("id", p.ids)),
  );
  const set = setTogether<Times>((db, ids, times) => update.run(db, { ids, ...times }));
  return (db: Writer, id: string, archivedAt: number | null, now: number): Promise<void> =>
    set(db, id, { archivedAt, now });
}
