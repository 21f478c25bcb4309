import { numberColumn, textColumn, timeColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { vacancies } from "~/i18n/vacancies";
import type { VacancyRow } from "~/models/vacancies/vacancy.server";

const columns = (isArchive: boolean) =>
  columnsOf<VacancyRow>(({ translate, time, column }) => {
    const t = translate(vacancies);
    return [
      column.link("title", t("columns.title"), { width: "40%" }),
      numberColumn({
        id: "applications",
        header: t("columns.applications"),
        value: (row) => row.applicationCount,
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
