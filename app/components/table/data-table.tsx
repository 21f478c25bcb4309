import { useLocation } from "@remix-run/react";
import { useId } from "react";
import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import { classes } from "~/components/ui/classes";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { common } from "~/i18n/common";
import { isSet } from "~/models/list/list-state";
import { type UnknownFilter, withoutUnknown } from "~/models/list/unknown-filters";
import { AllMatch } from "./all-match";
import { ColumnChooser } from "./column-chooser";
import { useListLayout } from "./column-layout";
import { FilterBar } from "./filter-bar";
import { parametersOf } from "./filter-fields";
import { columnsHref, withoutFilters } from "./list-url";
import { useShortener } from "./use-shortener";
import { usePostedValues } from "./posted-values";
import { Pagination } from "./pagination";
import { ListBar, ListCard, ListForm, SelectionBar } from "./selection";
import { SortMenu } from "./sort-menu";
import { TableHead } from "./table-head";
import type { DataTableProps, RenderedTable } from "./table-props";
import { bodyRow, groupRow, groupsOf, looksOf, rowPressHandlers, showTruncatedText } from "./table-row";
import { roles } from "./roles";
import { useTableColumns } from "./use-columns";

/**
 * The table of every list: bar with filters and bulk actions, rows with sort links and row links, footer with
 * paging and columns, and designed empty and failed states. Rows render plain elements, not components, for
 * speed.
 */
export function DataTable<Row extends { _id: string }>(given: DataTableProps<Row>) {
  const columns = useTableColumns(given.columns, given.sorts);
  const { allMatch } = given;
  const listName = given.name ?? given.label;
  const { pathname, search } = useLocation();
  const path = given.form?.action?.replace(/\?.*/s, "");
  // Ignores column parameters: another column choice shows the same rows.
  const { posted, turn } = usePostedValues(
    listName,
    columnsHref({ pathname: path ?? pathname, search }, null),
  );
  const selected = given.selection && {
    ...given.selection,
    isAll: allMatch?.isChosen ?? false,
    checkedIds: given.selection.checkedIds ?? posted?.ids,
  };
  const props = { ...given, columns, selection: selected };
  const {
    name,
    label,
    view,
    fields,
    filters,
    list,
    totals,
    problem,
    selection,
    toolbar,
    toolbarAt,
    barLinks,
  } = props;
  const formId = useId();
  const hasForm = Boolean(selection ?? toolbar);
  const body = problem ? (
    <div className="rt-r-p-4">
      <Callout tone={problem.tone} role="alert" title={problem.title}>
        {problem.description}
      </Callout>
    </div>
  ) : props.rows.length > 0 ? (
    <Rows {...props} />
  ) : (
    <NoRows {...props} />
  );
  const bar = hasForm && !problem && toolbar && (
    <SelectionBar
      formId={formId}
      atBottom={toolbarAt === "bottom"}
      matching={allMatch && totals && <AllMatch {...{ allMatch, totals, path }} shown={given.rows.length} />}
    >
      {toolbar}
    </SelectionBar>
  );
  const chooser = name && list && totals && totals.totalItems > 0 && !problem && (
    <ColumnChooser {...{ name, label, view, columns }} />
  );
  const hasBar = Boolean(fields ?? barLinks) || Boolean(chooser) || Boolean(bar && toolbarAt !== "bottom");
  const sortMenu = list && !problem && props.rows.length > 1 && !props.minWidth && props.cards !== false && (
    <SortMenu columns={columns} list={list} defaults={props.defaults} />
  );
  const card = (
    <ListCard
      label={label}
      formId={hasForm ? formId : undefined}
      initial={selection?.checkedIds?.length ?? 0}
      turn={turn}
      isAll={allMatch?.isChosen}
    >
      {hasBar && (
        <ListBar isSwapped={Boolean(bar) && toolbarAt !== "bottom"}>
          {fields && (
            <FilterBar
              {...{ fields, list }}
              values={filters ?? {}}
              defaults={props.defaults}
              submitLabel={props.submitLabel}
            >
              {sortMenu}
            </FilterBar>
          )}
          {toolbarAt !== "bottom" && bar}
          {barLinks}
          {chooser}
        </ListBar>
      )}
      {!fields && sortMenu}
      {hasForm ? (
        <ListForm formId={formId} name={listName} form={props.form}>
          {body}
          {toolbarAt === "bottom" && bar}
        </ListForm>
      ) : (
        body
      )}
      {list && totals && !problem && totals.totalItems > 0 && (
        <Pagination {...{ list, totals }} defaults={props.defaults} />
      )}
    </ListCard>
  );
  return (
    <>
      {given.leftOut && <UnknownFilterNotice leftOut={given.leftOut} />}
      {card}
    </>
  );
}

