/**
 * Queries of the audit log. Every entry has an index row for each filter it matches (`recordToken`), so only
 * matching rows are read, in order.
 */
import { findBy } from "../../core/statements.store";
import type { CountedList } from "../../core/paging";
import type { Reader } from "../../store/engine";
import type { Expression, NotNull } from "kysely";
import { anyOf } from "../../store/dialect";
import { entriesWithWords, wordsOfName } from "../../store/search/entries";
import { recordToken } from "../../store/record-chain";
import { prepared, sql } from "../../store/sql";
import type { Row } from "../../store/tables";

export type Entry = Row<"record_entries">;

/**
 * Search criteria. An entry's place is a customer, or an organisation if the object belongs to no customer.
 */
export interface RecordSearch {
  /** The customer, plus its organisation for callers who manage it. */
  readonly places: readonly string[];
  readonly actorId?: string | undefined;
  readonly kind?: string | undefined;
  /** The kinds the caller may see; omitted if they may see all. */
  readonly kinds?: readonly string[] | undefined;
  readonly action?: string | undefined;
  /** Milliseconds, both ends included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Texts that words in the object's name start with. */
  readonly text?: string | undefined;
  readonly object?: { readonly kind: string; readonly id: string } | undefined;
  /** Kinds that are visible in some departments only. */
  readonly partial?: readonly { readonly kind: string; readonly departments: readonly string[] }[];
  /** Objects that are hidden from the caller. */
  readonly hidden?: readonly string[];
}

const firstFrom = prepared<{ at: number }>()((p) =>
  sql
    .selectFrom("record_entries")
    .select("seq")
    .where("at", ">=", p.at)
    .orderBy("at")
    .orderBy("seq")
    .limit(1),
);
const lastTo = prepared<{ at: number }>()((p) =>
  sql
    .selectFrom("record_entries")
    .select("seq")
    .where("at", "<=", p.at)
    .orderBy("at", "desc")
    .orderBy("seq", "desc")
    .limit(1),
);

/** Query for the seqs of matching entries, to be sorted and limited; undefined if nothing can match. */
export async function seqsQuery(db: Reader, search: RecordSearch) {
  const { places, actorId, kind, kinds, action, text, object, partial = [], hidden = [] } = search;
  const words = text === undefined ? [] : wordsOfName(text);
  if (places.length === 0 || (text !== undefined && words.length === 0)) return undefined;
  // Times rise with seq, so a time range becomes a range of seqs.
  const from = search.from === undefined ? 0 : (await firstFrom.get(db, { at: search.from }))?.seq;
  const to =
    search.to === undefined ? Number.MAX_SAFE_INTEGER : (await lastTo.get(db, { at: search.to }))?.seq;
  if (from === undefined || to === undefined) return undefined;

  // Sources, most selective first: entries of an object, entries with the words, entries of the filter.
  const source = object
    ? sql
        .selectFrom("record_objects as o")
        .select("o.seq")
        .where("o.kind", "=", object.kind)
        .where("o.objectId", "=", object.id)
        .as("s")
    : entriesWithWords(words).as("s");
  const ofPlace = (place: string) => {
    const token = recordToken(place, { actorId, kind, action });
    let rows =
      object || words.length > 0
        ? sql
            .selectFrom(source)
            .crossJoin("record_filters as f")
            .select("s.seq as seq")
            .whereRef("f.seq", "=", "s.seq")
            .where("f.token", "=", token)
            .where("s.seq", ">=", from)
            .where("s.seq", "<=", to)
        : sql
            .selectFrom("record_filters as f")
            .select("f.seq as seq")
            .where("f.token", "=", token)
            .where("f.seq", ">=", from)
            .where("f.seq", "<=", to);
    if (object && words.length > 0)
      rows = rows.where((row) =>
        row("f.seq", "in", sql.selectFrom(entriesWithWords(words).as("w")).select("w.seq")),
      );
    if (!kinds && partial.length === 0 && hidden.length === 0) return rows;
    let looked = rows.innerJoin("record_entries as e", "e.seq", "f.seq");
    if (kinds && kind === undefined) looked = looked.where("e.kind", "in", kinds);
    for (const one of partial)
      looked = looked.where((where) =>
        where.or([where("e.kind", "<>", one.kind), where("e.departmentId", "in", one.departments)]),
      );
    if (hidden.length > 0)
      looked = looked.where((where) =>
        where.or([where("e.objectId", "is", null), where("e.objectId", "not in", hidden)]),
      );
    return looked;
  };
  const [first = "", ...others] = places;
  // Each part is in index order, so SQLite merges them without sorting.
  return others.reduce((all, place) => all.unionAll(ofPlace(place)), ofPlace(first));
}

const selectBySeqs = prepared<{ seqs: readonly number[] }>()((p) =>
  sql.selectFrom("record_entries").selectAll().where(anyOf("seq", p.seqs)),
);
const selectNames = prepared<{ seqs: readonly number[] }>()((p) =>
  sql.selectFrom("record_entries").select(["seq", "objectName"]).where(anyOf("seq", p.seqs)),
);
const selectOfRequest = prepared<{ requestId: string; limit: number }>()((p) =>
  sql
    .selectFrom("record_entries")
    .selectAll()
    .where("requestId", "=", p.requestId)
    .orderBy("seq", "desc")
    .limit(p.limit),
);
const selectOldest = prepared<{ limit: number }>()((p) =>
  sql.selectFrom("record_entries").select("at").orderBy("seq").limit(p.limit),
);

