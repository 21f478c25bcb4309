/** Lists of active and of archived rows, and how rows are archived and restored, of whatever kind they are. */
import { mapTogether } from "../store/in-turn";
import type { InputFieldMap, InputShapeFromFields } from "@pothos/core";
import type { Access, CallFor, CustomerCall, SessionCall } from "./access";
import type { ArchivableLists } from "./archivable-lists.store";
import { changedRows, declareBounds } from "./bounds";
import { builder } from "./builder";
import { notFound } from "./errors";
import { mutation } from "./operation";
import { sortOf, type Page } from "./page-types";
import { pageOf, searchTextOf } from "./paging";
import type { RecordKind } from "./record-kinds";
import type { Reader, Writer } from "../store/engine";
import { ChangeResult, isUnchanged, unchangedSinceArg, type ChangeShape } from "./shared-types";

interface ListArgs {
  readonly skipEq: number;
  readonly limitEq: number;
  readonly sort?: Parameters<typeof sortOf>[0];
  /** Part of a text of the row, of lists that are searched. */
  readonly searchText?: string | null | undefined;
  /** What else is asked of the rows, of lists with further filters. */
  readonly narrowing?: Readonly<Record<string, unknown>>;
}

/** A page of the active or the archived rows of the call's customer. Throws a Validation Error for what no list has. */
export async function pageOfList<Row>(
  { ctx, customer }: CustomerCall,
  { sorts, count, rows }: ArchivableLists<Row>,
  { skipEq, limitEq, sort, searchText, narrowing }: ListArgs,
  isArchived: boolean,
): Promise<Page<Row & { organizationId: string }>> {
  const { id: customerId, organizationId } = customer;
  const order = sortOf<string>(sort, sorts);
  const filter = { customerId, isArchived, searchText: searchTextOf(searchText), narrowing, ...order };
  const page = pageOf(await count(ctx.db, filter), skipEq, limitEq);
  const data = (await rows(ctx.db, filter, limitEq, page.offset)).map((row) => ({ ...row, organizationId }));
  return { data, pagination: page };
}

interface StoredRow {
  readonly id: string;
  readonly archivedAt: number | null;
  readonly updatedAt: number;
}

/** How rows of one kind are archived and restored. */
export interface Archivable<Call extends SessionCall<Writer>, Found extends StoredRow> {
  /**
   * The row of an id. Throws when it is not there, or not the caller's to archive or restore. This and what follows is asked
   * side by side for all of them, so what it asks of the store is asked by `together`.
   */
  readonly find: (call: Call, id: string, archive: boolean) => Promise<Found>;
  /** What is asked of a row that did not change since. Throws when the answer is no. */
  readonly check?: (call: Call, row: Found) => Promise<void>;
  /** Stores when the row was archived; null restores it. */
  readonly store: (db: Writer, id: string, archivedAt: number | null, now: number) => Promise<void>;
}

/** The row of an id among the call's customer's, archived or not. Throws a Not Found Error for any other. */
export const ofCustomer =
  <Found extends { readonly customerId: string }>(
    find: (db: Reader, id: string) => Promise<Found | undefined>,
  ) =>
  async ({ ctx, customer }: CustomerCall, id: string): Promise<Found & { organizationId: string }> => {
    const row = await find(ctx.db, id);
    if (row?.customerId !== customer.id) throw notFound();
    return { ...row, organizationId: customer.organizationId };
  };

/**
 * Archives or restores all of the rows, or none, save those that changed after `unchangedSince`; returns those that it
 * changed (ORG-10).
 */
export async function setArchived<Call extends SessionCall<Writer>, Found extends StoredRow>(
  call: Call,
  { find, check, store }: Archivable<Call, Found>,
  { ids, unchangedSince }: Chosen,
  archive: boolean,
): Promise<ChangeShape[]> {
  const { ctx } = call;
  const rows = await mapTogether(new Set(ids), (id) => find(call, id, archive));
  const unchanged = rows.filter((row) => isUnchanged(row, unchangedSince));
  if (check) await mapTogether(unchanged, (row) => check(call, row));
  const changing = unchanged.filter(({ archivedAt }) => (archivedAt === null) === archive);
  await mapTogether(changing, ({ id }) => store(ctx.db, id, archive ? ctx.now : null, ctx.now));
  return changing.map(({ id }) => ({ id, changedAt: ctx.now }));
}

/** The rows that are archived or restored, all or none, save those that changed after `unchangedSince`. */
export interface Chosen {
  readonly ids: readonly string[];
  readonly unchangedSince?: number | null | undefined;
}

type Given<Args extends InputFieldMap, Ids extends string> = InputShapeFromFields<Args> &
  Readonly<Record<Ids, string[]>>;

interface Archiving<Args extends InputFieldMap, Ids extends string, A, As> {
  /** The argument that has the ids, and what they are of: "Send at most 500 <what>". */
  readonly ids: readonly [argument: Ids, what: string];
  /** What the record of changes says of both. */
  readonly of: RecordKind;
  /** What else is sent. */
  readonly args: Args;
  readonly access: As;
  readonly change: (
    args: Chosen & InputShapeFromFields<Args>,
    call: CallFor<A, Writer>,
    archive: boolean,
  ) => Promise<ChangeShape[]>;
}

/** Declares a mutation that archives or restores rows, with its ids and their bound, Undo and the record. */
export function archiveMutation<
  Args extends InputFieldMap,
  const Ids extends string,
  const A extends Access<Given<Args, Ids>>,
>(name: string, archive: boolean, declaration: Archiving<Args, Ids, A, A>): void {
  const { ids, of, args, access, change } = declaration;
  const [argument, what] = ids;
  declareBounds({ lists: { [`${name}.${argument}`]: changedRows(what) } });
  // Pothos cannot follow arguments that are not known yet: `Archiving` ties them to `access` and `change`.
  const givenOf = (given: object) => given as unknown as Given<Args, Ids>;
  mutation(name, {
    description: `${archive ? "Archives" : "Restores"} several ${what}.`,
    type: [ChangeResult],
    args: {
      ...(args as Record<never, never>),
      ...builder.args((t) => ({ [argument]: t.idList({ required: true }) })),
      ...unchangedSinceArg,
    },
    access: access as Access<object>,
    changes: {
      of,
      ids: (given) => givenOf(given)[argument],
      undoes: ({ unchangedSince }) => unchangedSince,
    },
    resolve: (given, call) =>
      change({ ...givenOf(given), ids: givenOf(given)[argument] }, call as CallFor<A, Writer>, archive),
  });
}

/** Both of them, which differ in what they need and in their direction. */
export function archiveMutations<
  Args extends InputFieldMap,
  const Ids extends string,
  const A extends Access<Given<Args, Ids>>,
>(
  [archiving, restoring]: readonly [archiving: string, restoring: string],
  { access, ...declaration }: Archiving<Args, Ids, A, (archive: boolean) => A>,
): void {
  archiveMutation(archiving, true, { ...declaration, access: access(true) });
  archiveMutation(restoring, false, { ...declaration, access: access(false) });
}
