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

/** URL parser of the customer list or archive: newest first by default, `search` over names. */
export const customerSearch = (isArchive: boolean) => (isArchive ? archived : active);

/** Searches, sorts and pages customers in memory, as the API returns them all (CUST-02). */
export function customerPage(
  rows: readonly CustomerRow[],
  state: ListState & { search: string | undefined },
) {
  const found = searchRows(rows, state.search, (row) => [row.displayName, row.uniqueName]);
  return sortAndPage(found, state, (row, sort) =>
    sort === "displayName" ? row.displayName : sort === "archivedAt" ? row.archivedAt : row.createdAt,
  );
}

/** Organisation and region of the listed customers (CUST-03). */
export const listedPart = ({ organizationDisplayName, awsRegion }: Scope) => ({
  organisation: organizationDisplayName,
  region: regions[awsRegion].label,
});
