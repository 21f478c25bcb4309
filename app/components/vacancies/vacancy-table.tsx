import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { type Column, linkColumn, numberColumn, textColumn, timeColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import type { DataTableProps } from "~/components/table/table-props";
import { useTime } from "~/components/ui/time";
import { vacancies } from "~/i18n/vacancies";
import { selectionValue } from "~/models/vacancies/vacancy-selection";
import type { VacancyRow } from "~/models/vacancies/vacancy.server";

type VacancyTableProps = Omit<DataTableProps<VacancyRow>, "columns" | "selection" | "empty" | "toolbar"> & {
  toolbar: ReactNode;
  /** Adds the column of the archiving time (VAC-18). */
  isArchive?: boolean;
};

/** The table of both vacancy lists (VAC-04, VAC-18). */
export function VacancyTable({ isArchive, ...table }: VacancyTableProps) {
  const t = useTexts(vacancies);
  const time = useTime();
  const columns: Column<VacancyRow>[] = [
    linkColumn({
      id: "title",
      header: t("columns.title"),
      sort: "title",
      width: "40%",
      value: (row) => <bdi>{row.title}</bdi>,
    }),
    numberColumn({
      id: "applications",
      header: t("columns.applications"),
      value: (row) => row.applicationCount,
    }),
    textColumn({
      id: "manager",
      header: t("columns.manager"),
      value: ({ managers: [first] }) => first && <bdi>{`${first.firstName} ${first.lastName}`}</bdi>,
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
  return (
    <DataTable
      {...table}
      columns={columns}
      selection={table.toolbar ? { label: (row) => row.title, value: selectionValue } : undefined}
      empty={{ title: t("none"), text: isArchive && t("noneArchivedText") }}
    />
  );
}
