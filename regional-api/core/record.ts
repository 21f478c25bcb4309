/**
 * The record of changes (AUD): what is written of each change, by whom, and what may be shown of it. `operation.ts` writes
 * an entry for every mutation, in its transaction; what no mutation does (sign-ins, bulk jobs, uploads) calls
 * `recordEvent` or `recordObjects` itself.
 */
import { mapInTurn, mapTogether } from "../store/in-turn";
import type { Async, Reader, Writer } from "../store/engine";
import { createHash } from "node:crypto";
import { networkOf } from "./client-address";
import { builder } from "./builder";
import type { ApiContext } from "./context";
import { newId } from "./ids";
import type { PermissionCode } from "./permissions";
import { appendEntry } from "../store/record-chain";
import { anyOf } from "../store/dialect";
import { prepared, sql } from "../store/sql";
import type { Row } from "../store/tables";
import type { RecordSource } from "../store/tables/record";

/** Bulk actions are of no kind that is read: their entries are counts. */
const bulkAction = "BULK_ACTION";

/** The kinds of objects as callers name them: each that is declared adds itself. */
export const RecordKindType = builder.enumType("AudKind", {
  values: { [bulkAction]: { value: bulkAction } } as Record<string, { value: string }>,
});

export const recordActions = [
  "CREATED",
  "CHANGED",
  "ARCHIVED",
  "RESTORED",
  "DELETED",
  "DEIDENTIFIED",
  "SENT",
  "BOUGHT",
  "CHECKED_AGAIN",
  "STARTED",
  "STOPPED",
  "DONE",
  "SIGNED_IN",
  "LOCKED",
  "UNLOCKED",
  "CODE_VOIDED",
  "PASSWORD_SET",
  "CONNECTED",
  "SIGNED_OUT",
  "SESSION_ENDED",
  "RELEASED",
  "RETENTION_APPLIED",
  "PACK_MADE",
  "PACK_FETCHED",
] as const;
export type RecordAction = (typeof recordActions)[number];

/**
 * What of a field may be in the record: its values, that it changed (personal data, free text about a person), or that
 * it was replaced (secrets).
 */
export type Shown = "shown" | "personal" | "secret";

export type RecordValue = string | number | boolean | null | readonly string[];

/** Where an object belongs, and as of which edition. */
export interface RecordPlace {
  /** Null for what belongs to an organisation alone, which is then named. */
  readonly customerId: string | null;
  readonly organizationId?: string | null;
  readonly departmentId?: string | null;
  readonly isArchived?: boolean;
  /** Its edition, where it has one: a save that leaves all as it was is an entry, too. */
  readonly version?: number;
}

/** An object as it is at a moment. */
interface Reading<Field extends string> extends RecordPlace {
  /** Null for people: they are named when the entry is read. */
  readonly name: string | null;
  readonly values: Readonly<Record<Field, RecordValue>>;
  /** The last rule that was applied to it: its place and how it reads. */
  readonly rule?: { readonly seq: number; readonly text: string };
}

/** The application on whose page an object is shown. */
type ShownOn = (
  db: Reader,
  id: string,
) => Promise<{ readonly id: string; readonly vacancyId: string } | undefined>;

/** A kind of object: how one is read, and what of it may be shown. */
export interface RecordKind {
  readonly kind: string;
  /** What somebody needs to see the details of such an object, and so its entries. */
  readonly code: PermissionCode | "wildcard";
  readonly fields: Readonly<Record<string, Shown>>;
  /** Whether one that was archived is there no more, since nobody can open or restore it. */
  readonly isArchivedForGood?: boolean;
  /** Asked side by side for many, so all that it asks of the store is asked by `together`. */
  readonly read: (db: Reader, id: string) => Promise<Reading<string> | undefined>;
  /** Of what has no page by its own id. */
  readonly shownOn?: ShownOn;
}

const kinds = new Map<string, RecordKind>();

