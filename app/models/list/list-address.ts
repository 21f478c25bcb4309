/** Parameter of a record's URL: the query of the list it was opened from. */
const parameter = "list";

/** Value for a list without a query, because an empty value would look missing. */
const wholeList = "all";

/** A record's URL including the query of the list it is opened from ("?q=a", or empty). */
export function openedFrom(href: string, search: string): string {
  const params = new URLSearchParams({ [parameter]: search.replace(/^\?/, "") || wholeList });
  return `${href}?${params}`;
}

/** Query of the list a record was opened from; null if none. */
export function listOpenedFrom(params: URLSearchParams): URLSearchParams | null {
  const search = params.get(parameter);
  return search === null ? null : new URLSearchParams(search === wholeList ? "" : search);
}

/** The query of that list at another page. */
export function withPage(search: URLSearchParams, page: number): string {
  const params = new URLSearchParams(search);
  params.delete("page");
  if (page > 1) params.set("page", String(page));
  return params.toString();
}
