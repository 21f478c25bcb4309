import { graphql } from "./graphql";
import type { RegionalApi, ResultOf } from "./regional-api.server";

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

/** Whether the user's groups grant the console on this customer (SHELL-40); the root hierarchy is read beside it (SESS-22). */
export async function hasConsoleAccess(
  api: RegionalApi,
  user: Pick<CurrentUser, "_id" | "groupIds">,
  customer: CustomerSummary,
): Promise<boolean> {
  const resource = [
    customer.awsRegion,
    customer.organizationId,
    customer.customerId,
    customer.rootHierarchyId,
  ].join(":");
  const { CommonCheckPolicy, ORGGetRootHierarchy } = await api.query(accessDocument, {
    policy: {
      identity: { userId: user._id, groupIds: user.groupIds },
      todos: { [resource]: ["edge:access"] },
    },
    filter: { customerId: customer.customerId },
  });
  return CommonCheckPolicy.policyResult && ORGGetRootHierarchy._id === customer.rootHierarchyId;
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
