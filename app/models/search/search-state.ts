import { truncateText } from "~/models/list/truncate-text";
import { idText } from "~/models/form/pasted";

/** Search state in the URL (SRCH-14). */

/** Rows per load, and number of further loads (SRCH-09). */
export const searchPageSize = 10;
export const moreLimit = 4;

export const searchTabs = ["all", "vacancies", "applications"] as const;
export type SearchTab = (typeof searchTabs)[number];

const maxQueryLength = 100;

const hexId = /^[0-9a-f]{24}$/;

/**
 * The effective search text: extracts the id if the text is an id with surroundings, such as a page's URL.
 */
export function searchText(typed: string): string {
  const id = idText(typed).toLowerCase();
  return hexId.test(id) ? id : truncateText(typed.trim(), maxQueryLength);
}

export type SearchState = { q: string; tab: SearchTab; more: number };

/** Parses the search state; invalid values become defaults. */
export function readSearch(params: URLSearchParams): SearchState {
  const more = Number(params.get("more") ?? 0);
  return {
    q: searchText(params.get("q") ?? ""),
    tab: searchTabs.find((one) => one === params.get("tab")) ?? "all",
    more: Number.isInteger(more) && more > 0 ? Math.min(more, moreLimit) : 0,
  };
}

/** URL of a search, or of its JSON for the palette; defaults are omitted. */
export function searchHref(
  base: string,
  { q, tab, more }: SearchState,
  page: "search" | "search.json" = "search",
): string {
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (tab !== "all") params.set("tab", tab);
  if (more > 0) params.set("more", String(more));
  const text = params.toString();
  return `${base}/${page}${text && `?${text}`}`;
}
