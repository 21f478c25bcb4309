import { bulkJobs } from "~/i18n/bulk-jobs";
import type { ListName } from "~/models/list/list-name.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { loaded, type Loaded, refusal } from "~/services/failure.server";
import { type Gate, hasFlags, isGateOpen } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { isHeld } from "~/services/rights";
import { denied, notFound } from "~/services/screens.server";
import { isAllChosen } from "./all-match";
import type { BulkAction, BulkAnswer } from "./bulk.server";
import { isExport, throwFile, viewOf } from "./export.server";
import { type UnknownFilter, withoutUnknown } from "./unknown-filters";
import type { ColumnBasis, ExportColumn } from "./list-columns";
import type { FilterValues, ListDefaults, ListState, ListTotals } from "./list-state";
import type { PageOf } from "./paging";
import { enterListOrRedirect, viewsOf } from "./saved-views.server";
import { undoAction } from "./undo-list.server";

/** Parser of a list's URL; made by `listSearch`. */
export type ListSearch<State extends ListState> = {
  sorts: readonly State["sort"][];
  defaults: ListDefaults;
  parse: (params: URLSearchParams) => State;
  leftOut: (params: URLSearchParams) => UnknownFilter[];
  filtersOf: (state: State) => FilterValues;
};

/** Declaration of a list's rows; see `defineList`. */
export type ListSource<Row, State extends ListState> = {
  name: ListName;
  /** Made by `listSearch`. */
  search: ListSearch<State>;
  /** The page of rows that the URL requests. Throws ApiError. */
  fetch: (args: ConsoleArgs, state: State) => Promise<PageOf<Row>>;
  /** URL values that only the region can recognise as invalid, e.g. a removed department (SHELL-65). */
  unknown?: (args: ConsoleArgs, state: State) => Promise<UnknownFilter[]>;
  /** Message if loading fails, from the area's texts. */
  loadFailed: (args: ConsoleArgs) => string;
  /** Made by `columnsOf`; required for exporting the list. */
  columns?: (basis: ColumnBasis) => readonly ExportColumn<NoInfer<Row>>[];
};

/**
 * Everything `<DataTable>` needs from a loader, to be spread into it: rows, actual page (GEN-03), totals, filters,
 * defaults, the user's columns, an error instead of rows, and its form's idempotency key (GEN-22).
 */
export async function listData<Row extends { _id: string }, State extends ListState>(
  args: ConsoleArgs,
  source: ListSource<Row, State>,
) {
  const { name, search, fetch, loadFailed, columns } = source;
  await enterListOrRedirect(args, name);
  const { state, leftOut } = await parseListUrl(args, source);
  if (columns && isExport(args))
    await throwFile<Row>(args, {
      name,
      columns,
      sorts: search.sorts,
      fetch: (page, size) => fetch(args, { ...state, page, size }),
    });
  const result = await loaded(fetch(args, state), args, loadFailed(args));
  return {
    ...(await tableData(args, name, result, state, search.defaults)),
    sorts: search.sorts,
    filters: search.filtersOf(state),
    ...(leftOut.length > 0 && { leftOut }),
    canExport: columns !== undefined,
  };
}

/** Parses the URL: the list's state, and the values it does not know (SHELL-65). Throws ApiError. */
async function parseListUrl<Row, State extends ListState>(
  args: ConsoleArgs,
  { search, unknown }: Pick<ListSource<Row, State>, "search" | "unknown">,
): Promise<{ state: State; leftOut: UnknownFilter[] }> {
  const { searchParams } = args.url;
  const state = search.parse(searchParams);
  const leftOut = search.leftOut(searchParams);
  const gone = (await unknown?.(args, state)) ?? [];
  if (gone.length === 0) return { state, leftOut };
  return { state: search.parse(withoutUnknown(searchParams, gone)), leftOut: [...leftOut, ...gone] };
}

/**
 * Refuses an action on all matching rows if the URL has unknown values, because the list then shows more than
 * was asked for (SHELL-65). Undefined if all are known.
 */
export function refuseUnknownFilters(
  { translate }: Pick<ConsoleArgs, "translate">,
  leftOut: readonly UnknownFilter[],
) {
  if (leftOut.length === 0) return undefined;
  const values = leftOut.map(({ value }) => value).join(", ");
  return refusal(translate(bulkJobs)("leftOut", { values }));
}

