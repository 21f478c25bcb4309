import type { AwsRegion } from "../../../shared/regions";
import { integer, json, oneOf, sequence, table, text, time } from "./columns";

/** PREPARING: the rows are still being stored. */
const bulkStates = ["PREPARING", "PLANNED", "RUNNING", "STOPPED", "DONE"] as const;
export type BulkState = (typeof bulkStates)[number];

/** ASKED: stopped by the user; NOT_ALLOWED: the user lost the permission; FAILED: the data could not be written. */
const bulkStopReasons = ["ASKED", "NOT_ALLOWED", "FAILED"] as const;
export type BulkStopReason = (typeof bulkStopReasons)[number];

const bulkOutcomes = ["WAITING", "DONE", "SKIPPED"] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** Reason a row was skipped; explained by bulkReasons of the jobs' rules. */
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

/** Result of a message; explained by messageOutcomes of the candidates' messages. */
export type RowMessage = "SENT" | "OFF" | "NO_CREDITS" | "NO_ADDRESS" | "UNAVAILABLE";

export const bulkTables = {
  /** A bulk action on all rows of a list that matched when it was planned (BULK-03). */
  bulk_jobs: table(
    {
      seq: sequence(),
      /** Chosen by the caller. */
      jobId: text(),
      /** The customer selected at the time. */
      customerId: text().references("customers"),
      /** The user on whose behalf it runs, and the region whose database holds them. */
      createdBy: text(),
      homeRegion: text<AwsRegion>(),
      /** JSON: the BulkWork of areas/bulk-jobs/bulk-jobs.rules.ts. */
      work: json(),
      /** The list's location, as given by the caller. */
      origin: text().optional(),
      /** The job whose changes it undoes. */
      undoOf: integer().references("bulk_jobs.seq", "SET NULL").optional(),
      state: oneOf(...bulkStates),
      stopReason: oneOf(...bulkStopReasons).optional(),
      /** Time the rows were selected: rows changed later are skipped. */
      asOf: time(),
      createdAt: time(),
      startedAt: time().optional(),
      /** Time it finished or stopped. */
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
  /** A row of a bulk job; ids and codes only, so that no personal data is kept here. */
  bulk_job_rows: table(
    {
      job: integer().references("bulk_jobs.seq", "CASCADE"),
      position: integer(),
      rowId: text(),
      /** Rows changed later than this are skipped. */
      unchangedSince: time(),
      /** The status or stage when it was planned. */
      before: text().optional(),
      outcome: oneOf(...bulkOutcomes),
      reason: text<BulkReason>().optional(),
      changedAt: time().optional(),
      /** Time another job undid the change. */
      undoneAt: time().optional(),
      /** Result of the message sent with the change: a MessageOutcome, null if there is none. */
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
