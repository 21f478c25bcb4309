/** Archiving and restoring, which is the same for every kind of row that can be archived. */
import type { Database } from "../store/database";
import { prepared, sql } from "../store/sql";

/** Gives the function that archives (a time) or restores (null) a row of a table. */
export function archiver(table: "groups" | "vacancies" | "workflows" | "workflow_sets") {
  const update = prepared<{ id: string; archivedAt: number | null; now: number }>()((p) =>
    sql.updateTable(table).set({ archivedAt: p.archivedAt, updatedAt: p.now }).where("id", "=", p.id),
  );
  return (db: Database, id: string, archivedAt: number | null, now: number): void => {
    update.run(db, { id, archivedAt, now });
  };
}
