import { linkColumn, textColumn, timeColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { Badge } from "~/components/ui/badge";
import { applications } from "~/i18n/applications";
import { home } from "~/i18n/home";
import type { OverdueRow } from "~/models/applications/overdue.server";
import { statusTones } from "./status-tones";

/** Columns of overdue candidates of all vacancies (PIPE-03). */
export const overdueColumns = columnsOf<OverdueRow>(({ translate, time }) => {
  const t = translate(home);
  const a = translate(applications);
  return [
    linkColumn({ id: "name", header: t("candidates.name"), className: "col-name", value: (row) => row.name }),
    textColumn({
      id: "email",
      speaks: true,
      header: t("candidates.email"),
      under: "name",
      className: "col-email",
      value: (row) => row.email,
    }),
    textColumn({
      id: "vacancy",
      header: t("candidates.vacancy"),
      className: "cell-cut",
      csv: (row) => row.vacancy,
      value: (row) => <bdi title={row.vacancy}>{row.vacancy}</bdi>,
    }),
    textColumn({
      id: "status",
      speaks: true,
      header: t("candidates.status"),
      csv: (row) => a(`status.${row.status}`),
      value: (row) => <Badge tone={statusTones[row.status] ?? "gray"}>{a(`status.${row.status}`)}</Badge>,
    }),
    textColumn({
      id: "waiting",
      speaks: true,
      header: t("overdue.waiting"),
      value: ({ overdueDays: count }) => (count === 0 ? a("overdueToday") : a("overdue", { count })),
    }),
    timeColumn({
      id: "due",
      header: t("overdue.due"),
      sort: "stageDueAt",
      time,
      at: (row) => row.stageDueAt,
    }),
  ];
});
