/** Lists, archive and restore of workflows and of their sets, which are the same but for what they are called. */
import { notFound } from "./errors";
import { pageOf, type PageOf } from "./paging";
import type { ArchivableLists } from "./archivable-lists.store";
import type { CustomerCall } from "./access";
import { isUnchanged, type ChangeShape } from "./shared-types";
import { sortOf } from "./page-types";

type Database = CustomerCall["ctx"]["db"];
type Stored = { customerId: string; archivedAt: number | null; updatedAt: number };

interface Archivable {
  readonly find: (db: Database, id: string) => Stored | undefined;
  readonly store: (db: Database, id: string, archivedAt: number | null, now: number) => void;
}

interface ListArgs {
  readonly skipEq: number;
  readonly limitEq: number;
  readonly sort?: Parameters<typeof sortOf>[0];
}

/** A page of the active or the archived rows of the call's customer. Throws a Validation Error for what no list has. */
export function pageOfList<Row>(
  { ctx, customer }: CustomerCall,
  { sorts, count, rows }: ArchivableLists<Row>,
  { skipEq, limitEq, sort }: ListArgs,
  isArchived: boolean,
): { data: (Row & { organizationId: string })[]; pagination: PageOf } {
  const { id: customerId, organizationId } = customer;
  const filter = { customerId, isArchived, ...sortOf<string>(sort, { createdAt: "createdAt", ...sorts }) };
  const page = pageOf(count(ctx.db, filter), skipEq, limitEq);
  const data = rows(ctx.db, filter, limitEq, page.offset).map((row) => ({ ...row, organizationId }));
  return { data, pagination: page };
}

/**
 * Archives or restores all of the rows of the call's customer, or none, save those that changed after `unchangedSince`;
 * returns those that it changed (ORG-10). Throws a Not Found Error for any other id.
 */
export function setArchived(
  call: CustomerCall,
  { find, store }: Archivable,
  { ids, unchangedSince }: { ids: readonly string[]; unchangedSince?: number | null | undefined },
  archive: boolean,
): ChangeShape[] {
  const { ctx, customer } = call;
  return [...new Set(ids)].flatMap((id) => {
    const row = find(ctx.db, id);
    if (row?.customerId !== customer.id) throw notFound();
    if (!isUnchanged(row, unchangedSince) || (row.archivedAt === null) !== archive) return [];
    store(ctx.db, id, archive ? ctx.now : null, ctx.now);
    return [{ id, changedAt: ctx.now }];
  });
}
