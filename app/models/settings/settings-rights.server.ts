import { graphql } from "~/services/graphql";
import type { ConsoleArgs } from "~/services/console-args";
import { ApiError } from "~/services/regional-api.server";

const rightDocument = graphql(`
  query MayChangeSettings($policy: CommonCheckPolicyInput!) {
    CommonCheckPolicy(policy: $policy) {
      policyResult
    }
  }
`);

/** What the API asks of whoever changes a customer's settings. */
const code = "org:editUser";

/**
 * Whether the person may change the customer's settings, for forms that otherwise only show them. When it cannot be
 * found out the answer is yes: the API refuses in any case. Throws what ends the session.
 */
export async function mayChangeSettings({
  api,
  scope,
  user,
}: Pick<ConsoleArgs, "api" | "scope" | "user">): Promise<boolean> {
  const { awsRegion, organizationId, customerId, hierarchyId } = scope;
  const resource = [awsRegion, organizationId, customerId, hierarchyId].join(":");
  const identity = { userId: user._id, groupIds: user.groupIds };
  try {
    const policy = { identity, todos: { [resource]: [code] } };
    return (await api.query(rightDocument, { policy })).CommonCheckPolicy.policyResult;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === "UNAUTHENTICATED") throw error;
    return true;
  }
}
