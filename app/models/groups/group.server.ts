import type { ListState } from "~/models/list/list-state";
import { changedFields, moveOf } from "~/models/list/move.server";
import { disambiguated } from "~/models/list/disambiguated";
import { changeFields } from "~/models/rules/rules.server";
import { nullIfMissing } from "~/services/failure.server";
import { mutationOf, pageQueryOf, queryOf } from "~/services/operation.server";
import { recordMissing } from "~/services/screens.server";
import type { CustomerApi } from "~/services/customer-api.server";

const fetchOptions = queryOf("ORGGetGroups", "data { _id name usersCount }", "GroupOptions");

export type GroupOption = { value: string; label: string; usersCount: number };

/**
 * The customer's active groups by name, for a picker. All of them by default (GRP-08): saving by ids would drop a
 * chosen group that is not offered. Optionally limited to `limit` and `ids`. With `choice`, only groups the caller may
 * assign for it (GRP-54). Throws ApiError.
 */
export async function getGroupOptions(
  api: CustomerApi,
  { choice, limit, ids }: { choice?: "SINGLE_SIGN_ON" | "PERSON"; limit?: number; ids?: string[] } = {},
): Promise<GroupOption[]> {
  const groups = await fetchOptions(api, {
    filter: {
      organizationId: api.ids.organizationId,
      customerId: api.ids.customerId,
      hierarchyId: api.ids.hierarchyId,
      ...(limit !== undefined && { skip: 0, limit }),
      sort: { fieldName: "name", order: "asc" },
      activeOnly: true,
      choice,
      ...(ids && { groupIds: ids }),
    },
  });
  return disambiguated(
    groups.data.map(({ _id, name, usersCount }) => ({ value: _id, label: name, usersCount })),
  );
}

const fetchList = pageQueryOf("ORGGetGroups", "_id name createdAt archivedAt usersCount canChange");

export type GroupRow = Awaited<ReturnType<typeof fetchList>>["data"][number];

type Order = ListState & { sort: "name" | "createdAt"; search?: string | undefined };

/** A page of the customer's groups, active or archived (GRP-07, USER-17). Throws ApiError. */
export async function getGroups(
  api: CustomerApi,
  { page, size, sort, order, search }: Order,
  isArchive: boolean,
) {
  const filter = {
    organizationId: api.ids.organizationId,
    customerId: api.ids.customerId,
    // Filters the list by department (GRP-07); the picker's `hierarchyId` is instead where the right is checked.
    hierarchyIds: [api.ids.hierarchyId],
    skip: page - 1,
    limit: size,
    sort: { fieldName: sort, order },
    searchText: search,
    ...(isArchive ? { archivedOnly: true } : { activeOnly: true }),
  };
  return await fetchList(api, { filter });
}

const fetchOne = queryOf(
  "ORGGetGroup",
  "_id customerId name description hierarchyName usersCount createdAt archivedAt canChange version",
);

export type Group = Awaited<ReturnType<typeof fetchOne>>;

/**
 * One group of the customer, active or archived; otherwise the not-found screen of GRP-36. Call before
 * changing the group of a URL: the API checks only rights, not that it is this customer's. Throws ApiError.
 */
export async function getGroup(api: CustomerApi, _id: string): Promise<Group> {
  const group = await nullIfMissing(fetchOne(api, { filter: { _id } }));
  if (group?.customerId !== api.ids.customerId) throw recordMissing("group");
  return group;
}

/** Creates a group (GRP-26). */
export const createGroup = mutationOf("ORGCreateGroup", "_id");

/** Saves a group's name and description (GRP-39). */
export const updateGroup = mutationOf("ORGUpdateGroup", "_id");

/** Archives one group (GRP-34). */
export const archiveGroup = mutationOf("ORGArchiveGroup", changedFields);

/** Archives groups of the customer, all or none (GRP-13). Throws ApiError. */
export const archiveGroups = moveOf("ORGArchiveGroups");

/** Effect of restoring groups on people's rights (PERM-84). Throws ApiError. */
export const getRestoreChange = queryOf("ORGGetRestoreGroupsChange", changeFields, "RestoreGroupsChange");

/** Restores groups of the customer, all or none (GRP-16). Throws ApiError. */
export const restoreGroups = moveOf("ORGRestoreGroups");
