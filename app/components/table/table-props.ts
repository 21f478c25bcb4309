import type { ReactNode } from "react";
import type { FilterValues, ListDefaults, ListState, ListTotals } from "~/models/list/list-state";
import type { UnknownFilter } from "~/models/list/unknown-filters";
import type { ListView } from "~/models/list/list-view";
import type { Column } from "./columns";
import type { FilterField } from "./filter-bar";
import type { ColumnsOf } from "./use-columns";

export type TableSelection<Row> = {
  /** Label of a row's checkbox: the row's name. */
  label: (row: Row) => string;
  /** Value of the checkbox; the row's id by default. */
  value?: (row: Row) => string;
  /** Reason a row cannot be selected; `undefined` if it can. */
  disabledReason?: (row: Row) => string | undefined;
  /** True if every matching row is selected, including those on other pages. */
  isAll?: boolean;
  /** Rows selected on page load, e.g. when a list is shown again after a question. */
  checkedIds?: readonly string[];
};

export type DataTableProps<Row extends { _id: string }> = {
  /** Label for screen readers only: the page's title shows the same. */
  label: string;
  /** Columns, or their declaration. */
  columns: readonly Column<Row>[] | ColumnsOf<Row>;
  rows: readonly Row[];
  /** A row's target: its row header becomes the link, and a click anywhere in the row follows it. */
  rowHref?: (row: Row) => string | undefined;
  /** True for the row to mark as current. */
  isCurrent?: (row: Row) => boolean;
  /** The heading above a row; neighbours with the same one share it. */
  groupOf?: (row: Row) => string;
  /** CSS classes of a row. */
  rowClass?: (row: Row) => string | undefined;

  // The result of a list's loader (`listData`), spread into the table.
  /** Name under which the person's columns are stored; without one there is no column choice. */
  name?: string;
  list?: ListState;
  defaults?: ListDefaults;
  /** Fields the list can be sorted by. */
  sorts?: readonly string[];
  totals?: ListTotals;
  filters?: FilterValues;
  view?: ListView;
  /** Unknown values in the URL, listed above the table (SHELL-65). */
  leftOut?: readonly UnknownFilter[];
  /** A failed or denied load, shown instead of rows. */
  problem?: { tone: "warning" | "error"; title: string; description: string } | null;

  /** The filters as fields of the bar, named as in `filters`. */
  fields?: readonly FilterField[];
  /** Text of the bar's button; "Apply" by default. */
  submitLabel?: string;
  selection?: TableSelection<Row>;
  /** True if every row matching the filters is selected; omitted where that is impossible (BULK-01). */
  allMatch?: { isChosen: boolean } | undefined;
  /** BulkButtons and related controls; they submit the table's form. */
  toolbar?: ReactNode;
  toolbarAt?: "top" | "bottom";
  /** Links in the bar next to the bulk buttons. */
  barLinks?: ReactNode;
  /** Target of the form, and its further hidden fields. */
  form?: { action?: string; fields?: ReactNode };
  /** Shown without rows; with active filters the table shows its own text. */
  empty?: {
    title?: string;
    text?: ReactNode;
    action?: ReactNode;
    /** For filters outside the bar: reports that some are active and links to the list without them. */
    clearHref?: string;
  };
  /** Minimum CSS width of a table that scrolls in its own frame, such as "175rem"; it has no card layout (ATSR-11). */
  minWidth?: string;
  /** Columns keep their declared widths; cells are one line and truncated. */
  isFixed?: boolean;
  /** Rows are cards on a phone; `false` disables that. */
  cards?: false;
};

/** The table's props once its columns are created. */
export type RenderedTable<Row extends { _id: string }> = DataTableProps<Row> & {
  columns: readonly Column<Row>[];
};
