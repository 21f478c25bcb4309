/** Page sizes every list offers (SHELL-25). */
export const pageSizes = [30, 50, 100] as const;
export const defaultPageSize = 30;

export type SortOrder = "asc" | "desc";

/** The page, size and order of a list's address, with defaults. */
export type ListState = { page: number; size: number; sort: string; order: SortOrder };
/** The rows of a page, as the API is asked for them: it skips rows, not pages (LOG-13, LOG-31). */
export const pageArgs = ({ page, size }: Pick<ListState, "page" | "size">) => ({
  skipEq: (page - 1) * size,
  limitEq: size,
});

/** The same in the list's order. */
export const listArgs = ({ sort, order, ...state }: ListState) => ({
  ...pageArgs(state),
  sort: { fieldName: sort, order },
});

export type ListDefaults = { sort: string; order: SortOrder };

/**
 * How much there is, as every paged answer of the API says it (GEN-03). Where that was not counted to its
 * end, `isTotalExact` is false: there may be more, and there is a page after this one (GEN-38).
 */
export type ListTotals = { totalItems: number; totalPages: number; isTotalExact?: boolean };

/** A filter's value; `undefined`, `false` and an empty list are not set. */
export type FilterValue = string | boolean | readonly string[] | undefined;
export type FilterValues = Readonly<Record<string, FilterValue>>;

/** Whether a filter narrows its list. */
export function isSet(value: FilterValue): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false && value !== "";
}
