import type { ListState } from "./list-state";

/** Totals of a list as tables show them (GEN-03). */
export type Pagination = { totalItems: number; totalPages: number; currentPage: number };

/** A page of rows as the API answers one. */
export type PageOf<Row> = { data: Row[]; pagination: Pagination };

/**
 * Sorts and cuts a list that the API answers whole (CUST-02, ORG-20). Equal values keep the order of their ids, so
 * that pages do not overlap; a page past the last shows the last.
 */
export function sortAndPage<T extends { _id: string }>(
  rows: readonly T[],
  state: ListState,
  sortValue: (row: T, sort: string) => string | number | null,
): PageOf<T> {
  const direction = state.order === "asc" ? 1 : -1;
  const sorted = rows
    .map((row) => ({ row, value: sortValue(row, state.sort) }))
    .sort((a, b) => direction * compare(a.value, b.value) || (a.row._id < b.row._id ? -1 : 1));
  const totalPages = Math.max(1, Math.ceil(rows.length / state.size));
  const currentPage = Math.min(state.page, totalPages);
  const start = (currentPage - 1) * state.size;
  return {
    data: sorted.slice(start, start + state.size).map(({ row }) => row),
    pagination: { totalItems: rows.length, totalPages, currentPage },
  };
}

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The rows one of whose texts has `wanted` in it, ignoring case and accents; all of them when nothing is wanted. */
export function searchRows<T>(
  rows: readonly T[],
  wanted: string | undefined,
  texts: (row: T) => readonly string[],
): readonly T[] {
  if (!wanted) return rows;
  const part = folded(wanted);
  return rows.filter((row) => texts(row).some((text) => folded(text).includes(part)));
}
