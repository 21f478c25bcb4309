import { graphql } from "~/services/graphql";
import type { RegionalApi } from "~/services/regional-api.server";

const listDocument = graphql(`
  query Organizations {
    ORGGetOrganizations {
      _id
      displayName
      archivedAt
    }
  }
`);

/** The active organisations by display name, as options (CUST-23). Throws ApiError. */
export async function getOrganizationOptions(api: RegionalApi): Promise<{ value: string; label: string }[]> {
  const { ORGGetOrganizations } = await api.query(listDocument, {});
  return ORGGetOrganizations.filter((organization) => organization.archivedAt === null)
    .map(({ _id, displayName }) => ({ value: _id, label: displayName }))
    .sort((a, b) => a.label.localeCompare(b.label, "en", { sensitivity: "base" }));
}
