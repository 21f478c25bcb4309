/**
 * The audit log (AUD): what an entry holds about a change, its author, and which data may be shown.
 * `operation.ts` writes an entry for every mutation, in its transaction; other changes (sign-ins, bulk jobs,
 * uploads) call `recordEvent` or `recordMade`.
 */
import { createHash } from "node:crypto";
import type { Async, Writer } from "../store/engine";
import { mapSequentially, mapConcurrently } from "../store/sequential";
import { appendEntry } from "../store/record-chain";
import type { Row } from "../store/tables";
import type { RecordSource } from "../store/tables/record";
import { networkOf } from "../../shared/client-address";
import type { ApiContext } from "./context";
import { newId } from "./ids";
import {
  describeCreated,
  type Difference,
  differenceOf,
  type RecordAction,
  type RecordedObject,
} from "./record-differences";
import { entryOfChange } from "./record-entries.store";
import { type RecordKind, recordKindNames } from "./record-kinds";

/** Further details of an entry: codes, ids and counts, never personal data. */
export interface RecordDetails {
  /** Method of a sign-in, or of the creation of an account. */
  readonly by?: string;
  readonly reason?: string;
  /** Id of the entry that was undone. */
  readonly undoes?: string;
  /** JSON of the applied rule, as of then. */
  readonly rule?: string;
  readonly jobId?: string;
  readonly uploadId?: string;
  readonly counts?: { readonly total: number; readonly done: number; readonly waiting: number };
  readonly work?: string;
  readonly isUndo?: boolean;
}

/** Data of the request that an entry stores. */
export interface Occasion {
  readonly now: number;
  readonly remoteAddress: string;
  readonly requestId: string;
}

type Ids = readonly (string | null | undefined)[];

interface Part<Args, Answer> {
  readonly of: RecordKind;
  /** Existing objects; they are read before and after to find their changes. */
  readonly ids?: (args: Args, ctx: ApiContext) => Async<Ids>;
  /** Objects known only from the answer, e.g. created ones. */
  readonly made?: (answer: Answer, args: Args, ctx: ApiContext) => Async<Ids>;
}

/**
 * The objects that a mutation changes, which are the subject of its entry; `also` lists objects changed with
 * them.
 */
export interface Changes<Args, Answer> extends Part<Args, Answer> {
  /** The action, if the fields of the object do not show it. */
  readonly action?: RecordAction;
  /** Time of the change to undo, as returned by the original call. */
  readonly undoes?: (args: Args) => number | null | undefined;
  readonly also?: readonly Part<Args, Answer>[];
}

/**
 * A mutation's declaration for the audit log: its changes, the reason why it has no entry, or the code that
 * writes the entry.
 */
export type ChangeDeclaration<Args, Answer> =
  `none because ${string}` | `written by ${string}` | Changes<Args, Answer>;

const distinctIds = (ids: Ids | undefined) => [...new Set(ids?.filter((id) => id != null) ?? [])];

interface EntryBase {
  readonly operation: string;
  readonly actorId?: string | undefined;
  readonly source?: RecordSource;
  readonly details?: RecordDetails;
  readonly outcome?: "SUCCESS" | "FAILURE";
}

