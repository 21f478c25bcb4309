import type { ListState } from "~/models/list/list-state";
import { paginationFields } from "~/models/list/pagination.server";
import { changeFields, choosing, labelLists, type PermissionChange } from "~/models/rules/rules.server";
import type { Scope } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import {
  ApiError,
  mutationOf,
  type RegionalApi,
  type ResultOf,
  type VariablesOf,
} from "~/services/regional-api.server";
import { recordMissing } from "~/services/screens.server";
import type { PolicyKind } from "./policy-kinds";

const listDocument = graphql(
  `
    query Policies($filter: CommonPoliciesFilter!) {
      CommonGetPolicies(filter: $filter) {
        data {
          _id: id
          name
          description
          statementsCount
          groups {
            _id
            archivedAt
            isOwn
          }
          isEditable
          updatedAt
        }
        pagination {
          ...PaginationFields
        }
      }
    }
  `,
  [paginationFields],
);

export type PolicyRow = ResultOf<typeof listDocument>["CommonGetPolicies"]["data"][number];

type Listed = ListState & {
  sort: "name" | "updatedAt";
  search?: string | undefined;
  kind?: PolicyKind | undefined;
};

/** A page of the customer's policies (POL-03). Throws ApiError. */
export async function getPolicies(
  api: RegionalApi,
  { organizationId, customerId }: Scope,
  { page, size, sort, order, search: searchText, kind }: Listed,
) {
  const filter = {
    organizationId,
    customerId,
    skip: page - 1,
    limit: size,
    sort: { fieldName: sort, order },
    ...(searchText && { searchText }),
    ...(kind && { kind: kind === "own" ? ("OWN" as const) : ("SHARED" as const) }),
  };
  return (await api.query(listDocument, { filter })).CommonGetPolicies;
}

const oneDocument = graphql(`
  query Policy($policyId: ID!) {
    CommonGetPolicy(policyId: $policyId) {
      id
      customerId
      name
      description
      tags {
        name
        value
      }
      statementForms {
        effect
        isKept
        rule
        actions
        customers {
          customerId
          hierarchyIds
          awsRegion
        }
        statements {
          actions
          resources
          effect
        }
      }
      isEditable
      version
      groups {
        _id
        name
        archivedAt
        isOwn
      }
    }
  }
`);

export type Policy = ResultOf<typeof oneDocument>["CommonGetPolicy"];

async function orThrowMissing<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ApiError && error.kind === "NOT_FOUND") throw recordMissing("policy");
    throw error;
  }
}

/** One policy of the customer; the screen of POL-20 for any other id, of another customer too. Throws ApiError. */
export async function getPolicy(
  api: RegionalApi,
  { customerId }: Pick<Scope, "customerId">,
  policyId: string,
): Promise<Policy> {
  const { CommonGetPolicy: policy } = await orThrowMissing(api.query(oneDocument, { policyId }));
  if (policy.customerId !== customerId) throw recordMissing("policy");
  return policy;
}

const optionsDocument = graphql(`
  query PolicyOptions($customerId: ID!) {
    CommonGetPolicyOptions(customerId: $customerId) {
      SECTION_ACTIONS_MAPPINGS
      ACTION_NOTES
      ROLE_ACTION_STATE_MAPPINGS
      ROLE_TEMPLATE_OPTIONS
      ACTION_CODES
      resourcePrefix
    }
  }
`);

/** The choices of a statement, and the codes behind them (POL-09, POL-10). Throws ApiError. */
export async function getPolicyOptions(api: RegionalApi, customerId: string) {
  const { CommonGetPolicyOptions: found } = await api.query(optionsDocument, { customerId });
  return {
    ...choosing(found),
    codes: labelLists.parse(found.ACTION_CODES),
    prefix: found.resourcePrefix,
  };
}

const changeDocument = graphql(
  `
    query PolicyChange($policyId: ID!, $statements: [CommonPolicyStatementInput!]!) {
      CommonGetPolicyChange(policyId: $policyId, statements: $statements) {
        ...ChangeFields
      }
    }
  `,
  [changeFields],
);

/** The effect of saving a policy's statements. Throws ApiError, FORBIDDEN for more than the person's own rights. */
export const getPolicyChange = async (
  api: RegionalApi,
  variables: VariablesOf<typeof changeDocument>,
): Promise<PermissionChange> => (await api.query(changeDocument, variables)).CommonGetPolicyChange;

/** Creates a policy (POL-16). */
export const createPolicy = mutationOf(
  graphql(`
    mutation CreatePolicy($addPolicyDto: CommonAddPolicyInput!, $customerId: ID!) {
      CommonCreatePolicy(addPolicyDto: $addPolicyDto, customerId: $customerId) {
        id
      }
    }
  `),
);

/** Saves a policy (POL-22). */
export const updatePolicy = mutationOf(
  graphql(`
    mutation UpdatePolicy($addPolicyDto: CommonAddPolicyInput!, $version: Int!) {
      CommonUpdatePolicy(addPolicyDto: $addPolicyDto, version: $version) {
        id
      }
    }
  `),
);

const sharedPolicies = graphql(`
  fragment SharedPolicies on CommonPolicyUseGroup @_unmask {
    policies {
      _id
      name
    }
    policiesEdition {
      version
      changedAt
      changedBy
    }
  }
`);

const useDocument = graphql(
  `
    query PolicyUse($policyId: ID!) {
      CommonGetPolicyUse(policyId: $policyId) {
        groups {
          _id
          name
          archivedAt
          isOwn
          canChange
          ...SharedPolicies
        }
        attachable {
          _id
          name
          ...SharedPolicies
        }
      }
    }
  `,
  [sharedPolicies],
);

export type PolicyUse = ResultOf<typeof useDocument>["CommonGetPolicyUse"];

/** The groups that have a policy, and those that the person may give it to (POL-26). Throws ApiError. */
export const getPolicyUse = async (api: RegionalApi, policyId: string): Promise<PolicyUse> =>
  (await orThrowMissing(api.query(useDocument, { policyId }))).CommonGetPolicyUse;

const groupChangeDocument = graphql(
  `
    query GroupPoliciesChange($groupId: ID!, $policyIds: [ID!]!) {
      ORGGetGroupPoliciesChange(groupId: $groupId, policyIds: $policyIds) {
        ...ChangeFields
      }
    }
  `,
  [changeFields],
);

type GroupPolicies = { groupId: string; policyIds: string[] };

/** The effect of giving a group these shared policies and no others. Throws ApiError. */
export const getGroupPoliciesChange = async (
  api: RegionalApi,
  policiesOfGroup: GroupPolicies,
): Promise<PermissionChange> =>
  (await api.query(groupChangeDocument, policiesOfGroup)).ORGGetGroupPoliciesChange;

/** Sets which policies a group has (POL-26). */
export const setGroupPolicies = mutationOf(
  graphql(`
    mutation SetGroupPolicies($groupId: ID!, $policyIds: [ID!]!, $version: Int!) {
      ORGGroupSetPolicies(groupId: $groupId, policyIds: $policyIds, version: $version) {
        _id
      }
    }
  `),
);
