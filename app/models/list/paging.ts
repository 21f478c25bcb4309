import { compareNames, searchKey } from "~/i18n/name-order";
import type { ListState, ListTotals } from "./list-state";

/** Totals of a list, for tables (GEN-03). */
export type Pagination = ListTotals & { currentPage: number };

/** A page of rows in the API's shape. */
export type PageOf<Row> = { data: Row[]; pagination: Pagination };

/**
 * Sorts and pages a list that the API returns in full (CUST-02, ORG-20). The id is the tiebreaker, so that pages do not
 * overlap; a page past the last shows the last.
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

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  return compareNames(String(a), String(b));
}

/** Rows with a text containing `wanted`, ignoring case and accents; all if nothing is wanted. */
export function searchRows<T>(
  rows: readonly T[],
  wanted: string | undefined,
  texts: (row: T) => readonly string[],
): readonly T[] {
  if (!wanted) return rows;
  const part = searchKey(wanted);
  return rows.filter((row) => texts(row).some((text) => searchKey(text).includes(part)));
}

type FieldsOf<Row, Value> = { [Key in keyof Row]: Row[Key] extends Value ? Key : never }[keyof Row];
/** Fields of a row that are text or null. */
export type TextField<Row> = FieldsOf<Row, string | null> & string;

/**
 * The page that a list's URL requests, computed from all rows: filtered by `search` in the `searched` fields,
 * sorted by the field in `sort`. Names that are no field of the row do not compile.
 */
export function pageOfAll<Row extends { _id: string }, Sort extends TextField<Row>>(
  rows: readonly Row[],
  state: ListState & { sort: Sort; search?: string | undefined },
  searched: readonly TextField<Row>[],
): PageOf<Row> {
  const text = (row: Row, field: TextField<Row>) => row[field] as string | null;
  const found = searchRows(rows, state.search, (row) => searched.map((field) => text(row, field) ?? ""));
  return sortAndPage(found, state, (row) => text(row, state.sort));
}
