import type { Scope } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { mutationOf, type RegionalApi } from "~/services/regional-api.server";
import type { FlatNode } from "./tree";
import type { TreeInput } from "./tree-changes";

// Departments have at most five levels (DEPT-15).
const namedDocument = graphql(`
  query HierarchyTree($filter: IDPHierarchyTreeFilter!) {
    IDPGetHierarchyTree(filter: $filter) {
      rootHierarchy {
        id
        name
        children {
          id
          name
          children {
            id
            name
            children {
              id
              name
              children {
                id
                name
              }
            }
          }
        }
      }
    }
  }
`);

export type NamedTree = { id: string; name: string; children?: readonly NamedTree[] };

/** The customer's departments for reading (DEPT-04). Throws ApiError. */
export const getNamedTree = async (api: RegionalApi, { customerId }: Scope): Promise<NamedTree> =>
  (await api.query(namedDocument, { filter: { customerId } })).IDPGetHierarchyTree.rootHierarchy;

const flatDocument = graphql(`
  query EditableHierarchy($filter: ORGHierarchyFilter!) {
    ORGGetHierarchy(filter: $filter, childrenShape: flatArray) {
      _id
      name
      edition {
        version
      }
      children {
        _id
        name
        parentId
      }
    }
  }
`);

/** The customer's departments as one list, parents first, with the version of their tree (DEPT-05). Throws ApiError. */
export async function getFlatTree(api: RegionalApi, { hierarchyId }: Scope) {
  const { ORGGetHierarchy: root } = await api.query(flatDocument, { filter: { _id: hierarchyId } });
  const nodes: FlatNode[] = [
    { id: root._id, name: root.name, parentId: null },
    ...root.children.map(({ _id, name, parentId }) => ({ id: _id, name, parentId })),
  ];
  return { nodes, version: root.edition.version };
}

const usageDocument = graphql(`
  query HierarchyUsage($customerId: ID!, $hierarchyIds: [ID!]!) {
    ORGGetHierarchyUsage(customerId: $customerId, hierarchyIds: $hierarchyIds) {
      _id
      users
      groups
      vacancies
    }
  }
`);

/** The counts of active records in departments themselves, by id (DEPT-29, DEPT-33). Throws ApiError. */
export async function getUsage(api: RegionalApi, { customerId }: Scope, hierarchyIds: string[]) {
  if (hierarchyIds.length === 0)
    return new Map<string, { users: number; groups: number; vacancies: number }>();
  const { ORGGetHierarchyUsage: rows } = await api.query(usageDocument, { customerId, hierarchyIds });
  return new Map(rows.map(({ _id, ...counts }) => [_id, counts]));
}

const changesDocument = graphql(`
  query HierarchyChanges($customerId: ID!, $sinceVersion: Int!, $hierarchyIds: [ID!]) {
    ORGGetHierarchyChanges(
      customerId: $customerId
      sinceVersion: $sinceVersion
      hierarchyIds: $hierarchyIds
    ) {
      version
      _id
      kind
      name
      before
      after
      changedAt
      changedBy
    }
  }
`);

/** The changes after a version, the latest first, of some departments or of all (DEPT-32). Throws ApiError. */
export const getChangesSince = async (
  api: RegionalApi,
  { customerId }: Scope,
  sinceVersion: number,
  hierarchyIds: string[] | null = null,
) => (await api.query(changesDocument, { customerId, sinceVersion, hierarchyIds })).ORGGetHierarchyChanges;

export type OthersChange = Awaited<ReturnType<typeof getChangesSince>>[number];

const update = mutationOf(
  graphql(`
    mutation UpdateHierarchies($hierarchies: [ORGHierarchyInput!]!, $version: Int!) {
      ORGUpdateHierarchies(hierarchies: $hierarchies, version: $version) {
        updated {
          _id
        }
        created {
          _id
        }
        archived {
          _id
        }
      }
    }
  `),
);

/** Departments as they are sent. */
const sent = ({ customerId, organizationId }: Scope, inputs: readonly TreeInput[]) => {
  const archivedAt = new Date().toISOString();
  return inputs.map(({ isRemoved, ...input }) => ({
    ...input,
    customerId,
    organizationId,
    ...(isRemoved && { archivedAt }),
  }));
};

const movesBeyondDocument = graphql(`
  query HierarchyMovesBeyond($hierarchies: [ORGHierarchyInput!]!) {
    ORGGetHierarchyMovesBeyond(hierarchies: $hierarchies)
  }
`);

/** The departments whose move would be refused: it gives or takes more rights than the person holds (DEPT-36). Throws ApiError. */
export const getMovesBeyond = async (
  api: RegionalApi,
  scope: Scope,
  inputs: readonly TreeInput[],
): Promise<string[]> =>
  (await api.query(movesBeyondDocument, { hierarchies: sent(scope, inputs) })).ORGGetHierarchyMovesBeyond;

/** Saves changes of the tree that are based on its `version` (DEPT-24). Throws ApiError. */
export const saveTree = (
  api: RegionalApi,
  scope: Scope,
  inputs: readonly TreeInput[],
  version: number,
  idempotencyKey: string,
) => update(api, { hierarchies: sent(scope, inputs), version }, idempotencyKey);
