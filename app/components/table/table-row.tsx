import { type MouseEvent, type PointerEvent, type ReactNode } from "react";
import { classes } from "~/components/ui/classes";
import { clickWith } from "~/components/ui/client-links";
import { initialsBefore } from "~/components/ui/initials";
import type { LaidOutColumn } from "./column-layout";
import { roles } from "./roles";
import { cellOf, type Column, headerOf, emptyCell } from "./columns";
import type { DataTableProps, TableSelection } from "./table-props";

/** Shared props of a column's cells, computed once for all rows. */
type CellLook<Row extends object> = {
  column: Column<Row>;
  id: string;
  className: string | undefined;
  isEmpty: boolean | undefined;
  label: string | undefined;
  under: readonly { column: Column<Row>; id: string; label: string | undefined }[];
  isRowHeader: boolean | undefined;
  tellsApart: boolean | undefined;
  after: ((id: string) => ReactNode) | undefined;
  person: ((row: Row) => string) | undefined;
};

/** Cell props of a table's columns, for `bodyRow`. */
export const looksOf = <Row extends object>(laid: readonly LaidOutColumn<Row>[]): CellLook<Row>[] =>
  laid.map(({ column, under, isPinned, isEmpty }) => {
    const { align, nowrap, className, isRowHeader, tellsApart, after, person } = column.meta ?? {};
    const all = classes(align, nowrap && "nowrap", className, isPinned && "pinned", isEmpty && "col-empty");
    return {
      column,
      id: column.id ?? "",
      className: all || undefined,
      isEmpty,
      label: labelOf(column),
      under: under.map((line) => ({
        column: line.column,
        id: line.column.id ?? "",
        label: labelOf(line.column),
      })),
      isRowHeader,
      tellsApart,
      after,
      person: person as CellLook<Row>["person"],
    };
  });

/** Heading before a cell where rows are cards. */
const labelOf = <Row extends object>(column: Column<Row>) =>
  column.meta?.headerHidden || column.meta?.speaks ? undefined : headerOf(column);

/** A function, not a component: a component per row would cost more than the row itself. */
export function bodyRow<Row extends { _id: string }>(
  row: Row,
  looks: readonly CellLook<Row>[],
  { rowHref, isCurrent, rowClass, selection }: DataTableProps<Row>,
  shorten: (href: string) => string,
): ReactNode {
  const address = rowHref?.(row);
  const href = address && shorten(address);
  const idOf = (look: CellLook<Row>) => `${row._id}-${look.id}`;
  const apart = looks.filter(({ tellsApart }) => tellsApart);
  const name = apart.length > 0 ? [row._id, ...apart.map(idOf)].join(" ") : undefined;
  return (
    <tr
      key={row._id}
      role={roles.row.role}
      className={rowClass?.(row)}
      aria-current={isCurrent?.(row) || undefined}
    >
      {selection && checkCell(row, selection)}
      {looks.map((look) => {
        const content = contentOf(
          look,
          row,
          look.isRowHeader && href
            ? { href, id: name ? row._id : undefined, "aria-labelledby": name }
            : undefined,
        );
        return look.isRowHeader ? (
          <th
            key={look.id}
            scope="row"
            role={roles.rowheader.role}
            className={look.className}
            {...(look.person && initialsBefore(row._id, look.person(row)))}
          >
            {content}
            {look.after?.(row._id)}
          </th>
        ) : (
          <td
            key={look.id}
            id={look.tellsApart ? idOf(look) : undefined}
            role={roles.cell.role}
            className={
              content === emptyCell && !look.isEmpty ? classes(look.className, "cell-empty") : look.className
            }
            data-label={look.label}
          >
            {content}
          </td>
        );
      })}
    </tr>
  );
}

/** The rows under their headings; one group without a heading if the list has none. */
export function groupsOf<Row extends object>(
  rows: readonly Row[],
  groupOf: ((row: Row) => string) | undefined,
): readonly { head: string | undefined; rows: readonly Row[] }[] {
  if (!groupOf) return [{ head: undefined, rows }];
  const groups: { head: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const head = groupOf(row);
    const last = groups.at(-1);
    if (last?.head === head) last.rows.push(row);
    else groups.push({ head, rows: [row] });
  }
  return groups;
}

