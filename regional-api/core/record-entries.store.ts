/** Queries for single entries of the record; its list is in areas/record. */
import { anyOf } from "../store/dialect";
import type { Reader } from "../store/engine";
import { prepared, sql } from "../store/sql";
import type { RecordedObject } from "./record-differences";

const entries = sql
  .selectFrom("record_objects")
  .innerJoin("record_entries", "record_entries.seq", "record_objects.seq");

/** How long after the moment that a call was told of its entry may say it was. */
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

/** For EXPLAIN QUERY PLAN tests. */
export const recordQueries = { selectUndone, selectSignIns, selectStart, selectLater };

/** The entry of an object's change at the moment that the call returned; for Undo. */
export const entryOfChange = async (
  db: Reader,
  { kind, id }: Pick<RecordedObject, "kind" | "id">,
  moment: number,
): Promise<string | undefined> =>
  (await selectUndone.get(db, { kind, objectId: id, from: moment, to: moment + undoneWithinMs }))?.id;

/**
 * Which of some objects an entry after `since` is about together with the one that the entry is mainly about, such as people
 * and a group: for what leaves no row behind that could tell.
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

/** The place of the entry that says a bulk action was started. */
export const lastStartOf = async (db: Reader, jobId: string): Promise<number | undefined> =>
  (await selectStart.get(db, { jobId }))?.seq;

/** When and from which network somebody signed in last, newest first. */
export const lastSignInsOf = (home: Reader, userId: string, limit: number) =>
  selectSignIns.all(home, { userId, limit });
