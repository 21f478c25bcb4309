import type { CSSProperties, ReactNode } from "react";
import { sharesOf } from "~/components/applications/shares";
import { textColumn, timeColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { formatNumber } from "~/i18n/numbers";
import { vacancies } from "~/i18n/vacancies";
import type { VacancyRow } from "~/models/vacancies/vacancy.server";

/** The count after a bar of its candidates by progress, drawn by CSS: a list has one per row (VAC-69). */
function counted({ applicationCount, progress }: VacancyRow): ReactNode {
  const figure = formatNumber(applicationCount);
  if (!progress || applicationCount === 0) return figure;
  const [notStarted = 0, inProgress = 0, completed = 0] = sharesOf(progress);
  const style: CSSProperties & Record<`--${"a" | "b" | "c"}`, number> = {
    "--a": Math.round(notStarted),
    "--b": Math.round(notStarted + inProgress),
    "--c": Math.round(notStarted + inProgress + completed),
  };
  return (
    <span className="spread" style={style}>
      {figure}
    </span>
  );
}

const columns = (isArchive: boolean) =>
  columnsOf<VacancyRow>(({ translate, time, column }) => {
    const t = translate(vacancies);
    return [
      column.link("title", t("columns.title"), { width: "40%" }),
      textColumn({
        id: "applications",
        header: t("columns.applications"),
        align: "end",
        csv: (row) => row.applicationCount,
        value: counted,
      }),
      textColumn({
        id: "manager",
        header: t("columns.manager"),
        className: "cell-cut",
        value: ({ managers: [first] }) => {
          const name = first && `${first.firstName} ${first.lastName}`;
          return name && <bdi>{name}</bdi>;
        },
      }),
      timeColumn({
        id: "created",
        header: t("columns.created"),
        sort: "createdAt",
        time,
        at: (row) => row.createdAt,
      }),
      ...(isArchive
        ? [
            timeColumn<VacancyRow>({
              id: "archived",
              header: t("columns.archived"),
              sort: "archivedAt",
              time,
              at: (row) => row.archivedAt,
            }),
          ]
        : []),
      textColumn({
        id: "externalId",
        header: t("columns.externalId"),
        sort: "externalVacancyId",
        nowrap: true,
        value: (row) => row.externalVacancyId,
      }),
    ];
  });

/** Columns of active vacancies (VAC-04). */
export const vacancyColumns = columns(false);
/** Columns of archived vacancies, with the archiving time (VAC-18). */
export const vacancyArchiveColumns = columns(true);
