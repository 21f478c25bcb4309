import { paginationFields } from "~/models/list/pagination.server";
import { type ScopeIds, scopeIds } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { mutationOf, type RegionalApi, type ResultOf } from "~/services/regional-api.server";

const holdFields = graphql(`
  fragment HoldFields on RETHold @_unmask {
    _id
    on {
      kind
      name
      vacancyId
      applicationId
    }
    reason
    placedBy
    placedAt
    reviewAt
    isPastReview
    releasedAt
    releasedBy
    releaseReason
  }
`);

export type Hold = ResultOf<typeof holdFields>;

const holdsDocument = graphql(
  `
    query Holds(
      $customerId: ID!
      $hierarchyId: ID!
      $organizationId: ID!
      $isReleased: Boolean!
      $skipEq: Int!
      $limitEq: Int!
    ) {
      RETGetHolds(
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
        isReleased: $isReleased
        skipEq: $skipEq
        limitEq: $limitEq
      ) {
        data {
          ...HoldFields
        }
        pagination {
          ...PaginationFields
        }
      }
    }
  `,
  [holdFields, paginationFields],
);

/** Holds, those past their review first, or released ones (RET-11). Throws ApiError. */
export const getHolds = async (
  api: RegionalApi,
  scope: ScopeIds,
  { isReleased, page, size }: { isReleased: boolean; page: number; size: number },
) =>
  (
    await api.query(holdsDocument, {
      ...scopeIds(scope),
      isReleased,
      skipEq: (page - 1) * size,
      limitEq: size,
    })
  ).RETGetHolds;

const holdDocument = graphql(
  `
    query Hold($_id: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
      RETGetHold(
        _id: $_id
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
      ) {
        ...HoldFields
      }
    }
  `,
  [holdFields],
);

/** One hold. Throws ApiError. */
export const getHold = async (api: RegionalApi, scope: ScopeIds, _id: string): Promise<Hold> =>
  (await api.query(holdDocument, { _id, ...scopeIds(scope) })).RETGetHold;

/** Places a hold (RET-09). Throws ApiError. */
export const placeHold = mutationOf(
  graphql(`
    mutation PlaceHold(
      $customerId: ID!
      $hierarchyId: ID!
      $organizationId: ID!
      $candidateId: ID
      $vacancyId: ID
      $reason: String!
      $reviewAt: DateTime!
    ) {
      RETPlaceHold(
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
        candidateId: $candidateId
        vacancyId: $vacancyId
        reason: $reason
        reviewAt: $reviewAt
      ) {
        _id
      }
    }
  `),
);

/** Releases a hold, with a reason (RET-11). Throws ApiError. */
export const releaseHold = mutationOf(
  graphql(`
    mutation ReleaseHold(
      $_id: ID!
      $customerId: ID!
      $hierarchyId: ID!
      $organizationId: ID!
      $reason: String!
    ) {
      RETReleaseHold(
        _id: $_id
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
        reason: $reason
      ) {
        _id
      }
    }
  `),
);

const candidateDocument = graphql(
  `
    query CandidateHolds($_id: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
      RETGetCandidateHolds(
        _id: $_id
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
      ) {
        since
        holds {
          ...HoldFields
        }
      }
    }
  `,
  [holdFields],
);

const vacancyDocument = graphql(
  `
    query VacancyHolds($_id: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
      RETGetVacancyHolds(
        _id: $_id
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
      ) {
        since
        holds {
          ...HoldFields
        }
      }
    }
  `,
  [holdFields],
);

/** Since when something is kept, and for those who may see holds by which; `since` is null where nothing keeps it. */
export type Kept = ResultOf<typeof candidateDocument>["RETGetCandidateHolds"];

/** What keeps the candidate of an application (RET-10). Throws ApiError. */
export const holdsOfCandidate = async (api: RegionalApi, scope: ScopeIds, applicationId: string) =>
  (await api.query(candidateDocument, { _id: applicationId, ...scopeIds(scope) })).RETGetCandidateHolds;

/** What keeps everybody on a vacancy. Throws ApiError. */
export const holdsOfVacancy = async (api: RegionalApi, scope: ScopeIds, vacancyId: string): Promise<Kept> =>
  (await api.query(vacancyDocument, { _id: vacancyId, ...scopeIds(scope) })).RETGetVacancyHolds;
