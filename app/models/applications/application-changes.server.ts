import { graphql } from "~/services/graphql";
import { scopeIds, type Scope } from "~/services/console-args";
import { ApiError, type RegionalApi, type ResultOf } from "~/services/regional-api.server";
import { type BulkResult, type Changes, undoableChanges } from "~/services/undo.server";
import type { ApplicationStatus } from "./application-options";

const outcomeFields = graphql(`
  fragment OutcomeFields on AppsApplicationOutcome @_unmask {
    _id
    refusal
    changedAt
    mail
    application {
      status
      stageId
      candidate {
        personalInformation {
          firstName
          lastName
        }
      }
    }
  }
`);

const statusDocument = graphql(
  `
    mutation UpdateApplicationStatus(
      $customerId: ID!
      $hierarchyId: ID!
      $organizationId: ID!
      $_ids: [ID!]!
      $status: AppsApplicationStatus!
      $unchangedSince: DateTime
    ) {
      AppsUpdateApplicationStatus(
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
        _ids: $_ids
        status: $status
        unchangedSince: $unchangedSince
      ) {
        ...OutcomeFields
      }
    }
  `,
  [outcomeFields],
);

const undoStatusDocument = graphql(
  `
    mutation UndoApplicationStatus(
      $customerId: ID!
      $hierarchyId: ID!
      $organizationId: ID!
      $_ids: [ID!]!
      $changedAt: DateTime!
    ) {
      AppsUndoApplicationStatus(
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
        _ids: $_ids
        changedAt: $changedAt
      ) {
        ...OutcomeFields
      }
    }
  `,
  [outcomeFields],
);

const moveDocument = graphql(
  `
    mutation MoveApplications(
      $customerId: ID!
      $hierarchyId: ID!
      $organizationId: ID!
      $stageId: ID!
      $isManuallyProgressed: Boolean!
      $_ids: [ID!]!
      $unchangedSince: DateTime
    ) {
      AppsMoveApplication(
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
        stageId: $stageId
        isManuallyProgressed: $isManuallyProgressed
        _ids: $_ids
        unchangedSince: $unchangedSince
      ) {
        ...OutcomeFields
      }
    }
  `,
  [outcomeFields],
);

const resendDocument = graphql(
  `
    mutation ResendAssessmentLinks(
      $customerId: ID!
      $hierarchyId: ID!
      $organizationId: ID!
      $_ids: [ID!]!
      $unchangedSince: DateTime
    ) {
      AppsResendApplicationAssessmentLink(
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
        _ids: $_ids
        unchangedSince: $unchangedSince
      ) {
        ...OutcomeFields
      }
    }
  `,
  [outcomeFields],
);

const reportDocument = graphql(`
  mutation ResendMyInsights($_id: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
    AppsResendApplicationMiReport(
      _id: $_id
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
    ) {
      _id
    }
  }
`);

const viewedDocument = graphql(`
  mutation MarkAssessmentViewed($_id: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
    AppsMarkAssessmentViewed(
      _id: $_id
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
    ) {
      _id
    }
  }
`);

type WireOutcome = ResultOf<typeof outcomeFields>;
export type Refusal = NonNullable<WireOutcome["refusal"]>;

/** The outcome of a bulk action: how many were done, and for each of the rest who, why, and how it is now. */
export type BulkOutcome = BulkResult & {
  /** How many of those that were done got no mail of it, since it is turned off. */
  unmailed: number;
  refused: {
    _id: string;
    reason: Refusal;
    name: string | null;
    status: ApplicationStatus | null;
    stageId: string | null;
  }[];
};

function toOutcome(outcomes: readonly WireOutcome[]): BulkOutcome {
  const refused = outcomes.flatMap(({ _id, refusal, application }) => {
    if (!refusal) return [];
    const { firstName, lastName } = application?.candidate.personalInformation ?? {};
    const name = application ? `${firstName} ${lastName}`.trim() : null;
    const { status = null, stageId = null } = application ?? {};
    return [{ _id, reason: refusal, name, status, stageId }];
  });
  const unmailed = outcomes.filter(({ mail }) => mail === "OFF").length;
  return { done: outcomes.length - refused.length, refused, changes: undoableChanges(outcomes), unmailed };
}

/** The selection of a bulk action, and when the list it was made in was read. */
export type Selection = { ids: string[]; unchangedSince: string | undefined };

/** Answers what became of each; an API that knows none of the applications (any more) says just "not found". */
async function outcomeOf(
  ids: readonly string[],
  call: Promise<readonly WireOutcome[]>,
): Promise<BulkOutcome> {
  try {
    return toOutcome(await call);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "NOT_FOUND") throw error;
    return toOutcome(
      ids.map((_id) => ({ _id, refusal: "NOT_FOUND", changedAt: null, mail: null, application: null })),
    );
  }
}

/** Gives applications a status (APP-39). Throws ApiError. */
export function updateStatus(
  api: RegionalApi,
  scope: Scope,
  { ids, unchangedSince }: Selection,
  status: ApplicationStatus,
  idempotencyKey: string,
): Promise<BulkOutcome> {
  const variables = { ...scopeIds(scope), _ids: ids, status, unchangedSince };
  return outcomeOf(
    ids,
    api
      .mutate(statusDocument, variables, idempotencyKey)
      .then((answer) => answer.AppsUpdateApplicationStatus),
  );
}

/** Gives applications the status back that they had before `updateStatus` (APP-39). Throws ApiError. */
export function undoStatus(
  api: RegionalApi,
  scope: Scope,
  { ids, changedAt }: Changes,
  idempotencyKey: string,
): Promise<BulkOutcome> {
  const variables = { ...scopeIds(scope), _ids: ids, changedAt };
  return outcomeOf(
    ids,
    api
      .mutate(undoStatusDocument, variables, idempotencyKey)
      .then((answer) => answer.AppsUndoApplicationStatus),
  );
}

/** Moves applications to a later stage (APP-41). Throws ApiError. */
export function moveApplications(
  api: RegionalApi,
  scope: Scope,
  { ids, unchangedSince }: Selection,
  stageId: string,
  idempotencyKey: string,
): Promise<BulkOutcome> {
  const variables = { ...scopeIds(scope), stageId, isManuallyProgressed: true, _ids: ids, unchangedSince };
  return outcomeOf(
    ids,
    api.mutate(moveDocument, variables, idempotencyKey).then((answer) => answer.AppsMoveApplication),
  );
}

/** Sends the link to the open assessments of applications again (APP-43). Throws ApiError. */
export function resendLinks(
  api: RegionalApi,
  scope: Scope,
  { ids, unchangedSince }: Selection,
  idempotencyKey: string,
): Promise<BulkOutcome> {
  const variables = { ...scopeIds(scope), _ids: ids, unchangedSince };
  return outcomeOf(
    ids,
    api
      .mutate(resendDocument, variables, idempotencyKey)
      .then((answer) => answer.AppsResendApplicationAssessmentLink),
  );
}

/** Sends a candidate's My Insights report again (APP-48). Throws ApiError. */
export async function resendReport(
  api: RegionalApi,
  scope: Scope,
  applicationId: string,
  idempotencyKey: string,
): Promise<void> {
  await api.mutate(reportDocument, { _id: applicationId, ...scopeIds(scope) }, idempotencyKey);
}

/** Notes that an assessment was looked at (APP-34). Throws ApiError. */
export async function markViewed(
  api: RegionalApi,
  scope: Scope,
  assessmentId: string,
  idempotencyKey: string,
): Promise<void> {
  await api.mutate(viewedDocument, { _id: assessmentId, ...scopeIds(scope) }, idempotencyKey);
}
