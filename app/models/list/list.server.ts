import { redirect } from "@remix-run/node";
import { type Loaded, failure, loaded, nothingSelected, refusal } from "~/services/failure.server";
import type { ConsoleArgs, FormArgs, Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { readListView } from "~/services/list-views.server";
import type { Notice } from "~/sessions.server";
import type { FilterValues, ListDefaults, ListState, ListTotals } from "./list-state";
import { plainView } from "./list-view";
import type { PageOf } from "./paging";

type Search<State extends ListState> = {
  defaults: ListDefaults;
  parse: (params: URLSearchParams) => State;
  filtersOf: (state: State) => FilterValues;
};

/** What everything that a list shows is made of; see `defineList`. */
type ListSource<Row, State extends ListState> = {
  /** What the list is called where a person's choice of columns is kept: lower-case letters and hyphens. */
  name: string;
  /** What `listSearch` returned. */
  search: Search<State>;
  /** A page of the rows that the address asks for. Throws ApiError. */
  fetch: (args: ConsoleArgs, state: State) => Promise<PageOf<Row>>;
  /** What a failed load says, in the area's words. */
  loadFailed: (args: ConsoleArgs) => string;
};

/**
 * Everything `<DataTable>` needs of a loader, to be spread into it: rows, the page that was answered (GEN-03), totals,
 * filters, defaults, the person's columns, a problem in place of rows, and the one-time key of its form (GEN-22).
 */
export async function listData<Row, State extends ListState>(
  args: ConsoleArgs,
  { name, search, fetch, loadFailed }: ListSource<Row, State>,
) {
  const state = search.parse(args.url.searchParams);
  const result = await loaded(fetch(args, state), args, loadFailed(args));
  return { ...tableData(args, name, result, state, search.defaults), filters: search.filtersOf(state) };
}

/** The same for a screen that fetches its rows together with something else. */
export function tableData<Row>(
  { request, user }: ConsoleArgs,
  name: string,
  { data, error }: Loaded<PageOf<Row>>,
  { page, size, sort, order }: ListState,
  defaults: ListDefaults,
) {
  const pagination = data?.pagination;
  return {
    name,
    list: { page: pagination?.currentPage ?? page, size, sort, order },
    defaults,
    rows: data?.data ?? [],
    totals: pagination && { totalItems: pagination.totalItems, totalPages: pagination.totalPages },
    problem: error,
    view: readListView(request, user._id, name) ?? plainView,
  };
}

type Extra<T> = { extra: (args: ConsoleArgs, totals: ListTotals | undefined) => T | Promise<T> };
type Actions = { actions?: Readonly<Record<string, BulkAction>>; actionGate?: Gate };

/**
 * A whole list from one declaration: the guarded loader, whose answer is spread into `<DataTable>`, and the guarded
 * action of its bulk buttons, `{ intent: bulkAction(…) }`. `extra` adds what else the screen needs, such as who may do
 * what, and knows how many rows there are; `actionGate` is for actions that need more flags than the list.
 */
export function defineList<Row, State extends ListState, T extends object>(
  declaration: { gate: Gate } & ListSource<Row, State> & Extra<T> & Actions,
) {
  const { gate, actionGate = gate, actions = {}, extra } = declaration;
  return {
    loader: consoleLoader(gate, async (args) => {
      const data = await listData(args, declaration);
      return { ...(await extra(args, data.totals)), ...data };
    }),
    action: consoleAction(actionGate, actions),
  };
}

type Words = { title: string; description?: string };

type BulkOptions = {
  /** What a press with nothing chosen says; "Please select at least one item." unless told otherwise (SHELL-29). */
  nothing?: (args: FormArgs) => string;
  /** Why this choice is refused, if it is. */
  refuse?: (args: FormArgs, chosen: string[]) => string | undefined;
  /** Does it and returns how many were done. Throws ApiError. */
  run: (args: FormArgs, chosen: string[]) => Promise<number>;
  /** What is said when all were done. */
  success: (args: FormArgs, done: number) => Notice;
  /** What a failure says, and also a change that left some out: what could be changed stays changed (VAC-23). */
  failed: (args: FormArgs) => Words;
};

type BulkAction = (args: FormArgs) => Promise<ReturnType<typeof refusal> | Response>;

/** What is done to the chosen rows: afterwards the same list again with a notice, or the reason why not. */
export function bulkAction({ nothing, refuse, run, success, failed }: BulkOptions): BulkAction {
  return async (args) => {
    const chosen = [...new Set(args.form.getAll("ids").map(String))].slice(0, 500);
    if (chosen.length === 0) return nothing ? refusal(nothing(args)) : nothingSelected(args);
    const reason = refuse?.(args, chosen);
    if (reason !== undefined) return refusal(reason);
    try {
      const done = await run(args, chosen);
      args.notify(done < chosen.length ? { tone: "error", ...failed(args) } : success(args, done));
    } catch (error) {
      return failure(error, args, failed(args));
    }
    return listAgain(args);
  };
}

/** The list as its address shows it, without what the router adds to the address of a post. */
export function listAgain({ url }: ConsoleArgs): Response {
  const params = new URLSearchParams(url.searchParams);
  params.delete("index");
  const search = params.toString();
  return redirect(search ? `${url.pathname}?${search}` : url.pathname, 303);
}
