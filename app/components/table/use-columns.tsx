import type { ReactNode } from "react";
import { useConsole } from "~/components/context/console-context";
import { useTime } from "~/components/ui/time";
import { translator } from "~/i18n/texts";
import type { ColumnBasis } from "~/models/list/list-columns";
import type { TextField } from "~/models/list/paging";
import { type Column, linkColumn, textColumn, timeColumn } from "./columns";

type Options<Row extends object> = Omit<
  Parameters<typeof textColumn<Row>>[0],
  "id" | "header" | "sort" | "value"
>;

/**
 * Column constructors for fields of a row: the field names the column and its cells, and the heading is a sort link if
 * the list can be sorted by it. Other columns are made with `columns.ts`.
 */
function fieldColumns<Row extends object>({ time, sorts }: Pick<ColumnBasis, "time" | "sorts">) {
  type Field = TextField<Row>;
  const basis = (field: Field, header: string) => ({
    id: field,
    header,
    ...(sorts.includes(field) && { sort: field }),
  });
  const text = (row: Row, field: Field) => row[field] as string | null;
  const named = (row: Row, field: Field): ReactNode => text(row, field) && <bdi>{text(row, field)}</bdi>;
  return {
    /** The row header column, with the rows' links. */
    link: (field: Field, header: string, options?: Options<Row>): Column<Row> =>
      linkColumn<Row>({ ...basis(field, header), value: (row) => named(row, field), ...options }),
    text: (field: Field, header: string, options?: Options<Row>): Column<Row> =>
      textColumn<Row>({ ...basis(field, header), value: (row) => named(row, field), ...options }),
    /** A possibly long text: truncated to one line, in full on hover. */
    cut: (field: Field, header: string, options?: Options<Row>): Column<Row> =>
      textColumn<Row>({
        ...basis(field, header),
        className: "cell-cut",
        value: (row) => named(row, field),
        ...options,
      }),
    /** A moment as a day, in the person's zone (SHELL-20). */
    date: (field: Field, header: string, options?: Options<Row>): Column<Row> =>
      timeColumn<Row>({
        ...basis(field, header),
        time,
        kind: "date",
        at: (row) => text(row, field),
        ...options,
      }),
    /** A calendar day, the same in every zone. */
    day: (field: Field, header: string, options?: Options<Row>): Column<Row> =>
      timeColumn<Row>({
        ...basis(field, header),
        time,
        kind: "day",
        at: (row) => text(row, field),
        ...options,
      }),
    /** A moment as day and time, in the person's zone (SHELL-21). */
    dateTime: (field: Field, header: string, options?: Options<Row>): Column<Row> =>
      timeColumn<Row>({ ...basis(field, header), time, at: (row) => text(row, field), ...options }),
  };
}

export type ColumnKit<Row extends object> = Pick<ColumnBasis, "translate" | "time"> & {
  column: ReturnType<typeof fieldColumns<Row>>;
};

/** Column declaration of a list, used by both the page and the exported file. */
export type ColumnsOf<Row extends object> = (basis: ColumnBasis) => Column<Row>[];

/** Declares a list's columns once, for its page and its file. */
export const columnsOf =
  <Row extends object>(make: (kit: ColumnKit<Row>) => Column<Row>[]): ColumnsOf<Row> =>
  (basis) =>
    make({ translate: basis.translate, time: basis.time, column: fieldColumns<Row>(basis) });

const noSorts: readonly string[] = [];

function useBasis(sorts: readonly string[]): ColumnBasis {
  const { language } = useConsole();
  const time = useTime();
  return { translate: (texts) => translator(texts, language), time, sorts };
}

/** The columns to render, from columns or their declaration. */
export function useTableColumns<Row extends object>(
  columns: readonly Column<Row>[] | ColumnsOf<Row>,
  sorts: readonly string[] = noSorts,
): readonly Column<Row>[] {
  const basis = useBasis(sorts);
  return typeof columns === "function" ? columns(basis) : columns;
}
