import { invalid } from "./errors";
import { searchedText } from "../../shared/pasted";

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

/**
 * The text that a list is searched by, undefined for none; at most 200 characters, as the console sends 100 of them.
 * Throws a Validation Error for a longer one.
 */
export function searchTextOf(given: string | null | undefined): string | undefined {
  const text = searchedText(given ?? "");
  if ([...text].length > 200) throw invalid("The search text is too long");
  return text || undefined;
}

/** How far rows are counted that nothing keeps the count of (GEN-38). */
const maxCounted = 10_000;

/** A page of which one row more was found than it shows; what was counted beyond `most` is not told. */
export function openPage(found: number, skip: number, size: number, most = maxCounted): PageOf {
  const totalItems = Math.max(Math.min(found, most), skip + size);
  const currentPage = Math.floor(skip / size) + 1;
  const totalPages = Math.max(Math.ceil(totalItems / size), currentPage + 1);
  return { totalPages, currentPage, pageSize: size, totalItems, isTotalExact: false };
}

/** `pageOf` for rows that nothing keeps the count of: `count` counts them, and ends at as many as it is given. */
export async function countedPage(
  count: (end: number) => Promise<number>,
  skip: number,
  size: number,
): Promise<PageOf & { offset: number }> {
  // A page that cannot be is refused before anything is read.
  pageOf(0, skip, size);
  const end = Math.max(maxCounted, skip + size) + 1;
  const found = await count(end);
  if (found < end) return pageOf(found, skip, size);
  const page = openPage(found, skip, size);
  return { ...page, offset: (page.currentPage - 1) * size };
}
