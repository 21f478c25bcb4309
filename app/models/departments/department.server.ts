import { BoundedCache } from "../../../shared/bounded-cache";
import { graphql } from "~/services/graphql";
import type { Scope } from "~/services/console-args";
import { queryOf } from "~/services/operation.server";
import type { askedCodes } from "~/services/rights";
import type { CustomerApi } from "~/services/customer-api.server";

// Departments have at most five levels (DEPT-15).
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

const removedFields = graphql(`
  fragment RemovedFields on ORGRemovedHierarchy @_unmask {
    _id
    name
  }
`);

/** A department among all of its customer's, parents before their children; the root has level 0. */
export type Department = { _id: string; name: string; level: number; isHeld: boolean };

type Node = { _id: string; name: string; isHeld: boolean; children?: readonly Node[] };

/** The departments that the person holds the right on, with those above them. */
function flatten({ _id, name, isHeld, children }: Node, level = 0): Department[] {
  const below = (children ?? []).flatMap((child) => flatten(child, level + 1));
  return isHeld || below.length > 0 ? [{ _id, name, level, isHeld }, ...below] : [];
}

/**
 * The active departments of the customer in the order of their tree (VAC-27); with a code those alone where it may be used, and
 * those above them: filters narrow to these, and answer with what may be seen below (VAC-68, DI-45). Throws ApiError.
 */
export async function getDepartments(
  api: CustomerApi,
  { hierarchyId }: Scope,
  heldCode?: (typeof askedCodes)[number],
): Promise<Department[]> {
  const { ORGGetHierarchy } = await api.query(treeDocument, { filter: { _id: hierarchyId }, heldCode });
  return flatten(ORGGetHierarchy);
}

const askRemoved = queryOf("ORGGetRemovedHierarchies", removedFields);

/** Those of the departments that were removed (POL-41). Throws ApiError. */
export const getRemovedDepartments = (api: CustomerApi, customerId: string, hierarchyIds: string[]) =>
  askRemoved(api, { customerId, hierarchyIds });

/** Departments as options, indented by their level (VAC-27); to put something into one, the right must be held on itself. */
export const departmentOptions = (departments: readonly Department[], isPlacing = false) =>
  departments.map(({ _id, name, level, isHeld }) => ({
    value: _id,
    label: `${"\u00a0".repeat(4 * level)}${name}`,
    ...(isPlacing && !isHeld && { disabled: true }),
  }));

/** The root and every active department below it, by id (VAC-13). Throws ApiError. */
export async function getDepartmentIds(api: CustomerApi): Promise<string[]> {
  const { _id, children } = (await api.query(idsDocument, { filter: { _id: api.ids.hierarchyId } }))
    .ORGGetHierarchy;
  return [_id, ...children.map((child) => child._id)];
}

// The departments when a customer's lists were last shown, by the root's id: so many in all.
const lastKnown = new BoundedCache<string, readonly string[]>(300_000, (_, { length }) => length);

/** The most departments that the API can be asked by. */
export const mostNamed = 5_000;

/**
 * Calls for a list that wants the ids of all departments. The ids are asked for side by side with a call that takes
 * them to be what they last were; only when they have changed the list is asked for again. So the answer is always
 * that of the departments of now, and nearly always one round trip away. Of more than can be named none is: that asks
 * for all, too.
 */
export async function withDepartmentIds<T>(
  api: CustomerApi,
  ask: (hierarchyIdList: string[] | undefined) => Promise<T>,
): Promise<T> {
  const call = (ids: readonly string[]) => ask(ids.length > mostNamed ? undefined : [...ids]);
  const before = lastKnown.get(api.ids.hierarchyId);
  const guess = before && call(before);
  guess?.catch(() => {});
  const ids = await getDepartmentIds(api);
  if (guess && before && ids.length === before.length && ids.every((id, index) => id === before[index]))
    return guess;
  lastKnown.set(api.ids.hierarchyId, ids);
  return call(ids);
}
