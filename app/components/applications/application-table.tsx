import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { DataTable } from "~/components/table/data-table";
import { ExportLink } from "~/components/table/export-link";
import { MoreActions } from "~/components/table/more-actions";
import { ViewsMenu } from "~/components/table/views-menu";
import { ButtonLink } from "~/components/ui/button";
import { SharedPopover } from "~/components/ui/menu";
import { applications } from "~/i18n/applications";
import type { ApplicationsData } from "~/models/applications/application-screen.server";
import { rowMenuId, useApplicationColumns } from "./application-columns";
import { useApplicationFilters } from "./application-filters";
import { allAtStageHref, applicationHref } from "./application-hrefs";
import { BulkBar } from "./bulk-bar";
import { actionItems, type ApplicationIntents } from "./application-actions";

type ApplicationTableProps = ApplicationsData & {
  intents: ApplicationIntents;
  vacancyPath: string;
  /** Rows that the bulk action skipped; they stay selected. */
  checkedIds?: readonly string[];
};

/** The applications at a stage (APP-22), with single and bulk actions. */
export function ApplicationTable({ intents, vacancyPath, checkedIds, ...data }: ApplicationTableProps) {
  const t = useTexts(applications);
  const { search } = useLocation();
  const [openedId, open] = useState<string>();
  const columns = useApplicationColumns(data, vacancyPath, intents, open);
  const fields = useApplicationFilters(data);
  const { rows, list, applicationId, asOf, stage, progress } = data;
  const opened = rows.find(({ _id }) => _id === openedId);
  const showAll = applicationId && (
    <ButtonLink to={allAtStageHref(vacancyPath, search, stage)}>{t("showAll")}</ButtonLink>
  );
  return (
    <DataTable
      {...data}
      label={t("title")}
      columns={columns}
      fields={applicationId ? undefined : fields}
      rowHref={data.may.open ? (row) => applicationHref(vacancyPath, row._id, null, search) : undefined}
      isCurrent={(row) => row._id === applicationId}
      list={applicationId ? undefined : list}
      selection={data.may.change ? { label: (row) => row.name, checkedIds } : undefined}
      toolbar={
        data.may.change &&
        rows.length > 0 && (
          <BulkBar
            {...{ intents }}
            laterStages={data.laterStages}
            messages={data.messages}
            declining={data.declining}
            most={rows.length}
          />
        )
      }
      toolbarAt="bottom"
      barLinks={
        !applicationId && (
          <MoreActions>
            <ViewsMenu {...data} columns={columns} path={vacancyPath} />{" "}
            <ExportLink totals={data.totals} path={vacancyPath} />
          </MoreActions>
        )
      }
      form={{
        action: vacancyPath + search,
        fields: (
          <>
            {asOf && <input type="hidden" name="asOf" value={asOf} />}
            <SharedPopover id={rowMenuId}>
              {opened &&
                actionItems(opened, t, {
                  intents,
                  may: data.may,
                  messages: data.messages,
                  hrefOf: (page) => applicationHref(vacancyPath, opened._id, page, search),
                })}
            </SharedPopover>
          </>
        ),
      }}
      empty={
        applicationId
          ? { title: t("oneGone"), text: t("oneGoneText"), action: showAll }
          : { title: t(progress === "ALL" ? "empty" : "emptyProgress") }
      }
    />
  );
}