/** Writes one entry, and logs it after the commit (AUD-14). Call inside a transaction. */
async function write(
  db: Writer,
  occasion: Occasion,
  { operation, actorId, source = "CONSOLE", details = {}, outcome = "SUCCESS" }: EntryBase,
  objects: readonly RecordedObject[],
  place: Pick<Row<"record_entries">, "organizationId" | "customerId" | "departmentId">,
): Promise<Row<"record_entries">> {
  const [first] = objects;
  if (!first) throw new Error("An audit entry needs at least one object");
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
  db.logAfterCommit({
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

const commonValue = <Value>(values: readonly Value[]): Value | null => {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
};

async function writeDifferences(
  db: Writer,
  occasion: Occasion,
  base: EntryBase,
  differences: readonly Difference[],
): Promise<Row<"record_entries"> | undefined> {
  const [first] = differences;
  if (!first) return undefined;
  const main = differences.filter(({ object }) => object.kind === first.object.kind).map(({ of }) => of);
  const place = {
    organizationId: commonValue(main.map(({ organizationId }) => organizationId ?? null)),
    customerId: commonValue(main.map(({ customerId }) => customerId)),
    departmentId: commonValue(main.map(({ departmentId }) => departmentId ?? null)),
  };
  const rule = differences.find((one) => one.rule !== undefined)?.rule;
  const source = rule !== undefined ? "RULE" : (base.source ?? (main.length > 1 ? "BULK" : "CONSOLE"));
  return write(
    db,
    occasion,
    {
      ...base,
      source,
      // An action by a rule has no actor.
      actorId: rule === undefined ? base.actorId : undefined,
      details: { ...base.details, ...(rule !== undefined && { rule }) },
    },
    differences.map(({ object }) => object),
    place,
  );
}

/**
 * Runs `work` and writes an entry with the changes of the objects named by `changes`; no entry if nothing
 * changed. Call inside a transaction.
 */
export async function recorded<Args, Answer>(
  ctx: ApiContext<Writer>,
  { operation, actorId, source }: Pick<EntryBase, "operation" | "actorId" | "source">,
  changes: Changes<Args, Answer>,
  args: Args,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { db } = ctx;
  const parts = [changes, ...(changes.also ?? [])];
  const before = await mapSequentially(
    parts,
    async (part) =>
      new Map(
        await mapConcurrently(distinctIds(await part.ids?.(args, ctx)), async (id) => [
          id,
          await part.of.read(db, id),
        ]),
      ),
  );
  const answer = await work();
  const differing = await mapSequentially(parts, async (part, index) => {
    const was = before[index];
    const ids = new Set([...(was?.keys() ?? []), ...distinctIds(await part.made?.(answer, args, ctx))]);
    const action = index === 0 ? changes.action : undefined;
    return mapConcurrently(ids, async (id) =>
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

/** An event outside a mutation's changes, e.g. a sign-in, or the end of a job. */
export interface RecordedEvent extends Omit<EntryBase, "operation"> {
  readonly operation?: string;
  readonly action: RecordAction;
  readonly kind: string;
  /** Id of the object, or a pseudonym for an email without an account. */
  readonly id?: string | undefined;
  readonly customerId?: string | undefined;
  /** Further facts about the event. */
  readonly fields?: RecordedObject["fields"];
}

/** Records an event, with only the network part of the client's address. Call inside a transaction. */
export async function recordEvent(
  db: Writer,
  occasion: Occasion,
  { action, kind, id = "", customerId, fields = [], ...base }: RecordedEvent,
): Promise<Row<"record_entries">> {
  if (!recordKindNames().includes(kind)) throw new Error(`No kind of object is called ${kind}`);
  const object = { kind, id, name: null, action, fields };
  const place = { customerId: customerId ?? null, organizationId: null, departmentId: null };
  return write(db, occasion, { operation: "sign-in", ...base }, [object], place);
}

/** Records objects created outside a mutation. Call inside a transaction. */
export async function recordMade(
  db: Writer,
  occasion: Occasion,
  base: EntryBase,
  kind: RecordKind,
  ids: readonly string[],
): Promise<void> {
  const made = await mapConcurrently(ids, (id) => describeCreated(db, kind, id));
  await writeDifferences(
    db,
    occasion,
    base,
    made.filter((one) => one !== undefined),
  );
}

/** Runs `work` outside a mutation, and records the changes of one object. Call inside a transaction. */
export async function recordedChange(
  db: Writer,
  occasion: Occasion,
  base: EntryBase,
  kind: RecordKind,
  id: string,
  work: () => Promise<void>,
): Promise<void> {
  const before = await kind.read(db, id);
  await work();
  const difference = differenceOf(kind, id, before, await kind.read(db, id), undefined);
  await writeDifferences(db, occasion, base, difference ? [difference] : []);
}

/** Returns a pseudonym for an email without an account; it is stable and does not reveal the email. */
export const pseudonymOf = (email: string): string =>
  `email:${createHash("sha256").update(email).digest("hex").slice(0, 32)}`;
