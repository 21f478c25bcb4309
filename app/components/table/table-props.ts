import type { ReactNode } from "react";
import type { FilterValues, ListDefaults, ListState, ListTotals } from "~/models/list/list-state";
import type { LeftOut } from "~/models/list/left-out";
import type { ListView } from "~/models/list/list-view";
import type { Column } from "./columns";
import type { FilterField } from "./filter-bar";
import type { ColumnsOf } from "./use-columns";

export type TableSelection<Row> = {
  /** The label of a row's checkbox: the row's name. */
  label: (row: Row) => string;
  /** The checkbox's value; the row's id by default. */
  value?: (row: Row) => string;
  /** Why a row cannot be chosen; `undefined` when it can. */
  disabledReason?: (row: Row) => string | undefined;
  /** Every row that matches is chosen, those of other pages too. */
  isAll?: boolean;
  /** Rows that are chosen when the page comes (a list that returns after a question). */
  checkedIds?: readonly string[];
};

export type DataTableProps<Row extends { _id: string }> = {
  /** Names the table; read out, not shown: the page's title says it already. */
  label: string;
  /** Columns, or their declaration. */
  columns: readonly Column<Row>[] | ColumnsOf<Row>;
  rows: readonly Row[];
  /** Where a row leads; its row header becomes the link and a click anywhere in the row follows it. */
  rowHref?: (row: Row) => string | undefined;
  /** Marks one row as the one that was asked for. */
  isCurrent?: (row: Row) => boolean;
  /** Classes of one row. */
  rowClass?: (row: Row) => string | undefined;

  // The answer of a list's loader (`listData`), spread into the table.
  /** Under which name the person's columns are kept; without one they cannot be chosen. */
  name?: string;
  list?: ListState;
  defaults?: ListDefaults;
  /** The fields that the list can be sorted by. */
  sorts?: readonly string[];
  totals?: ListTotals;
  filters?: FilterValues;
  view?: ListView;
  /** Values of the address that the list does not know: they are named above it (SHELL-65). */
  leftOut?: readonly LeftOut[];
  /** A failed or denied load, in place of rows. */
  problem?: { tone: "warning" | "error"; title: string; description: string } | null;

  /** The filters as fields of the bar; their names are those of `filters`. */
  fields?: readonly FilterField[];
  /** The text of the bar's button; "Apply" by default. */
  submitLabel?: string;
  selection?: TableSelection<Row>;
  /** Whether every row that the filters leave is chosen; left out where that cannot be (BULK-01). */
  allMatch?: { isChosen: boolean } | undefined;
  /** BulkButtons and what belongs to them; they send the table's form. */
  toolbar?: ReactNode;
  toolbarAt?: "top" | "bottom";
  /** Links that stand in the bar beside the bulk buttons. */
  barLinks?: ReactNode;
  /** Where the form is posted, and its further hidden fields. */
  form?: { action?: string; fields?: ReactNode };
  /** Shown when there are no rows; filters that are set are told of by themselves. */
  empty?: {
    title?: string;
    text?: ReactNode;
    action?: ReactNode;
    /** For filters that stand elsewhere than in the bar: says that some are set and where the list is without them. */
    clearHref?: string;
  };
  /** Least width in CSS of a table that scrolls in its own frame, such as "175rem" (ATSR-11); it has no card form. */
  minWidth?: string;
  /** Columns as wide as they say, whatever is in them: a line each, what is longer is cut. */
  isFixed?: boolean;
  /** Rows are cards on a phone; `false` for a table that never has them. */
  cards?: false;
};

/** The table's props once its columns are made. */
export type DrawnTable<Row extends { _id: string }> = DataTableProps<Row> & {
  columns: readonly Column<Row>[];
};