/** Declares a kind of object: each area those of its own. */
export function recordKind<const Field extends string>(declared: {
  readonly kind: string;
  readonly code: RecordKind["code"];
  readonly isArchivedForGood?: boolean;
  readonly fields: Readonly<Record<Field, Shown>>;
  readonly read: (db: Reader, id: string) => Promise<Reading<Field> | undefined>;
  readonly shownOn?: ShownOn;
}): RecordKind {
  const { kind } = declared;
  kinds.set(kind, declared);
  const values = Object.fromEntries(recordKindNames().map((value) => [value, { value }]));
  RecordKindType.updateConfig((config) => ({ ...config, values }));
  return declared;
}

interface RecordedRow {
  readonly customerId?: string;
  readonly archivedAt?: number | null;
  readonly version?: number;
}

/** What a row's fields are where they are no columns of the same name. */
interface OtherValues<Found, Field extends string> {
  readonly values: (
    row: Found,
    db: Reader,
  ) => Async<
    Readonly<Record<Exclude<Field, keyof Found>, RecordValue>> & Partial<Readonly<Record<Field, RecordValue>>>
  >;
}

/** Declares the kind of a customer's rows: a field that `values` does not say is the column of its name. */
export const rowKind = <Found extends RecordedRow, const Field extends string>({
  find,
  name,
  place,
  values,
  ...declared
}: {
  readonly kind: string;
  readonly code: RecordKind["code"];
  readonly isArchivedForGood?: boolean;
  readonly fields: Readonly<Record<Field, Shown>>;
  readonly find: (db: Reader, id: string) => Promise<Found | undefined>;
  /** Of what has one. */
  readonly name?: (row: Found) => string;
  /** Where it belongs, of what belongs to a department or to no customer, and its version where that is no column. */
  readonly place?: (row: Found) => Partial<RecordPlace>;
} & ([Exclude<Field, keyof Found>] extends [never]
  ? Partial<OtherValues<Found, Field>>
  : OtherValues<Found, Field>)): RecordKind =>
  recordKind<Field>({
    ...declared,
    read: async (db, id) => {
      const row = await find(db, id);
      return (
        row && {
          name: name?.(row) ?? null,
          customerId: row.customerId ?? null,
          ...(row.archivedAt !== undefined && { isArchived: row.archivedAt !== null }),
          ...(row.version !== undefined && { version: row.version }),
          ...place?.(row),
          // Only the fields that the kind declares are looked at.
          values: { ...row, ...(await values?.(row, db)) } as unknown as Readonly<Record<Field, RecordValue>>,
        }
      );
    },
  });

/** Every kind that an area declared. */
export const allRecordKinds = (): readonly RecordKind[] => [...kinds.values()];

/** What entries can be of. */
export const recordKindNames = (): readonly string[] => [...kinds.keys(), bulkAction];

/** A field that changed; without values where they may not be shown. */
export interface RecordedField {
  readonly field: string;
  readonly hidden?: "CHANGED" | "REPLACED";
  readonly before?: RecordValue;
  readonly after?: RecordValue;
}

/** An object in an entry, with what changed of it. */
export interface RecordedObject {
  readonly kind: string;
  readonly id: string;
  readonly name: string | null;
  readonly action: RecordAction;
  readonly fields: readonly RecordedField[];
}

/** What else an entry says: codes, ids and counts, never a value of a person. */
export interface RecordDetails {
  /** How somebody signed in, or an account was made. */
  readonly by?: string;
  readonly reason?: string;
  /** The entry that was taken back. */
  readonly undoes?: string;
  /** The rule as it read then: the JSON of an applied rule. */
  readonly rule?: string;
  readonly jobId?: string;
  readonly uploadId?: string;
  readonly counts?: { readonly total: number; readonly done: number; readonly waiting: number };
  readonly work?: string;
  readonly isUndo?: boolean;
}

/** What a request tells of itself. */
export interface Occasion {
  readonly now: number;
  readonly remoteAddress: string;
  readonly requestId: string;
}

type Ids = readonly (string | null | undefined)[];

interface Part<Args, Answer> {
  readonly of: RecordKind;
  /** Those that are there before: what changed of them is what differs afterwards. */
  readonly ids?: (args: Args, ctx: ApiContext) => Async<Ids>;
  /** Those that are known by the answer. */
  readonly made?: (answer: Answer, args: Args, ctx: ApiContext) => Async<Ids>;
}

