import { useTable } from "@tanstack/react-table";
import type { ListState } from "~/models/list/list-state";
import { orderedIds } from "~/models/list/list-columns";
import { isHiddenIn, type ListView } from "~/models/list/list-view";
import { cellOf, type Column, listFeatures, emptyCell } from "./columns";

type SortDirection = "asc" | "desc" | false;

/** One cell of every row: a column, and those rendered as lines below it. */
export type LaidOutColumn<Row extends object> = {
  column: Column<Row>;
  sorted: SortDirection;
  isPinned: boolean;
  under: readonly { column: Column<Row>; sorted: SortDirection }[];
  /** True if the cell is empty in every row of the page; it then takes minimal width. */
  isEmpty: boolean;
};

/** A list to render: the person's column choices, and the URL's rows and order. */
type ListData<Row> = {
  rows: readonly Row[];
  view: ListView | undefined;
  list: ListState | undefined;
};

/**
 * The list's React Table: columns with visibility, order, pinning and sort state, and the rows, sorted and
 * paged by the API. All state comes from the URL and the person's cookie.
 */
function useListTable<Row extends { _id: string }>(
  columns: readonly Column<Row>[],
  { rows, view, list }: ListData<Row>,
) {
  const idsOf = (wanted: (column: Column<Row>) => unknown) => columns.filter(wanted).map(({ id = "" }) => id);
  const actions = idsOf(({ meta }) => meta?.headerHidden);
  const hidden = idsOf(({ id = "", enableHiding }) => enableHiding && isHiddenIn(view, id));
  const sorted = list?.sort ? idsOf(({ meta }) => meta?.sort === list.sort) : [];
  return useTable<typeof listFeatures, Row>({
    features: listFeatures,
    columns,
    data: rows,
    getRowId: (row) => row._id,
    manualSorting: true,
    state: {
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
      columnOrder: orderedIds(columns, view),
      columnPinning: { start: (view?.pinned ?? []).filter((id) => !actions.includes(id)), end: actions },
      sorting: sorted.map((id) => ({ id, desc: list?.order === "desc" })),
    },
  });
}

/** The visible columns of a list, laid out as cells. Rows are rendered from them as plain elements (`bodyRow`). */
export function useListLayout<Row extends { _id: string }>(
  columns: readonly Column<Row>[],
  shown: ListData<Row>,
): LaidOutColumn<Row>[] {
  const table = useListTable(columns, shown);
  const visible = [
    ...table.getStartVisibleLeafColumns(),
    ...table.getCenterVisibleLeafColumns(),
    ...table.getEndVisibleLeafColumns(),
  ].map((column) => ({
    column: column.columnDef as Column<Row>,
    sorted: column.getIsSorted(),
    isPinned: column.getIsPinned() === "start",
  }));
  const isShown = (id: string | undefined) => visible.some(({ column }) => column.id === id);
  return visible
    .filter(({ column: { meta } }) => !meta?.under || !isShown(meta.under))
    .map((lead) => ({
      ...lead,
      under: visible.filter(({ column: { meta } }) => meta?.under === lead.column.id),
    }))
    .map((one) => ({ ...one, isEmpty: isEmptyIn(one, shown.rows) }));
}

/** True if the column, including lines below it, is empty in every row of the page. */
function isEmptyIn<Row extends object>(
  { column, under }: Omit<LaidOutColumn<Row>, "isEmpty">,
  rows: readonly Row[],
): boolean {
  return (
    column.enableHiding === true &&
    [column, ...under.map((line) => line.column)].every((one) =>
      rows.every((row) => cellOf(one, row) === emptyCell),
    )
  );
}
