import { graphql } from "./graphql";
import type { RegionalApi, ResultOf } from "./regional-api.server";
import { checkedCodes, type Right, type Rights, rightsGranted } from "./rights";

const meDocument = graphql(`
  query Me {
    AuthMe {
      _id
      hierarchyId
      organizationId
      customerId
      groupIds
      source
      userType
      email
      firstName
      lastName
      username
      defaultCustomer {
        awsRegion
        customerId
      }
      customers {
        customerId
        customerDisplayName
        organizationId
        organizationDisplayName
        awsRegion
        rootHierarchyId
        uniqueName
      }
    }
  }
`);

const accessDocument = graphql(`
  query Access(
    $policy: CommonCheckPolicyInput!
    $rights: CommonCheckPolicyInput!
    $filter: ORGHierarchyFilter!
  ) {
    CommonCheckPolicy(policy: $policy) {
      policyResult
    }
    rights: CommonCheckPolicy(policy: $rights) {
      granted {
        actions
        somewhere
        providerOf
      }
    }
    ORGGetRootHierarchy(filter: $filter) {
      _id
    }
  }
`);

const archivedCustomersDocument = graphql(`
  query ArchivedCustomers($customerIds: [ID!]!) {
    ORGFindArchivedCustomers(customerIds: $customerIds) {
      _id
      displayName
      awsRegion
      organizationId
      canRestore
    }
  }
`);

const checkTokenDocument = graphql(`
  query CheckToken {
    AuthCheckToken {
      tokenCheckResult {
        isAccessTokenExpired
        isRefreshTokenExpired
      }
      logout
    }
  }
`);

const refreshDocument = graphql(`
  query Refresh {
    AuthRefreshToken {
      expiresAt
      logout
    }
  }
`);

const logoutDocument = graphql(`
  mutation Logout {
    AuthLogout {
      isLogoutSuccess
    }
  }
`);

export type CurrentUser = ResultOf<typeof meDocument>["AuthMe"];
export type CustomerSummary = CurrentUser["customers"][number];

/** The signed-in user with the customers of all regions (SESS-23). */
export async function getCurrentUser(api: RegionalApi): Promise<CurrentUser> {
  return (await api.query(meDocument, {})).AuthMe;
}

/** A customer's resource name in policies. */
const resourceOf = ({ awsRegion, organizationId, customerId, rootHierarchyId }: CustomerSummary) =>
  [awsRegion, organizationId, customerId, rootHierarchyId].join(":");

/**
 * The user's rights on this customer from their groups, in one call; null without access to the console (SHELL-40).
 * Also verifies the root hierarchy (SESS-22).
 */
export async function rightsOn(
  api: RegionalApi,
  user: Pick<CurrentUser, "_id" | "groupIds">,
  customer: CustomerSummary,
): Promise<Rights | null> {
  const identity = { userId: user._id, groupIds: user.groupIds };
  const resource = resourceOf(customer);
  const { CommonCheckPolicy, rights, ORGGetRootHierarchy } = await api.query(accessDocument, {
    policy: { identity, todos: { [resource]: ["edge:access"] } },
    rights: { identity, todos: { [resource]: [...checkedCodes] } },
    filter: { customerId: customer.customerId },
  });
  const isOpen = CommonCheckPolicy.policyResult && ORGGetRootHierarchy._id === customer.rootHierarchyId;
  const [granted] = rights.granted;
  return isOpen && granted ? rightsGranted(granted) : null;
}

/** Archived ones among the customers that would otherwise be open to the user. Throws ApiError. */
export const findArchivedCustomers = async (api: Pick<RegionalApi, "query">, customerIds: string[]) =>
  (await api.query(archivedCustomersDocument, { customerIds })).ORGFindArchivedCustomers;

/** Right to change a customer's settings (PERM-66). */
export const settingsRight = "org:editSettings" satisfies Right;

/** True if the user holds a right on the customer. Without it forms are read-only. */
export const holdsRight = async (
  { rights }: { rights: () => Promise<Rights> },
  right: Right,
): Promise<boolean> => (await rights()).has(right);

/** Renews the tokens (SESS-12). `logout`: the session has ended. */
export async function refreshTokens(api: RegionalApi) {
  return (await api.authCall(refreshDocument, {})).AuthRefreshToken;
}

/** Ends the session at the API (SESS-27). */
export async function logout(api: RegionalApi): Promise<void> {
  await api.mutate(logoutDocument, {});
}

/** Asks the API whether the session has ended (SESS-15, SESS-18). */
export async function hasSessionEnded(api: RegionalApi): Promise<boolean> {
  return (await api.query(checkTokenDocument, {})).AuthCheckToken.logout;
}