/** What a mutation changes, and so what its entry is about; `also` is what changes with it. */
export interface Changes<Args, Answer> extends Part<Args, Answer> {
  /** What is done, where it leaves no trace in the object or the fields alone do not say it. */
  readonly action?: RecordAction;
  /** Of what takes a change back: when that was made, as the call was told. */
  readonly undoes?: (args: Args) => number | null | undefined;
  readonly also?: readonly Part<Args, Answer>[];
}

/** What a mutation says of the record: what it changes, or why there is nothing to write, or who writes it. */
export type Declared<Args, Answer> =
  `none because ${string}` | `written by ${string}` | Changes<Args, Answer>;

const mostText = 4_000;
const mostItems = 200;

const cut = (text: string) => (text.length > mostText ? `${text.slice(0, mostText)}…` : text);

function shortened(value: RecordValue): RecordValue {
  if (typeof value === "string") return cut(value);
  if (!Array.isArray(value)) return value;
  const items: readonly string[] = value;
  return items.length > mostItems ? [...items.slice(0, mostItems).map(cut), "…"] : items.map(cut);
}

const isEmpty = (value: RecordValue) =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

function fieldsOf(
  { fields }: RecordKind,
  before: Reading<string> | undefined,
  after: Reading<string> | undefined,
): RecordedField[] {
  return Object.entries(fields).flatMap(([field, shown]): RecordedField[] => {
    const was = before?.values[field] ?? null;
    const is = after?.values[field] ?? null;
    if (JSON.stringify(was) === JSON.stringify(is) || (isEmpty(was) && isEmpty(is))) return [];
    if (shown === "personal") return [{ field, hidden: "CHANGED" }];
    if (shown === "secret") return [{ field, hidden: "REPLACED" }];
    return [{ field, before: shortened(was), after: shortened(is) }];
  });
}

function actionOf(before: Reading<string> | undefined, after: Reading<string> | undefined): RecordAction {
  if (!before) return "CREATED";
  if (!after) return "DELETED";
  const was = before.isArchived ?? false;
  const is = after.isArchived ?? false;
  return was === is ? "CHANGED" : is ? "ARCHIVED" : "RESTORED";
}

type Difference = { object: RecordedObject; of: Reading<string>; rule?: string };

/** What became of one object; undefined where it is as it was. */
function differenceOf(
  kind: RecordKind,
  id: string,
  before: Reading<string> | undefined,
  after: Reading<string> | undefined,
  deed: RecordAction | undefined,
): Difference | undefined {
  const of = after ?? before;
  if (!of) return undefined;
  const derived = actionOf(before, after);
  const fields = deed && !before ? [] : fieldsOf(kind, before, after);
  const isSo = derived === "CHANGED" && fields.length === 0 && before?.version === after?.version;
  if (!deed && isSo) return undefined;
  const rule = after?.rule && after.rule.seq > (before?.rule?.seq ?? 0) ? after.rule.text : undefined;
  const object = { kind: kind.kind, id, name: of.name, action: deed ?? derived, fields };
  return { object, of, ...(rule !== undefined && { rule }) };
}

/** An object that was just made, as an entry says it; undefined where it is not there. */
export const asMade = async (db: Reader, kind: RecordKind, id: string) =>
  differenceOf(kind, id, undefined, await kind.read(db, id), undefined);

const named = (ids: Ids | undefined) => [...new Set(ids?.filter((id) => id != null) ?? [])];

/** How long after the moment that a call was told of its entry may say it was. */
const undoneWithinMs = 60_000;

const selectUndone = prepared<{ kind: string; objectId: string; from: number; to: number }>()((p) =>
  sql
    .selectFrom("record_objects")
    .innerJoin("record_entries", "record_entries.seq", "record_objects.seq")
    .select("record_entries.id")
    .where("record_objects.kind", "=", p.kind)
    .where("record_objects.objectId", "=", p.objectId)
    .where("record_entries.at", ">=", p.from)
    .where("record_entries.at", "<=", p.to)
    .orderBy("record_objects.seq")
    .limit(1),
);

