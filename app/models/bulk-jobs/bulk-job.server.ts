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

/** What a job's own page says beside; counted anew each time, so that lists leave it out. */
const jobPageFields = graphql(
  `
    fragment BulkJobPageFields on BulkJob @_unmask {
      ...BulkJobFields
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

const askJob = queryOf("BulkGetJob", jobPageFields, "BulkJob");

/** A job of the person's own (BULK-17). Throws ApiError. */
export const getBulkJob = (api: CustomerApi, jobId: string): Promise<BulkJob> => askJob(api, { jobId });

const askJobs = pageQueryOf("BulkGetJobs", jobFields, "BulkJobs");

const undoableFields = graphql(`
  fragment UndoableJobsFields on BulkUndoableJobs @_unmask {
    jobs {
      jobId
      action
      status
      stageName
      undoOf
      vacancyId
      done
      undone
      undoUntil
    }
  }
`);
const askUndoable = queryOf("BulkGetUndoableJobs", undoableFields, "UndoableBulkJobs");

/** The person's own jobs at the customer that can still be undone, newest first. Throws ApiError. */
export const getUndoableJobs = async (api: CustomerApi) => (await askUndoable(api, {})).jobs;

type Page = { page: number; size: number };
const skipOf = ({ page, size }: Page) => ({ skip: (page - 1) * size, limit: size });

/** The person's own jobs at the customer, newest first (BULK-17). Throws ApiError. */
export async function getBulkJobs(api: CustomerApi, page: Page) {
  const { data, pagination } = await askJobs(api, skipOf(page));
  return { data: data.map((job) => ({ ...job, _id: job.jobId })), pagination };
}

export type BulkJobRow = Awaited<ReturnType<typeof getBulkJobs>>["data"][number];

const bulkJobRowsFields = graphql(`
  fragment BulkJobRowsFields on BulkJobRow @_unmask {
    position
    rowId
    name
    outcome
    reason
    beforeStatus
    beforeStage
    changedAt
    undoneAt
    toldAt
  }
`);
const askRows = pageQueryOf("BulkGetJobRows", bulkJobRowsFields, "BulkJobRows");

type WireRow = ResultOf<typeof bulkJobRowsFields>;
export type BulkRow = WireRow & { _id: string };
export type BulkRowFilter = { outcome?: WireRow["outcome"] | undefined; reason?: BulkReason | undefined };

/** The rows of a job with their outcome, planned or final (BULK-13). Throws ApiError. */
export async function getBulkRows(api: CustomerApi, jobId: string, filter: BulkRowFilter, page: Page) {
  const variables = { jobId, ...filter, ...skipOf(page) };
  const { data, pagination } = await askRows(api, variables);
  return { data: data.map((row): BulkRow => ({ ...row, _id: String(row.position) })), pagination };
}

/** Begins a job, or goes on with a stopped one (BULK-07, BULK-09). Throws ApiError. */
export const runBulkJob = mutationOf("BulkRunJob", "state", "RunBulkJob");

/** Lets a plan go that was not started (BULK-22). Throws ApiError. */
export const cancelBulkPlan = mutationOf("BulkCancelPlan", "origin", "CancelBulkPlan");

/** Stops a job between two of its rows (BULK-09). Throws ApiError. */
export const stopBulkJob = mutationOf("BulkStopJob", "state", "StopBulkJob");

/** Plans the way back from a job, for all of its rows or those at `positions` (BULK-14). Throws ApiError. */
export const planUndo = mutationOf("BulkPlanUndo", "jobId");

/** Plans a change of the applications that a list's filter leaves (BULK-03). Throws ApiError. */
export const planApplications = mutationOf("BulkPlanApplications", "jobId");

/** Plans to archive the vacancies that a list's filter leaves, or to restore those of an archive. Throws ApiError. */
export const planVacancies = mutationOf("BulkPlanVacancies", "jobId");
