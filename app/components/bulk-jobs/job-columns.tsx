import { linkColumn, numberColumn, textColumn, timeColumn } from "~/components/table/columns";
import { columnsOf } from "~/components/table/use-columns";
import { Badge } from "~/components/ui/badge";
import { applications } from "~/i18n/applications";
import { bulkJobs } from "~/i18n/bulk-jobs";
import type { BulkJobRow, BulkRow } from "~/models/bulk-jobs/bulk-job.server";
import { listOf, outcomeTones, stateTones, titleOf } from "~/models/bulk-jobs/bulk-words";

/** Columns of the person's bulk actions (BULK-17). */
export const jobColumns = columnsOf<BulkJobRow>(({ translate, time }) => {
  const t = translate(bulkJobs);
  return [
    linkColumn({
      id: "what",
      header: t("what"),
      value: (job) => <bdi>{titleOf(job, { t, translate })}</bdi>,
    }),
    textColumn({
      id: "of",
      header: t("list"),
      value: (job) => <bdi>{listOf(job, { t, translate })}</bdi>,
    }),
    textColumn({
      id: "state",
      header: t("progress"),
      nowrap: true,
      csv: (job) => t(`state.${job.state}`),
      value: (job) => <Badge tone={stateTones[job.state]}>{t(`state.${job.state}`)}</Badge>,
    }),
    numberColumn({ id: "total", header: t("total"), value: (job) => job.total }),
    numberColumn({ id: "done", header: t("outcomes.DONE"), value: (job) => job.done }),
    timeColumn({ id: "createdAt", header: t("created"), time, at: (job) => job.createdAt }),
  ];
});

const toldColumn = "toldAt";

/** Columns of a job's rows, for its page and its report (BULK-13). */
export const rowColumns = columnsOf<BulkRow>(({ translate, time }) => {
  const t = translate(bulkJobs);
  const status = translate(applications);
  return [
    linkColumn({
      id: "name",
      header: t("name"),
      value: (row) => (row.name === null ? t("gone") : <bdi>{row.name}</bdi>),
    }),
    numberColumn({ id: "row", header: t("row"), value: (row) => row.position }),
    textColumn({
      id: "before",
      header: t("before"),
      value: (row) => (row.beforeStatus ? status(`status.${row.beforeStatus}`) : row.beforeStage),
    }),
    textColumn({
      id: "outcome",
      header: t("outcome"),
      nowrap: true,
      csv: (row) => t(`outcomes.${row.outcome}`),
      value: (row) => <Badge tone={outcomeTones[row.outcome]}>{t(`outcomes.${row.outcome}`)}</Badge>,
    }),
    textColumn({
      id: "reason",
      header: t("reason"),
      value: (row) => row.reason && t(`reasons.${row.reason}`),
    }),
    timeColumn({ id: "changedAt", header: t("changedAt"), time, at: (row) => row.changedAt }),
    timeColumn({ id: "undoneAt", header: t("undoneAt"), time, at: (row) => row.undoneAt }),
    timeColumn({ id: toldColumn, header: t("toldAt"), time, at: (row) => row.toldAt }),
  ];
});

/** Columns for jobs that do not undo declines, without the notification time. */
export const plainRowColumns: typeof rowColumns = (basis) =>
  rowColumns(basis).filter(({ id }) => id !== toldColumn);