const selectSignIns = prepared<{ userId: string; limit: number }>()((p) =>
  sql
    .selectFrom("record_objects")
    .innerJoin("record_entries", "record_entries.seq", "record_objects.seq")
    .select(["record_entries.at", "record_entries.network", "record_entries.outcome"])
    .where("record_objects.kind", "=", "USER")
    .where("record_objects.objectId", "=", p.userId)
    .where("record_entries.action", "=", "SIGNED_IN")
    .where("record_entries.outcome", "=", "SUCCESS")
    .orderBy("record_objects.seq", "desc")
    .limit(p.limit),
);

const selectStart = prepared<{ jobId: string }>()((p) =>
  sql
    .selectFrom("record_objects")
    .innerJoin("record_entries", "record_entries.seq", "record_objects.seq")
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
  sql
    .selectFrom("record_objects")
    .innerJoin("record_entries", "record_entries.seq", "record_objects.seq")
    .select("record_objects.objectId")
    .where("record_objects.kind", "=", p.kind)
    .where(anyOf("record_objects.objectId", p.ids))
    .where("record_entries.kind", "=", p.mainKind)
    .where("record_entries.objectId", "=", p.mainId)
    .where("record_entries.at", ">", p.since),
);

/** For EXPLAIN QUERY PLAN tests. */
export const recordQueries = { selectUndone, selectSignIns, selectStart, selectLater };

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

interface Told {
  readonly operation: string;
  readonly actorId?: string | undefined;
  readonly source?: RecordSource;
  readonly details?: RecordDetails;
  readonly outcome?: "SUCCESS" | "FAILURE";
}

/** Writes one entry, as part of the running transaction, and tells the log of it once that is committed (AUD-14). */
async function write(
  db: Writer,
  occasion: Occasion,
  { operation, actorId, source = "CONSOLE", details = {}, outcome = "SUCCESS" }: Told,
  objects: readonly RecordedObject[],
  place: Pick<Row<"record_entries">, "organizationId" | "customerId" | "departmentId">,
): Promise<Row<"record_entries">> {
  const [first] = objects;
  if (!first) throw new Error("An entry of the record is about something");
  const entry = await appendEntry(
    db,
    {
      ...place,
      id: newId(occasion.now),
      at: occasion.now,
      action: first.action,
      outcome,
      kind: first.kind,
      objectId: first.id || null,
      objectName: first.name,
      objectCount: objects.filter(({ kind }) => kind === first.kind).length,
      actorId: actorId ?? null,
      source,
      network: networkOf(occasion.remoteAddress),
      requestId: occasion.requestId,
      operation,
      changes: JSON.stringify(objects),
      details: JSON.stringify(details),
    },
    objects.filter(({ id }) => id !== ""),
  );
  db.tellWhenCommitted({
    entry: entry.id,
    action: entry.action,
    outcome,
    kind: entry.kind,
    object: entry.objectId,
    objects: entry.objectCount,
    actor: entry.actorId,
    customer: entry.customerId,
    source,
    operation,
    requestId: entry.requestId,
    fields: [...new Set(objects.flatMap(({ fields }) => fields.map(({ field }) => field)))],
  });
  return entry;
}

const common = <Value>(values: readonly Value[]): Value | null => {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
};

async function writeDifferences(
  db: Writer,
  occasion: Occasion,
  told: Told,
  differences: readonly Difference[],
): Promise<Row<"record_entries"> | undefined> {
  const [first] = differences;
  if (!first) return undefined;
  const main = differences.filter(({ object }) => object.kind === first.object.kind).map(({ of }) => of);
  const place = {
    organizationId: common(main.map(({ organizationId }) => organizationId ?? null)),
    customerId: common(main.map(({ customerId }) => customerId)),
    departmentId: common(main.map(({ departmentId }) => departmentId ?? null)),
  };
  const rule = differences.find((one) => one.rule !== undefined)?.rule;
  const source = rule !== undefined ? "RULE" : (told.source ?? (main.length > 1 ? "BULK" : "CONSOLE"));
  return write(
    db,
    occasion,
    {
      ...told,
      source,
      // What a rule does nobody did.
      actorId: rule === undefined ? told.actorId : undefined,
      details: { ...told.details, ...(rule !== undefined && { rule }) },
    },
    differences.map(({ object }) => object),
    place,
  );
}

