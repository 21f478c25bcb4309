import { graphql } from "./graphql";
import { ApiError, type RegionalApi, type ResultOf } from "./regional-api.server";

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
  query Access($policy: CommonCheckPolicyInput!, $filter: ORGHierarchyFilter!) {
    CommonCheckPolicy(policy: $policy) {
      policyResult
    }
    ORGGetRootHierarchy(filter: $filter) {
      _id
    }
  }
`);

const rightDocument = graphql(`
  query Right($policy: CommonCheckPolicyInput!) {
    CommonCheckPolicy(policy: $policy) {
      policyResult
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

/** A customer as policies name it. */
const resourceOf = ({ awsRegion, organizationId, customerId, ...customer }: Place) =>
  [
    awsRegion,
    organizationId,
    customerId,
    "hierarchyId" in customer ? customer.hierarchyId : customer.rootHierarchyId,
  ].join(":");

type Place = Pick<CustomerSummary, "awsRegion" | "organizationId" | "customerId"> &
  ({ rootHierarchyId: string } | { hierarchyId: string });

/** Whether the user's groups grant the console on this customer (SHELL-40); the root hierarchy is read beside it (SESS-22). */
export async function hasConsoleAccess(
  api: RegionalApi,
  user: Pick<CurrentUser, "_id" | "groupIds">,
  customer: CustomerSummary,
): Promise<boolean> {
  const { CommonCheckPolicy, ORGGetRootHierarchy } = await api.query(accessDocument, {
    policy: {
      identity: { userId: user._id, groupIds: user.groupIds },
      todos: { [resourceOf(customer)]: ["edge:access"] },
    },
    filter: { customerId: customer.customerId },
  });
  return CommonCheckPolicy.policyResult && ORGGetRootHierarchy._id === customer.rootHierarchyId;
}

/** Who may change a customer's settings: nothing is granted for them alone, so that it is whoever may change its people. */
export const settingsRight = "org:editUser";

/**
 * Whether the user's groups grant an action on this customer, so that a screen shows its values only to whoever may not
 * change them. The API decides in any case: while it does not say, the screen lets the person try.
 */
export async function holdsRight(
  { api, user, scope }: { api: RegionalApi; user: Pick<CurrentUser, "_id" | "groupIds">; scope: Place },
  action: string,
): Promise<boolean> {
  try {
    const { CommonCheckPolicy } = await api.query(rightDocument, {
      policy: {
        identity: { userId: user._id, groupIds: user.groupIds },
        todos: { [resourceOf(scope)]: [action] },
      },
    });
    return CommonCheckPolicy.policyResult;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === "UNAUTHENTICATED" || error.kind === "ABANDONED")
      throw error;
    return true;
  }
}

/** Renews the tokens (SESS-12). `logout`: the session has ended. */
export async function refreshTokens(api: RegionalApi) {
  return (await api.authCall(refreshDocument, {})).AuthRefreshToken;
}

/** Ends the session at the API (SESS-27). */
export async function logout(api: RegionalApi): Promise<void> {
  await api.mutate(logoutDocument, {});
}

/** Whether the API says that the session is over (SESS-15, SESS-18). */
export async function hasSessionEnded(api: RegionalApi): Promise<boolean> {
  return (await api.query(checkTokenDocument, {})).AuthCheckToken.logout;
}
