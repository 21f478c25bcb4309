/** Shorter periods that wait for their day (RET-04). */
import type { Reader, Writer } from "../../store/engine";
import { prepared, sql } from "../../store/sql";
import type { Row } from "../../store/tables";

export type RetentionChange = Row<"retention_changes">;

const selectOne = prepared<{ customerId: string }>()((p) =>
  sql.selectFrom("retention_changes").selectAll().where("customerId", "=", p.customerId),
);

const selectDue = prepared<{ now: number; limit: number }>()((p) =>
  sql
    .selectFrom("retention_changes")
    .selectAll()
    .where("takesEffectAt", "<=", p.now)
    .orderBy("takesEffectAt")
    .limit(p.limit),
);

const removeOne = prepared<{ customerId: string }>()((p) =>
  sql.deleteFrom("retention_changes").where("customerId", "=", p.customerId),
);

const insert = prepared<RetentionChange>()((p) =>
  sql.insertInto("retention_changes").values({
    customerId: p.customerId,
    id: p.id,
    candidateMonths: p.candidateMonths,
    videoMonths: p.videoMonths,
    requestedBy: p.requestedBy,
    requestedAt: p.requestedAt,
    takesEffectAt: p.takesEffectAt,
  }),
);

/** For EXPLAIN QUERY PLAN tests. */
export const retentionChangeQueries = { selectOne, selectDue };

/** What waits at a customer. */
export const findRetentionChange = (db: Reader, customerId: string): RetentionChange | undefined =>
  selectOne.get(db, { customerId });

/** What has waited until `now`. */
export const retentionChangesDue = (db: Reader, now: number): RetentionChange[] =>
  selectDue.all(db, { now, limit: 100 });

export const deleteRetentionChange = (db: Writer, customerId: string): void =>
  void removeOne.run(db, { customerId });

/** Lets a change wait, in place of any that waited. */
export function replaceRetentionChange(db: Writer, change: RetentionChange): void {
  deleteRetentionChange(db, change.customerId);
  insert.run(db, change);
}
