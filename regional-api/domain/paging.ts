import { invalid } from "./errors";

/** How many rows a list may be asked for at once; more is refused. */
export const maxPageSize = 500;

export interface PageOf {
  readonly totalPages: number;
  /** Counts from 1; a page past the last is the last (GEN-03). */
  readonly currentPage: number;
  readonly pageSize: number;
  readonly totalItems: number;
  /** False where counting ended at `totalItems` (GEN-38): there may be more, and there is a page after this one. */
  readonly isTotalExact?: boolean;
}

/**
 * The page that shows row `skip` of `totalItems`, and where its rows begin. An empty list has one page.
 * Throws a Validation Error for a size or a skip that no page has.
 */
export function pageOf(totalItems: number, skip: number, size: number): PageOf & { offset: number } {
  if (!(size >= 1 && size <= maxPageSize)) throw invalid(`A page has 1 to ${maxPageSize} rows`);
  if (!(skip >= 0)) throw invalid("A list begins at 0");
  const totalPages = Math.max(1, Math.ceil(totalItems / size));
  const currentPage = Math.min(Math.floor(skip / size) + 1, totalPages);
  return { totalPages, currentPage, pageSize: size, totalItems, offset: (currentPage - 1) * size };
}
