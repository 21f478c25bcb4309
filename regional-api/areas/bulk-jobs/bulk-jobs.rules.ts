/** Bulk jobs over all rows that match a list: actions, states, reasons for skipping a row (BULK). */
import { z } from "zod/v4";
import type { BulkOutcome, BulkReason, BulkState, BulkStopReason } from "../../store/tables/bulk";
import { refusals } from "../applications/application-moves";
import { applicationStatuses } from "../../../shared/application-statuses";
import { invalid } from "../../core/errors";

export const bulkActions = [
  "APPLICATION_STATUS",
  "APPLICATION_MOVE",
  "APPLICATION_RESEND",
  "VACANCY_ARCHIVE",
  "VACANCY_RESTORE",
] as const;

export const bulkStates = [
  "PREPARING",
  "PLANNED",
  "RUNNING",
  "STOPPED",
  "DONE",
] as const satisfies readonly BulkState[];

export const bulkStopReasons = [
  "ASKED",
  "NOT_ALLOWED",
  "FAILED",
] as const satisfies readonly BulkStopReason[];

export const bulkOutcomes = ["WAITING", "DONE", "SKIPPED"] as const satisfies readonly BulkOutcome[];

/** Reasons why a row was skipped. */
export const bulkReasons = [
  ...refusals,
  /** The row already has the wanted state. */
  "SO_ALREADY",
  /** The user may not change this row. */
  "NOT_ALLOWED",
  /** Unexpected error; see the server's log. */
  "FAILED",
] as const satisfies readonly BulkReason[];

/** The change that a job makes. */
export const bulkWork = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("APPLICATION_STATUS"),
    vacancyId: z.string(),
    status: z.enum(applicationStatuses),
    /** The id of the reason given with a decline. */
    declineReason: z.string().nullish(),
  }),
  z.object({ action: z.literal("APPLICATION_MOVE"), vacancyId: z.string(), stageId: z.string() }),
  z.object({ action: z.literal("APPLICATION_RESEND"), vacancyId: z.string() }),
  z.object({ action: z.enum(["VACANCY_ARCHIVE", "VACANCY_RESTORE"]) }),
]);
export type BulkWork = z.infer<typeof bulkWork>;

/** Parses the work of a stored job. */
export const workOf = ({ work }: { readonly work: string }): BulkWork => bulkWork.parse(JSON.parse(work));

/** True if the work is to decline candidates, or undoes declines. */
export const isDecline = (work: BulkWork): boolean =>
  work.action === "APPLICATION_STATUS" && work.status === "APPS_APPLICATION_DECLINED";

/** Moves and resends send messages to candidates, which cannot be undone (BULK-04). */
export const canBeUndone = ({ action }: BulkWork): boolean =>
  action !== "APPLICATION_MOVE" && action !== "APPLICATION_RESEND";

/** Returns the work of the undo job. A status is restored row by row to its previous value. */
export function inverseOf(work: BulkWork): BulkWork {
  switch (work.action) {
    case "VACANCY_ARCHIVE":
      return { action: "VACANCY_RESTORE" };
    case "VACANCY_RESTORE":
      return { action: "VACANCY_ARCHIVE" };
    default:
      return work;
  }
}

const dayMs = 24 * 3_600_000;
/** Time after a job's end in which it can be undone (BULK-14). */
export const bulkUndoMs = dayMs;
/** Retention of a job (BULK-18). */
export const bulkKeptMs = 30 * dayMs;
/** Time in which a plan can be started. */
export const bulkPlanKeptMs = dayMs;

export const maxBulkRows = 100_000;

/** Throws VALIDATION for a plan without rows or with more than the limit (BULK-03). */
export function requirePlannable(count: number): void {
  if (count === 0) throw invalid("Nothing matches any more");
  if (count > maxBulkRows) throw invalid(`Narrow the list to at most ${maxBulkRows} rows`);
}
