import { defaultPageSize, type ListDefaults } from "~/models/list/list-state";
import { allMatchParameter } from "~/models/list/all-match";
import { chooserParameter, columnsParameter } from "~/models/list/list-view";

type Value = string | number | readonly string[] | null | undefined;

/** Parameters that no link from a list keeps: the router's own, and the open menu. */
const transientParameters = new Set(["index", "_data", "_routes", chooserParameter]);

/**
 * URL of the same list with `changes`: other parameters stay, `null`, `""` and defaults are left out, and any
 * change except the page itself returns to page 1 (GEN-05).
 */
export function listHref(
  location: { pathname: string; search: string },
  changes: Readonly<Record<string, Value>>,
  defaults?: ListDefaults,
): string {
  const params = new URLSearchParams(location.search);
  for (const name of transientParameters) params.delete(name);
  if (Object.keys(changes).some((name) => name !== "page"))
    for (const name of ["page", allMatchParameter]) params.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    params.delete(name);
    const values = typeof value === "object" ? (value ?? []) : [value];
    for (const one of values) if (one !== undefined && one !== "") params.append(name, String(one));
  }
  dropDefaults(params, defaults);
  const search = params.toString();
  return search ? `${location.pathname}?${search}` : location.pathname;
}

/**
 * Shortens links for the page at `pathname`: its own URL and those below it become relative, since every row
 * and every sort link repeats the path.
 */
export function shortener(pathname: string): (href: string) => string {
  const last = pathname.slice(pathname.lastIndexOf("/") + 1);
  // A segment with a colon would be parsed as a scheme.
  if (!/^[\w-]+$/.test(last)) return (href) => href;
  return (href) => {
    const rest = href.startsWith(pathname) ? href.slice(pathname.length) : "";
    return rest.startsWith("?") ? rest : rest.startsWith("/") ? last + rest : href;
  };
}

/**
 * URL of the same page and selection of the list with these columns chosen, or none; `choosing` is the list
 * whose column menu is open.
 */
export function columnsHref(
  location: { pathname: string; search: string },
  ids: readonly string[] | null,
  choosing?: string,
): string {
  const params = new URLSearchParams(location.search);
  return listHref(location, {
    [columnsParameter]: ids?.join(","),
    [chooserParameter]: choosing,
    [allMatchParameter]: params.get(allMatchParameter),
    page: params.get("page"),
  });
}

function dropDefaults(params: URLSearchParams, defaults: ListDefaults | undefined) {
  const all = { page: 1, size: defaultPageSize, ...defaults };
  for (const [name, value] of Object.entries(all))
    if (params.get(name) === String(value)) params.delete(name);
}

/** Parameters that a GET form must repeat to keep them: all but its own and the page. */
export function parametersToKeep(search: string, own: readonly string[]): [string, string][] {
  const dropped = new Set([...transientParameters, "page", allMatchParameter, ...own]);
  return [...new URLSearchParams(search)].filter(([name]) => !dropped.has(name));
}

/**
 * Page numbers around the current one: first, last, neighbours, and `null` for gaps. A gap of one page is filled with
 * that page. If the last page is unknown, the end is left out (GEN-38).
 */
export function pageNumbers(page: number, totalPages: number, isEndKnown = true): (number | null)[] {
  const around = [1, page - 1, page, page + 1, ...(isEndKnown ? [totalPages] : [])];
  const wanted = around.filter((n) => n >= 1 && n <= totalPages);
  const numbers: (number | null)[] = [];
  for (const n of [...new Set(wanted)].sort((a, b) => a - b)) {
    const last = numbers.at(-1) ?? 0;
    if (n - last === 2) numbers.push(n - 1);
    else if (n - last > 2) numbers.push(null);
    numbers.push(n);
  }
  return isEndKnown ? numbers : [...numbers, null];
}

/** URL of the list without its filters. */
export function withoutFilters(
  location: { pathname: string; search: string },
  names: readonly string[],
  defaults?: ListDefaults,
): string {
  return listHref(location, Object.fromEntries(names.map((name) => [name, null])), defaults);
}
