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
import { formatNumber } from "~/i18n/numbers";
import type { CsvValue } from "~/models/list/list-columns";

type ColumnMeta<Row> = {
  /** Keeps the heading for assistive technology only (row actions). */
  headerHidden?: boolean;
  /** The `sort` value in the URL; makes the heading a link. */
  sort?: string;
  /** CSS width, such as "40%". */
  width?: string;
  align?: "end";
  nowrap?: boolean;
  /** The row header column; it has the row's link and cannot be hidden. */
  isRowHeader?: boolean;
  /** Id of the column whose cells show this one as second line, while both are visible. */
  under?: string;
  /** Part of the row link's name: distinguishes rows with the same name. */
  tellsApart?: boolean;
  /** The name of the person whom the row is about; their initials stand before the row header. */
  person?(row: Row): string;
  /** Content next to the row's link and outside it, e.g. a copy button; called with the row's id. */
  after?: (id: string) => ReactNode;
  /** True if the cells need no heading in the card layout. */
  speaks?: boolean;
  /** A class of cells and heading, for widths and the card layout. */
  className?: string;
  /** Text for the exported file; required if the cell renders a component. */
  csv?(row: Row): CsvValue;
};

/** React Table features used by lists; each adds bytes to the bundle. */
export const listFeatures = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  rowSortingFeature,
  columnMeta: {} as ColumnMeta<never>,
});

/** React Table's column definition with an accessor that returns the cell's content; `cellOf` reads it. */
export type Column<Row extends object> = AccessorFnColumnDef<typeof listFeatures, Row, unknown>;

/** Text of an empty cell. */
export const emptyCell = "-";

/** Content of a column's cell: plain elements, since it runs for every row. */
export const cellOf = <Row extends object>(column: Column<Row>, row: Row) =>
  column.accessorFn(row, 0) as ReactNode;

type ColumnOptions<Row> = ColumnMeta<Row> & { id: string; header: string; value: (row: Row) => ReactNode };

/** A column of text or plain elements; empty values show a dash. */
export function textColumn<Row extends object>({ id, header, value, ...meta }: ColumnOptions<Row>) {
  const draw = (row: Row): unknown => {
    const content = value(row);
    return content === null || content === undefined || content === false || content === ""
      ? emptyCell
      : content;
  };
  return createColumnHelper<typeof listFeatures, Row>().accessor(draw, {
    id,
    header,
    enableHiding: !meta.isRowHeader && !meta.headerHidden,
    meta,
  }) as Column<Row>;
}

/** The row header column, with the rows' links. */
export function linkColumn<Row extends object>(options: Omit<ColumnOptions<Row>, "isRowHeader">) {
  return textColumn<Row>({ ...options, isRowHeader: true });
}

type NumberOptions<Row> = Omit<ColumnOptions<Row>, "value"> & {
  value: (row: Row) => number | null | undefined;
};

/** A column of counts: aligned, with thousands separators. */
export function numberColumn<Row extends object>({ value, ...options }: NumberOptions<Row>) {
  return textColumn<Row>({
    align: "end",
    csv: value,
    ...options,
    value: (row) => {
      const number = value(row);
      return number == null ? undefined : formatNumber(number);
    },
  });
}

type TimeOptions<Row> = Omit<ColumnOptions<Row>, "value"> & {
  at: (row: Row) => string | null | undefined;
  /** The function returned by `useTime`. */
  time: ReturnType<typeof useTime>;
  kind?: TimeKind;
};

/** A moment for the exported file; null if empty. */
export const momentOf = (at: string | null | undefined) => (at ? new Date(at) : null);

/** A column of moments in the person's zone (SHELL-20, SHELL-21), or of calendar days, which have no zone. */
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

/** The last column, with a row's actions; its heading is for screen readers only. */
export function actionsColumn<Row extends object>(options: Omit<ColumnOptions<Row>, "headerHidden">) {
  return textColumn<Row>({ align: "end", ...options, headerHidden: true });
}

/** Text of the heading. */
export function headerOf<Row extends object>(column: Column<Row>): string {
  return typeof column.header === "string" ? column.header : "";
}
