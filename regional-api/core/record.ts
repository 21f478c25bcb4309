/**
 * The record of changes (AUD): what is written of each change, by whom, and what may be shown of it. `operation.ts` writes
 * an entry for every mutation, in its transaction; what no mutation does (sign-ins, bulk jobs, uploads) calls
 * `recordEvent` or `recordObjects` itself.
 */
import { createHash } from "node:crypto";
import type { Async, Writer } from "../store/engine";
import { mapInTurn, mapTogether } from "../store/in-turn";
import { appendEntry } from "../store/record-chain";
import type { Row } from "../store/tables";
import type { RecordSource } from "../store/tables/record";
import { networkOf } from "../../shared/client-address";
import type { ApiContext } from "./context";
import { newId } from "./ids";
import {
  asMade,
  type Difference,
  differenceOf,
  type RecordAction,
  type RecordedObject,
} from "./record-differences";
import { entryOfChange } from "./record-entries.store";
import { type RecordKind, recordKindNames } from "./record-kinds";

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

const named = (ids: Ids | undefined) => [...new Set(ids?.filter((id) => id != null) ?? [])];

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
    const action = index === 0 ? changes.action : undefined;
    return mapTogether(ids, async (id) =>
      differenceOf(part.of, id, was?.get(id), await part.of.read(db, id), action),
    );
  });
  const differences = differing.flat().filter((one) => one !== undefined);
  const moment = changes.undoes?.(args);
  const [first] = differences;
  const undone = moment == null || !first ? undefined : await entryOfChange(db, first.object, moment);
  await writeDifferences(
    db,
    ctx,
    {
      operation,
      actorId,
      ...(source && { source }),
      ...(undone && { source: "UNDO", details: { undoes: undone } }),
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
  /** What was said of it. */
  readonly fields?: RecordedObject["fields"];
}

/** Records what happened, as part of the running transaction. The address is kept without its last part. */
export async function recordEvent(
  db: Writer,
  occasion: Occasion,
  { action, kind, id = "", customerId, fields = [], ...told }: RecordedEvent,
): Promise<Row<"record_entries">> {
  if (!recordKindNames().includes(kind)) throw new Error(`No kind of object is called ${kind}`);
  const object = { kind, id, name: null, action, fields };
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