/** Maximum entries to search by scanning names; with more, the word index is used. */
const maxLookedAt = 8000;

/**
 * Returns the matches found by scanning names if the other filters leave few entries; undefined if they leave
 * too many.
 */
async function scanFewNames(
  db: Reader,
  { text = "", ...filter }: RecordSearch,
): Promise<number[] | undefined> {
  const query = (await seqsQuery(db, filter))?.limit(maxLookedAt + 1);
  const seqs = query ? (await db.all(query)).map(({ seq }) => seq) : [];
  if (seqs.length > maxLookedAt) return undefined;
  const wanted = wordsOfName(text);
  const found = (await selectNames.all(db, { seqs })).filter(({ objectName }) => {
    const words = wordsOfName(objectName ?? "");
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
  return found.map(({ seq }) => seq).sort((a, b) => b - a);
}

/** Returns the matching entries of one or several regions, newest first. */
export async function findEntries(
  dbs: Reader | readonly Reader[],
  search: RecordSearch,
): Promise<CountedList<Entry>> {
  const [first, ...others] = await Promise.all([dbs].flat().map((db) => findIn(db, search)));
  if (first && others.length === 0) return first;
  const all = first ? [first, ...others] : [];
  return {
    count: async (end) => {
      const counts = await Promise.all(all.map((found) => found.count(end)));
      return Math.min(
        end,
        counts.reduce((sum, count) => sum + count, 0),
      );
    },
    rows: async ({ limit, offset }) => {
      const parts = await Promise.all(all.map((found) => found.rows({ limit: offset + limit, offset: 0 })));
      return parts
        .flat()
        .sort((a, b) => b.at - a.at || b.seq - a.seq)
        .slice(offset, offset + limit);
    },
  };
}

/**
 * Returns the matching entries of a region. A word search costs as much for a page as for the count, so it
 * runs once for both; any other search is an index walk, which is cheap to start.
 */
async function findIn(db: Reader, search: RecordSearch): Promise<CountedList<Entry>> {
  const query = await seqsQuery(db, search);
  const entries = async (seqs: readonly number[]) =>
    (await selectBySeqs.all(db, { seqs })).sort((a, b) => b.seq - a.seq);
  if (!query) return { count: () => Promise.resolve(0), rows: () => Promise.resolve([]) };
  if (search.text === undefined) {
    const counted = (end: number) =>
      sql
        .selectFrom(query.limit(end).as("counted"))
        .select((select) => select.fn.countAll<number>().as("count"));
    return {
      count: async (end) => (await db.get(counted(end)))?.count ?? 0,
      rows: async ({ limit, offset }) =>
        entries(
          (await db.all(query.orderBy("seq", "desc").limit(limit).offset(offset))).map(({ seq }) => seq),
        ),
    };
  }
  let seqs = search.object ? undefined : await scanFewNames(db, search);
  let known = seqs ? Infinity : 0;
  const upTo = async (end: number): Promise<number[]> => {
    if (!seqs || known < end) {
      seqs = (await db.all(query.orderBy("seq", "desc").limit(end))).map(({ seq }) => seq);
      known = end;
    }
    return seqs.slice(0, end);
  };
  return {
    count: async (end) => (await upTo(end)).length,
    rows: async ({ limit, offset }) => entries((await upTo(offset + limit)).slice(offset)),
  };
}

export const findEntry = findBy("record_entries", "id");

/** Returns the newest entries of one request. */
export const entriesOfRequest = (db: Reader, requestId: string): Promise<Entry[]> =>
  selectOfRequest.all(db, { requestId, limit: 51 });

/** Returns the time of the oldest entry in the region. */
export const oldestEntryTime = async (db: Reader): Promise<number | undefined> =>
  (await selectOldest.get(db, { limit: 1 }))?.at;

const nextActor = (customerId: string, after: Expression<string | null> | "") =>
  sql
    .selectFrom("record_entries as e")
    .select("e.actorId")
    .where("e.customerId", "=", customerId)
    .where("e.actorId", ">", after)
    .orderBy("e.actorId")
    .limit(1);

const selectActors = prepared<{ customerId: string; limit: number }>()((p) =>
  sql
    .withRecursive("found(actorId)", (found) =>
      found.selectNoFrom(nextActor(p.customerId, "").as("actorId")).unionAll(
        found
          .selectFrom("found")
          .select((before) => nextActor(p.customerId, before.ref("found.actorId")).as("actorId"))
          .where("found.actorId", "is not", null),
      ),
    )
    .selectFrom("found")
    .select("actorId")
    .where("actorId", "is not", null)
    .$narrowType<{ actorId: NotNull }>()
    .limit(p.limit),
);

/** Returns the ids of the users with entries in a customer's audit log; takes one index step per user. */
export const actorsOf = async (db: Reader, customerId: string, limit: number): Promise<string[]> =>
  (await selectActors.all(db, { customerId, limit })).map(({ actorId }) => actorId);
