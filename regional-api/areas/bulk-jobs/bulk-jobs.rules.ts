/** Jobs over all rows of a list that match: what they may do, how far they come, why a row is skipped (BULK). */
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

/** Why a row is left as it is. */
export const bulkReasons = [
  ...refusals,
  /** It is so already. */
  "SO_ALREADY",
  /** The person may not do it to this one. */
  "NOT_ALLOWED",
  /** Something unexpected; the server's log has it. */
  "FAILED",
] as const satisfies readonly BulkReason[];

/** What a job does. */
export const bulkWork = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("APPLICATION_STATUS"),
    vacancyId: z.string(),
    status: z.enum(applicationStatuses),
  }),
  z.object({ action: z.literal("APPLICATION_MOVE"), vacancyId: z.string(), stageId: z.string() }),
  z.object({ action: z.literal("APPLICATION_RESEND"), vacancyId: z.string() }),
  z.object({ action: z.enum(["VACANCY_ARCHIVE", "VACANCY_RESTORE"]) }),
]);
export type BulkWork = z.infer<typeof bulkWork>;

/** What a stored job does. */
export const workOf = ({ work }: { readonly work: string }): BulkWork => bulkWork.parse(JSON.parse(work));

/** Whether the work, or what it takes back, is to decline candidates. */
export const isDecline = (work: BulkWork): boolean =>
  work.action === "APPLICATION_STATUS" && work.status === "APPS_APPLICATION_DECLINED";

/** Moving writes to candidates and sending is sent: neither has a way back (BULK-04). */
export const canBeUndone = ({ action }: BulkWork): boolean =>
  action !== "APPLICATION_MOVE" && action !== "APPLICATION_RESEND";

/** What a job does that takes another's changes back; a status goes back to what each row had. */
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
/** How long what a job did can be taken back after its end (BULK-14). */
export const bulkUndoMs = dayMs;
/** How long a job is kept (BULK-18). */
export const bulkKeptMs = 30 * dayMs;
/** How long a plan waits to be started. */
export const bulkPlanKeptMs = dayMs;

export const maxBulkRows = 100_000;

/** Refuses a plan of no rows at all, and of more than one job may have (BULK-03). Throws VALIDATION. */
export function requirePlannable(count: number): void {
  if (count === 0) throw invalid("Nothing matches any more");
  if (count > maxBulkRows) throw invalid(`Narrow the list to at most ${maxBulkRows} rows`);
}
