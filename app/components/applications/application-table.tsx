import { useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { DataTable } from "~/components/table/data-table";
import { ButtonLink } from "~/components/ui/button";
import { applications } from "~/i18n/applications";
import type { ApplicationsData } from "~/models/applications/application-screen.server";
import { useApplicationColumns } from "./application-columns";
import { unfilteredHref } from "./application-hrefs";
import { BulkBar } from "./bulk-bar";

type ApplicationTableProps = ApplicationsData & {
  vacancyPath: string;
  /** Rows of a bulk action that were not done: still chosen. */
  checkedIds?: readonly string[];
};

/** The applications at a stage (APP-22), with what can be done to one and to many. */
export function ApplicationTable({ vacancyPath, checkedIds, ...data }: ApplicationTableProps) {
  const t = useTexts(applications);
  const { search } = useLocation();
  const columns = useApplicationColumns(data, vacancyPath);
  const { rows, list, defaults, totals, filters, applicationId, asOf, idempotencyKey, problem } = data;
  const showAll = unfilteredHref(vacancyPath, search);
  const empty = applicationId
    ? {
        title: t("oneGone"),
        text: t("oneGoneText"),
        action: <ButtonLink to={showAll}>{t("showAll")}</ButtonLink>,
      }
    : { title: t("empty"), clearHref: filters.isFiltered ? showAll : undefined };
  return (
    <DataTable
      label={t("title")}
      columns={columns}
      rows={rows}
      rowId={(row) => row._id}
      isCurrent={(row) => row._id === applicationId}
      list={applicationId ? undefined : list}
      defaults={defaults}
      totals={totals}
      selection={{ label: (row) => row.name, checkedIds }}
      toolbar={rows.length > 0 && <BulkBar laterStages={data.laterStages} />}
      toolbarAt="bottom"
      form={{
        action: vacancyPath + search,
        idempotencyKey,
        fields: asOf && <input type="hidden" name="asOf" value={asOf} />,
      }}
      empty={empty}
      problem={problem ?? undefined}
      minWidth="1280px"
    />
  );
}
