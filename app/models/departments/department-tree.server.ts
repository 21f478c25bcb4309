import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import { mostNamed } from "./department.server";
import type { FlatNode } from "./tree";
import type { TreeInput } from "./tree-changes";
import type { CustomerApi, FormApi, ScopeIds } from "~/services/customer-api.server";

// Departments have at most five levels (DEPT-15).
const hierarchyTreeFields = graphql(`
  fragment HierarchyTreeFields on IDPHierarchyTree @_unmask {
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
`);
const askNamed = queryOf("IDPGetHierarchyTree", hierarchyTreeFields);

export type NamedTree = { id: string; name: string; children?: readonly NamedTree[] };

/** The customer's departments for reading (DEPT-04). Throws ApiError. */
export const getNamedTree = async (api: CustomerApi): Promise<NamedTree> =>
  (await askNamed(api, { filter: { customerId: api.ids.customerId } })).rootHierarchy;

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
export async function getFlatTree(api: CustomerApi) {
  const { ORGGetHierarchy: root } = await api.query(flatDocument, { filter: { _id: api.ids.hierarchyId } });
  const nodes: FlatNode[] = [
    { id: root._id, name: root.name, parentId: null },
    ...root.children.map(({ _id, name, parentId }) => ({ id: _id, name, parentId })),
  ];
  return { nodes, version: root.edition.version };
}

const hierarchyUsageFields = graphql(`
  fragment HierarchyUsageFields on HierarchyUsage @_unmask {
    _id
    users
    groups
    vacancies
  }
`);
const askUsage = queryOf("ORGGetHierarchyUsage", hierarchyUsageFields);

/**
 * The counts of active records in departments themselves, by id (DEPT-29, DEPT-33): a call for each `mostNamed` of them, as
 * what is moved or removed may have more below it. Throws ApiError.
 */
export async function getUsage(api: CustomerApi, hierarchyIds: string[]) {
  const calls: ReturnType<typeof askUsage>[] = [];
  for (let from = 0; from < hierarchyIds.length; from += mostNamed)
    calls.push(askUsage(api, { hierarchyIds: hierarchyIds.slice(from, from + mostNamed) }));
  const rows = (await Promise.all(calls)).flat();
  return new Map(rows.map(({ _id, ...counts }) => [_id, counts]));
}

const hierarchyChangesFields = graphql(`
  fragment HierarchyChangesFields on HierarchyChange @_unmask {
    version
    _id
    kind
    name
    before
    after
    changedAt
    changedBy
  }
`);
const askChanges = queryOf("ORGGetHierarchyChanges", hierarchyChangesFields);

/** The changes after a version, the latest first, of some departments or of all (DEPT-32). Throws ApiError. */
export const getChangesSince = (
  api: CustomerApi,
  sinceVersion: number,
  hierarchyIds: string[] | null = null,
) => askChanges(api, { sinceVersion, hierarchyIds });

export type OthersChange = Awaited<ReturnType<typeof getChangesSince>>[number];

const updateHierarchiesFields = graphql(`
  fragment UpdateHierarchiesFields on ORGUpdatedHierarchies @_unmask {
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
`);

const update = mutationOf("ORGUpdateHierarchies", updateHierarchiesFields);

/** Departments as they are sent. */
const sent = ({ customerId, organizationId }: ScopeIds, inputs: readonly TreeInput[]) => {
  const archivedAt = new Date().toISOString();
  return inputs.map(({ isRemoved, ...input }) => ({
    ...input,
    customerId,
    organizationId,
    ...(isRemoved && { archivedAt }),
  }));
};

const askMovesBeyond = queryOf("ORGGetHierarchyMovesBeyond", undefined);

/** The departments whose move would be refused: it gives or takes more rights than the person holds (DEPT-36). Throws ApiError. */
export const getMovesBeyond = (api: CustomerApi, inputs: readonly TreeInput[]): Promise<string[]> =>
  askMovesBeyond(api, { hierarchies: sent(api.ids, inputs) });

/** Saves changes of the tree that are based on its `version` (DEPT-24). Throws ApiError. */
export const saveTree = (api: FormApi, inputs: readonly TreeInput[], version: number) =>
  update(api, { hierarchies: sent(api.ids, inputs), version });
