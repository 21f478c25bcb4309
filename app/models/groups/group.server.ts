import type { ListState } from "~/models/list/list-state";
import { moveBy } from "~/models/list/move.server";
import { paginationFields } from "~/models/list/pagination.server";
import type { Scope, ScopeIds } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { ApiError, mutationOf, type RegionalApi, type ResultOf } from "~/services/regional-api.server";
import { recordMissing } from "~/services/screens.server";
import { toldApart } from "~/models/list/told-apart";

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
 * The customer's active groups by name, for a picker: all of them, without skip and limit (GRP-08), as what is saved by
 * ids would drop a chosen group that is not offered; at most `limit` where one is given. With a `choice` only those that
 * the caller may choose for it (GRP-54). Throws ApiError.
 */
export async function getGroupOptions(
  api: RegionalApi,
  { organizationId, customerId, hierarchyId }: ScopeIds,
  { choice, limit }: { choice?: "SINGLE_SIGN_ON" | "PERSON"; limit?: number } = {},
): Promise<GroupOption[]> {
  const { ORGGetGroups } = await api.query(optionsDocument, {
    filter: {
      organizationId,
      customerId,
      hierarchyId,
      ...(limit !== undefined && { skip: 0, limit }),
      sort: { fieldName: "name", order: "asc" },
      activeOnly: true,
      choice,
    },
  });
  return toldApart(
    ORGGetGroups.data.map(({ _id, name, usersCount }) => ({ value: _id, label: name, usersCount })),
  );
}

const listDocument = graphql(
  `
    query Groups($filter: ORGGroupsFilter!) {
      ORGGetGroups(filter: $filter) {
        data {
          _id
          name
          createdAt
          archivedAt
          usersCount
          canChange
        }
        pagination {
          ...PaginationFields
        }
      }
    }
  `,
  [paginationFields],
);

export type GroupRow = ResultOf<typeof listDocument>["ORGGetGroups"]["data"][number];

type Order = ListState & { sort: "name" | "createdAt"; search?: string | undefined };

/** A page of the customer's groups, active or archived (GRP-07, GRP-52). Throws ApiError. */
export async function getGroups(
  api: RegionalApi,
  { organizationId, customerId, hierarchyId }: Scope,
  { page, size, sort, order, search }: Order,
  isArchive: boolean,
) {
  const filter = {
    organizationId,
    customerId,
    // The list is narrowed to departments (GRP-07); the picker's `hierarchyId` is the one that it is asked at.
    hierarchyIds: [hierarchyId],
    skip: page - 1,
    limit: size,
    sort: { fieldName: sort, order },
    searchText: search,
    ...(isArchive ? { archivedOnly: true } : { activeOnly: true }),
  };
  return (await api.query(listDocument, { filter })).ORGGetGroups;
}

const oneDocument = graphql(`
  query Group($filter: ORGGroupFilter!) {
    ORGGetGroup(filter: $filter) {
      _id
      customerId
      name
      description
      hierarchyName
      usersCount
      createdAt
      archivedAt
      canChange
      version
    }
  }
`);

export type Group = ResultOf<typeof oneDocument>["ORGGetGroup"];

type OfCustomer = Pick<Scope, "customerId">;

/**
 * One group of the customer, active or archived; the screen of GRP-36 for any other id, of another customer too. Whatever
 * changes the group of an address asks for it first: the API knows only whether the person may. Throws ApiError.
 */
export async function getGroup(api: RegionalApi, { customerId }: OfCustomer, _id: string): Promise<Group> {
  try {
    const { ORGGetGroup: group } = await api.query(oneDocument, { filter: { _id } });
    if (group.customerId === customerId) return group;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "NOT_FOUND") throw error;
  }
  throw recordMissing("group");
}

/** Creates a group (GRP-26). */
export const createGroup = mutationOf(
  graphql(`
    mutation CreateGroup(
      $name: String!
      $description: String
      $customerId: ID!
      $hierarchyId: ID!
      $organizationId: ID!
    ) {
      ORGCreateGroup(
        name: $name
        description: $description
        customerId: $customerId
        hierarchyId: $hierarchyId
        organizationId: $organizationId
      ) {
        _id
      }
    }
  `),
);

/** Saves a group's name and description (GRP-39). */
export const updateGroup = mutationOf(
  graphql(`
    mutation UpdateGroup($filter: ORGGroupFilter!, $update: ORGGroupTextsInput!, $version: Int!) {
      ORGUpdateGroup(filter: $filter, update: $update, version: $version) {
        _id
      }
    }
  `),
);

/** Archives one group (GRP-34). */
export const archiveGroup = mutationOf(
  graphql(`
    mutation ArchiveGroup($filter: ORGGroupFilter!) {
      ORGArchiveGroup(filter: $filter) {
        _id
        changedAt
      }
    }
  `),
);

/** Archives groups of the customer, all or none (GRP-13). Throws ApiError. */
export const archiveGroups = moveBy(
  graphql(`
    mutation ArchiveGroups($customerId: ID!, $ids: [ID!]!, $unchangedSince: DateTime) {
      ORGArchiveGroups(customerId: $customerId, groupIds: $ids, unchangedSince: $unchangedSince) {
        _id
        changedAt
      }
    }
  `),
);

/** Restores groups of the customer, all or none (GRP-16). Throws ApiError. */
export const restoreGroups = moveBy(
  graphql(`
    mutation RestoreGroups($customerId: ID!, $ids: [ID!]!, $unchangedSince: DateTime) {
      ORGRestoreGroups(customerId: $customerId, groupIds: $ids, unchangedSince: $unchangedSince) {
        _id
        changedAt
      }
    }
  `),
);