/**
 * Does `work` and writes what became of the objects that `changes` names, in the running transaction; nothing when all
 * are as they were.
 */
export async function recorded<Args, Answer>(
  ctx: ApiContext<Writer>,
  { operation, actorId, source }: Pick<Told, "operation" | "actorId" | "source">,
  changes: Changes<Args, Answer>,
  args: Args,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { db } = ctx;
  const parts = [changes, ...(changes.also ?? [])];
  const before = await mapInTurn(
    parts,
    async (part) =>
      new Map(
        await mapTogether(named(await part.ids?.(args, ctx)), async (id) => [id, await part.of.read(db, id)]),
      ),
  );
  const answer = await work();
  const differing = await mapInTurn(parts, async (part, index) => {
    const was = before[index];
    const ids = new Set([...(was?.keys() ?? []), ...named(await part.made?.(answer, args, ctx))]);
    const deed = index === 0 ? changes.action : undefined;
    return mapTogether(ids, async (id) =>
      differenceOf(part.of, id, was?.get(id), await part.of.read(db, id), deed),
    );
  });
  const differences = differing.flat().filter((one) => one !== undefined);
  const moment = changes.undoes?.(args);
  const [first] = differences;
  const undone =
    moment == null || !first
      ? undefined
      : await selectUndone.get(db, {
          kind: first.object.kind,
          objectId: first.object.id,
          from: moment,
          to: moment + undoneWithinMs,
        });
  await writeDifferences(
    db,
    ctx,
    {
      operation,
      actorId,
      ...(source && { source }),
      ...(undone && { source: "UNDO", details: { undoes: undone.id } }),
    },
    differences,
  );
  return answer;
}

/** Something that is no change of a mutation: a sign-in, a job that ended. */
export interface RecordedEvent extends Omit<Told, "operation"> {
  readonly operation?: string;
  readonly action: RecordAction;
  readonly kind: string;
  /** The id of what it happened to, or what stands for an email without an account. */
  readonly id?: string | undefined;
  readonly customerId?: string | undefined;
}

/** Records what happened, as part of the running transaction. The address is kept without its last part. */
export async function recordEvent(
  db: Writer,
  occasion: Occasion,
  { action, kind, id = "", customerId, ...told }: RecordedEvent,
): Promise<Row<"record_entries">> {
  if (!recordKindNames().includes(kind)) throw new Error(`No kind of object is called ${kind}`);
  const object = { kind, id, name: null, action, fields: [] };
  const place = { customerId: customerId ?? null, organizationId: null, departmentId: null };
  return write(db, occasion, { operation: "sign-in", ...told }, [object], place);
}

/** Records objects that were made outside of a mutation's transaction, as part of the running one. */
export async function recordMade(
  db: Writer,
  occasion: Occasion,
  told: Told,
  kind: RecordKind,
  ids: readonly string[],
): Promise<void> {
  const made = await mapTogether(ids, (id) => asMade(db, kind, id));
  await writeDifferences(
    db,
    occasion,
    told,
    made.filter((one) => one !== undefined),
  );
}

/** Does `work` outside of a mutation, and records what became of one object, in the running transaction. */
export async function recordedChange(
  db: Writer,
  occasion: Occasion,
  told: Told,
  kind: RecordKind,
  id: string,
  work: () => Promise<void>,
): Promise<void> {
  const before = await kind.read(db, id);
  await work();
  const difference = differenceOf(kind, id, before, await kind.read(db, id), undefined);
  await writeDifferences(db, occasion, told, difference ? [difference] : []);
}

/** Stands for an email that has no account: the same for the same email, and not readable. */
export const strangerOf = (email: string): string =>
  `email:${createHash("sha256").update(email).digest("hex").slice(0, 32)}`;
