import { compareNames } from "~/i18n/name-order";
import { moveOf } from "~/models/list/move.server";
import { mutationOf, queryOf } from "~/services/operation.server";
import { notFound } from "~/services/screens.server";
import type { CustomerApi } from "~/services/customer-api.server";

const fetchList = queryOf(
  "ORGGetOrganizations",
  "_id uniqueName displayName createdAt archivedAt edition { version }",
);

const getAll = (api: CustomerApi, filter: { _id?: string } = {}) => fetchList(api, { filter });

/** The active organisations (ORG-20). Throws ApiError. */
export const getOrganizations = async (api: CustomerApi) =>
  (await getAll(api)).filter(({ archivedAt }) => archivedAt === null);

/** The archived organisations (ORG-38). Throws ApiError. */
export const getArchivedOrganizations = async (api: CustomerApi) =>
  (await getAll(api)).filter(({ archivedAt }) => archivedAt !== null);

/** Display names of organisations, archived or not. Throws ApiError. */
export const organizationNames = async (api: CustomerApi, ids: readonly string[]) =>
  (await getAll(api)).filter(({ _id }) => ids.includes(_id)).map(({ displayName }) => displayName);

/** One organisation, archived or not; throws "not found" for any other id. Throws ApiError. */
export async function getOrganization(api: CustomerApi, _id: string) {
  const [organization] = await getAll(api, { _id });
  if (!organization) throw notFound();
  return organization;
}

/** The active organisations by display name, as options (CUST-23). Throws ApiError. */
export async function getOrganizationOptions(api: CustomerApi): Promise<{ value: string; label: string }[]> {
  return (await getOrganizations(api))
    .map(({ _id, displayName }) => ({ value: _id, label: displayName }))
    .sort((a, b) => compareNames(a.label, b.label));
}

/** Creates an organisation (ORG-31). */
export const createOrganization = mutationOf("ORGCreateOrganization", "_id");

/** Renames an organisation (ORG-46). */
export const renameOrganization = mutationOf("ORGUpdateOrganization", "_id");

/** Archives organisations, all or none, never the current customer's (ORG-10, ORG-36, ORG-37). Throws ApiError. */
export const archiveOrganizations = moveOf("ORGArchiveOrganizations");

/** Restores organisations, all or none (ORG-10, ORG-36). Throws ApiError. */
export const restoreOrganizations = moveOf("ORGRestoreOrganizations");
