import { constructTable } from "@tanstack/react-table";
import type { ListState } from "~/models/list/list-state";
import { orderedIds } from "~/models/list/list-columns";
import { isHiddenIn, type ListView } from "~/models/list/list-view";
import { cellOf, type Column, listFeatures, nothing } from "./columns";

type Sorted = "asc" | "desc" | false;

/** One cell of every row: a column, and those that are drawn as lines under it. */
export type Laid<Row extends object> = {
  column: Column<Row>;
  sorted: Sorted;
  isPinned: boolean;
  under: readonly { column: Column<Row>; sorted: Sorted }[];
  /** No row of the page has anything in it: it steps aside. */
  isEmpty?: boolean;
};

type Plan = readonly {
  id: string;
  sorted: Sorted;
  isPinned: boolean;
  under: { id: string; sorted: Sorted }[];
}[];

/** The library's state without a store: a list is drawn from its address and cookie, nothing in it changes by itself. */
const staticStore = {
  createOptionsStore: false,
  wrapExternalAtoms: false,
  addSubscription: () => {},
  schedule: () => {},
  batch: (run: () => void) => run(),
  untrack: <T>(read: () => T) => read(),
  createReadonlyAtom: <T>(get: () => T) => ({ get, subscribe: () => ({ unsubscribe: () => {} }) }),
  createWritableAtom: <T>(initial: T) => {
    let value = initial;
    const set = (next: T | ((before: T) => T)) => {
      value = typeof next === "function" ? (next as (before: T) => T)(value) : next;
    };
    return { get: () => value, set, subscribe: () => ({ unsubscribe: () => {} }) };
  },
};

const plans = new Map<string, Plan>();
const planLimit = 300;

/**
 * Lays out a list's columns: which are shown, in which order, what is pinned and sorted. React Table works it out of
 * the columns, the person's choices and the address. That costs about a millisecond, so the result is cached.
 */
export function layColumns<Row extends object>(
  columns: readonly Column<Row>[],
  view: ListView | undefined,
  list: ListState | undefined,
): Laid<Row>[] {
  const key = JSON.stringify([
    columns.map(({ id, meta }) => [id, meta?.under, meta?.sort, meta?.isRowHeader, meta?.headerHidden]),
    view && [view.hidden, view.order, view.pinned, view.only],
    list && [list.sort, list.order],
  ]);
  let plan = plans.get(key);
  if (!plan) {
    plan = planOf(columns, view, list);
    if (plans.size >= planLimit) plans.delete(plans.keys().next().value ?? "");
    plans.set(key, plan);
  }
  const byId = new Map(columns.map((column) => [column.id, column]));
  return plan.flatMap(({ id, under, ...rest }) => {
    const column = byId.get(id);
    if (!column) return [];
    const lines = under.flatMap(({ id: lineId, sorted }) => {
      const line = byId.get(lineId);
      return line ? [{ column: line, sorted }] : [];
    });
    return [{ column, under: lines, ...rest }];
  });
}

/** Marks the columns in which no row of the page has anything, lines under them included. */
export function markEmpty<Row extends object>(laid: readonly Laid<Row>[], rows: readonly Row[]): Laid<Row>[] {
  const isEmpty = ({ column, under }: Laid<Row>) =>
    column.enableHiding === true &&
    [column, ...under.map((line) => line.column)].every((one) =>
      rows.every((row) => cellOf(one, row) === nothing),
    );
  return laid.map((one) => ({ ...one, isEmpty: isEmpty(one) }));
}

function planOf<Row extends object>(
  columns: readonly Column<Row>[],
  view: ListView | undefined,
  list: ListState | undefined,
): Plan {
  const sortedOf = (sort: string | undefined): Sorted =>
    sort !== undefined && sort === list?.sort && list.order;
  const last = columns.filter(({ meta }) => meta?.headerHidden).map(({ id }) => id ?? "");
  const pinned = (view?.pinned ?? []).filter(
    (id) => !last.includes(id) && columns.some((one) => one.id === id),
  );
  const between = orderedIds(columns, view).filter((id) => !pinned.includes(id) && !last.includes(id));
  const table = constructTable<typeof listFeatures, Row>({
    features: { coreReactivityFeature: staticStore, ...listFeatures } as unknown as typeof listFeatures,
    columns: [...columns],
    data: [],
    state: {
      columnVisibility: Object.fromEntries(
        columns
          .filter(({ id = "", enableHiding }) => enableHiding && isHiddenIn(view, id))
          .map(({ id = "" }) => [id, false]),
      ),
      columnOrder: [...pinned, ...between, ...last],
    },
  });
  const shown = table.getVisibleLeafColumns();
  const ids = new Set(shown.map(({ id }) => id));
  const leads = shown.filter(({ columnDef: { meta } }) => !meta?.under || !ids.has(meta.under));
  return leads.map((lead) => ({
    id: lead.id,
    sorted: sortedOf(lead.columnDef.meta?.sort),
    isPinned: pinned.includes(lead.id),
    under: shown
      .filter(({ columnDef: { meta } }) => meta?.under === lead.id)
      .map((line) => ({ id: line.id, sorted: sortedOf(line.columnDef.meta?.sort) })),
  }));
}
