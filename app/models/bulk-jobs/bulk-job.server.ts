import { graphql } from "~/services/graphql";
import { mutationOf, pageQueryOf, queryOf } from "~/services/operation.server";
import { type ResultOf } from "~/services/regional-api.server";
import type { CustomerApi } from "~/services/customer-api.server";

const jobFields = graphql(`
  fragment BulkJobFields on BulkJob @_unmask {
    jobId
    action
    state
    stopReason
    undoOf
    origin
    vacancyId
    vacancyTitle
    status
    stageName
    total
    waiting
    done
    skipped {
      reason
      count
    }
    undone
    undoUntil
    createdAt
    startedAt
    endedAt
  }
`);

/** Fields only the job's page needs; recounted on each load, so lists omit them. */
const jobPageFields = graphql(
  `
    fragment BulkJobPageFields on BulkJob @_unmask {
      ...BulkJobFields
      declineReason
      messageSwitches {
        stageId
        templateType
        isMailOn
        isTextOn
        delaySeconds
        smsReach
      }
      reachedBySms
      messagesSent {
        mail
        text
        count
      }
      declinesTold
    }
  `,
  [jobFields],
);

export type BulkJob = ResultOf<typeof jobPageFields>;
export type BulkReason = BulkJob["skipped"][number]["reason"];

const fetchJob = queryOf("BulkGetJob", jobPageFields, "BulkJob");

/** One of the user's own jobs (BULK-17). Throws ApiError. */
export const getBulkJob = (api: CustomerApi, jobId: string): Promise<BulkJob> => fetchJob(api, { jobId });

const fetchJobs = pageQueryOf("BulkGetJobs", jobFields, "BulkJobs");

const fetchUndoable = queryOf(
  "BulkGetUndoableJobs",
  "jobs { jobId action status stageName undoOf vacancyId done undone undoUntil }",
  "UndoableBulkJobs",
);

/** The user's own undoable jobs at the customer, newest first. Throws ApiError. */
export const getUndoableJobs = async (api: CustomerApi) => (await fetchUndoable(api)).jobs;

type Page = { page: number; size: number };
const pageRange = ({ page, size }: Page) => ({ skip: (page - 1) * size, limit: size });

/** The user's own jobs at the customer, newest first (BULK-17). Throws ApiError. */
export async function getBulkJobs(api: CustomerApi, page: Page) {
  const { data, pagination } = await fetchJobs(api, pageRange(page));
  return { data: data.map((job) => ({ ...job, _id: job.jobId })), pagination };
}

export type BulkJobRow = Awaited<ReturnType<typeof getBulkJobs>>["data"][number];

const fetchRows = pageQueryOf(
  "BulkGetJobRows",
  "position rowId name outcome reason beforeStatus beforeStage changedAt undoneAt toldAt",
  "BulkJobRows",
);

type WireRow = Awaited<ReturnType<typeof fetchRows>>["data"][number];
export type BulkRow = WireRow & { _id: string };
export type BulkRowFilter = { outcome?: WireRow["outcome"] | undefined; reason?: BulkReason | undefined };

/** A job's rows with their planned or final outcome (BULK-13). Throws ApiError. */
export async function getBulkRows(api: CustomerApi, jobId: string, filter: BulkRowFilter, page: Page) {
  const variables = { jobId, ...filter, ...pageRange(page) };
  const { data, pagination } = await fetchRows(api, variables);
  return { data: data.map((row): BulkRow => ({ ...row, _id: String(row.position) })), pagination };
}

/** Starts a job, or resumes a stopped one (BULK-07, BULK-09). Throws ApiError. */
export const runBulkJob = mutationOf("BulkRunJob", "state", "RunBulkJob");

/** Discards a plan that was not started (BULK-22). Throws ApiError. */
export const cancelBulkPlan = mutationOf("BulkCancelPlan", "origin", "CancelBulkPlan");

/** Stops a job after the current row (BULK-09). Throws ApiError. */
export const stopBulkJob = mutationOf("BulkStopJob", "state", "StopBulkJob");

/** Plans an undo of a job, for all rows or those at `positions` (BULK-14). Throws ApiError. */
export const planUndo = mutationOf("BulkPlanUndo", "jobId");

/** Plans a change of the applications that match a list's filter (BULK-03). Throws ApiError. */
export const planApplications = mutationOf("BulkPlanApplications", "jobId");

/** Plans archiving the vacancies that match a list's filter, or restoring archived ones. Throws ApiError. */
export const planVacancies = mutationOf("BulkPlanVacancies", "jobId");
