import { graphql } from "~/services/graphql";
import type { RegionalApi } from "~/services/regional-api.server";

const optionsDocument = graphql(`
  query GroupOptions($filter: ORGGroupsFilter!) {
    ORGGetGroups(filter: $filter) {
      data {
        _id
        name
        usersCount
      }
    }
  }
`);

export type GroupOption = { value: string; label: string; usersCount: number };

/**
 * The customer's active groups by name, for a picker: 500 at most (SSO-29). With a `choice` only those that the caller
 * may choose for it (GRP-54). Throws ApiError.
 */
export async function getGroupOptions(
  api: RegionalApi,
  scope: { organizationId: string; customerId: string; hierarchyId: string },
  choice?: "SINGLE_SIGN_ON",
): Promise<GroupOption[]> {
  const { organizationId, customerId, hierarchyId } = scope;
  const { ORGGetGroups } = await api.query(optionsDocument, {
    filter: {
      organizationId,
      customerId,
      hierarchyId,
      skip: 0,
      limit: 500,
      sort: { fieldName: "name", order: "asc" },
      activeOnly: true,
      choice,
    },
  });
  return ORGGetGroups.data.map(({ _id, name, usersCount }) => ({ value: _id, label: name, usersCount }));
}
