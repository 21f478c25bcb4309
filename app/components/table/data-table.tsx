import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { FormSecrets } from "~/components/form/post-form";
import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import { classes } from "~/components/ui/classes";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icons";
import { common } from "~/i18n/common";
import type { ListDefaults, ListState, ListTotals } from "~/models/list/list-state";
import { listHref } from "./list-url";
import { Pagination } from "./pagination";
import { SelectAll, SelectionCount, SelectionProvider, useSelection } from "./selection";
import { bodyRow, followRow } from "./table-row";

export type Column<Row> = {
  id: string;
  header: string;
  /** Keeps the heading for assistive technology only (row actions). */
  headerHidden?: boolean;
  /** What the cell holds; plain elements, since it runs for every row. */
  cell: (row: Row) => ReactNode;
  /** The name that `sort` in the address takes; makes the heading a link. */
  sort?: string;
  /** As CSS, such as "40%". */
  width?: string;
  align?: "end" | "center";
  nowrap?: boolean;
  /** The cell that names its row; it carries the row's link. */
  isRowHeader?: boolean;
};

export type TableSelection<Row> = {
  /** What the checkbox of a row is called: the row's name. */
  label: (row: Row) => string;
  /** Why a row cannot be chosen; `undefined` when it can. */
  disabledReason?: (row: Row) => string | undefined;
  /** Rows that are chosen when the page comes (a list that returns after a question). */
  checkedIds?: readonly string[];
  /** The parameter, "ids" unless told otherwise. */
  name?: string;
};

export type DataTableProps<Row> = {
  /** Names the table; read out, not shown: the page's title says it already. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Where a row leads; its row header becomes the link and a click anywhere in the row follows it. */
  rowHref?: (row: Row) => string | undefined;
  /** Marks one row as the one that was asked for. */
  isCurrent?: (row: Row) => boolean;
  list?: ListState;
  defaults?: ListDefaults;
  totals?: ListTotals;
  selection?: TableSelection<Row>;
  /** BulkButtons and what belongs to them; they stand in the table's form. */
  toolbar?: ReactNode;
  toolbarAt?: "top" | "bottom";
  /** Hidden fields and attributes of the table's form. */
  form?: { action?: string; fields?: ReactNode; idempotencyKey?: string };
  /** Shown when there are no rows. `clearHref` says that filters are on and where the list is without them. */
  empty?: { title?: string; text?: ReactNode; action?: ReactNode; clearHref?: string };
  /** A failed or denied load, in place of rows. */
  problem?: { tone: "warning" | "error"; title: string; description: string };
  /** Least width in CSS of a table that scrolls in its own frame, such as "2800px" (ATSR-11). */
  minWidth?: string;
};

/**
 * The table of every list: sort links, row links, selection with bulk actions in one POST form, paging, and
 * designed empty and failed states. Plain cells: what a row costs is what its cells cost.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, totals, defaults, selection, toolbar, toolbarAt, form, problem } = props;
  const body = problem ? (
    <div className="table-frame table-problem">
      <Callout tone={problem.tone} role="alert" title={problem.title}>
        {problem.description}
      </Callout>
    </div>
  ) : (
    <Rows {...props} />
  );
  return (
    <div>
      {selection || toolbar ? (
        <TableForm {...{ selection, toolbarAt, form }} toolbar={!problem && toolbar}>
          {body}
        </TableForm>
      ) : (
        body
      )}
      {list && totals && !problem && <Pagination {...{ list, totals, defaults }} />}
    </div>
  );
}

type TableFormProps<Row> = Pick<DataTableProps<Row>, "selection" | "toolbar" | "toolbarAt" | "form"> & {
  children: ReactNode;
};

/** The form around the rows. It counts the chosen ones by itself, so that ticking a box draws no row again. */
function TableForm<Row>({ selection, toolbar, toolbarAt, form, children }: TableFormProps<Row>) {
  const { ref, count, recount } = useSelection(selection?.checkedIds?.length ?? 0);
  const atBottom = toolbarAt === "bottom";
  // Under the table the bar comes with the first chosen row (APP-36); where nobody counts it is always there.
  const bar = toolbar && (
    <>
      <div
        className={classes("table-toolbar", atBottom && "table-toolbar-bottom")}
        hidden={atBottom && count === 0}
      >
        {toolbar}
        {selection && <SelectionCount announced={!atBottom} />}
      </div>
      {atBottom && (
        // What comes into sight with its text is not announced; what was there before is.
        <div className="visually-hidden">
          <SelectionCount announced />
        </div>
      )}
    </>
  );
  return (
    <Form ref={ref} method="post" action={form?.action} onInput={selection && recount} preventScrollReset>
      <FormSecrets />
      {form?.fields}
      <SelectionProvider value={count}>
        {!atBottom && bar}
        {children}
        {atBottom && bar}
      </SelectionProvider>
    </Form>
  );
}

