/**
 * The record of changes as it is stored: entries that are only ever added, each with a hash over itself and the one
 * before it in its region. Whoever changes or takes out an entry breaks the chain, which `verify` finds (AUD-13).
 */
import { createHash } from "node:crypto";
import type BetterSqlite3 from "better-sqlite3";
import type { Database } from "./database";
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

/** Codes as words that nobody types. */
const part = (letter: string, value: string | undefined) =>
  value === undefined ? "" : `_${letter}${value.toLowerCase().replaceAll(/[^a-z0-9]/g, "x")}`;

/**
 * The one word by which the entries of a customer, or of an organisation alone, are found for an actor, a kind and an action, or for some of them: each
 * entry has all eight, so that no filter walks over entries that it leaves out.
 */
export const recordToken = (
  placeId: string,
  { actorId, kind, action }: { actorId?: string; kind?: string; action?: string } = {},
): string => `${part("p", placeId)}${part("a", actorId)}${part("k", kind)}${part("e", action)}`;

function tokensOf({ customerId, organizationId, actorId, kind, action, objectName }: NewEntry): string {
  const place = customerId ?? organizationId;
  const name = (objectName ?? "").replaceAll("_", " ");
  if (place === null) return name;
  const actors = actorId === null ? [undefined] : [undefined, actorId];
  const words = actors.flatMap((actor) =>
    [undefined, kind].flatMap((ofKind) =>
      [undefined, action].map((ofAction) =>
        recordToken(place, {
          ...(actor !== undefined && { actorId: actor }),
          ...(ofKind !== undefined && { kind: ofKind }),
          ...(ofAction !== undefined && { action: ofAction }),
        }),
      ),
    ),
  );
  // What begins with our sign is no word of a name.
  return [...words, name].join(" ");
}

/** Makes an entry findable by one more object. */
export const addRecordObject = (db: Database, seq: number, { kind, id }: ObjectKey): void =>
  void insertObject.run(db, { kind, objectId: id, seq });

/** Adds an entry as part of the running transaction, found by each of `objects`; gives its place. */
export function appendEntry(db: Database, entry: NewEntry, objects: readonly ObjectKey[]): Entry {
  const head = selectHead.get(db, {});
  if (!head) throw new Error("The record has no head");
  // Requests end in another order than they began; the times of the record run on.
  const placed = { ...entry, seq: head.lastSeq + 1, at: Math.max(entry.at, head.lastAt) };
  const hash = hashOf(head.lastHash, placed);
  insert.run(db, { ...placed, hash });
  updateHead.run(db, { seq: placed.seq, at: placed.at, hash });
  for (const object of objects) addRecordObject(db, placed.seq, object);
  db.statement("INSERT INTO record_search (rowid, tokens) VALUES (?, ?)").run(placed.seq, tokensOf(entry));
  return { ...placed, hash };
}

const sweptAtOnce = 500;

/** Removes the oldest entries from before `bound`, a bounded number at a time; the chain goes on from the last of them. */
export function sweepRecord(db: Database, bound: number): number {
  return db.transaction(() => {
    const last = db
      .statement<Pick<Entry, "seq" | "hash">>(
        `SELECT seq, hash FROM record_entries WHERE seq IN
           (SELECT seq FROM record_entries ORDER BY seq LIMIT ${sweptAtOnce})
         AND at < ? ORDER BY seq DESC LIMIT 1`,
      )
      .get(bound);
    if (!last) return 0;
    db.statement("UPDATE record_head SET removedSeq = ?, removedHash = ?").run(last.seq, last.hash);
    db.statement(
      "DELETE FROM record_search WHERE rowid IN (SELECT seq FROM record_entries WHERE seq <= ?)",
    ).run(last.seq);
    db.statement(
      "DELETE FROM record_objects WHERE seq IN (SELECT seq FROM record_entries WHERE seq <= ?)",
    ).run(last.seq);
    return db.statement("DELETE FROM record_entries WHERE seq <= ?").run(last.seq).changes;
  });
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
