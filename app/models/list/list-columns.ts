import { isValidElement } from "react";
import type { Texts, Translate } from "~/i18n/texts";
import { isHiddenIn, type ListView } from "./list-view";

/** The content of one cell of a file; a moment is written with its zone. */
export type CsvValue = string | number | Date | null | undefined;

/** The tools to make a list's columns: components make them in the page, the server for a file. */
export type ColumnBasis = {
  translate: <T extends Texts["en"]>(texts: Texts<T>) => Translate<T>;
  time: (at: string | null | undefined, kind?: "date" | "dateTime" | "day") => JSX.Element | string;
  /** The fields that the list can be sorted by. */
  sorts: readonly string[];
};

/** A column as a file needs it: what the table draws is one of these. */
export type ExportColumn<Row> = {
  id?: string | undefined;
  header?: unknown;
  enableHiding?: boolean | undefined;
  accessorFn(row: Row, index: number): unknown;
  meta?: { headerHidden?: boolean; csv?(row: Row): CsvValue } | undefined;
};

type Ordered = { id?: string | undefined; enableHiding?: boolean | undefined };

/** The ids of columns in the person's order; those that are new to it follow in the list's own. */
export function orderedIds(columns: readonly Ordered[], view: ListView | undefined): string[] {
  const ids = columns.map(({ id = "" }) => id);
  const known = (view?.only ?? view?.order ?? []).filter((id) => ids.includes(id));
  return [...known, ...ids.filter((id) => !known.includes(id))];
}

/** The ids of the columns that the person sees, in their order: what is kept in sight comes first. */
export function shownIds(columns: readonly Ordered[], view: ListView | undefined): string[] {
  const isHidden = (id: string) =>
    isHiddenIn(view, id) && columns.some((column) => column.id === id && column.enableHiding);
  const shown = orderedIds(columns, view).filter((id) => !isHidden(id));
  const pinned = (view?.pinned ?? []).filter((id) => shown.includes(id));
  return [...pinned, ...shown.filter((id) => !pinned.includes(id))];
}

/** The words of plain elements. What a component would draw is not known here: throws for one. */
export function wordsOf(node: unknown): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map(wordsOf).join("");
  if (!isValidElement<{ children?: unknown }>(node)) return "";
  if (typeof node.type === "function") throw new Error("A cell that draws a component needs its `csv`");
  return wordsOf(node.props.children);
}
