import { isApiMessage } from "~/services/api-messages";
import { type ScopeIds, scopeIds } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { mutationOf, type RegionalApi, type ResultOf } from "~/services/regional-api.server";

const getDocument = graphql(`
  query CustomerRetention($customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
    AppsGetCustomerSetting(
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
    ) {
      version
      retentionPeriod {
        candidatePiiRetentionPeriod
        videoRetentionPeriod
      }
      pendingChange {
        _id
        candidatePiiRetentionPeriod
        videoRetentionPeriod
        requestedAt
        requestedBy
        takesEffectAt
      }
    }
  }
`);

const createDocument = graphql(`
  mutation CreateCustomerSetting(
    $customerId: ID!
    $hierarchyId: ID!
    $organizationId: ID!
    $retentionPeriod: AppsRetentionPeriodInput!
  ) {
    AppsCreateCustomerSetting(
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
      retentionPeriod: $retentionPeriod
    ) {
      _id
    }
  }
`);

const updateDocument = graphql(`
  mutation UpdateCustomerSetting(
    $customerId: ID!
    $hierarchyId: ID!
    $organizationId: ID!
    $retentionPeriod: AppsRetentionPeriodInput!
    $version: Int!
  ) {
    AppsUpdateCustomerSetting(
      customerId: $customerId
      hierarchyId: $hierarchyId
      organizationId: $organizationId
      retentionPeriod: $retentionPeriod
      version: $version
    ) {
      _id
    }
  }
`);

type Setting = ResultOf<typeof getDocument>["AppsGetCustomerSetting"];

/** Shorter periods that were saved and do not count yet (RET-04); those of null stay as they are. */
export type RetentionChange = NonNullable<Setting["pendingChange"]>;

/** In months. */
export type RetentionPeriod = { candidatePiiRetentionPeriod: number; videoRetentionPeriod: number };

/** How long the customer's data is kept, null when nothing was ever saved (COMP-02). Throws ApiError. */
export async function getRetention(api: RegionalApi, scope: ScopeIds): Promise<Setting | null> {
  try {
    return (await api.query(getDocument, scopeIds(scope))).AppsGetCustomerSetting;
  } catch (error) {
    if (isApiMessage(error, "customerSettingNotFound")) return null;
    throw error;
  }
}

/** Saves the retention periods, as the first setting or into the one that was read as `version` (COMP-10). Throws ApiError. */
export async function saveRetention(
  api: RegionalApi,
  scope: ScopeIds,
  retentionPeriod: RetentionPeriod,
  version: number | null,
  idempotencyKey: string,
): Promise<void> {
  const variables = { ...scopeIds(scope), retentionPeriod };
  if (version === null) await api.mutate(createDocument, variables, idempotencyKey);
  else await api.mutate(updateDocument, { ...variables, version }, idempotencyKey);
}

/** Takes back shorter periods that do not count yet (RET-04). Throws ApiError. */
export const cancelChange = mutationOf(
  graphql(`
    mutation CancelRetentionChange($_id: ID!, $customerId: ID!, $hierarchyId: ID!, $organizationId: ID!) {
      AppsCancelRetentionChange(
        _id: $_id
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
      ) {
        _id
      }
    }
  `),
);
