/** Totals of a list as tables show them (GEN-03). */
export type Pagination = { totalItems: number; totalPages: number; currentPage: number };

type ListState = { page: number; size: number; sort: string; order: "asc" | "desc" };

/**
 * Sorts and cuts a list that the API answers whole (CUST-02, ORG-20). Equal values keep the order of their ids, so
 * that pages do not overlap; a page past the last shows the last.
 */
export function sortAndPage<T extends { _id: string }>(
  rows: readonly T[],
  state: ListState,
  sortValue: (row: T, sort: string) => string | number | null,
): { rows: T[]; pagination: Pagination } {
  const direction = state.order === "asc" ? 1 : -1;
  const sorted = rows
    .map((row) => ({ row, value: sortValue(row, state.sort) }))
    .sort((a, b) => direction * compare(a.value, b.value) || (a.row._id < b.row._id ? -1 : 1));
  const totalPages = Math.max(1, Math.ceil(rows.length / state.size));
  const currentPage = Math.min(state.page, totalPages);
  const start = (currentPage - 1) * state.size;
  return {
    rows: sorted.slice(start, start + state.size).map(({ row }) => row),
    pagination: { totalItems: rows.length, totalPages, currentPage },
  };
}

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}
