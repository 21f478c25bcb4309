import { useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { DataTable } from "~/components/table/data-table";
import { ButtonLink } from "~/components/ui/button";
import { applications } from "~/i18n/applications";
import type { ApplicationsData } from "~/models/applications/application-screen.server";
import { useApplicationColumns } from "./application-columns";
import { useApplicationFilters } from "./application-filters";
import { allAtStageHref } from "./application-hrefs";
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
  const fields = useApplicationFilters(data);
  const { rows, list, applicationId, asOf, stage, progress } = data;
  const showAll = applicationId && (
    <ButtonLink to={allAtStageHref(vacancyPath, search, stage)}>{t("showAll")}</ButtonLink>
  );
  return (
    <DataTable
      {...data}
      label={t("title")}
      columns={columns}
      fields={applicationId ? undefined : fields}
      isCurrent={(row) => row._id === applicationId}
      list={applicationId ? undefined : list}
      selection={{ label: (row) => row.name, checkedIds }}
      toolbar={rows.length > 0 && <BulkBar laterStages={data.laterStages} />}
      toolbarAt="bottom"
      form={{
        action: vacancyPath + search,
        fields: asOf && <input type="hidden" name="asOf" value={asOf} />,
      }}
      empty={
        applicationId
          ? { title: t("oneGone"), text: t("oneGoneText"), action: showAll }
          : { title: t(progress === "ALL" ? "empty" : "emptyProgress") }
      }
      cards="medium"
    />
  );
}
