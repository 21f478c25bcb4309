import { useActionData } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { ListQuestion } from "~/components/form/question-dialog";
import { ButtonLink } from "~/components/ui/button";
import { type Notice, Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { common } from "~/i18n/common";
import { type FilterValues, isSet } from "~/models/list/list-state";
import type { ViewsOfList } from "~/models/list/saved-views.server";
import type { Intent } from "~/services/intents";
import { DataTable } from "./data-table";
import { ExportLink } from "./export-link";
import { MoreActions } from "./more-actions";
import { BulkButton } from "./bulk-button";
import type { DataTableProps, TableSelection } from "./table-props";
import { useTotal } from "./use-total";
import { ViewsMenu } from "./views-menu";

type ActionLink = { href: string } | false | undefined;
/** Target of "Create New", the primary button unless `isQuiet`. */
type CreateLink = { href: string; isQuiet?: boolean } | false | undefined;
/** The list's bulk button, if permitted; `selection` provides the rows' labels. */
type BulkProps<Row> =
  | {
      bulk:
        | { intent: Intent; icon: "archive" | "restore"; notFor?: { ids: readonly string[]; why: string } }
        | false;
      /** Further bulk buttons, before the standard one. */
      moreBulk?: ReactNode;
      selection: TableSelection<Row>;
    }
  | { bulk?: undefined; moreBulk?: undefined; selection?: undefined };

export type ListScreenProps<Row extends { _id: string }, Filters> = Omit<
  DataTableProps<Row>,
  "label" | "toolbar" | "filters" | "selection"
> &
  BulkProps<Row> &
  Pick<ComponentProps<typeof PageHeader>, "back" | "meta"> & {
    title: string;
    /** "Create New" and its target, if permitted. */
    create?: CreateLink;
    /** "View Archive" and its target, if permitted. */
    archive?: ActionLink;
    /** True if the list can be exported. */
    canExport?: boolean;
    /** Further exports of the list, after the standard one. */
    moreExports?: ReactNode;
    /** URL of the person's views of the list, if there are views. */
    views?: ViewsOfList | undefined;
    /** Further header buttons, before "Create New". */
    actions?: ReactNode;
    /** Label of the search field for the filter `search`; without it there is no field. */
    searchLabel?: "search" extends keyof Filters ? string : never;
    filters: Filters;
    /** Rendered between header and table. */
    children?: ReactNode;
  };

/**
 * A whole list screen: header with count and buttons, the last bulk action's outcome, and the table. The result of
 * `defineList` is spread into it. A search without the filter, or a bulk button without checkboxes, does not compile.
 */
export function ListScreen<Row extends { _id: string }, Filters extends FilterValues>({
  title,
  back,
  meta,
  create,
  archive,
  canExport,
  moreExports,
  views,
  actions,
  searchLabel,
  bulk,
  moreBulk,
  selection,
  children,
  ...table
}: ListScreenProps<Row, Filters>) {
  const c = useTexts(common);
  const answer = useActionData<{ notice?: Notice }>();
  const total = useTotal(table.totals);
  // An empty list has nothing to search for, nor to tick where its button fills it.
  const isEmpty = table.rows.length === 0 && !table.problem && !Object.values(table.filters).some(isSet);
  const fields = [...(searchLabel === undefined ? [] : [searchField(searchLabel)]), ...(table.fields ?? [])];
  return (
    <>
      <PageHeader
        title={title}
        count={table.totals && total}
        {...(back && { back })}
        {...(meta && { meta })}
        actions={
          <>
            {(archive || views || (canExport && table.totals?.totalItems)) && (
              <MoreActions>
                {archive && (
                  <ButtonLink to={archive.href} variant="ghost">
                    {c("actions.viewArchive")}
                  </ButtonLink>
                )}{" "}
                <ViewsMenu {...{ views }} {...table} /> {canExport && <ExportLink totals={table.totals} />}{" "}
                {canExport && moreExports}
              </MoreActions>
            )}
            {actions}
            {create && (
              <ButtonLink to={create.href} {...(!create.isQuiet && { variant: "solid" })} icon="plus">
                {c("actions.createNew")}
              </ButtonLink>
            )}
          </>
        }
      />
      <Notices notices={answer?.notice ? [answer.notice] : []} />
      {children}
      <DataTable
        {...table}
        // An empty list suggests how to fill it.
        empty={
          table.empty ??
          (create
            ? {
                title: c("table.noneYet", { what: title.toLowerCase() }),
                text: c("table.createFirst"),
                // A quiet button leaves the first step to another part of the page.
                action: !create.isQuiet && (
                  <ButtonLink to={create.href} icon="plus">
                    {c("actions.createNew")}
                  </ButtonLink>
                ),
              }
            : undefined)
        }
        label={title}
        selection={bulk || moreBulk ? selection : undefined}
        fields={fields.length > 0 && !isEmpty ? fields : undefined}
        toolbar={
          (bulk || moreBulk) &&
          !(isEmpty && create) && (
            <>
              {moreBulk}
              {bulk && <BulkButton {...bulk}>{c(`actions.${bulk.icon}`)}</BulkButton>}
            </>
          )
        }
      />
      <ListQuestion intent={bulk ? bulk.intent : undefined} list={table.name ?? title} />
    </>
  );
}

/** Search field for a list's filter `search`. */
export const searchField = (label: string) =>
  ({ kind: "text", isSearch: true, name: "search", label, labelHidden: true, placeholder: label }) as const;
