import { BoundedCache } from "../../../shared/bounded-cache";
import { graphql } from "~/services/graphql";
import type { Scope } from "~/services/console-args";
import { queryOf } from "~/services/operation.server";
import type { checkedCodes } from "~/services/rights";
import type { CustomerApi } from "~/services/customer-api.server";

// The query is nested five levels deep, the maximum for departments (DEPT-15).
const treeDocument = graphql(`
  query Departments($filter: ORGHierarchyFilter!, $heldCode: String) {
    ORGGetHierarchy(filter: $filter, childrenShape: tree, heldCode: $heldCode) {
      _id
      name
      isHeld
      children {
        _id
        name
        isHeld
        children {
          _id
          name
          isHeld
          children {
            _id
            name
            isHeld
            children {
              _id
              name
              isHeld
            }
          }
        }
      }
    }
  }
`);

const idsDocument = graphql(`
  query DepartmentIds($filter: ORGHierarchyFilter!) {
    ORGGetHierarchy(filter: $filter, childrenShape: flatArray) {
      _id
      children {
        _id
      }
    }
  }
`);

/** A department in the flattened tree: parents before children, root at level 0. */
export type Department = { _id: string; name: string; level: number; isHeld: boolean };

type Node = { _id: string; name: string; isHeld: boolean; children?: readonly Node[] };

/** Flattens the tree to the departments where the user holds the right, plus their ancestors. */
function flatten({ _id, name, isHeld, children }: Node, level = 0): Department[] {
  const below = (children ?? []).flatMap((child) => flatten(child, level + 1));
  return isHeld || below.length > 0 ? [{ _id, name, level, isHeld }, ...below] : [];
}

/**
 * The customer's active departments in tree order (VAC-27). With a code, only those where the user holds it and their
 * ancestors: filtering by an ancestor returns what is visible below it (VAC-68, DI-45). Throws ApiError.
 */
export async function getDepartments(
  api: CustomerApi,
  { hierarchyId }: Scope,
  heldCode?: (typeof checkedCodes)[number],
): Promise<Department[]> {
  const { ORGGetHierarchy } = await api.query(treeDocument, { filter: { _id: hierarchyId }, heldCode });
  return flatten(ORGGetHierarchy);
}

const fetchRemoved = queryOf("ORGGetRemovedHierarchies", "_id name");

/** Removed ones among the given departments (POL-41). Throws ApiError. */
export const getRemovedDepartments = (api: CustomerApi, customerId: string, hierarchyIds: string[]) =>
  fetchRemoved(api, { customerId, hierarchyIds });

/** Department options, indented by level (VAC-27). `isPlacing` disables those where the user lacks the right. */
export const departmentOptions = (departments: readonly Department[], isPlacing = false) =>
  departments.map(({ _id, name, level, isHeld }) => ({
    value: _id,
    label: `${"\u00a0".repeat(4 * level)}${name}`,
    ...(isPlacing && !isHeld && { disabled: true }),
  }));

/** Ids of the root and all active departments below it (VAC-13). Throws ApiError. */
export async function getDepartmentIds(api: CustomerApi): Promise<string[]> {
  const { _id, children } = (await api.query(idsDocument, { filter: { _id: api.ids.hierarchyId } }))
    .ORGGetHierarchy;
  return [_id, ...children.map((child) => child._id)];
}

// Last known department ids by root id; the bound counts ids, not customers.
const lastKnown = new BoundedCache<string, readonly string[]>(300_000, (_, { length }) => length);

/** Maximum ids that the API accepts in one call. */
export const maxIdsPerCall = 5_000;

/**
 * Runs a list call that needs all department ids. Fetches the ids in parallel with a call that assumes the last known
 * ones, and repeats the call only if they have changed. The result is always based on the current departments, usually
 * within one round trip. Above `maxIdsPerCall` ids the filter is omitted, which means all departments.
 */
export async function withDepartmentIds<T>(
  api: CustomerApi,
  run: (hierarchyIdList: string[] | undefined) => Promise<T>,
): Promise<T> {
  const call = (ids: readonly string[]) => run(ids.length > maxIdsPerCall ? undefined : [...ids]);
  const before = lastKnown.get(api.ids.hierarchyId);
  const guess = before && call(before);
  guess?.catch(() => {});
  const ids = await getDepartmentIds(api);
  if (guess && before && ids.length === before.length && ids.every((id, index) => id === before[index]))
    return guess;
  lastKnown.set(api.ids.hierarchyId, ids);
  return call(ids);
}
