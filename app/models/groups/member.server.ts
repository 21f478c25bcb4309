import type { ListState } from "~/models/list/list-state";
import { changedFields } from "~/models/list/move.server";
import { changeFields } from "~/models/rules/rules.server";
import { userName } from "~/models/users/user.server";
import { mutationOf, pageQueryOf, queryOf } from "~/services/operation.server";
import type { CustomerApi } from "~/services/customer-api.server";

const fetchPeople = pageQueryOf(
  "ORGGetUsers",
  "_id canView username firstName lastName email locked groupIds lastActive",
  "GroupPeople",
);

/** Sortable columns of the member list, with the API's field names (USER-18). */
const sortFields = { username: "firstName", email: "email", lastActive: "lastActive" } as const;
export type MemberSort = keyof typeof sortFields;

type Filter = Omit<Parameters<typeof fetchPeople>[1]["filter"], "organizationId" | "customerId">;

async function findPeople(api: CustomerApi, filter: Filter) {
  const { organizationId, customerId, hierarchyId } = api.ids;
  const { data, pagination } = await fetchPeople(api, {
    filter: { organizationId, customerId, hierarchyIds: [hierarchyId], activeOnly: true, ...filter },
  });
  return {
    pagination,
    data: data.map(({ _id, canView, email, locked, lastActive, groupIds, ...user }) => ({
      _id,
      canView,
      name: userName(user),
      email,
      locked,
      lastActive,
      groupIds,
    })),
  };
}

type Search = ListState & { sort: MemberSort; search?: string | undefined };

/** One page of a group's active members (GRP-42). Throws ApiError. */
export async function getMembers(api: CustomerApi, groupId: string, state: Search) {
  const { page, size, sort, order, search } = state;
  const found = await findPeople(api, {
    skip: page - 1,
    limit: size,
    sort: { fieldName: sortFields[sort], order },
    groupIds: [groupId],
    ...(search && { searchText: search }),
  });
  return { ...found, data: found.data.map(({ groupIds: _groupIds, ...member }) => member) };
}

export type Member = Awaited<ReturnType<typeof getMembers>>["data"][number];

/** Maximum people listed in the dialog (GRP-46). */
const maxMatches = 30;

export type Candidate = { _id: string; name: string; email: string; isMember: boolean };

/**
 * Active people by name who can be added to a group: matching `searchText`, or given by `userIds` (GRP-45, GRP-46).
 * Throws ApiError.
 */
export async function getCandidates(
  api: CustomerApi,
  groupId: string,
  wanted: { searchText?: string | undefined } | { userIds: string[] },
): Promise<Candidate[]> {
  const { data } = await findPeople(api, {
    skip: 0,
    limit: "userIds" in wanted ? Math.max(1, wanted.userIds.length) : maxMatches,
    sort: { fieldName: "firstName", order: "asc" },
    ...wanted,
  });
  return data.map(({ _id, name, email, groupIds }) => ({
    _id,
    name,
    email,
    isMember: groupIds.includes(groupId),
  }));
}

/** Effect on people's rights of adding them to a group (PERM-84). Throws ApiError. */
export const getAddingChange = queryOf("ORGGetAddUsersChange", changeFields, "AddUsersChange");

/** Adds users to a group (GRP-47); with `unchangedSince`, undoes a removal. */
export const addMembers = mutationOf("ORGGroupAddUsers", changedFields, "AddGroupMembers");

/** Removes users from a group (GRP-43). */
export const removeMembers = mutationOf("ORGGroupRemoveUsers", changedFields, "RemoveGroupMembers");
