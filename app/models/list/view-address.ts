import { chooserParameter } from "./list-view";

/** Parameter and value by which the menu opens a list with the user's default view (GEN-35). */
export const viewParameter = "view";
export const defaultView = "default";

/** Query parameters that views do not store: page, open row, open menu, and one-time requests. */
const transientParameters = new Set([
  ...["page", "export", "view", "list", "index", chooserParameter],
  ...["applicationId", "messageId", "event", "requestId"],
]);

/** Maximum length of a view's query, the same as the API's. */
const maxQueryLength = 2000;

/** The part of a list's query that a view stores: filters, order, size and columns (GEN-32). */
export function viewQuery(search: string | URLSearchParams): string {
  const kept = [...new URLSearchParams(search)].filter(
    ([name, value]) =>
      value !== "" && /^[a-zA-Z][a-zA-Z_]{0,31}$/.test(name) && !transientParameters.has(name),
  );
  return new URLSearchParams(kept).toString();
}

/** True if the query fits into a view. */
export const fitsView = (query: string): boolean => query.length <= maxQueryLength;

/** Splits a list URL within the console into path and query; null for any other URL. */
export function listAddress(from: string | null, base: string): { path: string; search: string } | null {
  if (!from?.startsWith(`${base}/`) || !/^[^\s\\#]*$/.test(from)) return null;
  const [path = "", ...search] = from.split("?");
  return path.includes("//") || path.includes("..") ? null : { path, search: search.join("?") };
}

/** Parameters that are meaningful without a value. */
const valuelessParameters = new Set(["list", "index"]);

/**
 * A list's query without empty parameters, and without a zone if there are no days; null if nothing needs removing
 * (GEN-36).
 */
export function withoutEmptyParameters(params: URLSearchParams): URLSearchParams | null {
  // A log search reports what it lacks and redirects to a URL of its own (LOG-08, LOG-36).
  if (params.has("submit")) return null;
  const kept = new URLSearchParams(
    [...params].filter(([name, value]) => value !== "" || valuelessParameters.has(name)),
  );
  if (kept.size === params.size) return null;
  if (!kept.has("from") && !kept.has("to")) kept.delete("tz");
  return kept;
}
