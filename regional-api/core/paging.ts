import { invalid } from "./errors";
import { searchedText } from "../../shared/pasted";

/** Maximum page size. */
export const maxPageSize = 500;

export interface PageOf {
  readonly totalPages: number;
  /** Number of the page, from 1; a page past the end becomes the last one (GEN-03). */
  readonly currentPage: number;
  readonly pageSize: number;
  readonly totalItems: number;
  /** False if counting stopped at `totalItems` (GEN-38): more items may exist, and there is a next page. */
  readonly isTotalExact?: boolean;
}

/**
 * Returns the page with row `skip` of `totalItems`, and its offset. An empty list has one page. Throws a
 * Validation Error for an invalid size or skip.
 */
export function pageOf(totalItems: number, skip: number, size: number): PageOf & { offset: number } {
  if (!(size >= 1 && size <= maxPageSize)) throw invalid(`A page has 1 to ${maxPageSize} rows`);
  if (!(skip >= 0)) throw invalid("The number of rows to skip cannot be negative");
  const totalPages = Math.max(1, Math.ceil(totalItems / size));
  const currentPage = Math.min(Math.floor(skip / size) + 1, totalPages);
  return { totalPages, currentPage, pageSize: size, totalItems, offset: (currentPage - 1) * size };
}

/**
 * Returns the normalized search text; undefined if it is empty. Throws a Validation Error for more than 200
 * characters (the console sends up to 100).
 */
export function searchTextOf(given: string | null | undefined): string | undefined {
  const text = searchedText(given ?? "");
  if ([...text].length > 200) throw invalid("The search text is too long");
  return text || undefined;
}

/** Maximum rows to count in lists without precomputed counts (GEN-38). */
const maxCounted = 10_000;

/** Returns a page that is known to have a next one; counts beyond `most` are not reported. */
export function openPage(found: number, skip: number, size: number, most = maxCounted): PageOf {
  const totalItems = Math.max(Math.min(found, most), skip + size);
  const currentPage = Math.floor(skip / size) + 1;
  const totalPages = Math.max(Math.ceil(totalItems / size), currentPage + 1);
  return { totalPages, currentPage, pageSize: size, totalItems, isTotalExact: false };
}

/** The queries of a list without precomputed counts. */
export interface CountedList<Row> {
  /** Returns the number of rows, counting up to `end`. */
  readonly count: (end: number) => Promise<number>;
  readonly rows: (part: { readonly limit: number; readonly offset: number }) => Promise<Row[]>;
}

/**
 * Reads a page of such a list. Past the counted rows it reads one row more than the page to know whether there is a
 * next one, since counting the rows before the page would take as long as skipping them.
 */
export async function countedPage<Row>(
  skip: number,
  size: number,
  { count, rows }: CountedList<Row>,
): Promise<{ data: Row[]; pagination: PageOf }> {
  // Throws for an invalid page before any query.
  pageOf(0, skip, size);
  const first = Math.floor(skip / size) * size;
  const next = first + size;
  if (next >= maxCounted) {
    const found = await rows({ limit: size + 1, offset: first });
    if (found.length > size) return { data: found.slice(0, size), pagination: openPage(next, first, size) };
    if (found.length > 0) return { data: found, pagination: pageOf(first + found.length, first, size) };
  }
  const end = Math.max(maxCounted, next) + 1;
  const total = await count(end);
  const { offset, ...page } = pageOf(total, first, size);
  const pagination = total < end ? page : openPage(total, first, size);
  return { data: await rows({ limit: size, offset }), pagination };
}
