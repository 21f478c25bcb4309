import { linkColumn, textColumn, timeColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { applications } from "~/i18n/applications";
import { home } from "~/i18n/home";
import type { OverdueRow } from "~/models/applications/overdue.server";
import { candidateColumns } from "./columns-of-all-vacancies";

/** Columns of overdue candidates of all vacancies (PIPE-03). */
export const overdueColumns = columnsOf<OverdueRow>(({ translate, time }) => {
  const t = translate(home);
  const a = translate(applications);
  return [
    linkColumn({
      id: "name",
      header: t("candidates.name"),
      className: "col-name",
      person: (row) => row.name,
      value: (row) => row.name,
    }),
    ...candidateColumns<OverdueRow>(t, a),
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
