import { graphql } from "~/services/graphql";
import type { RegionalApi } from "~/services/regional-api.server";

const optionsDocument = graphql(`
  query WorkflowOptions($organizationId: ID!, $customerId: ID!, $hierarchyId: ID!) {
    AppsGetWorkflowListV2(
      organizationId: $organizationId
      customerId: $customerId
      hierarchyId: $hierarchyId
      skipEq: 0
      limitEq: 500
      sort: { fieldName: "name", order: asc }
      workflowFilter: { isArchived: false }
    ) {
      data {
        _id
        name
      }
    }
  }
`);

/** The customer's active workflows by name, for a picker: 500 at most (TEN-23, WF-11). Throws ApiError. */
export async function getWorkflowOptions(
  api: RegionalApi,
  scope: { organizationId: string; customerId: string; hierarchyId: string },
): Promise<{ value: string; label: string }[]> {
  const { organizationId, customerId, hierarchyId } = scope;
  const { AppsGetWorkflowListV2 } = await api.query(optionsDocument, {
    organizationId,
    customerId,
    hierarchyId,
  });
  return AppsGetWorkflowListV2.data.map(({ _id, name }) => ({ value: _id, label: name }));
}