/** The heading of a group of rows. */
export const groupRow = (head: string, columns: number): ReactNode => (
  <tr role={roles.row.role} className="row-group">
    <th scope="rowgroup" role={roles.rowheader.role} colSpan={columns}>
      {head}
    </th>
  </tr>
);

function contentOf<Row extends object>(
  { column, under }: CellLook<Row>,
  row: Row,
  link: RowLink | undefined,
): ReactNode {
  const first = linked(cellOf(column, row), link);
  // Leaves out empty second lines.
  const lines = under.flatMap((line) => {
    const content = cellOf(line.column, row);
    if (content === emptyCell) return [];
    return (
      <div key={line.id} className="under" data-label={line.label}>
        {content}
      </div>
    );
  });
  return lines.length === 0 ? first : [<div key="first">{first}</div>, ...lines];
}

type RowLink = { href: string; id: string | undefined; "aria-labelledby": string | undefined };

function linked(content: ReactNode, link: RowLink | undefined): ReactNode {
  return link ? (
    <a className="row-link" {...link}>
      {content}
    </a>
  ) : (
    content
  );
}

function checkCell<Row extends { _id: string }>(row: Row, selection: TableSelection<Row>) {
  const reason = selection.disabledReason?.(row);
  const value = selection.value?.(row) ?? row._id;
  return (
    <td role={roles.cell.role} className="check">
      <input
        type="checkbox"
        className="checkbox row-check"
        name="ids"
        value={value}
        // Recreates the box when all matching rows become selected, since none can then be deselected.
        key={selection.isAll ? "all" : "one"}
        defaultChecked={
          selection.isAll ? reason === undefined : (selection.checkedIds?.includes(value) ?? false)
        }
        disabled={selection.isAll || reason !== undefined}
        aria-label={reason === undefined ? selection.label(row) : `${selection.label(row)}. ${reason}`}
        title={reason}
      />
    </td>
  );
}

let titled: HTMLElement | undefined;

/**
 * Shows truncated text in full as a tooltip (GEN-92): set when the pointer enters, removed when it leaves the
 * rows.
 */
export function showTruncatedText({ target, type }: PointerEvent<HTMLElement>) {
  const isCut = (one: HTMLElement) =>
    (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight) &&
    getComputedStyle(one).textOverflow === "ellipsis";
  titled?.removeAttribute("title");
  titled = undefined;
  let one = target instanceof HTMLElement && type !== "pointerleave" ? target : null;
  while (one && !one.matches("tr") && !isCut(one)) one = one.parentElement;
  if (!one || one.matches("tr")) return;
  one.title = one.innerText.replace(/\s*\n\s*/g, "\n");
  titled = one;
}

/** A press anywhere in a row of `tbody` follows the row's link, unless it had another purpose (GEN-104). */
export const rowPressHandlers = {
  onClick(event: MouseEvent<HTMLElement>) {
    const link = rowLink(event);
    // A press that selects text is meant for copying, not for following the link.
    const open = () => getSelection()?.toString() || clickWith(event, link);
    clearTimeout(opening);
    // An address is copied by a double press: the first of them waits for the second.
    if (/^\S+@\S+$/.test((event.target as HTMLElement).textContent ?? ""))
      opening = setTimeout(open, doublePressMs);
    else open();
  },
  // The middle button means a new tab; outside a link the browser would start autoscroll.
  onMouseDown(event: MouseEvent<HTMLElement>) {
    if (event.button === middleButton && rowLink(event)) event.preventDefault();
  },
  onAuxClick(event: MouseEvent<HTMLElement>) {
    if (event.button === middleButton)
      clickWith({ ctrlKey: true, metaKey: true, shiftKey: false }, rowLink(event));
  },
};

const middleButton = 1;

const doublePressMs = 250;
let opening: ReturnType<typeof setTimeout> | undefined;

/** Link of the pressed row; null if the row has none or another control in it was pressed. */
function rowLink({ target }: MouseEvent<HTMLElement>): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  if (target.closest("a, button, input, label, select, details, [popover], .check")) return null;
  return target.closest("tr")?.querySelector<HTMLElement>("a.row-link") ?? null;
}
