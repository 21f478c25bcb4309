import { choosingParameter } from "./list-view";

/** The parameter by which the menu enters a list, and its value: the person's own beginning of it (GEN-35). */
export const viewParameter = "view";
export const defaultView = "default";

/**
 * Parameters of a list's address that no view holds: the page, an open row, an open menu, and those that
 * ask for something once.
 */
const passing = new Set([
  ...["page", "export", "view", "list", "index", choosingParameter],
  ...["applicationId", "messageId", "event", "requestId"],
]);

/** The most that a view holds, as the API has it. */
const longest = 2000;

/** The part of a list's query that a view stores: filters, order, size and columns (GEN-32). */
export function viewQuery(search: string | URLSearchParams): string {
  const kept = [...new URLSearchParams(search)].filter(
    ([name, value]) => value !== "" && /^[a-zA-Z][a-zA-Z_]{0,31}$/.test(name) && !passing.has(name),
  );
  return new URLSearchParams(kept).toString();
}

/** Whether a view can hold so much. */
export const fitsView = (query: string): boolean => query.length <= longest;

/** A list's own address within the console: its path, and what is asked of it. Null for any other address. */
export function listAddress(from: string | null, base: string): { path: string; search: string } | null {
  if (!from?.startsWith(`${base}/`) || !/^[^\s\\#]*$/.test(from)) return null;
  const [path = "", ...search] = from.split("?");
  return path.includes("//") || path.includes("..") ? null : { path, search: search.join("?") };
}

/** Names that mean something without a value. */
const bare = new Set(["list", "index"]);

/**
 * A list's query without what is empty, and without a zone that has no day to be of; null when nothing of it is
 * (GEN-36).
 */
export function emptyLeftOut(params: URLSearchParams): URLSearchParams | null {
  // A search of the logs says what it lacks, and leads to an address of its own (LOG-08, LOG-36).
  if (params.has("submit")) return null;
  const kept = new URLSearchParams([...params].filter(([name, value]) => value !== "" || bare.has(name)));
  if (kept.size === params.size) return null;
  if (!kept.has("from") && !kept.has("to")) kept.delete("tz");
  return kept;
}