/** Unknown values in the URL, and a link to the list without them. */
function UnknownFilterNotice({ leftOut }: { leftOut: readonly UnknownFilter[] }) {
  const t = useTexts(common);
  const { pathname, search } = useLocation();
  const rest = withoutUnknown(new URLSearchParams(search), leftOut).toString();
  return (
    <div className="notices">
      <Callout
        tone="warning"
        role="status"
        title={t("table.leftOut", { values: leftOut.map(({ value }) => value).join(", ") })}
        link={{ to: rest ? `${pathname}?${rest}` : pathname, label: t("table.withoutLeftOut") }}
      >
        {t("table.leftOutText")}
      </Callout>
    </div>
  );
}

function Rows<Row extends { _id: string }>(props: RenderedTable<Row>) {
  const { label, columns, rows, groupOf, minWidth, rowHref, selection, view, list, cards, isFixed } = props;
  const shorten = useShortener();
  const laid = useListLayout(columns, { rows, view, list });
  const looks = looksOf(laid);
  // A scrolling frame must be reachable by keyboard; links and boxes in its rows ensure that.
  const reachable = minWidth ?? !(rowHref ?? selection);
  return (
    <div
      className={classes("table-scroll rt-r-position-relative rt-r-overflow-auto", minWidth && "table-wide")}
      {...(reachable && { tabIndex: 0, role: "region", "aria-label": label })}
    >
      <table
        {...roles.table}
        className={classes(
          "table",
          rowHref && "table-linked",
          isFixed && "table-fixed",
          view?.density === "compact" && "table-compact",
          !minWidth && cards !== false && "cards",
          selection && "checks",
        )}
        style={minWidth ? { minWidth } : undefined}
      >
        <caption className="visually-hidden">{label}</caption>
        {laid.some(({ column }) => column.meta?.width) && (
          <colgroup>
            {selection && <col className="check-col" />}
            {laid.map(({ column: { id, meta } }) => (
              <col key={id} style={meta?.width ? { width: meta.width } : undefined} />
            ))}
          </colgroup>
        )}
        <TableHead laid={laid} list={list} defaults={props.defaults} hasSelection={Boolean(selection)} />
        {groupsOf(rows, groupOf).map(({ head, rows: grouped }, index) => (
          <tbody
            key={index}
            {...roles.rowgroup}
            {...(rowHref && rowPressHandlers)}
            onPointerOver={showTruncatedText}
            onPointerLeave={showTruncatedText}
          >
            {head !== undefined && groupRow(head, laid.length + (selection ? 1 : 0))}
            {grouped.map((row) => bodyRow(row, looks, props, shorten))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function NoRows<Row extends { _id: string }>(props: DataTableProps<Row>) {
  const { empty, fields, filters = {}, defaults } = props;
  const t = useTexts(common);
  const location = useLocation();
  const isFiltered = empty?.clearHref !== undefined || Object.values(filters).some(isSet);
  const clear = isFiltered && (
    <ButtonLink
      to={
        empty?.clearHref ??
        // A filter in the URL may have no field, e.g. if its options could not be loaded.
        withoutFilters(location, [...(fields ?? []).flatMap(parametersOf), ...Object.keys(filters)], defaults)
      }
    >
      {t("actions.clearAllFilters")}
    </ButtonLink>
  );
  return (
    <EmptyState
      icon={clear ? "search" : "list"}
      title={clear ? t("table.noResultsFiltered") : (empty?.title ?? t("table.noResults"))}
      text={clear ? undefined : empty?.text}
      action={clear || empty?.action}
    />
  );
}
