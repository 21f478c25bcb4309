/** Shorter retention periods that are not in effect yet (RET-04). */
import { deleteBy, insertOf, selectBy } from "../../core/statements.store";
import type { Reader, Writer } from "../../store/engine";
import { prepared, sql } from "../../store/sql";
import type { Row } from "../../store/tables";

export type RetentionChange = Row<"retention_changes">;

const selectOne = selectBy("retention_changes", "customerId");

const selectDue = prepared<{ now: number; limit: number }>()((p) =>
  sql
    .selectFrom("retention_changes")
    .selectAll()
    .where("takesEffectAt", "<=", p.now)
    .orderBy("takesEffectAt")
    .limit(p.limit),
);

const removeOne = deleteBy("retention_changes", "customerId");

const insert = insertOf("retention_changes");

/** Returns a customer's delayed change, if any. */
export const findRetentionChange = (db: Reader, customerId: string): Promise<RetentionChange | undefined> =>
  selectOne.get(db, { customerId });

/** Returns the changes due at `now`. */
export const retentionChangesDue = (db: Reader, now: number): Promise<RetentionChange[]> =>
  selectDue.all(db, { now, limit: 100 });

export const deleteRetentionChange = (db: Writer, customerId: string) => removeOne.run(db, { customerId });

/** Stores a delayed change, replacing any earlier one. */
export async function replaceRetentionChange(db: Writer, change: RetentionChange): Promise<void> {
  await deleteRetentionChange(db, change.customerId);
  await insert(db, change);
}
