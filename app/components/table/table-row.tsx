import type { MouseEvent } from "react";
import { classes } from "~/components/ui/classes";
import type { DataTableProps, TableSelection } from "./data-table";

/** A function and not a component: a component per row would cost more than the row. */
export function bodyRow<Row>(row: Row, props: DataTableProps<Row>) {
  const { columns, rowId, rowHref, isCurrent, selection } = props;
  const id = rowId(row);
  const href = rowHref?.(row);
  return (
    <tr key={id} aria-current={isCurrent?.(row) || undefined}>
      {selection && checkCell(row, id, selection)}
      {columns.map((column) => {
        const className = column.nowrap ? classes(column.align, "nowrap") : column.align;
        const content = column.cell(row);
        return column.isRowHeader ? (
          <th key={column.id} scope="row" className={className}>
            {href ? (
              <a className="row-link" href={href}>
                {content}
              </a>
            ) : (
              content
            )}
          </th>
        ) : (
          <td key={column.id} className={className}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}

function checkCell<Row>(row: Row, id: string, selection: TableSelection<Row>) {
  const reason = selection.disabledReason?.(row);
  return (
    <td className="check">
      <input
        type="checkbox"
        className="checkbox row-check"
        name={selection.name ?? "ids"}
        value={id}
        defaultChecked={selection.checkedIds?.includes(id)}
        disabled={reason !== undefined}
        aria-label={reason === undefined ? selection.label(row) : `${selection.label(row)}. ${reason}`}
        title={reason}
      />
    </td>
  );
}

/** A click anywhere in a row follows the row's link, unless it meant something else. */
export function followRow(event: MouseEvent<HTMLElement>) {
  const { target } = event;
  if (!(target instanceof Element) || target.closest("a, button, input, label, select, summary, [popover]"))
    return;
  if (target.closest(".check") || getSelection()?.toString()) return;
  const link = target.closest("tr")?.querySelector<HTMLAnchorElement>("a.row-link");
  if (link && (event.metaKey || event.ctrlKey)) window.open(link.href, "_blank", "noopener");
  else link?.click();
}
