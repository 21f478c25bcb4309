/** Lists of active and of archived rows, and how rows are archived and restored, of whatever kind they are. */
import { flatMapInTurn, mapInTurn } from "../store/in-turn";
import type { InputFieldMap, InputShapeFromFields } from "@pothos/core";
import type { Access, CallFor, CustomerCall, SessionCall } from "./access";
import type { ArchivableLists } from "./archivable-lists.store";
import { notFound } from "./errors";
import { mutation } from "./operation";
import { sortOf, type Page } from "./page-types";
import { pageOf, searchTextOf } from "./paging";
import type { Declared } from "./record";
import type { Reader, Writer } from "../store/engine";
import { ChangeResult, isUnchanged, type ChangeShape } from "./shared-types";

interface ListArgs {
  readonly skipEq: number;
  readonly limitEq: number;
  readonly sort?: Parameters<typeof sortOf>[0];
  /** Part of a text of the row, of lists that are searched. */
  readonly searchText?: string | null | undefined;
}

/** A page of the active or the archived rows of the call's customer. Throws a Validation Error for what no list has. */
export async function pageOfList<Row>(
  { ctx, customer }: CustomerCall,
  { sorts, count, rows }: ArchivableLists<Row>,
  { skipEq, limitEq, sort, searchText }: ListArgs,
  isArchived: boolean,
): Promise<Page<Row & { organizationId: string }>> {
  const { id: customerId, organizationId } = customer;
  const order = sortOf<string>(sort, { createdAt: "createdAt", ...sorts });
  const filter = { customerId, isArchived, searchText: searchTextOf(searchText), ...order };
  const page = pageOf(await count(ctx.db, filter), skipEq, limitEq);
  const data = (await rows(ctx.db, filter, limitEq, page.offset)).map((row) => ({ ...row, organizationId }));
  return { data, pagination: page };
}

interface StoredRow {
  readonly id: string;
  readonly archivedAt: number | null;
  readonly updatedAt: number;
  readonly customerId?: string;
}

/** How rows of one kind are archived and restored. */
export interface Archivable<Call extends SessionCall<Writer>, Found extends StoredRow> {
  /** The row of an id. Throws when it is not there, or not the caller's to archive or restore. */
  readonly find: (call: Call, id: string, archive: boolean) => Promise<Found>;
  /** What is asked of a row that did not change since. Throws when the answer is no. */
  readonly check?: (call: Call, row: Found) => Promise<void>;
  /** Stores when the row was archived; null restores it. */
  readonly store: (db: Writer, id: string, archivedAt: number | null, now: number) => Promise<void>;
}

/** The row of an id among the call's customer's. Throws a Not Found Error for any other. */
export const ofCustomer =
  <Found extends StoredRow>(find: (db: Reader, id: string) => Promise<Found | undefined>) =>
  async ({ ctx, customer }: CustomerCall, id: string): Promise<Found> => {
    const row = await find(ctx.db, id);
    if (row?.customerId !== customer.id) throw notFound();
    return row;
  };

/**
 * Archives or restores all of the rows, or none, save those that changed after `unchangedSince`; returns those that it
 * changed (ORG-10).
 */
export async function setArchived<Call extends SessionCall<Writer>, Found extends StoredRow>(
  call: Call,
  { find, check, store }: Archivable<Call, Found>,
  { ids, unchangedSince }: { ids: readonly string[]; unchangedSince?: number | null | undefined },
  archive: boolean,
): Promise<ChangeShape[]> {
  const { ctx } = call;
  const rows = await mapInTurn([...new Set(ids)], (id) => find(call, id, archive));
  return flatMapInTurn(rows, async (row): Promise<ChangeShape[]> => {
    if (!isUnchanged(row, unchangedSince)) return [];
    await check?.(call, row);
    if ((row.archivedAt === null) !== archive) return [];
    await store(ctx.db, row.id, archive ? ctx.now : null, ctx.now);
    return [{ id: row.id, changedAt: ctx.now }];
  });
}

/** Declares the two mutations that archive and restore rows, which differ in what they need and in their direction. */
export function archiveMutations<
  Args extends InputFieldMap,
  const A extends Access<InputShapeFromFields<Args>>,
>(
  [archiving, restoring]: readonly [archiving: string, restoring: string],
  declaration: {
    readonly args: Args;
    readonly access: (archive: boolean) => A;
    /** What the record of changes says of both. */
    readonly changes: Declared<InputShapeFromFields<Args>, readonly ChangeShape[]>;
    readonly change: (
      args: InputShapeFromFields<Args>,
      call: CallFor<A, Writer>,
      archive: boolean,
    ) => Promise<ChangeShape[]>;
  },
): void {
  const { args, access, changes, change } = declaration;
  for (const [name, archive] of [
    [archiving, true],
    [restoring, false],
  ] as const)
    mutation(name, {
      type: [ChangeResult],
      args,
      access: access(archive),
      changes,
      resolve: (given, call) => change(given, call as CallFor<A, Writer>, archive),
    });
}
