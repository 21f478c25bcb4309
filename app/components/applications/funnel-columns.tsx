import { linkColumn, textColumn, timeColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { Badge } from "~/components/ui/badge";
import { applications } from "~/i18n/applications";
import { funnel } from "~/i18n/funnel";
import type { FunnelRow } from "~/models/applications/funnel.server";
import { statusTones } from "./status-tones";

/** Columns of the candidates behind a funnel number (PIPE-12). */
export const funnelColumns = columnsOf<FunnelRow>(({ translate, time, column }) => {
  const t = translate(funnel);
  const a = translate(applications);
  return [
    linkColumn({
      id: "name",
      header: t("columns.name"),
      className: "col-name",
      width: "26%",
      csv: (row) => row.name,
      value: (row) => <bdi>{row.name}</bdi>,
    }),
    column.text("email", t("columns.email"), { speaks: true, under: "name", className: "col-email" }),
    textColumn({
      id: "status",
      speaks: true,
      header: t("columns.status"),
      csv: (row) => a(`status.${row.status}`),
      value: (row) => <Badge tone={statusTones[row.status] ?? "gray"}>{a(`status.${row.status}`)}</Badge>,
    }),
    timeColumn({ id: "cameAt", header: t("columns.CAME"), time, at: (row) => row.cameAt }),
    timeColumn({ id: "completedAt", header: t("columns.COMPLETED"), time, at: (row) => row.completedAt }),
    timeColumn({ id: "wentOnAt", header: t("columns.WENT_ON"), time, at: (row) => row.wentOnAt }),
  ];
});
