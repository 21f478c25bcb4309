import type { bulkJobs } from "~/i18n/bulk-jobs";
import { applications } from "~/i18n/applications";
import { inFigures } from "~/i18n/numbers";
import type { Texts, Translate } from "~/i18n/texts";
import type { BulkJob, BulkReason, BulkRow } from "./bulk-job.server";

export const bulkOutcomes = ["WAITING", "DONE", "SKIPPED"] as const satisfies readonly BulkRow["outcome"][];

export const bulkReasons = [
  "CHANGED",
  "SO_ALREADY",
  "NOT_A_LATER_STAGE",
  "ASSESSMENT_CLOSED",
  "DEIDENTIFIED",
  "MESSAGE_OFF",
  "IN_USE",
  "NOT_ALLOWED",
  "NOT_FOUND",
  "FAILED",
] as const satisfies readonly BulkReason[];

type Words = {
  t: Translate<(typeof bulkJobs)["en"]>;
  translate: <T extends Texts["en"]>(texts: Texts<T>) => Translate<T>;
};

/** What a job does, in words: its title. */
export function titleOf(
  job: Pick<BulkJob, "action" | "status" | "stageName" | "undoOf">,
  { t, translate }: Words,
) {
  const { action, status, stageName } = job;
  const words = t(`action.${action}`, {
    status: status ? translate(applications)(`status.${status}`) : "",
    stage: stageName ?? "-",
  });
  if (job.undoOf === null) return words;
  return action === "APPLICATION_STATUS" ? t("undoStatusTitle") : t("undoTitle", { what: words });
}

/** A number of rows as texts hold it. */
export const counted = (count: number) => ({ number: inFigures(count) });

/** Whether what a job does has a way back: moving and sending have none (BULK-15). */
export const canBeUndone = (action: BulkJob["action"]): boolean =>
  action !== "APPLICATION_MOVE" && action !== "APPLICATION_RESEND";

/** The colours of what became of a row, and of a job. */
export const outcomeTones = { WAITING: "gray", DONE: "green", SKIPPED: "amber" } as const;
export const stateTones = {
  PREPARING: "gray",
  PLANNED: "gray",
  RUNNING: "accent",
  STOPPED: "amber",
  DONE: "green",
} as const;
