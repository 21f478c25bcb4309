/**
 * Storage of the audit log: append-only entries, each with a hash over itself and its predecessor in the
 * chain. Each customer has a chain of its own, so that customers do not wait for each other. The chain with
 * an empty name holds entries without a customer, and all entries from before chains were split. Changing or
 * removing an entry breaks its chain, which `verify` detects (AUD-13).
 */
import { createHash } from "node:crypto";
import type BetterSqlite3 from "better-sqlite3";
import { BoundedCache } from "../../shared/bounded-cache";
import type { Reader, Writer } from "./engine";
import { addWords, removeWords } from "./search/entries";
import { always, anyOf, givenRows, literal, rowIn } from "./dialect";
import { prepared, sql } from "./sql";
import type { Row } from "./tables";

type Entry = Row<"record_entries">;
type Head = Row<"record_chains">;

/** An entry before it is placed in a chain. */
export type NewEntry = Omit<Entry, "seq" | "chain" | "link" | "hash">;

/** An object by which an entry can be found. */
export interface ObjectKey {
  readonly kind: string;
  readonly id: string;
}

/** The columns that the hash covers, after the number in the chain. */
const columns = [
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

/** Returns the number of an entry in its chain. */
const linkOf = ({ link, seq }: Pick<Entry, "link" | "seq">): number => link ?? seq;

const hashOf = (before: Buffer, link: number, entry: NewEntry): Buffer =>
  createHash("sha256")
    .update(before)
    .update(JSON.stringify([link, ...columns.map((column) => entry[column])]))
    .digest();

const zeros: Buffer = Buffer.alloc(32);

/**
 * Takes the next number of a chain, creating the chain if needed. Others appending to it wait until this
 * transaction commits.
 */
const takeLink = prepared<{ chain: string; zeros: Buffer }>()((p) =>
  sql
    .insertInto("record_chains")
    .values({
      ...{ chain: p.chain, removedLink: literal(0), removedHash: p.zeros },
      ...{ lastLink: literal(1), lastAt: literal(0), lastHash: p.zeros },
    })
    .onConflict((conflict) =>
      conflict
        .column("chain")
        .doUpdateSet((head) => ({ lastLink: head("record_chains.lastLink", "+", head.lit(1)) })),
    )
    .returningAll(),
);

const insert = prepared<Omit<Entry, "seq">>()((p) =>
  sql
    .insertInto("record_entries")
    .values({
      ...(Object.fromEntries(columns.map((column) => [column, p[column]])) as unknown as NewEntry),
      ...{ chain: p.chain, link: p.link, hash: p.hash },
    })
    .returning("seq"),
);

const updateHead = prepared<{ chain: string; at: number; hash: Buffer }>()((p) =>
  sql.updateTable("record_chains").set({ lastAt: p.at, lastHash: p.hash }).where("chain", "=", p.chain),
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

/** A token's 63 bits exceed JSON's numbers, so it is passed as text, which the column converts. */
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

/** A filter on the entries of one place: a customer, or an organisation for entries without a customer. */
export interface RecordFilter {
  readonly actorId?: string | undefined;
  readonly kind?: string | undefined;
  readonly action?: string | undefined;
}

const tokens = new BoundedCache<string, bigint>(10_000);

/**
 * Returns the index token of a filter: 63 bits of a digest. Each entry is indexed under all eight
 * combinations of actor, kind and action, so no filter scans entries that do not match.
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

/** Makes an entry searchable by further objects. */
export const addRecordObjects = async (
  db: Writer,
  seq: number,
  objects: readonly ObjectKey[],
): Promise<void> =>
  void (await insertObjects.run(db, {
    objects: objects.map(({ kind, id }) => ({ kind, objectId: id, seq })),
  }));

/**
 * Appends an entry, searchable by each of `objects`. Returns it with its position. Call inside a transaction.
 */
export async function appendEntry(
  db: Writer,
  entry: NewEntry,
  objects: readonly ObjectKey[],
): Promise<Entry> {
  const chain = entry.customerId ?? "";
  const head = await takeLink.get(db, { chain, zeros });
  if (!head) throw new Error("The chain has no head");
  const link = head.lastLink;
  // Requests may end out of order, but times in a chain must not decrease.
  const timed = { ...entry, at: Math.max(entry.at, head.lastAt) };
  const linked = { ...timed, chain, link, hash: hashOf(head.lastHash, link, timed) };
  const added = await insert.get(db, linked);
  if (!added) throw new Error("The entry has no position");
  await updateHead.run(db, { chain, at: linked.at, hash: linked.hash });
  const placed = { ...linked, seq: added.seq };
  if (objects.length > 0) await addRecordObjects(db, placed.seq, objects);
  const filters = filtersOf(placed);
  if (filters.length > 0) await insertFilters.run(db, { filters });
  if (entry.objectName !== null) await addWords(db, placed.seq, entry.objectName);
  return placed;
}

const entriesPerSweep = 500;

/** Number of oldest entries to examine when looking for chains to sweep. */
const entriesExamined = 2_000;

const selectDue = prepared<{ bound: number; limit: number }>()((p) =>
  sql
    .selectFrom(
      sql
        .selectFrom("record_entries")
        .select("chain")
        .where("at", "<", p.bound)
        .orderBy("at")
        .limit(p.limit)
        .as("oldest"),
    )
    .select("chain")
    .distinct(),
);

/** Returns chains with entries from before `bound`, possibly not all of them. */
export const chainsToSweep = async (db: Reader, bound: number): Promise<string[]> =>
  (await selectDue.all(db, { bound, limit: entriesExamined })).map(({ chain }) => chain);

/** Must match the expression of the index exactly, or the index is not used. */
const link = sql.fn.coalesce("link", "seq");

const selectOldest = prepared<{ chain: string; limit: number }>()((p) =>
  sql
    .selectFrom("record_entries")
    .select([
      ...([
        "seq",
        "link",
        "hash",
        "at",
        "customerId",
        "organizationId",
        "actorId",
        "kind",
        "action",
      ] as const),
    ])
    .where("chain", "=", p.chain)
    .orderBy(link)
    .limit(p.limit),
);

/**
 * Removes a chain's oldest entries from before `bound`, one batch per call; the chain then starts after them.
 */
export async function sweepRecord(db: Writer, chain: string, bound: number): Promise<number> {
  const oldest = await selectOldest.all(db, { chain, limit: entriesPerSweep });
  // Times never decrease within a chain.
  const gone = oldest.filter(({ at }) => at < bound);
  const last = gone.at(-1);
  if (!last) return 0;
  await db.run(
    sql
      .updateTable("record_chains")
      .set({ removedLink: linkOf(last), removedHash: last.hash })
      .where("chain", "=", chain),
  );
  const seqs = gone.map(({ seq }) => seq);
  await deleteFilters.run(db, { filters: gone.flatMap(filtersOf) });
  await removeWords(db, seqs);
  await db.run(sql.deleteFrom("record_objects").where(anyOf("seq", seqs)));
  return (await db.run(sql.deleteFrom("record_entries").where(anyOf("seq", seqs)))).changes;
}

const ofWhom = (chain = "") => (chain === "" ? "" : ` of customer ${chain}`);

/** Verifies the chains of a log, one after the other, each from its last removed entry up to its head. */
class Chains {
  private readonly heads: Map<string, Head>;
  private head: Head | undefined;
  private link = 0;
  private hash: Buffer = zeros;

  constructor(heads: readonly Head[]) {
    this.heads = new Map(heads.map((head) => [head.chain, head]));
  }

  /** Returns a description of a break before or at the next entry, if any. */
  brokenBy(entry: Entry): string | undefined {
    if (entry.chain !== this.head?.chain) {
      const broken = this.end() ?? this.begin(entry.chain);
      if (broken !== undefined) return broken;
    }
    const link = linkOf(entry);
    if (link !== this.link + 1) return this.missing();
    if (!hashOf(this.hash, link, entry).equals(entry.hash)) return `entry ${link} (${entry.id}) was changed`;
    [this.link, this.hash] = [link, entry.hash];
    return undefined;
  }

  /** Returns a description of a break that shows only after the last entry, if any. */
  brokenAfterLast(): string | undefined {
    let broken = this.end();
    // Remaining heads belong to chains with no entries left.
    for (const chain of this.heads.keys()) broken ??= this.begin(chain) ?? this.end();
    return broken;
  }

  private begin(chain: string): string | undefined {
    const head = this.heads.get(chain);
    if (!head) return `the record${ofWhom(chain)} has no head`;
    this.heads.delete(chain);
    this.head = head;
    ({ removedLink: this.link, removedHash: this.hash } = head);
    return undefined;
  }

  private end(): string | undefined {
    const { head } = this;
    if (!head) return undefined;
    if (this.link !== head.lastLink) return this.missing();
    return this.hash.equals(head.lastHash)
      ? undefined
      : `the head of the record${ofWhom(head.chain)} was changed`;
  }

  private readonly missing = () => `entry ${this.link + 1}${ofWhom(this.head?.chain)} is missing`;
}

/**
 * Returns a description of the first break in a file's chains; undefined if they are intact or there is no
 * audit log. Reads heads and entries in one transaction, so entries may be appended at the same time.
 */
export const brokenAt = (sqlite: BetterSqlite3.Database): string | undefined =>
  sqlite.transaction(() => brokenNow(sqlite))();

/** A file from before the migration has a single chain. */
const oneChain = {
  heads: `SELECT '' AS chain, removedSeq AS removedLink, removedHash, lastSeq AS lastLink, lastAt, lastHash FROM record_head`,
  entries: "SELECT *, '' AS chain, NULL AS link FROM record_entries ORDER BY seq",
};
const manyChains = {
  heads: "SELECT * FROM record_chains",
  entries: "SELECT * FROM record_entries ORDER BY chain, coalesce(link, seq)",
};

function brokenNow(sqlite: BetterSqlite3.Database): string | undefined {
  const has = (table: string) =>
    sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(table) !== undefined;
  if (!has("record_entries")) return undefined;
  const texts = has("record_chains") ? manyChains : oneChain;
  const chains = new Chains(sqlite.prepare<[], Head>(texts.heads).all());
  for (const entry of sqlite.prepare<[], Entry>(texts.entries).iterate()) {
    const broken = chains.brokenBy(entry);
    if (broken !== undefined) return broken;
  }
  return chains.brokenAfterLast();
}

const entriesPerRead = 1_000;

const selectHeads = prepared<object>()(() => sql.selectFrom("record_chains").selectAll());

const selectAfter = prepared<{ chain: string; link: number; limit: number }>()((p) =>
  sql
    .selectFrom("record_entries")
    .selectAll()
    .where((entry) =>
      entry(entry.refTuple("chain", link as never), ">", entry.tuple(p.chain, p.link) as never),
    )
    .orderBy("chain")
    .orderBy(link)
    .limit(p.limit),
);

/** Verifies the log that `moment` reads, in batches. `moment` must be a snapshot. */
export async function brokenIn(moment: Reader): Promise<string | undefined> {
  const chains = new Chains(await selectHeads.all(moment, {}));
  let entries: Entry[];
  // Sorts before any entry.
  let after = { chain: "", link: -1 };
  do {
    entries = await selectAfter.all(moment, { ...after, limit: entriesPerRead });
    for (const entry of entries) {
      const broken = chains.brokenBy(entry);
      if (broken !== undefined) return broken;
      after = { chain: entry.chain, link: linkOf(entry) };
    }
  } while (entries.length === entriesPerRead);
  return chains.brokenAfterLast();
}
