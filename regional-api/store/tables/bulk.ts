import type { AwsRegion } from "../../../shared/regions";
import { integer, json, oneOf, sequence, table, text, time } from "./columns";

/** States of a bulk job. PREPARING: its rows are still being stored. */
const bulkStates = ["PREPARING", "PLANNED", "RUNNING", "STOPPED", "DONE"] as const;
export type BulkState = (typeof bulkStates)[number];

/**
 * ASKED: stopped by the user; NOT_ALLOWED: the user lost the right; FAILED: the data could not be written.
 */
const bulkStopReasons = ["ASKED", "NOT_ALLOWED", "FAILED"] as const;
export type BulkStopReason = (typeof bulkStopReasons)[number];

const bulkOutcomes = ["WAITING", "DONE", "SKIPPED"] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** Reason why a row was skipped; see bulkReasons of the jobs' rules. */
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

/** Outcome of a message; see messageOutcomes of the candidates' messages. */
export type RowMessage = "SENT" | "OFF" | "NO_CREDITS" | "NO_ADDRESS" | "UNAVAILABLE";

export const bulkTables = {
  /** A bulk job on all rows of a list that matched when it was planned (BULK-03). */
  bulk_jobs: table(
    {
      seq: sequence(),
      /** Id chosen by the client. */
      jobId: text(),
      /** The customer that was open at the time. */
      customerId: text().references("customers"),
      /** The user on whose behalf the job runs, and the region of the database that holds the user. */
      createdBy: text(),
      homeRegion: text<AwsRegion>(),
      /** JSON: the BulkWork of areas/bulk-jobs/bulk-jobs.rules.ts. */
      work: json(),
      /** URL of the list, as given by the client. */
      origin: text().optional(),
      /** The job that this one undoes. */
      undoOf: integer().references("bulk_jobs.seq", "SET NULL").optional(),
      state: oneOf(...bulkStates),
      stopReason: oneOf(...bulkStopReasons).optional(),
      /** Time of selecting the rows; rows changed later are skipped. */
      asOf: time(),
      createdAt: time(),
      startedAt: time().optional(),
      /** Time when the job finished or stopped. */
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
  /** A row of a bulk job. Holds only ids and codes, so that it contains no personal data. */
  bulk_job_rows: table(
    {
      job: integer().references("bulk_jobs.seq", "CASCADE"),
      position: integer(),
      rowId: text(),
      /** Rows changed later than this are skipped. */
      unchangedSince: time(),
      /** Status or stage at the time of planning. */
      before: text().optional(),
      outcome: oneOf(...bulkOutcomes),
      reason: text<BulkReason>().optional(),
      changedAt: time().optional(),
      /** Time when another job undid the change. */
      undoneAt: time().optional(),
      /** Outcome of the message sent with the change (a MessageOutcome); null if there is none. */
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
