import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import { maxIdsPerCall } from "./department.server";
import type { FlatNode } from "./tree";
import type { TreeInput } from "./tree-changes";
import type { CustomerApi, FormApi, ScopeIds } from "~/services/customer-api.server";

// The query is nested five levels deep, the maximum for departments (DEPT-15).
const hierarchyTreeFields = graphql(`
  fragment HierarchyTreeFields on IDPHierarchyTree @_unmask {
    rootHierarchy {
      id
      name
      users
      vacancies
      children {
        id
        name
        users
        vacancies
        children {
          id
          name
          users
          vacancies
          children {
            id
            name
            users
            vacancies
            children {
              id
              name
              users
              vacancies
            }
          }
        }
      }
    }
  }
`);
const fetchNamedTree = queryOf("IDPGetHierarchyTree", hierarchyTreeFields);

export type NamedTree = {
  id: string;
  name: string;
  users: number | null;
  vacancies: number | null;
  children?: readonly NamedTree[];
};

/** The customer's departments for the read-only tree (DEPT-04). Throws ApiError. */
export const getNamedTree = async (api: CustomerApi): Promise<NamedTree> =>
  (await fetchNamedTree(api, { filter: { customerId: api.ids.customerId } })).rootHierarchy;

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

/** The customer's departments as a flat list, parents first, with the tree's version (DEPT-05). Throws ApiError. */
export async function getFlatTree(api: CustomerApi) {
  const { ORGGetHierarchy: root } = await api.query(flatDocument, { filter: { _id: api.ids.hierarchyId } });
  const nodes: FlatNode[] = [
    { id: root._id, name: root.name, parentId: null },
    ...root.children.map(({ _id, name, parentId }) => ({ id: _id, name, parentId })),
  ];
  return { nodes, version: root.edition.version };
}

const fetchUsage = queryOf("ORGGetHierarchyUsage", "_id users groups vacancies");

/**
 * Active records directly in each department, by id (DEPT-29, DEPT-33). Split into calls of `maxIdsPerCall` ids, since a
 * moved or removed department may contain more. Throws ApiError.
 */
export async function getUsage(api: CustomerApi, hierarchyIds: string[]) {
  const calls: ReturnType<typeof fetchUsage>[] = [];
  for (let from = 0; from < hierarchyIds.length; from += maxIdsPerCall)
    calls.push(fetchUsage(api, { hierarchyIds: hierarchyIds.slice(from, from + maxIdsPerCall) }));
  const rows = (await Promise.all(calls)).flat();
  return new Map(rows.map(({ _id, ...counts }) => [_id, counts]));
}

const fetchChanges = queryOf(
  "ORGGetHierarchyChanges",
  "version _id kind name before after changedAt changedBy",
);

/** Tree changes since a version, latest first, for some departments or all (DEPT-32). Throws ApiError. */
export const getChangesSince = (
  api: CustomerApi,
  sinceVersion: number,
  hierarchyIds: string[] | null = null,
) => fetchChanges(api, { sinceVersion, hierarchyIds });

export type OthersChange = Awaited<ReturnType<typeof getChangesSince>>[number];

const update = mutationOf("ORGUpdateHierarchies", "updated { _id } created { _id } archived { _id }");

/** Departments in the API's input format. */
const toHierarchyInputs = ({ customerId, organizationId }: ScopeIds, inputs: readonly TreeInput[]) => {
  const archivedAt = new Date().toISOString();
  return inputs.map(({ isRemoved, ...input }) => ({
    ...input,
    customerId,
    organizationId,
    ...(isRemoved && { archivedAt }),
  }));
};

const fetchMovesBeyond = queryOf("ORGGetHierarchyMovesBeyond", undefined);

/** Departments whose move would change more rights than the user holds, and be refused (DEPT-36). Throws ApiError. */
export const getMovesBeyond = (api: CustomerApi, inputs: readonly TreeInput[]): Promise<string[]> =>
  fetchMovesBeyond(api, { hierarchies: toHierarchyInputs(api.ids, inputs) });

/** Saves tree changes based on `version` (DEPT-24). Throws ApiError. */
export const saveTree = (api: FormApi, inputs: readonly TreeInput[], version: number) =>
  update(api, { hierarchies: toHierarchyInputs(api.ids, inputs), version });
