import type { ListState } from "~/models/list/list-state";
import { changeFields, actionChoices, labelLists } from "~/models/rules/rules.server";
import { nullIfMissing } from "~/services/failure.server";
import { graphql } from "~/services/graphql";
import { mutationOf, pageQueryOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import { recordMissing } from "~/services/screens.server";
import type { PolicyKind } from "./policy-kinds";
import type { CustomerApi } from "~/services/customer-api.server";

const policiesFields = graphql(`
  fragment PoliciesFields on CommonPolicy @_unmask {
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
`);
const fetchList = pageQueryOf("CommonGetPolicies", policiesFields);

export type PolicyRow = ResultOf<typeof policiesFields>;

type PolicySearch = ListState & {
  sort: "name" | "updatedAt";
  search?: string | undefined;
  kind?: PolicyKind | undefined;
};

/** A page of the customer's policies (POL-03). Throws ApiError. */
export async function getPolicies(
  api: CustomerApi,
  { page, size, sort, order, search: searchText, kind }: PolicySearch,
) {
  const filter = {
    organizationId: api.ids.organizationId,
    customerId: api.ids.customerId,
    skip: page - 1,
    limit: size,
    sort: { fieldName: sort, order },
    ...(searchText && { searchText }),
    ...(kind && { kind: kind === "own" ? ("OWN" as const) : ("SHARED" as const) }),
  };
  return await fetchList(api, { filter });
}

const policyFields = graphql(`
  fragment PolicyFields on CommonPolicy @_unmask {
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
`);
const fetchOne = queryOf("CommonGetPolicy", policyFields);

export type Policy = ResultOf<typeof policyFields>;

/** One policy of the customer; the not-found screen of POL-20 for any other id. Throws ApiError. */
export async function getPolicy(api: CustomerApi, policyId: string): Promise<Policy> {
  const policy = await nullIfMissing(fetchOne(api, { policyId }));
  if (policy?.customerId !== api.ids.customerId) throw recordMissing("policy");
  return policy;
}

const policyOptionsFields = graphql(`
  fragment PolicyOptionsFields on CommonPolicyOptions @_unmask {
    SECTION_ACTIONS_MAPPINGS
    ACTION_NOTES
    ROLE_ACTION_STATE_MAPPINGS
    ROLE_TEMPLATE_OPTIONS
    ACTION_CODES
    resourcePrefix
  }
`);
const fetchOptions = queryOf("CommonGetPolicyOptions", policyOptionsFields);

/** Options of a statement and the codes behind them (POL-09, POL-10). Throws ApiError. */
export async function getPolicyOptions(api: CustomerApi) {
  const found = await fetchOptions(api);
  return {
    ...actionChoices(found),
    codes: labelLists.parse(found.ACTION_CODES),
    prefix: found.resourcePrefix,
  };
}

/** Effect of saving a policy's statements. Throws ApiError, FORBIDDEN if it exceeds the user's own rights. */
export const getPolicyChange = queryOf("CommonGetPolicyChange", changeFields);

/** Creates a policy (POL-16). */
export const createPolicy = mutationOf("CommonCreatePolicy", "id");

/** Saves a policy (POL-22). */
export const updatePolicy = mutationOf("CommonUpdatePolicy", "id");

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

const policyUseFields = graphql(
  `
    fragment PolicyUseFields on CommonPolicyUse @_unmask {
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
  `,
  [sharedPolicies],
);
const fetchPolicyUse = queryOf("CommonGetPolicyUse", policyUseFields);

export type PolicyUse = ResultOf<typeof policyUseFields>;

/** Groups with a policy, and groups the user may attach it to (POL-26). Throws ApiError. */
export async function getPolicyUse(api: CustomerApi, policyId: string): Promise<PolicyUse> {
  const use = await nullIfMissing(fetchPolicyUse(api, { policyId }));
  if (!use) throw recordMissing("policy");
  return use;
}

/** Effect of giving a group exactly these shared policies. Throws ApiError. */
export const getGroupPoliciesChange = queryOf("ORGGetGroupPoliciesChange", changeFields);

/** Sets a group's policies (POL-26). */
export const setGroupPolicies = mutationOf("ORGGroupSetPolicies", "_id", "SetGroupPolicies");
