import { useTexts } from "~/components/context/console-context";
import { type Column, DataTable } from "~/components/table/data-table";
import { ButtonLink } from "~/components/ui/button";
import { PageHeader } from "~/components/ui/page-header";
import { useTime } from "~/components/ui/time";
import { applications } from "~/i18n/applications";
import { vacancies } from "~/i18n/vacancies";
import { progressNames, progressStatuses } from "~/models/applications/application-options";
import type { Requisition } from "~/models/vacancies/requisition-screen.server";
import { type PanelVacancy, VacancyPanel } from "./vacancy-panel";

type Row = Requisition["rows"][number];

type RequisitionViewProps = { requisition: Requisition; vacancy: PanelVacancy; vacanciesHref: string };

/** The job requisition of a vacancy, to be read only (VAC-52). */
export function RequisitionView({ requisition, vacancy, vacanciesHref }: RequisitionViewProps) {
  const t = useTexts(vacancies);
  const columns = useColumns();
  const { id, hubHref, stages, rows, list, defaults, totals, problem } = requisition;
  return (
    <>
      <PageHeader
        title={t("requisition.title", { id })}
        back={{ to: vacanciesHref, label: t("title") }}
        actions={
          <ButtonLink to={hubHref} icon="external" target="_blank" rel="noopener">
            {t("requisition.openInHub")}
          </ButtonLink>
        }
      />
      <VacancyPanel vacancy={vacancy} />
      {/* No landmarks of their own: the tables in them are. */}
      <div className="section">
        <h2>{t("requisition.stages")}</h2>
        <DataTable
          label={t("requisition.stages")}
          columns={[
            {
              id: "stage",
              header: t("requisition.stage"),
              isRowHeader: true,
              cell: (stage) => stage.name,
            },
            {
              id: "count",
              header: t("requisition.applications"),
              align: "end",
              cell: (stage) => stage.count,
            },
          ]}
          rows={problem ? [] : stages}
          rowId={(stage) => stage._id}
          problem={problem ?? undefined}
        />
      </div>
      {!problem && (
        <div className="section">
          <h2>{t("requisition.list")}</h2>
          <DataTable
            label={t("requisition.list")}
            columns={columns}
            rows={rows}
            rowId={(row) => row._id}
            list={list}
            defaults={defaults}
            totals={totals}
            empty={{ title: t("requisition.none") }}
          />
        </div>
      )}
    </>
  );
}

function useColumns(): Column<Row>[] {
  const t = useTexts(applications);
  const v = useTexts(vacancies);
  const time = useTime();
  return [
    { id: "name", header: t("columns.name"), sort: "name", isRowHeader: true, cell: (row) => row.name },
    { id: "email", header: t("columns.email"), cell: (row) => row.email ?? "-" },
    { id: "stage", header: v("requisition.stage"), cell: (row) => row.stage },
    { id: "status", header: t("columns.status"), cell: (row) => t(`status.${row.status}`) },
    {
      id: "progress",
      header: t("columns.progress"),
      cell: (row) => {
        const name = progressNames.find((one) => progressStatuses[one] === row.progress);
        return name && name !== "ALL" ? t(`progress.${name}`) : "-";
      },
    },
    {
      id: "submitted",
      header: t("columns.submitted"),
      sort: "submitted",
      nowrap: true,
      cell: (row) => time(row.submittedAt, "dateTime"),
    },
  ];
}
