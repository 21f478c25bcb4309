import { linkColumn, textColumn, timeColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { Badge } from "~/components/ui/badge";
import { applications } from "~/i18n/applications";
import { home } from "~/i18n/home";
import type { CompletedRow } from "~/models/applications/completed.server";
import { CandidateName } from "./application-columns";
import { statusTones } from "./status-tones";

/** Columns of completed candidates of all vacancies (HOME-11). */
export const completedColumns = columnsOf<CompletedRow>(({ translate, time }) => {
  const t = translate(home);
  const a = translate(applications);
  return [
    linkColumn({
      id: "name",
      header: t("candidates.name"),
      className: "col-name",
      width: "26%",
      csv: (row) => row.name,
      value: (row) => <CandidateName name={row.name} unviewed={!row.isViewed && a("unviewed")} />,
    }),
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
      width: "26%",
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
      id: "result",
      header: t("candidates.result"),
      value: ({ result }) =>
        result === "YES" || result === "MAYBE" || result === "NO" ? a(`result.${result}`) : null,
    }),
    textColumn({ id: "score", header: t("candidates.score"), align: "end", value: ({ score }) => score }),
    timeColumn({
      id: "submitted",
      header: t("candidates.completed"),
      sort: "submittedAt",
      time,
      at: (row) => row.submittedAt,
    }),
  ];
});
