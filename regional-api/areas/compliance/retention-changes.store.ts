/** Shorter retention periods that are not in effect yet (RET-04). */
import { deleteBy, findBy, insertOf } from "../../core/statements.store";
import type { Reader, Writer } from "../../store/engine";
import { prepared, sql } from "../../store/sql";
import type { Row } from "../../store/tables";

export type RetentionChange = Row<"retention_changes">;

const selectDue = prepared<{ now: number; limit: number }>()((p) =>
  sql
    .selectFrom("retention_changes")
    .selectAll()
    .where("takesEffectAt", "<=", p.now)
    .orderBy("takesEffectAt")
    .limit(p.limit),
);

const insert = insertOf("retention_changes");

/** Returns a customer's delayed change, if any. */
export const findRetentionChange = findBy("retention_changes", "customerId");

/** Returns the changes due at `now`. */
export const retentionChangesDue = (db: Reader, now: number): Promise<RetentionChange[]> =>
  selectDue.all(db, { now, limit: 100 });

export const deleteRetentionChange = deleteBy("retention_changes", "customerId");

/** Stores a delayed change, replacing any earlier one. */
export async function replaceRetentionChange(db: Writer, change: RetentionChange): Promise<void> {
  await deleteRetentionChange(db, change.customerId);
  await insert(db, change);
}
