import { isValidElement } from "react";
import type { Texts, Translate } from "~/i18n/texts";
import { isHiddenIn, type ListView } from "./list-view";

/** Content of a file cell; timestamps are written with their zone. */
export type CsvValue = string | number | Date | null | undefined;

/** Tools for defining columns: components use them for the page, the server for files. */
export type ColumnBasis = {
  translate: <T extends Texts["en"]>(texts: Texts<T>) => Translate<T>;
  time: (at: string | null | undefined, kind?: "date" | "dateTime" | "time" | "day") => JSX.Element | string;
  /** Sortable fields. */
  sorts: readonly string[];
};

/** The part of a table column that a file needs. */
export type ExportColumn<Row> = {
  id?: string | undefined;
  header?: unknown;
  enableHiding?: boolean | undefined;
  accessorFn(row: Row, index: number): unknown;
  meta?: { headerHidden?: boolean; csv?(row: Row): CsvValue } | undefined;
};

type OrderedColumn = { id?: string | undefined; enableHiding?: boolean | undefined };

/** Column ids in the user's order, followed by columns the order does not know. */
export function orderedIds(columns: readonly OrderedColumn[], view: ListView | undefined): string[] {
  const ids = columns.map(({ id = "" }) => id);
  const known = (view?.only ?? view?.order ?? []).filter((id) => ids.includes(id));
  return [...known, ...ids.filter((id) => !known.includes(id))];
}

/** Visible column ids in the user's order; pinned ones first. */
export function shownIds(columns: readonly OrderedColumn[], view: ListView | undefined): string[] {
  const isHidden = (id: string) =>
    isHiddenIn(view, id) && columns.some((column) => column.id === id && column.enableHiding);
  const shown = orderedIds(columns, view).filter((id) => !isHidden(id));
  const pinned = (view?.pinned ?? []).filter((id) => shown.includes(id));
  return [...pinned, ...shown.filter((id) => !pinned.includes(id))];
}

/** Text of plain elements. Throws for components, whose output is not known here. */
export function wordsOf(node: unknown): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map(wordsOf).join("");
  if (!isValidElement<{ children?: unknown }>(node)) return "";
  if (typeof node.type === "function") throw new Error("A cell that draws a component needs its `csv`");
  return wordsOf(node.props.children);
}
