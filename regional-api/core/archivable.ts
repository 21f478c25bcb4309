/** Lists of active and archived rows, and archiving and restoring, for any kind of row. */
import { mapConcurrently } from "../store/sequential";
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
  /** Matches part of the searched text, in searchable lists. */
  readonly searchText?: string | null | undefined;
  /** Values of the list's other filters. */
  readonly narrowing?: Readonly<Record<string, unknown>>;
}

/**
 * Returns a page of the active or archived rows of the call's customer. Throws a Validation Error for an
 * unknown sort.
 */
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

/** Archiving and restoring for one kind of row. */
export interface Archivable<Call extends SessionCall<Writer>, Found extends StoredRow> {
  /**
   * Returns the row with this id. Throws if it does not exist or the caller may not archive or restore it.
   * `find`, `check` and `store` run for all rows concurrently, so they should batch their queries with
   * `batchLoader`.
   */
  readonly find: (call: Call, id: string, archive: boolean) => Promise<Found>;
  /** Checks a row further if it is unchanged since the list was read. Throws to refuse. */
  readonly check?: (call: Call, row: Found) => Promise<void>;
  /** Stores the archiving time; null restores the row. */
  readonly store: (db: Writer, id: string, archivedAt: number | null, now: number) => Promise<void>;
}

/**
 * Returns the row with this id if it belongs to the call's customer, archived or not. Throws a Not Found
 * Error otherwise.
 */
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
 * Archives or restores all rows or none, skipping rows changed after `unchangedSince`. Returns the rows it
 * changed (ORG-10).
 */
export async function setArchived<Call extends SessionCall<Writer>, Found extends StoredRow>(
  call: Call,
  { find, check, store }: Archivable<Call, Found>,
  { ids, unchangedSince }: RowSelection,
  archive: boolean,
): Promise<ChangeShape[]> {
  const { ctx } = call;
  const rows = await mapConcurrently(new Set(ids), (id) => find(call, id, archive));
  const unchanged = rows.filter((row) => isUnchanged(row, unchangedSince));
  if (check) await mapConcurrently(unchanged, (row) => check(call, row));
  const changing = unchanged.filter(({ archivedAt }) => (archivedAt === null) === archive);
  await mapConcurrently(changing, ({ id }) => store(ctx.db, id, archive ? ctx.now : null, ctx.now));
  return changing.map(({ id }) => ({ id, changedAt: ctx.now }));
}

/** The rows to archive or restore, all or none, except those changed after `unchangedSince`. */
export interface RowSelection {
  readonly ids: readonly string[];
  readonly unchangedSince?: number | null | undefined;
}

type MutationArgs<Args extends InputFieldMap, Ids extends string> = InputShapeFromFields<Args> &
  Readonly<Record<Ids, string[]>>;

interface ArchivingOptions<Args extends InputFieldMap, Ids extends string, A, As> {
  /** Name of the argument with the ids, and the plural noun in "Send at most 500 <what>". */
  readonly ids: readonly [argument: Ids, what: string];
  /** Audit kind of the rows. */
  readonly of: RecordKind;
  /** Further arguments. */
  readonly args: Args;
  readonly access: As;
  readonly change: (
    args: RowSelection & InputShapeFromFields<Args>,
    call: CallFor<A, Writer>,
    archive: boolean,
  ) => Promise<ChangeShape[]>;
}

/** Declares a mutation that archives or restores rows, with the bound of its ids, Undo and audit entries. */
export function archiveMutation<
  Args extends InputFieldMap,
  const Ids extends string,
  const A extends Access<MutationArgs<Args, Ids>>,
>(name: string, archive: boolean, declaration: ArchivingOptions<Args, Ids, A, A>): void {
  const { ids, of, args, access, change } = declaration;
  const [argument, what] = ids;
  declareBounds({ lists: { [`${name}.${argument}`]: changedRows(what) } });
  // Pothos cannot infer generic arguments, so `ArchivingOptions` ties them to `access` and `change`.
  const givenOf = (given: object) => given as unknown as MutationArgs<Args, Ids>;
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

/** Declares both mutations, which differ only in access and direction. */
export function archiveMutations<
  Args extends InputFieldMap,
  const Ids extends string,
  const A extends Access<MutationArgs<Args, Ids>>,
>(
  [archiving, restoring]: readonly [archiving: string, restoring: string],
  { access, ...declaration }: ArchivingOptions<Args, Ids, A, (archive: boolean) => A>,
): void {
  archiveMutation(archiving, true, { ...declaration, access: access(true) });
  archiveMutation(restoring, false, { ...declaration, access: access(false) });
}
