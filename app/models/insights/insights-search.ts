import { dayFilter, listSearch, textFilter, textsFilter } from "~/models/list/list-search";

const search = listSearch({
  // A dashboard has no order, but `listSearch` requires one.
  sorts: ["none"],
  defaultSort: "none",
  defaultOrder: "asc",
  filters: {
    department: textFilter(),
    vacancy: textsFilter(),
    find: textFilter(),
    from: dayFilter(),
    to: dayFilter(),
  },
});

/** The dashboard's URL, parsed (DI-30). */
export type InsightsSearch = {
  department: string | undefined;
  /** External ids. */
  vacancy: string[];
  /** Part of a title or id, to search the vacancy options. */
  find: string | undefined;
  from: string | undefined;
  to: string | undefined;
};

/** Parses the URL; invalid values are ignored. Never throws. */
export function readInsightsSearch(params: URLSearchParams): InsightsSearch {
  const { department, vacancy, find, from, to } = search.parse(params);
  return { department, vacancy, find, from, to };
}

/** True if the range ends before it starts: the field shows the error and nothing is counted. */
export const isReversed = ({ from, to }: Pick<InsightsSearch, "from" | "to">): boolean =>
  from !== undefined && to !== undefined && from > to;

/** The range as timestamps, both ends inclusive; days are UTC. */
export const periodOf = ({ from, to }: Pick<InsightsSearch, "from" | "to">) => ({
  ...(from !== undefined && { from: `${from}T00:00:00.000Z` }),
  ...(to !== undefined && { to: `${to}T23:59:59.999Z` }),
});

/** The part of the query string that affects figures, starting with "?"; empty if none. */
export function figuresQuery({ department, vacancy, from, to }: Omit<InsightsSearch, "find">): string {
  const query = new URLSearchParams();
  if (department !== undefined) query.set("department", department);
  for (const one of vacancy) query.append("vacancy", one);
  if (from !== undefined) query.set("from", from);
  if (to !== undefined) query.set("to", to);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
