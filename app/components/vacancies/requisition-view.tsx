import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { type Column, linkColumn, numberColumn, textColumn, timeColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { ButtonLink } from "~/components/ui/button";
import { PageHeader } from "~/components/ui/page-header";
import { useTime } from "~/components/ui/time";
import { applications } from "~/i18n/applications";
import { vacancies } from "~/i18n/vacancies";
import { progressNames, progressStatuses } from "~/models/applications/application-options";
import type { Requisition } from "~/models/vacancies/requisition-screen.server";
import { type PanelVacancy, VacancyPanel } from "./vacancy-panel";

type Row = Requisition["rows"][number];
type Stage = Requisition["stages"][number];

type RequisitionViewProps = {
  requisition: Requisition;
  vacancy: PanelVacancy;
  /** The list it was opened from, if accessible. */
  back: { to: string; label: string } | undefined;
  /** Position in that list. */
  inList: ReactNode;
};

/** The job requisition of a vacancy, read-only (VAC-52). */
export function RequisitionView({ requisition, vacancy, back, inList }: RequisitionViewProps) {
  const t = useTexts(vacancies);
  const columns = useColumns();
  const { id, hubHref, stages, ...table } = requisition;
  return (
    <>
      <PageHeader
        title={t("requisition.title", { id })}
        back={back}
        actions={
          <>
            {inList}
            <ButtonLink to={hubHref} icon="external" target="_blank" rel="noopener">
              {t("requisition.openInHub")}
            </ButtonLink>
          </>
        }
      />
      <VacancyPanel vacancy={vacancy} />
      {/* Not landmarks: the tables in them are. */}
      <div className="section">
        <h2>{t("requisition.stages")}</h2>
        <DataTable
          label={t("requisition.stages")}
          columns={[
            linkColumn<Stage>({ id: "stage", header: t("requisition.stage"), value: (stage) => stage.name }),
            numberColumn<Stage>({
              id: "count",
              header: t("requisition.applications"),
              value: (stage) => stage.count,
            }),
          ]}
          rows={table.problem ? [] : stages}
          problem={table.problem}
        />
      </div>
      {!table.problem && (
        <div className="section">
          <h2>{t("requisition.list")}</h2>
          <DataTable
            label={t("requisition.list")}
            {...table}
            columns={columns}
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
    linkColumn({
      id: "name",
      header: t("columns.name"),
      sort: "name",
      value: (row) => <bdi>{row.name}</bdi>,
    }),
    textColumn({ id: "email", header: t("columns.email"), value: (row) => row.email }),
    textColumn({ id: "stage", header: v("requisition.stage"), value: (row) => row.stage }),
    textColumn({ id: "status", header: t("columns.status"), value: (row) => t(`status.${row.status}`) }),
    textColumn({
      id: "progress",
      header: t("columns.progress"),
      value: (row) => {
        const name = progressNames.find((one) => progressStatuses[one] === row.progress);
        return name && name !== "ALL" ? t(`progress.${name}`) : null;
      },
    }),
    timeColumn({
      id: "submitted",
      header: t("columns.submitted"),
      sort: "submitted",
      time,
      at: (row) => row.submittedAt,
    }),
  ];
}
