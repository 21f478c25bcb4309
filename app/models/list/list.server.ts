import { bulkJobs } from "~/i18n/bulk-jobs";
import type { ListName } from "~/models/list/list-name.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { loaded, type Loaded, refusal } from "~/services/failure.server";
import { type Gate, hasFlags, opens } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { isHeld } from "~/services/rights";
import { denied, notFound } from "~/services/screens.server";
import { isAllChosen } from "./all-match";
import type { BulkAction, BulkAnswer } from "./bulk.server";
import { isExport, throwFile, viewOf } from "./export.server";
import { type LeftOut, without } from "./left-out";
import type { ColumnBasis, ExportColumn } from "./list-columns";
import type { FilterValues, ListDefaults, ListState, ListTotals } from "./list-state";
import type { PageOf } from "./paging";
import { enterListOrRedirect, viewsOf } from "./saved-views.server";
import { undoAction } from "./undo-list.server";

/** The reader of a list's address; `listSearch` makes it. */
export type ListSearch<State extends ListState> = {
  sorts: readonly State["sort"][];
  defaults: ListDefaults;
  parse: (params: URLSearchParams) => State;
  leftOut: (params: URLSearchParams) => LeftOut[];
  filtersOf: (state: State) => FilterValues;
};

/** The declaration of a list's rows; see `defineList`. */
export type ListSource<Row, State extends ListState> = {
  name: ListName;
  /** Made by `listSearch`. */
  search: ListSearch<State>;
  /** A page of the rows that the address asks for. Throws ApiError. */
  fetch: (args: ConsoleArgs, state: State) => Promise<PageOf<Row>>;
  /** Values of the address that only the region can tell to be none, such as a department that was removed (SHELL-65). */
  unknown?: (args: ConsoleArgs, state: State) => Promise<LeftOut[]>;
  /** The message when loading fails, in the area's words. */
  loadFailed: (args: ConsoleArgs) => string;
  /** Made by `columnsOf`: with it the list can be exported. */
  columns?: (basis: ColumnBasis) => readonly ExportColumn<NoInfer<Row>>[];
};

/**
 * Everything `<DataTable>` needs of a loader, to be spread into it: rows, the page that was answered (GEN-03), totals,
 * filters, defaults, the person's columns, a problem in place of rows, and the one-time key of its form (GEN-22).
 */
export async function listData<Row extends { _id: string }, State extends ListState>(
  args: ConsoleArgs,
  source: ListSource<Row, State>,
) {
  const { name, search, fetch, loadFailed, columns } = source;
  await enterListOrRedirect(args, name);
  const { state, leftOut } = await askedOf(args, source);
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

/** Reads the address: the list's state, and the values that it does not know (SHELL-65). Throws ApiError. */
async function askedOf<Row, State extends ListState>(
  args: ConsoleArgs,
  { search, unknown }: Pick<ListSource<Row, State>, "search" | "unknown">,
): Promise<{ state: State; leftOut: LeftOut[] }> {
  const { searchParams } = args.url;
  const state = search.parse(searchParams);
  const leftOut = search.leftOut(searchParams);
  const gone = (await unknown?.(args, state)) ?? [];
  if (gone.length === 0) return { state, leftOut };
  return { state: search.parse(without(searchParams, gone)), leftOut: [...leftOut, ...gone] };
}

/**
 * Why nothing is done to all that match: the address asks for something that the list does not know, so that it shows more
 * than was asked for (SHELL-65). Undefined where it knows everything.
 */
export function refuseLeftOut({ translate }: Pick<ConsoleArgs, "translate">, leftOut: readonly LeftOut[]) {
  if (leftOut.length === 0) return undefined;
  const values = leftOut.map(({ value }) => value).join(", ");
  return refusal(translate(bulkJobs)("leftOut", { values }));
}

/** Returns `listData`'s answer for rows that the screen has fetched by itself. */
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

/** Said only where there are more: pages carry what is exact without saying so. */
const totalsOf = ({ totalItems, totalPages, isTotalExact = true }: ListTotals): ListTotals => ({
  totalItems,
  totalPages,
  ...(!isTotalExact && { isTotalExact }),
});

type Extra<T> = {
  /** Fetched side by side with the rows; `totals` comes with them. */
  extra?: (args: ConsoleArgs, totals: Promise<ListTotals | undefined>) => T | Promise<T>;
};
type Actions<Name extends string> = { actions?: Readonly<Record<Name, BulkAction>>; actionGate?: Gate };
/** The gate of each thing that can be done from the list: `{ create: screenGates["…/create"], archive: deedGates.… }`. */
type May<Deed extends string> = { may?: Readonly<Record<Deed, Gate>> };

/**
 * A whole list from one declaration: the guarded loader, whose answer is spread into `<ListScreen>`, and the guarded
 * action of its bulk buttons, `{ intent: bulkAction(…) }`, and of the Undo of those that have one. `may` says which flags
 * and rights each deed needs: the loader answers `may` with what the person may do, and the action named like a deed is
 * not found without its flags and refused without its rights. Its Undo needs the flags; the API decides about the rest,
 * since taking back needs the opposite right. `extra` adds what else the screen needs and knows how many rows there are;
 * `actionGate` is for actions that need more flags than that.
 */
export function defineList<
  Row extends { _id: string },
  State extends ListState,
  T extends object = object,
  Name extends string = never,
  Deed extends string = never,
>(declaration: { gate: Gate } & ListSource<Row, State> & Extra<T> & Actions<Name> & May<Deed>) {
  const { gate, actionGate = gate, actions = {} as Readonly<Record<Name, BulkAction>>, extra } = declaration;
  const gates: ReadonlyMap<string, Gate> = new Map(Object.entries<Gate>(declaration.may ?? {}));
  /** The actions that the person's flags allow. */
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
          const refused = refuseLeftOut(args, (await askedOf(args, declaration)).leftOut);
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
      // A file is made of the rows alone.
      if (isExport(args)) await listed;
      const totals = listed.then((data) => data.totals);
      // Without a reader this rejection would end the process; the rows report the failure.
      totals.catch(() => undefined);
      const [data, more, rights] = await Promise.all([listed, extra?.(args, totals) as T, args.rights()]);
      const isOpen = (gate: Gate) => opens(gate, { flags: args.flags, rights });
      const may = Object.fromEntries([...gates].map(([deed, gate]) => [deed, isOpen(gate)]));
      const canDoAll = Object.entries<BulkAction>(actions).some(
        ([name, { all }]) => all && isOpen(gates.get(name) ?? { flag: null }),
      );
      const allMatch = canDoAll ? allMatchOf(args) : undefined;
      return { base: args.base, may: may as Record<Deed, boolean>, allMatch, ...more, ...data };
    }),
    action: consoleAction(actionGate, handlers),
  };
}

/** Whether every row that matches is chosen; undefined where that cannot be. */
export const allMatchOf = ({ flags, url }: ConsoleArgs): { isChosen: boolean } | undefined =>
  flags.edgeBulkJobsEnabled ? { isChosen: isAllChosen(url) } : undefined;
