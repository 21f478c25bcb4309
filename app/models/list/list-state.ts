/** Page sizes offered by every list (SHELL-25). */
export const pageSizes = [30, 50, 100] as const;
export const defaultPageSize = 30;

export type SortOrder = "asc" | "desc";

/** Page, size and order of a list's URL, with defaults applied. */
export type ListState = { page: number; size: number; sort: string; order: SortOrder };
/** API arguments for a page: the API skips rows, not pages (LOG-13, LOG-31). */
export const pageArgs = ({ page, size }: Pick<ListState, "page" | "size">) => ({
  skipEq: (page - 1) * size,
  limitEq: size,
});

/** `pageArgs` with the list's order. */
export const listArgs = ({ sort, order, ...state }: ListState) => ({
  ...pageArgs(state),
  sort: { fieldName: sort, order },
});

export type ListDefaults = { sort: string; order: SortOrder };

/**
 * Totals of every paged API answer (GEN-03). If counting stopped early, `isTotalExact` is false: there may be more
 * rows, and there is a next page (GEN-38).
 */
export type ListTotals = { totalItems: number; totalPages: number; isTotalExact?: boolean };

/** A filter's value; `undefined`, `false` and empty lists count as not set. */
export type FilterValue = string | boolean | readonly string[] | undefined;
export type FilterValues = Readonly<Record<string, FilterValue>>;

/** True if a filter is set. */
export function isSet(value: FilterValue): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false && value !== "";
}
