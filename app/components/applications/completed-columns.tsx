import { linkColumn, textColumn, timeColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { applications } from "~/i18n/applications";
import { home } from "~/i18n/home";
import type { CompletedRow } from "~/models/applications/completed.server";
import { CandidateName } from "./application-columns";
import { candidateColumns } from "./columns-of-all-vacancies";

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
      person: (row) => row.name,
      value: (row) => <CandidateName name={row.name} unviewed={!row.isViewed && a("unviewed")} />,
    }),
    ...candidateColumns<CompletedRow>(t, a, "26%"),
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
