/**
 * The record of changes as it is stored: entries that are only ever added, each with a hash over itself and the one
 * before it in its region. Whoever changes or takes out an entry breaks the chain, which `verify` finds (AUD-13).
 */
import { createHash } from "node:crypto";
import type BetterSqlite3 from "better-sqlite3";
import { BoundedCache } from "../../shared/bounded-cache";
import type { Reader, Writer } from "./engine";
import { addWords, removeWords } from "./search/entries";
import { always, givenRows, rowIn } from "./dialect";
import { prepared, sql } from "./sql";
import type { Row } from "./tables";

type Entry = Row<"record_entries">;

/** An entry before it has its place. */
export type NewEntry = Omit<Entry, "seq" | "hash">;

/** An object that an entry is found by. */
export interface ObjectKey {
  readonly kind: string;
  readonly id: string;
}

const columns = [
  "seq",
  "id",
  "at",
  "action",
  "outcome",
  "kind",
  "objectId",
  "objectName",
  "objectCount",
  "actorId",
  "organizationId",
  "customerId",
  "departmentId",
  "source",
  "network",
  "requestId",
  "operation",
  "changes",
  "details",
] as const satisfies readonly (keyof Entry)[];

const hashOf = (before: Buffer, entry: Omit<Entry, "hash">): Buffer =>
  createHash("sha256")
    .update(before)
    .update(JSON.stringify(columns.map((column) => entry[column])))
    .digest();

const insert = prepared<Entry>()((p) =>
  sql.insertInto("record_entries").values({
    ...(Object.fromEntries(columns.map((column) => [column, p[column]])) as unknown as Omit<Entry, "hash">),
    hash: p.hash,
  }),
);

const selectHead = prepared<object>()(() => sql.selectFrom("record_head").selectAll());

const updateHead = prepared<{ seq: number; at: number; hash: Buffer }>()((p) =>
  sql.updateTable("record_head").set({ lastSeq: p.seq, lastAt: p.at, lastHash: p.hash }),
);

