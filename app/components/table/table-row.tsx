import type { MouseEvent, ReactNode } from "react";
import { classes } from "~/components/ui/classes";
import type { Laid } from "./column-layout";
import { roles } from "./roles";
import { cellOf, headerOf } from "./columns";
import type { DataTableProps, TableSelection } from "./table-props";

/** A function and not a component: a component per row would cost more than the row. */
export function bodyRow<Row extends { _id: string }>(
  row: Row,
  laid: readonly Laid<Row>[],
  { rowHref, isCurrent, rowClass, selection }: DataTableProps<Row>,
): ReactNode {
  const href = rowHref?.(row);
  return (
    <tr key={row._id} {...roles.row} className={rowClass?.(row)} aria-current={isCurrent?.(row) || undefined}>
      {selection && checkCell(row, selection)}
      {laid.map(({ column, under, isPinned, isEmpty }) => {
        const { align, nowrap, className, isRowHeader, headerHidden, beside } = column.meta ?? {};
        const cell = {
          key: column.id,
          className:
            classes(align, nowrap && "nowrap", className, isPinned && "pinned", isEmpty && "col-empty") ||
            undefined,
        };
        const first = cellOf(column, row);
        const content: ReactNode =
          under.length === 0
            ? first
            : [
                <div key="first">{isRowHeader ? linked(first, href) : first}</div>,
                ...under.map((line) => (
                  <div key={line.column.id} className="cell-under" data-label={headerOf(line.column)}>
                    {cellOf(line.column, row)}
                  </div>
                )),
              ];
        if (isRowHeader)
          return (
            <th scope="row" {...roles.rowheader} {...cell} key={cell.key}>
              {under.length === 0 ? linked(first, href) : content}
              {beside?.(row._id)}
            </th>
          );
        return (
          <td
            {...roles.cell}
            {...cell}
            key={cell.key}
            data-label={headerHidden ? undefined : headerOf(column)}
          >
            {content}
          </td>
        );
      })}
    </tr>
  );
}

function linked(content: ReactNode, href: string | undefined): ReactNode {
  return href ? (
    <a className="row-link" href={href}>
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
    <td {...roles.cell} className="check">
      <input
        type="checkbox"
        className="checkbox row-check"
        name="ids"
        value={value}
        // With all that match chosen no row can be left out.
        key={selection.isAll ? "all" : "one"}
        defaultChecked={selection.isAll ? reason === undefined : selection.checkedIds?.includes(value)}
        disabled={selection.isAll || reason !== undefined}
        aria-label={reason === undefined ? selection.label(row) : `${selection.label(row)}. ${reason}`}
        title={reason}
      />
    </td>
  );
}

/** A click anywhere in a row follows the row's link, unless it meant something else. */
export function followRow(event: MouseEvent<HTMLElement>) {
  const { target } = event;
  if (!(target instanceof Element) || target.closest("a, button, input, label, select, details, [popover]"))
    return;
  if (target.closest(".check") || getSelection()?.toString()) return;
  const link = target.closest("tr")?.querySelector<HTMLAnchorElement>("a.row-link");
  if (link && (event.metaKey || event.ctrlKey)) window.open(link.href, "_blank", "noopener");
  else link?.click();
}
