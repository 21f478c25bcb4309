import { listSearch, textFilter } from "~/models/list/list-search";
import type { ListState } from "~/models/list/list-state";
import { searchRows, sortAndPage } from "~/models/list/paging";
import { regions } from "~/regions";
import type { Scope } from "~/services/console-args";
import type { CustomerRow } from "./customer.server";

export type CustomerSort = "displayName" | "createdAt" | "archivedAt";

const searchOf = (sorts: readonly [CustomerSort, ...CustomerSort[]]) =>
  listSearch({
    sorts,
    defaultSort: "createdAt",
    defaultOrder: "desc",
    filters: { search: textFilter() },
  });

const active = searchOf(["displayName", "createdAt"]);
const archived = searchOf(["displayName", "createdAt", "archivedAt"]);

/** The reader of the list's or the archive's address: newest first unless told otherwise, `search` over names. */
export const customerSearch = (isArchive: boolean) => (isArchive ? archived : active);

/** A page of customers out of all of them, which is how the API answers (CUST-02). */
export function customerPage(
  rows: readonly CustomerRow[],
  state: ListState & { search: string | undefined },
) {
  const found = searchRows(rows, state.search, (row) => [row.displayName, row.uniqueName]);
  return sortAndPage(found, state, (row, sort) =>
    sort === "displayName" ? row.displayName : sort === "archivedAt" ? row.archivedAt : row.createdAt,
  );
}

/** The organisation and region whose customers a list shows (CUST-03). */
export const listedPart = ({ organizationDisplayName, awsRegion }: Scope) => ({
  organisation: organizationDisplayName,
  region: regions[awsRegion].label,
});
