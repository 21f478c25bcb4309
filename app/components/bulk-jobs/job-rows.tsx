import { useTexts } from "~/components/context/console-context";
import { DataTable } from "~/components/table/data-table";
import { BulkButton } from "~/components/table/bulk-button";
import type { DataTableProps } from "~/components/table/table-props";
import { bulkJobs } from "~/i18n/bulk-jobs";
import type { BulkJob, BulkRow } from "~/models/bulk-jobs/bulk-job.server";
import { bulkOutcomes, bulkReasons } from "~/models/bulk-jobs/bulk-words";
import type { Intent } from "~/services/intents";
import { plainRowColumns, rowColumns } from "./job-columns";

type JobRowsProps = Omit<DataTableProps<BulkRow>, "label" | "columns"> & {
  base: string;
  job: BulkJob;
  /** Undoes the changes of the ticked rows, while that is possible (BULK-14). */
  undo: Intent | undefined;
};

/** A job's rows, each with its planned or actual outcome (BULK-13). */
export function JobRows({ base, job, undo, ...rows }: JobRowsProps) {
  const t = useTexts(bulkJobs);
  const isUndoable = ({ changedAt, undoneAt }: BulkRow) => changedAt !== null && undoneAt === null;
  return (
    <DataTable
      {...rows}
      label={t("rows")}
      columns={job.declinesTold === null ? plainRowColumns : rowColumns}
      rowHref={(row) => hrefOf(base, job, row)}
      fields={[
        {
          kind: "choice",
          name: "outcome",
          label: t("outcome"),
          placeholder: t("all"),
          options: bulkOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
        },
        {
          kind: "choice",
          name: "reason",
          label: t("reason"),
          placeholder: t("all"),
          options: bulkReasons.map((value) => ({ value, label: t(`reasons.${value}`) })),
        },
      ]}
      selection={
        undo && {
          label: (row) => row.name ?? String(row.position),
          disabledReason: (row) => (isUndoable(row) ? undefined : t("undo.nothing")),
        }
      }
      toolbar={undo && <BulkButton intent={undo}>{t("undo.ticked")}</BulkButton>}
    />
  );
}

/** URL of the row's candidate or vacancy; undefined if it no longer exists. */
function hrefOf(base: string, { action, vacancyId }: BulkJob, { rowId, name }: BulkRow): string | undefined {
  if (name === null) return undefined;
  if (vacancyId) return `${base}/vacancies/${vacancyId}/applications/${rowId}`;
  return action.startsWith("VACANCY") ? `${base}/vacancies/${rowId}` : undefined;
}