function Rows<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, minWidth, empty, rowHref, selection } = props;
  if (rows.length === 0) return <NoRows empty={empty} />;
  // A frame that scrolls must be reachable by keyboard; links and boxes in the rows see to that by themselves.
  const reachable = minWidth || !(rowHref || selection);
  return (
    <div className="table-frame">
      <div
        className={classes("table-scroll", minWidth && "table-wide")}
        {...(reachable && { tabIndex: 0, role: "region", "aria-label": label })}
      >
        <table
          className={classes("table", rowHref && "table-linked")}
          style={minWidth ? { minWidth } : undefined}
        >
          <caption className="visually-hidden">{label}</caption>
          {columns.some((column) => column.width) && (
            <colgroup>
              {selection && <col />}
              {columns.map((column) => (
                <col key={column.id} style={column.width ? { width: column.width } : undefined} />
              ))}
            </colgroup>
          )}
          <Head {...props} />
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- adds to the links in the rows, which have keys */}
          <tbody onClick={rowHref && followRow}>{rows.map((row) => bodyRow(row, props))}</tbody>
        </table>
      </div>
    </div>
  );
}

function NoRows({ empty }: { empty: DataTableProps<unknown>["empty"] }) {
  const t = useTexts(common);
  const clear = empty?.clearHref && (
    <ButtonLink to={empty.clearHref}>{t("actions.clearAllFilters")}</ButtonLink>
  );
  return (
    <div className="table-frame">
      <EmptyState
        icon={clear ? "search" : "list"}
        title={clear ? t("table.noResultsFiltered") : (empty?.title ?? t("table.noResults"))}
        text={clear ? undefined : empty?.text}
        action={clear || empty?.action}
      />
    </div>
  );
}

function Head<Row>({ columns, selection, list, defaults }: DataTableProps<Row>) {
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className="check">
            <SelectAll />
          </th>
        )}
        {columns.map((column) => {
          const sorted = list && column.sort !== undefined && list.sort === column.sort;
          return (
            <th
              key={column.id}
              scope="col"
              className={column.align}
              aria-sort={sorted ? (list.order === "asc" ? "ascending" : "descending") : undefined}
            >
              {column.sort && list ? (
                <SortLink header={column.header} sort={column.sort} list={list} defaults={defaults} />
              ) : column.headerHidden ? (
                <span className="visually-hidden">{column.header}</span>
              ) : (
                column.header
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type SortLinkProps = { header: string; sort: string; list: ListState; defaults: ListDefaults | undefined };

function SortLink({ header, sort, list, defaults }: SortLinkProps) {
  const location = useLocation();
  const sorted = list.sort === sort;
  // A heading that is not in force starts with its default order, so that dates begin with the newest.
  const first = defaults?.sort === sort ? defaults.order : "asc";
  const order = sorted ? (list.order === "asc" ? "desc" : "asc") : first;
  return (
    <a className="sort-link" href={listHref(location, { sort, order }, defaults)} data-keep-scroll="true">
      {header}
      <Icon name={sorted ? (list.order === "asc" ? "arrow-up" : "arrow-down") : "sort"} />
    </a>
  );
}
