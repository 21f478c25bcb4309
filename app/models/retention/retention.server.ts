import { paginationFields } from "~/models/list/pagination.server";
import { type ScopeIds, scopeIds } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";
import type { RetentionPeriod } from "~/models/settings/customer-setting.server";

const runFields = graphql(`
  fragment RetentionRunFields on RETRun @_unmask {
    _id
    day
    startedAt
    endedAt
    candidates
    reports
    keptCandidates
    keptReports
    failed
  }
`);

const planDocument = graphql(
  `
    query RetentionPlan($customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
      RETGetPlan(customerId: $customerId, hierarchyId: $hierarchyId, organizationId: $organizationId) {
        nextRunAt
        months {
          month
          candidates
          reports
        }
        vacancies {
          _id
          title
          candidates
        }
        vacancyCount
        due {
          candidates
          reports
        }
        kept {
          candidates
          reports
        }
        oldestAt
        lastRun {
          ...RetentionRunFields
        }
      }
    }
  `,
  [runFields],
);

export type RetentionPlan = ResultOf<typeof planDocument>["RETGetPlan"];

/** What retention will remove within twelve months (RET-02). Throws ApiError. */
export const getPlan = async (api: RegionalApi, scope: ScopeIds): Promise<RetentionPlan> =>
  (await api.query(planDocument, scopeIds(scope))).RETGetPlan;

const previewDocument = graphql(`
  query RetentionPreview(
    $customerId: ID!
    $hierarchyId: ID!
    $organizationId: ID!
    $candidateMonths: Int!
    $videoMonths: Int!
  ) {
    RETPreviewChange(
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
      candidateMonths: $candidateMonths
      videoMonths: $videoMonths
    ) {
      candidates
      reports
      from
    }
  }
`);

/** What the first run removes for which these periods count; `from` is null where none becomes shorter (RET-03). Throws ApiError. */
export const previewChange = async (api: RegionalApi, scope: ScopeIds, periods: RetentionPeriod) =>
  (
    await api.query(previewDocument, {
      ...scopeIds(scope),
      candidateMonths: periods.candidatePiiRetentionPeriod,
      videoMonths: periods.videoRetentionPeriod,
    })
  ).RETPreviewChange;

const runsDocument = graphql(
  `
    query RetentionRuns(
      $customerId: ID!
      $hierarchyId: ID!
      $organizationId: ID!
      $skipEq: Int!
      $limitEq: Int!
    ) {
      RETGetRuns(
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
        skipEq: $skipEq
        limitEq: $limitEq
      ) {
        data {
          ...RetentionRunFields
        }
        pagination {
          ...PaginationFields
        }
      }
    }
  `,
  [runFields, paginationFields],
);

/** The runs of retention with what they did at the customer, newest first (RET-05). Throws ApiError. */
export const getRuns = async (
  api: RegionalApi,
  scope: ScopeIds,
  { page, size }: { page: number; size: number },
) =>
  (await api.query(runsDocument, { ...scopeIds(scope), skipEq: (page - 1) * size, limitEq: size }))
    .RETGetRuns;

export type RetentionRun = ResultOf<typeof runFields>;
