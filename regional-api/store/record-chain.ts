/**
 * The record of changes as it is stored: entries that are only ever added, each with a hash over itself and the one
 * before it in its region. Whoever changes or takes out an entry breaks the chain, which `verify` finds (AUD-13).
 */
import { createHash } from "node:crypto";
import type BetterSqlite3 from "better-sqlite3";
import type { Writer } from "./engine";
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

const insertObject = prepared<Row<"record_objects">>()((p) =>
  sql
    .insertInto("record_objects")
    .values({ kind: p.kind, objectId: p.objectId, seq: p.seq })
    .onConflict((conflict) => conflict.doNothing()),
);

/** A filter of the entries of a place: a customer, or an organisation for what belongs to no customer. */
export interface RecordFilter {
  readonly actorId?: string | undefined;
  readonly kind?: string | undefined;
  readonly action?: string | undefined;
}

const tokens = new Map<string, bigint>();
const maxTokens = 10_000;

/**
 * Stands for a filter in the index of entries: 63 bits of a digest. Each entry is there for all eight combinations of its
 * person, kind and action, so that no filter walks over entries that it leaves out.
 */
export function recordToken(placeId: string, { actorId, kind, action }: RecordFilter = {}): bigint {
  const text = JSON.stringify([placeId, actorId ?? null, kind ?? null, action ?? null]);
  let token = tokens.get(text);
  if (token === undefined) {
    token = createHash("sha256").update(text).digest().readBigUInt64BE() >> 1n;
    if (tokens.size >= maxTokens) tokens.clear();
    tokens.set(text, token);
  }
  return token;
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

/** Makes an entry findable by one more object. */
export const addRecordObject = (db: Writer, seq: number, { kind, id }: ObjectKey): void =>
  void insertObject.run(db, { kind, objectId: id, seq });

/** Adds an entry as part of the running transaction, found by each of `objects`; gives its place. */
export function appendEntry(db: Writer, entry: NewEntry, objects: readonly ObjectKey[]): Entry {
  const head = selectHead.get(db, {});
  if (!head) throw new Error("The record has no head");
  // Requests end in another order than they began; the times of the record run on.
  const placed = { ...entry, seq: head.lastSeq + 1, at: Math.max(entry.at, head.lastAt) };
  const hash = hashOf(head.lastHash, placed);
  insert.run(db, { ...placed, hash });
  updateHead.run(db, { seq: placed.seq, at: placed.at, hash });
  for (const object of objects) addRecordObject(db, placed.seq, object);
  for (const token of tokensOf(entry))
    db.statement("INSERT INTO record_filters (token, seq) VALUES (?, ?)").run(token, placed.seq);
  if (entry.objectName !== null)
    db.statement("INSERT INTO record_search (rowid, name) VALUES (?, ?)").run(placed.seq, entry.objectName);
  return { ...placed, hash };
}

const sweptAtOnce = 500;

/** Removes the oldest entries from before `bound`, a bounded number at a time; the chain goes on from the last of them. */
export function sweepRecord(db: Writer, bound: number): number {
  const last = db
    .statement<Pick<Entry, "seq" | "hash">>(
      `SELECT seq, hash FROM record_entries WHERE seq IN
           (SELECT seq FROM record_entries ORDER BY seq LIMIT ${sweptAtOnce})
         AND at < ? ORDER BY seq DESC LIMIT 1`,
    )
    .get(bound);
  if (!last) return 0;
  db.statement("UPDATE record_head SET removedSeq = ?, removedHash = ?").run(last.seq, last.hash);
  const gone = db
    .statement<Findable & { seq: number }>(
      "SELECT seq, customerId, organizationId, actorId, kind, action FROM record_entries WHERE seq <= ?",
    )
    .all(last.seq);
  for (const entry of gone)
    for (const token of tokensOf(entry))
      db.statement("DELETE FROM record_filters WHERE token = ? AND seq = ?").run(token, entry.seq);
  db.statement(
    "DELETE FROM record_search WHERE rowid IN (SELECT seq FROM record_entries WHERE seq <= ?)",
  ).run(last.seq);
  db.statement("DELETE FROM record_objects WHERE seq IN (SELECT seq FROM record_entries WHERE seq <= ?)").run(
    last.seq,
  );
  return db.statement("DELETE FROM record_entries WHERE seq <= ?").run(last.seq).changes;
}

/** What the first break of a file's chain is; undefined for a whole one, and for a file without a record. */
export function brokenAt(sqlite: BetterSqlite3.Database): string | undefined {
  const exists = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'record_head'").get();
  if (!exists) return undefined;
  const head = sqlite.prepare<[], Row<"record_head">>("SELECT * FROM record_head").get();
  if (!head) return "the record has no head";
  let seq = head.removedSeq;
  let hash = head.removedHash;
  for (const entry of sqlite.prepare<[], Entry>("SELECT * FROM record_entries ORDER BY seq").iterate()) {
    if (entry.seq !== seq + 1) return `entry ${seq + 1} is missing`;
    if (!hashOf(hash, entry).equals(entry.hash)) return `entry ${entry.seq} (${entry.id}) was changed`;
    ({ seq, hash } = entry);
  }
  if (seq !== head.lastSeq) return `entry ${seq + 1} is missing`;
  return hash.equals(head.lastHash) ? undefined : "the head of the record was changed";
}
