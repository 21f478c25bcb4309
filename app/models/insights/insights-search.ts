import { dayFilter, listSearch, textFilter, textsFilter } from "~/models/list/list-search";

const search = listSearch({
  // A dashboard has no order; the reader of addresses asks for one.
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

/** Reads the dashboard's address (DI-30). */
export type InsightsSearch = {
  department: string | undefined;
  /** External ids. */
  vacancy: string[];
  /** Part of the titles and ids that the vacancies to choose from have. */
  find: string | undefined;
  from: string | undefined;
  to: string | undefined;
};

/** Reads the address; a bad value reads as none. Never throws. */
export function readInsightsSearch(params: URLSearchParams): InsightsSearch {
  const { department, vacancy, find, from, to } = search.parse(params);
  return { department, vacancy, find, from, to };
}

/** Whether the date range ends before it begins: the field says so, and there is nothing to count. */
export const isReversed = ({ from, to }: Pick<InsightsSearch, "from" | "to">): boolean =>
  from !== undefined && to !== undefined && from > to;

/** The days of the range as moments, both ends included; days are UTC. */
export const periodOf = ({ from, to }: Pick<InsightsSearch, "from" | "to">) => ({
  ...(from !== undefined && { from: `${from}T00:00:00.000Z` }),
  ...(to !== undefined && { to: `${to}T23:59:59.999Z` }),
});

/** The part of the address that decides the figures, beginning with "?"; empty without any. */
export function figuresQuery({ department, vacancy, from, to }: Omit<InsightsSearch, "find">): string {
  const query = new URLSearchParams();
  if (department !== undefined) query.set("department", department);
  for (const one of vacancy) query.append("vacancy", one);
  if (from !== undefined) query.set("from", from);
  if (to !== undefined) query.set("to", to);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
