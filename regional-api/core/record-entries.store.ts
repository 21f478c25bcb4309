/** Queries for single audit entries; the list is in areas/record. */
import { anyOf } from "../store/dialect";
import type { Reader } from "../store/engine";
import { prepared, sql } from "../store/sql";
import type { RecordedObject } from "./record-differences";

const entries = sql
  .selectFrom("record_objects")
  .innerJoin("record_entries", "record_entries.seq", "record_objects.seq");

/** Maximum delay of an entry's timestamp after the time that the call returned. */
const undoneWithinMs = 60_000;

const selectUndone = prepared<{ kind: string; objectId: string; from: number; to: number }>()((p) =>
  entries
    .select("record_entries.id")
    .where("record_objects.kind", "=", p.kind)
    .where("record_objects.objectId", "=", p.objectId)
    .where("record_entries.at", ">=", p.from)
    .where("record_entries.at", "<=", p.to)
    .orderBy("record_objects.seq")
    .limit(1),
);

const selectSignIns = prepared<{ userId: string; limit: number }>()((p) =>
  entries
    .select(["record_entries.at", "record_entries.network", "record_entries.outcome"])
    .where("record_objects.kind", "=", "USER")
    .where("record_objects.objectId", "=", p.userId)
    .where("record_entries.action", "=", "SIGNED_IN")
    .where("record_entries.outcome", "=", "SUCCESS")
    .orderBy("record_objects.seq", "desc")
    .limit(p.limit),
);

const selectStart = prepared<{ jobId: string }>()((p) =>
  entries
    .select("record_entries.seq")
    .where("record_objects.kind", "=", "BULK_ACTION")
    .where("record_objects.objectId", "=", p.jobId)
    .where("record_entries.action", "=", "STARTED")
    .orderBy("record_objects.seq", "desc")
    .limit(1),
);

const selectLater = prepared<{
  kind: string;
  ids: readonly string[];
  mainKind: string;
  mainId: string;
  since: number;
}>()((p) =>
  entries
    .select("record_objects.objectId")
    .where("record_objects.kind", "=", p.kind)
    .where(anyOf("record_objects.objectId", p.ids))
    .where("record_entries.kind", "=", p.mainKind)
    .where("record_entries.objectId", "=", p.mainId)
    .where("record_entries.at", ">", p.since),
);

/** Returns the id of the audit entry written by the call that returned `moment`; for Undo. */
export const entryOfChange = async (
  db: Reader,
  { kind, id }: Pick<RecordedObject, "kind" | "id">,
  moment: number,
): Promise<string | undefined> =>
  (await selectUndone.get(db, { kind, objectId: id, from: moment, to: moment + undoneWithinMs }))?.id;

/**
 * Returns those of the objects that appear in an audit entry after `since` with `main` as its main object,
 * e.g. users added to a group. For changes that leave no trace in rows.
 */
export const recordedSince = async (
  db: Reader,
  { kind, ids }: { readonly kind: string; readonly ids: readonly string[] },
  main: Pick<RecordedObject, "kind" | "id">,
  since: number,
): Promise<Set<string>> =>
  new Set(
    (await selectLater.all(db, { kind, ids, mainKind: main.kind, mainId: main.id, since })).map(
      ({ objectId }) => objectId,
    ),
  );

/** Returns the seq of the audit entry for the latest start of a bulk job. */
export const lastStartOf = async (db: Reader, jobId: string): Promise<number | undefined> =>
  (await selectStart.get(db, { jobId }))?.seq;

/** Returns the times and networks of a user's last successful sign-ins, newest first. */
export const lastSignInsOf = (home: Reader, userId: string, limit: number) =>
  selectSignIns.all(home, { userId, limit });
