import type { AwsRegion } from "../../regions";
import type { GeneratedAlways } from "kysely";

/** PREPARING: the rows are still being written down. */
export type BulkState = "PREPARING" | "PLANNED" | "RUNNING" | "STOPPED" | "DONE";

/** ASKED: by the person; NOT_ALLOWED: the person may not do it any more; FAILED: the data could not be written. */
export type BulkStopReason = "ASKED" | "NOT_ALLOWED" | "FAILED";

export type BulkOutcome = "WAITING" | "DONE" | "SKIPPED";

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

/** Something done to all rows of a list that matched when it was planned (BULK-03). */
interface BulkJobTable {
  seq: GeneratedAlways<number>;
  /** Chosen by the caller. */
  jobId: string;
  /** The customer that was open. */
  customerId: string;
  /** The user in whose name it is done, and the region whose file holds them. */
  createdBy: string;
  homeRegion: AwsRegion;
  /** JSON: the BulkWork of areas/bulk-jobs/bulk-jobs.rules.ts. */
  work: string;
  /** Where the list was, in the caller's words. */
  origin: string | null;
  /** The job whose changes it takes back. */
  undoOf: number | null;
  state: BulkState;
  stopReason: BulkStopReason | null;
  /** When the rows were picked: what changed later is skipped. */
  asOf: number;
  createdAt: number;
  startedAt: number | null;
  /** When it was done or stopped. */
  endedAt: number | null;
}

/** A row of such a job; ids and codes alone, so that nothing of a person is kept here. */
interface BulkJobRowTable {
  job: number;
  position: number;
  rowId: string;
  /** What was changed later than this is skipped. */
  unchangedSince: number;
  /** The status or the stage that it had when it was planned. */
  before: string | null;
  outcome: BulkOutcome;
  reason: BulkReason | null;
  changedAt: number | null;
  /** When another job took the change back. */
  undoneAt: number | null;
  /** What became of the message that belongs to the change: a MessageOutcome, null where there is none. */
  mail: RowMessage | null;
  text: RowMessage | null;
}

export interface BulkTables {
  bulk_jobs: BulkJobTable;
  bulk_job_rows: BulkJobRowTable;
}
