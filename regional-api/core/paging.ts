import { invalid } from "./errors";
import { searchedText } from "../../shared/pasted";

/** The largest page size; more is refused. */
export const maxPageSize = 500;

export interface PageOf {
  readonly totalPages: number;
  /** Counts from 1; a page past the last is the last (GEN-03). */
  readonly currentPage: number;
  readonly pageSize: number;
  readonly totalItems: number;
  /** False if counting stopped at `totalItems` (GEN-38): there may be more items, and there is a next page. */
  readonly isTotalExact?: boolean;
}

/**
 * Returns the page that contains row `skip` of `totalItems`, and its offset. An empty list has one page. Throws a
 * Validation Error for an impossible size or skip.
 */
export function pageOf(totalItems: number, skip: number, size: number): PageOf & { offset: number } {
  if (!(size >= 1 && size <= maxPageSize)) throw invalid(`A page has 1 to ${maxPageSize} rows`);
  if (!(skip >= 0)) throw invalid("The number of rows to skip cannot be negative");
  const totalPages = Math.max(1, Math.ceil(totalItems / size));
  const currentPage = Math.min(Math.floor(skip / size) + 1, totalPages);
  return { totalPages, currentPage, pageSize: size, totalItems, offset: (currentPage - 1) * size };
}

/**
 * Returns the normalised search text, undefined if empty; at most 200 characters (the console sends up to 100). Throws
 * a Validation Error if longer.
 */
export function searchTextOf(given: string | null | undefined): string | undefined {
  const text = searchedText(given ?? "");
  if ([...text].length > 200) throw invalid("The search text is too long");
  return text || undefined;
}

/** Maximum to count in lists without a maintained count (GEN-38). */
const maxCounted = 10_000;

/** A page known to have a next one; counts beyond `most` are not reported. */
export function openPage(found: number, skip: number, size: number, most = maxCounted): PageOf {
  const totalItems = Math.max(Math.min(found, most), skip + size);
  const currentPage = Math.floor(skip / size) + 1;
  const totalPages = Math.max(Math.ceil(totalItems / size), currentPage + 1);
  return { totalPages, currentPage, pageSize: size, totalItems, isTotalExact: false };
}

/** `pageOf` for lists without a maintained count: `count` counts rows up to the limit it is given. */
export async function countedPage(
  count: (end: number) => Promise<number>,
  skip: number,
  size: number,
): Promise<PageOf & { offset: number }> {
  // Refuses an impossible page before reading anything.
  pageOf(0, skip, size);
  const end = Math.max(maxCounted, skip + size) + 1;
  const found = await count(end);
  if (found < end) return pageOf(found, skip, size);
  const page = openPage(found, skip, size);
  return { ...page, offset: (page.currentPage - 1) * size };
}
