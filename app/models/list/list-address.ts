/** The parameter of a record's address that holds the address's query of the list that it was opened from. */
const parameter = "list";

/** The parameter's value for a list without a query, since an empty value would look like a missing one. */
const whole = "all";

/** A record's address that knows the list it is opened from, by that list's query ("?q=a", or nothing). */
export function openedFrom(href: string, search: string): string {
  const params = new URLSearchParams({ [parameter]: search.replace(/^\?/, "") || whole });
  return `${href}?${params}`;
}

/** The query of the list that a record was opened from; null when it was opened from none. */
export function listOpenedFrom(params: URLSearchParams): URLSearchParams | null {
  const search = params.get(parameter);
  return search === null ? null : new URLSearchParams(search === whole ? "" : search);
}

/** That list's query with another page of it. */
export function withPage(search: URLSearchParams, page: number): string {
  const params = new URLSearchParams(search);
  params.delete("page");
  if (page > 1) params.set("page", String(page));
  return params.toString();
}
