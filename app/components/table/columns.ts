import {
  type AccessorFnColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnVisibilityFeature,
  createColumnHelper,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { TimeKind, useTime } from "~/components/ui/time";
import { inFigures } from "~/i18n/numbers";
import type { CsvValue } from "~/models/list/list-columns";

type ColumnMeta<Row> = {
  /** Keeps the heading for assistive technology only (row actions). */
  headerHidden?: boolean;
  /** The name that `sort` in the address takes; makes the heading a link. */
  sort?: string;
  /** As CSS, such as "40%". */
  width?: string;
  align?: "end" | "center";
  nowrap?: boolean;
  /** The column that names its row; it carries the row's link and cannot be hidden. */
  isRowHeader?: boolean;
  /** The id of the column in whose cells this one is the second line, as long as both are shown. */
  under?: string;
  /** Part of the name of the row's link: rows that are called alike differ by it. */
  tellsApart?: boolean;
  /** Beside the row's link and no part of it, such as a button that copies; called with the row's id. */
  beside?: (id: string) => ReactNode;
  /** What its cells say needs no heading before it where rows are cards. */
  speaks?: boolean;
  /** A class of the cells and the heading, for widths and for the card form. */
  className?: string;
  /** The text for an exported file; needed where the cell draws a component. */
  csv?(row: Row): CsvValue;
};

/** The features of React Table that lists use; each is bytes in the browser. */
export const listFeatures = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  rowSortingFeature,
  columnMeta: {} as ColumnMeta<never>,
});

/** React Table's definition of a column whose accessor returns what its cell holds; `cellOf` reads it. */
export type Column<Row extends object> = AccessorFnColumnDef<typeof listFeatures, Row, unknown>;

/** The text of an empty cell. */
export const nothing = "-";

/** The content of a column's cell: plain elements, since it runs for every row. */
export const cellOf = <Row extends object>(column: Column<Row>, row: Row) =>
  column.accessorFn(row, 0) as ReactNode;

type ColumnOptions<Row> = ColumnMeta<Row> & { id: string; header: string; value: (row: Row) => ReactNode };

/** A column of text or plain elements; what is not there is a dash. */
export function textColumn<Row extends object>({ id, header, value, ...meta }: ColumnOptions<Row>) {
  const draw = (row: Row): unknown => {
    const content = value(row);
    return content === null || content === undefined || content === false || content === ""
      ? nothing
      : content;
  };
  return createColumnHelper<typeof listFeatures, Row>().accessor(draw, {
    id,
    header,
    enableHiding: !meta.isRowHeader && !meta.headerHidden,
    meta,
  }) as Column<Row>;
}

/** The column that names its rows and carries their links. */
export function linkColumn<Row extends object>(options: Omit<ColumnOptions<Row>, "isRowHeader">) {
  return textColumn<Row>({ ...options, isRowHeader: true });
}

type NumberOptions<Row> = Omit<ColumnOptions<Row>, "value"> & {
  value: (row: Row) => number | null | undefined;
};

/** A column of counts: under one another, with thousands separators. */
export function numberColumn<Row extends object>({ value, ...options }: NumberOptions<Row>) {
  return textColumn<Row>({
    align: "end",
    csv: value,
    ...options,
    value: (row) => {
      const number = value(row);
      return number == null ? undefined : inFigures(number);
    },
  });
}

type TimeOptions<Row> = Omit<ColumnOptions<Row>, "value"> & {
  at: (row: Row) => string | null | undefined;
  /** Made by `useTime`. */
  time: ReturnType<typeof useTime>;
  kind?: TimeKind;
};

/** A moment as a file of the list holds it; null when there is none. */
export const momentOf = (at: string | null | undefined) => (at ? new Date(at) : null);

/** A column of moments in the person's zone (SHELL-20, SHELL-21), or of calendar days, which are in none. */
export function timeColumn<Row extends object>({
  at,
  time,
  kind = "dateTime",
  ...options
}: TimeOptions<Row>) {
  return textColumn<Row>({
    nowrap: true,
    csv: (row) => (kind === "day" ? (at(row)?.slice(0, 10) ?? null) : momentOf(at(row))),
    ...options,
    value: (row) => time(at(row), kind),
  });
}

/** The last column, with what can be done to one row; its heading is read out and not shown. */
export function actionsColumn<Row extends object>(options: Omit<ColumnOptions<Row>, "headerHidden">) {
  return textColumn<Row>({ align: "end", ...options, headerHidden: true });
}

/** The heading's words. */
export function headerOf<Row extends object>(column: Column<Row>): string {
  return typeof column.header === "string" ? column.header : "";
}
