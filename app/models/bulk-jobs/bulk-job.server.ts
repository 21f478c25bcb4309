import { paginationFields } from "~/models/list/pagination.server";
import { type Scope, scopeIds } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { mutationOf, type RegionalApi, type ResultOf } from "~/services/regional-api.server";

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
    messageSwitches {
      stageId
      templateType
      isMailOn
      isTextOn
    }
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

export type BulkJob = ResultOf<typeof jobFields>;
export type BulkReason = BulkJob["skipped"][number]["reason"];

const jobDocument = graphql(
  `
    query BulkJob($jobId: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
      BulkGetJob(
        jobId: $jobId
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
      ) {
        ...BulkJobFields
      }
    }
  `,
  [jobFields],
);

/** A job of the person's own (BULK-17). Throws ApiError. */
export const getBulkJob = async (api: RegionalApi, scope: Scope, jobId: string): Promise<BulkJob> =>
  (await api.query(jobDocument, { ...scopeIds(scope), jobId })).BulkGetJob;

const jobsDocument = graphql(
  `
    query BulkJobs($customerId: ID!, $hierarchyId: ID!, $organizationId: ID!, $skip: Int!, $limit: Int!) {
      BulkGetJobs(
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
        skip: $skip
        limit: $limit
      ) {
        data {
          ...BulkJobFields
        }
        pagination {
          ...PaginationFields
        }
      }
    }
  `,
  [jobFields, paginationFields],
);

type Page = { page: number; size: number };
const skipOf = ({ page, size }: Page) => ({ skip: (page - 1) * size, limit: size });

/** The person's own jobs at the customer, newest first (BULK-17). Throws ApiError. */
export async function getBulkJobs(api: RegionalApi, scope: Scope, page: Page) {
  const { data, pagination } = (await api.query(jobsDocument, { ...scopeIds(scope), ...skipOf(page) }))
    .BulkGetJobs;
  return { data: data.map((job) => ({ ...job, _id: job.jobId })), pagination };
}

export type BulkJobRow = Awaited<ReturnType<typeof getBulkJobs>>["data"][number];

const rowsDocument = graphql(
  `
    query BulkJobRows(
      $jobId: ID!
      $customerId: ID!
      $hierarchyId: ID!
      $organizationId: ID!
      $skip: Int!
      $limit: Int!
      $outcome: BulkRowOutcome
      $reason: BulkSkipReason
    ) {
      BulkGetJobRows(
        jobId: $jobId
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
        skip: $skip
        limit: $limit
        outcome: $outcome
        reason: $reason
      ) {
        data {
          position
          rowId
          name
          outcome
          reason
          beforeStatus
          beforeStage
          changedAt
          undoneAt
        }
        pagination {
          ...PaginationFields
        }
      }
    }
  `,
  [paginationFields],
);

type WireRow = ResultOf<typeof rowsDocument>["BulkGetJobRows"]["data"][number];
export type BulkRow = WireRow & { _id: string };
export type BulkRowFilter = { outcome?: WireRow["outcome"] | undefined; reason?: BulkReason | undefined };

/** The rows of a job with their outcome, planned or final (BULK-13). Throws ApiError. */
export async function getBulkRows(
  api: RegionalApi,
  scope: Scope,
  jobId: string,
  filter: BulkRowFilter,
  page: Page,
) {
  const variables = { ...scopeIds(scope), jobId, ...filter, ...skipOf(page) };
  const { data, pagination } = (await api.query(rowsDocument, variables)).BulkGetJobRows;
  return { data: data.map((row): BulkRow => ({ ...row, _id: String(row.position) })), pagination };
}

/** Begins a job, or goes on with a stopped one (BULK-07, BULK-09). Throws ApiError. */
export const runBulkJob = mutationOf(
  graphql(`
    mutation RunBulkJob($jobId: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
      BulkRunJob(
        jobId: $jobId
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
      ) {
        state
      }
    }
  `),
);

/** Lets a plan go that was not started (BULK-22). Throws ApiError. */
export const cancelBulkPlan = mutationOf(
  graphql(`
    mutation CancelBulkPlan($jobId: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
      BulkCancelPlan(
        jobId: $jobId
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
      ) {
        origin
      }
    }
  `),
);

/** Stops a job between two of its rows (BULK-09). Throws ApiError. */
export const stopBulkJob = mutationOf(
  graphql(`
    mutation StopBulkJob($jobId: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
      BulkStopJob(
        jobId: $jobId
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
      ) {
        state
      }
    }
  `),
);

/** Plans the way back from a job, for all of its rows or those at `positions` (BULK-14). Throws ApiError. */
export const planUndo = mutationOf(
  graphql(`
    mutation PlanUndo(
      $jobId: ID!
      $origin: String
      $customerId: ID!
      $hierarchyId: ID!
      $organizationId: ID!
      $undoOf: ID!
      $positions: [Int!]
    ) {
      BulkPlanUndo(
        jobId: $jobId
        origin: $origin
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
        undoOf: $undoOf
        positions: $positions
      ) {
        jobId
      }
    }
  `),
);

/** Plans a change of the applications that a list's filter leaves (BULK-03). Throws ApiError. */
export const planApplications = mutationOf(
  graphql(`
    mutation PlanApplications(
      $jobId: ID!
      $origin: String
      $filter: AppsApplicationListFilter!
      $change: BulkApplicationChange!
    ) {
      BulkPlanApplications(jobId: $jobId, origin: $origin, filter: $filter, change: $change) {
        jobId
      }
    }
  `),
);

/** Plans to archive the vacancies that a list's filter leaves, or to restore those of an archive. Throws ApiError. */
export const planVacancies = mutationOf(
  graphql(`
    mutation PlanVacancies($jobId: ID!, $origin: String, $filter: AppsVacancyListFilter!) {
      BulkPlanVacancies(jobId: $jobId, origin: $origin, filter: $filter) {
        jobId
      }
    }
  `),
);

/** Plans the same for customers of the organisation. Throws ApiError. */
export const planCustomers = mutationOf(
  graphql(`
    mutation PlanCustomers(
      $jobId: ID!
      $origin: String
      $customerId: ID!
      $hierarchyId: ID!
      $organizationId: ID!
      $filter: BulkCustomerFilter!
    ) {
      BulkPlanCustomers(
        jobId: $jobId
        origin: $origin
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
        filter: $filter
      ) {
        jobId
      }
    }
  `),
);