/** `listData`'s result for rows that the screen loaded itself. */
export async function tableData<Row>(
  args: ConsoleArgs,
  name: ListName,
  { data, error }: Loaded<PageOf<Row>>,
  { page, size, sort, order }: ListState,
  defaults: ListDefaults,
) {
  const pagination = data?.pagination;
  const views = await viewsOf(args, name);
  return {
    name,
    list: { page: pagination?.currentPage ?? page, size, sort, order },
    defaults,
    rows: data?.data ?? [],
    totals: pagination && totalsOf(pagination),
    problem: error,
    view: viewOf(args, name),
    ...(views && { views }),
  };
}

/** Omits `isTotalExact` when true, to keep pages small. */
const totalsOf = ({ totalItems, totalPages, isTotalExact = true }: ListTotals): ListTotals => ({
  totalItems,
  totalPages,
  ...(!isTotalExact && { isTotalExact }),
});

type Extra<T> = {
  /** Loaded in parallel with the rows; `totals` resolves with them. */
  extra?: (args: ConsoleArgs, totals: Promise<ListTotals | undefined>) => T | Promise<T>;
};
type Actions<Name extends string> = { actions?: Readonly<Record<Name, BulkAction>>; actionGate?: Gate };
/** Gates of the list's actions: `{ create: screenGates["…/create"], archive: actionGates.… }`. */
type ActionGates<Deed extends string> = { may?: Readonly<Record<Deed, Gate>> };

/**
 * A complete list from one declaration: the guarded loader, spread into `<ListScreen>`, and the guarded action for bulk
 * buttons, `{ intent: bulkAction(…) }`, and their Undo. `may` maps actions to gates: the loader returns `may` with what
 * the user is allowed, and the action of the same name is "not found" without its flags and refused without its rights.
 * An Undo needs the flags only; the API checks the rest, because undoing needs the opposite right. `extra` loads
 * further data and receives the totals; `actionGate` adds flags for actions that need more.
 */
export function defineList<
  Row extends { _id: string },
  State extends ListState,
  T extends object = object,
  Name extends string = never,
  Deed extends string = never,
>(declaration: { gate: Gate } & ListSource<Row, State> & Extra<T> & Actions<Name> & ActionGates<Deed>) {
  const { gate, actionGate = gate, actions = {} as Readonly<Record<Name, BulkAction>>, extra } = declaration;
  const gates: ReadonlyMap<string, Gate> = new Map(Object.entries<Gate>(declaration.may ?? {}));
  /** Actions allowed by the user's flags. */
  const open = ({ flags }: ConsoleArgs) =>
    Object.fromEntries(
      Object.entries<BulkAction>(actions).filter(([name]) =>
        hasFlags(gates.get(name) ?? { flag: null }, flags),
      ),
    );
  const handlers = Object.fromEntries([
    ...Object.keys(actions).map((name) => [
      name,
      async (args: FormArgs) => {
        const action = open(args)[name];
        if (!action) throw notFound();
        if (!isHeld(await args.rights(), gates.get(name)?.right)) throw denied();
        if (action.all && isAllChosen(args.url)) {
          const refused = refuseUnknownFilters(args, (await parseListUrl(args, declaration)).leftOut);
          if (refused) return refused;
        }
        return action.act(args, name);
      },
    ]),
    ["undo", (args: FormArgs) => undoAction(args, open(args))],
  ]) as Readonly<Record<Name | "undo", (args: FormArgs) => Promise<BulkAnswer>>>;
  return {
    loader: consoleLoader(gate, async (args) => {
      const listed = listData(args, declaration);
      // A file needs only the rows.
      if (isExport(args)) await listed;
      const totals = listed.then((data) => data.totals);
      // Avoids an unhandled rejection, which would end the process; the rows report the failure.
      totals.catch(() => undefined);
      const [data, more, rights] = await Promise.all([listed, extra?.(args, totals) as T, args.rights()]);
      const isOpen = (gate: Gate) => isGateOpen(gate, { flags: args.flags, rights });
      const may = Object.fromEntries([...gates].map(([name, gate]) => [name, isOpen(gate)]));
      const canDoAll = Object.entries<BulkAction>(actions).some(
        ([name, { all }]) => all && isOpen(gates.get(name) ?? { flag: null }),
      );
      const allMatch = canDoAll ? allMatchState(args) : undefined;
      return { base: args.base, may: may as Record<Deed, boolean>, allMatch, ...more, ...data };
    }),
    action: consoleAction(actionGate, handlers),
  };
}

/** Selection of all matching rows; undefined if not supported. */
export const allMatchState = ({ flags, url }: ConsoleArgs): { isChosen: boolean } | undefined =>
  flags.edgeBulkJobsEnabled ? { isChosen: isAllChosen(url) } : undefined;
