import type { AwsRegion } from "../../../shared/regions";
import { integer, json, oneOf, sequence, table, text, time } from "./columns";

/** PREPARING: the rows are still being written down. */
const bulkStates = ["PREPARING", "PLANNED", "RUNNING", "STOPPED", "DONE"] as const;
export type BulkState = (typeof bulkStates)[number];

/** ASKED: by the person; NOT_ALLOWED: the person may not do it any more; FAILED: the data could not be written. */
const bulkStopReasons = ["ASKED", "NOT_ALLOWED", "FAILED"] as const;
export type BulkStopReason = (typeof bulkStopReasons)[number];

const bulkOutcomes = ["WAITING", "DONE", "SKIPPED"] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** Why a row is left as it is: what bulkReasons of the jobs' rules explains. */
export type BulkReason =
  | "NOT_FOUND"
  | "CHANGED"
  | "DEIDENTIFIED"
  | "NOT_A_LATER_STAGE"
  | "NO_SUCH_STAGE"
  | "ASSESSMENT_CLOSED"
  | "MESSAGE_OFF"
  | "SO_ALREADY"
  | "NOT_ALLOWED"
  | "FAILED";

/** What became of a message: what messageOutcomes of the candidates' messages explains. */
export type RowMessage = "SENT" | "OFF" | "NO_CREDITS" | "NO_ADDRESS" | "UNAVAILABLE";

export const bulkTables = {
  /** Something done to all rows of a list that matched when it was planned (BULK-03). */
  bulk_jobs: table(
    {
      seq: sequence(),
      /** Chosen by the caller. */
      jobId: text(),
      /** The customer that was open. */
      customerId: text().references("customers"),
      /** The user in whose name it is done, and the region whose file holds them. */
      createdBy: text(),
      homeRegion: text<AwsRegion>(),
      /** JSON: the BulkWork of areas/bulk-jobs/bulk-jobs.rules.ts. */
      work: json(),
      /** Where the list was, in the caller's words. */
      origin: text().optional(),
      /** The job whose changes it takes back. */
      undoOf: integer().references("bulk_jobs.seq", "SET NULL").optional(),
      state: oneOf(...bulkStates),
      stopReason: oneOf(...bulkStopReasons).optional(),
      /** When the rows were picked: what changed later is skipped. */
      asOf: time(),
      createdAt: time(),
      startedAt: time().optional(),
      /** When it was done or stopped. */
      endedAt: time().optional(),
    },
    {
      constraints: ["UNIQUE (customerId, jobId)"],
      indexes: {
        bulk_jobs_of: "customerId, createdBy, createdAt",
        bulk_jobs_undo: "undoOf",
        bulk_jobs_state: "state, createdAt",
        bulk_jobs_expiry: "createdAt",
      },
    },
  ),
  /** A row of such a job; ids and codes alone, so that nothing of a person is kept here. */
  bulk_job_rows: table(
    {
      job: integer().references("bulk_jobs.seq", "CASCADE"),
      position: integer(),
      rowId: text(),
      /** What was changed later than this is skipped. */
      unchangedSince: time(),
      /** The status or the stage that it had when it was planned. */
      before: text().optional(),
      outcome: oneOf(...bulkOutcomes),
      reason: text<BulkReason>().optional(),
      changedAt: time().optional(),
      /** When another job took the change back. */
      undoneAt: time().optional(),
      /** What became of the message that belongs to the change: a MessageOutcome, null where there is none. */
      mail: text<RowMessage>().optional(),
      text: text<RowMessage>().optional(),
    },
    {
      primaryKey: ["job", "position"],
      indexes: {
        bulk_job_rows_outcome: "job, outcome, reason, position",
        bulk_job_rows_undone: "job WHERE undoneAt IS NOT NULL",
      },
    },
  ),
};
