import type { ReactNode } from "react";
import { useTexts } from "~/components/context/console-context";
import { type Column, DataTable } from "~/components/table/data-table";
import { useTime } from "~/components/ui/time";
import { vacancies } from "~/i18n/vacancies";
import type { ListDefaults, ListState, ListTotals } from "~/models/list/list-state";
import { selectionValue } from "~/models/vacancies/vacancy-selection";
import type { VacancyRow } from "~/models/vacancies/vacancy.server";

type VacancyTableProps = {
  label: string;
  rows: readonly VacancyRow[];
  list: ListState;
  defaults: ListDefaults;
  totals: ListTotals | undefined;
  problem: { tone: "warning" | "error"; title: string; description: string } | null;
  idempotencyKey: string;
  rowHref: ((row: VacancyRow) => string) | undefined;
  toolbar: ReactNode;
  /** Adds the column of the archiving time (VAC-18). */
  isArchive?: boolean;
};

/** The table of both vacancy lists (VAC-04, VAC-18). */
export function VacancyTable({ problem, idempotencyKey, isArchive, ...table }: VacancyTableProps) {
  const t = useTexts(vacancies);
  const time = useTime();
  const columns: Column<VacancyRow>[] = [
    {
      id: "title",
      header: t("columns.title"),
      sort: "title",
      width: "40%",
      isRowHeader: true,
      cell: (row) => row.title,
    },
    {
      id: "applications",
      header: t("columns.applications"),
      align: "end",
      cell: (row) => row.applicationCount,
    },
    {
      id: "manager",
      header: t("columns.manager"),
      cell: ({ managers: [first] }) => (first ? `${first.firstName} ${first.lastName}` : "-"),
    },
    {
      id: "created",
      header: t("columns.created"),
      sort: "createdAt",
      nowrap: true,
      cell: (row) => time(row.createdAt, "dateTime"),
    },
    ...(isArchive
      ? [
          {
            id: "archived",
            header: t("columns.archived"),
            sort: "archivedAt",
            nowrap: true,
            cell: (row: VacancyRow) => time(row.archivedAt, "dateTime"),
          },
        ]
      : []),
    {
      id: "externalId",
      header: t("columns.externalId"),
      sort: "externalVacancyId",
      nowrap: true,
      cell: (row) => row.externalVacancyId ?? "-",
    },
  ];
  return (
    <DataTable
      {...table}
      columns={columns}
      rowId={selectionValue}
      selection={table.toolbar ? { label: (row) => row.title } : undefined}
      form={{ idempotencyKey }}
      empty={{ title: t("none"), text: isArchive && t("noneArchivedText") }}
      problem={problem ?? undefined}
    />
  );
}