const insertObjects = prepared<{ objects: readonly Row<"record_objects">[] }>()((p) =>
  sql
    .insertInto("record_objects")
    .columns(["kind", "objectId", "seq"])
    .expression(
      sql
        .selectFrom(givenRows(p.objects, { kind: "text", objectId: "text", seq: "bigint" }))
        .select(["kind", "objectId", "seq"])
        .where(always),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

/** A token's 63 bits are more than a number of JSON has: it goes as text, which the column takes. */
interface GivenFilter {
  readonly token: string;
  readonly seq: number;
}

const filterRows = (filters: readonly GivenFilter[]) =>
  givenRows(filters, { token: "bigint", seq: "bigint" });

const insertFilters = prepared<{ filters: readonly GivenFilter[] }>()((p) =>
  sql
    .insertInto("record_filters")
    .columns(["token", "seq"])
    .expression(sql.selectFrom(filterRows(p.filters)).select(["token", "seq"])),
);

const deleteFilters = prepared<{ filters: readonly GivenFilter[] }>()((p) =>
  sql
    .deleteFrom("record_filters")
    .where(rowIn(["token", "seq"], sql.selectFrom(filterRows(p.filters)).select(["token", "seq"]))),
);

/** A filter of the entries of a place: a customer, or an organisation for what belongs to no customer. */
export interface RecordFilter {
  readonly actorId?: string | undefined;
  readonly kind?: string | undefined;
  readonly action?: string | undefined;
}

const tokens = new BoundedCache<string, bigint>(10_000);

/**
 * Stands for a filter in the index of entries: 63 bits of a digest. Each entry is there for all eight combinations of its
 * person, kind and action, so that no filter walks over entries that it leaves out.
 */
export function recordToken(placeId: string, { actorId, kind, action }: RecordFilter = {}): bigint {
  const text = JSON.stringify([placeId, actorId ?? null, kind ?? null, action ?? null]);
  const digest = () => createHash("sha256").update(text).digest().readBigUInt64BE() >> 1n;
  return tokens.get(text) ?? tokens.set(text, digest());
}

type Findable = Pick<Entry, "customerId" | "organizationId" | "actorId" | "kind" | "action">;

function tokensOf({ customerId, organizationId, actorId, kind, action }: Findable): bigint[] {
  const place = customerId ?? organizationId;
  if (place === null) return [];
  const actors = actorId === null ? [undefined] : [undefined, actorId];
  return actors.flatMap((actor) =>
    [undefined, kind].flatMap((ofKind) =>
      [undefined, action].map((ofAction) =>
        recordToken(place, { actorId: actor, kind: ofKind, action: ofAction }),
      ),
    ),
  );
}

const filtersOf = (entry: Findable & Pick<Entry, "seq">): GivenFilter[] =>
  tokensOf(entry).map((token) => ({ token: String(token), seq: entry.seq }));

/** Makes an entry findable by more objects. */
export const addRecordObjects = async (
  db: Writer,
  seq: number,
  objects: readonly ObjectKey[],
): Promise<void> =>
  void (await insertObjects.run(db, {
    objects: objects.map(({ kind, id }) => ({ kind, objectId: id, seq })),
  }));

/** Adds an entry as part of the running transaction, found by each of `objects`; gives its place. */
export async function appendEntry(
  db: Writer,
  entry: NewEntry,
  objects: readonly ObjectKey[],
): Promise<Entry> {
  const head = await selectHead.get(db, {});
  if (!head) throw new Error("The record has no head");
  // Requests end in another order than they began; the times of the record run on.
  const placed = { ...entry, seq: head.lastSeq + 1, at: Math.max(entry.at, head.lastAt) };
  const hash = hashOf(head.lastHash, placed);
  await insert.run(db, { ...placed, hash });
  await updateHead.run(db, { seq: placed.seq, at: placed.at, hash });
  if (objects.length > 0) await addRecordObjects(db, placed.seq, objects);
  const filters = filtersOf(placed);
  if (filters.length > 0) await insertFilters.run(db, { filters });
  if (entry.objectName !== null) await addWords(db, placed.seq, entry.objectName);
  return { ...placed, hash };
}

const sweptAtOnce = 500;

const selectSwept = prepared<{ bound: number; limit: number }>()((p) =>
  sql
    .selectFrom("record_entries")
    .select(["seq", "hash"])
    .where("seq", "in", (all) => all.selectFrom("record_entries").select("seq").orderBy("seq").limit(p.limit))
    .where("at", "<", p.bound)
    .orderBy("seq", "desc")
    .limit(1),
);

/** Removes the oldest entries from before `bound`, a bounded number at a time; the chain goes on from the last of them. */
export async function sweepRecord(db: Writer, bound: number): Promise<number> {
  const last = await selectSwept.get(db, { bound, limit: sweptAtOnce });
  if (!last) return 0;
  const { seq, hash } = last;
  await db.run(sql.updateTable("record_head").set({ removedSeq: seq, removedHash: hash }));
  const gone = await db.all(
    sql
      .selectFrom("record_entries")
      .select(["seq", "customerId", "organizationId", "actorId", "kind", "action"])
      .where("seq", "<=", seq),
  );
  await deleteFilters.run(db, { filters: gone.flatMap(filtersOf) });
  const seqs = sql.selectFrom("record_entries").select("seq").where("seq", "<=", seq);
  await removeWords(db, seq);
  await db.run(sql.deleteFrom("record_objects").where("seq", "in", seqs));
  return (await db.run(sql.deleteFrom("record_entries").where("seq", "<=", seq))).changes;
}

/** Follows a record from what was removed of it up to its head. */
class Chain {
  private seq: number;
  private hash: Buffer;

  constructor(private readonly head: Row<"record_head">) {
    ({ removedSeq: this.seq, removedHash: this.hash } = head);
  }

  /** What is broken before or at the next entry, if anything. */
  brokenBy(entry: Entry): string | undefined {
    if (entry.seq !== this.seq + 1) return `entry ${this.seq + 1} is missing`;
    if (!hashOf(this.hash, entry).equals(entry.hash)) return `entry ${entry.seq} (${entry.id}) was changed`;
    ({ seq: this.seq, hash: this.hash } = entry);
    return undefined;
  }

  /** What is broken when there are no more entries, if anything. */
  brokenAfterLast(): string | undefined {
    if (this.seq !== this.head.lastSeq) return `entry ${this.seq + 1} is missing`;
    return this.hash.equals(this.head.lastHash) ? undefined : "the head of the record was changed";
  }
}

const noHead = "the record has no head";

/**
 * What the first break of a file's chain is; undefined for a whole one, and for a file without a record. Entries may be added
 * meanwhile: its head and its entries are read as of one moment.
 */
export const brokenAt = (sqlite: BetterSqlite3.Database): string | undefined =>
  sqlite.transaction(() => brokenNow(sqlite))();

function brokenNow(sqlite: BetterSqlite3.Database): string | undefined {
  const exists = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'record_head'").get();
  if (!exists) return undefined;
  const head = sqlite.prepare<[], Row<"record_head">>("SELECT * FROM record_head").get();
  if (!head) return noHead;
  const chain = new Chain(head);
  for (const entry of sqlite.prepare<[], Entry>("SELECT * FROM record_entries ORDER BY seq").iterate()) {
    const broken = chain.brokenBy(entry);
    if (broken !== undefined) return broken;
  }
  return chain.brokenAfterLast();
}

const readAtOnce = 1_000;

const selectAfter = prepared<{ seq: number; limit: number }>()((p) =>
  sql.selectFrom("record_entries").selectAll().where("seq", ">", p.seq).orderBy("seq").limit(p.limit),
);

/** The same of the record that `moment` reads, which is to be of one moment: it is read in portions. */
export async function brokenIn(moment: Reader): Promise<string | undefined> {
  const head = await selectHead.get(moment, {});
  if (!head) return noHead;
  const chain = new Chain(head);
  let entries: Entry[];
  // From before all that may be there.
  let seq = -1;
  do {
    entries = await selectAfter.all(moment, { seq, limit: readAtOnce });
    for (const entry of entries) {
      const broken = chain.brokenBy(entry);
      if (broken !== undefined) return broken;
      ({ seq } = entry);
    }
  } while (entries.length === readAtOnce);
  return chain.brokenAfterLast();
}
