import { useLocation } from "@remix-run/react";
import { Icon } from "~/components/ui/icons";
import { classes } from "~/components/ui/classes";
import type { ListDefaults, ListState } from "~/models/list/list-state";
import type { LaidOutColumn } from "./column-layout";
import { roles } from "./roles";
import { type Column, headerOf } from "./columns";
import { listHref } from "./list-url";
import { useShortener } from "./use-shortener";
import { SelectAll } from "./selection";

type TableHeadProps<Row extends object> = {
  laid: readonly LaidOutColumn<Row>[];
  list: ListState | undefined;
  defaults: ListDefaults | undefined;
  hasSelection: boolean;
};

/** The column headings; sortable ones are links (SHELL-28). */
export function TableHead<Row extends object>({ laid, list, defaults, hasSelection }: TableHeadProps<Row>) {
  return (
    <thead {...roles.rowgroup}>
      <tr {...roles.row}>
        {hasSelection && (
          <th scope="col" {...roles.columnheader} className="check">
            <SelectAll />
          </th>
        )}
        {laid.map(({ column, sorted, under, isPinned, isEmpty }) => {
          const inForce = sorted || under.find((line) => line.sorted)?.sorted;
          return (
            <th
              key={column.id}
              scope="col"
              {...roles.columnheader}
              className={
                classes(
                  column.meta?.align,
                  column.meta?.className,
                  isPinned && "pinned",
                  isEmpty && "col-empty",
                ) || undefined
              }
              aria-sort={inForce ? (inForce === "asc" ? "ascending" : "descending") : undefined}
            >
              <Heading {...{ column, sorted, list, defaults }} />
              {under.map((line) => (
                <span key={line.column.id} className="heading-under">
                  {" "}
                  <Heading {...line} {...{ list, defaults }} />
                </span>
              ))}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type HeadingProps<Row extends object> = {
  column: Column<Row>;
  sorted: "asc" | "desc" | false;
  list: ListState | undefined;
  defaults: ListDefaults | undefined;
};

function Heading<Row extends object>({ column, sorted, list, defaults }: HeadingProps<Row>) {
  const header = headerOf(column);
  const { sort, headerHidden } = column.meta ?? {};
  if (sort && list) return <SortLink {...{ header, sort, sorted, defaults }} />;
  return headerHidden ? <span className="visually-hidden">{header}</span> : header;
}

type SortLinkProps = {
  header: string;
  sort: string;
  sorted: "asc" | "desc" | false;
  defaults: ListDefaults | undefined;
};

function SortLink({ header, sort, sorted, defaults }: SortLinkProps) {
  const location = useLocation();
  const shorten = useShortener();
  // An inactive heading starts with its default order, so that dates begin with the newest.
  const first = defaults?.sort === sort ? defaults.order : "asc";
  const order = sorted ? (sorted === "asc" ? "desc" : "asc") : first;
  return (
    <a
      className="sort-link"
      href={shorten(listHref(location, { sort, order }, defaults))}
      aria-current={sorted ? "true" : undefined}
      data-keep-scroll=""
    >
      {header}
      {sorted && <Icon name={sorted === "asc" ? "arrow-up" : "arrow-down"} />}
    </a>
  );
}
