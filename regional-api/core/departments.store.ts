/** The department tree of a customer. */
import { findBy, rowAmong, selectByIds } from "./statements.store";
import type { Reader } from "../store/engine";
import type { Row } from "../store/tables";
import { anyOf } from "../store/dialect";
import { prepared, sql } from "../store/sql";
import { mapSequentially } from "../store/sequential";
import { rowsBy, batchLoader } from "../store/batch-loader";

/** Returns a department of this region, archived or not. */
export const findHierarchy = findBy("hierarchies", "id");

const selectAmong = selectByIds("hierarchies");

/** Returns a department by id. Concurrent calls are batched into one query. */
export const hierarchyAmong = rowAmong(selectAmong);

const selectRemoved = prepared<{ ids: readonly string[] }>()((p) =>
  sql
    .selectFrom("hierarchies")
    .select(["id", "name", "customerId"])
    .where(anyOf("id", p.ids))
    .where("archivedAt", "is not", null),
);

/** Returns those of these departments that were removed. */
export const removedAmong = (db: Reader, ids: readonly string[]) => selectRemoved.all(db, { ids });

export const selectOfCustomer = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("hierarchies")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .orderBy("position")
    .orderBy("id"),
);

/** Selects few columns, since there can be thousands of departments. */
const selectActive = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("hierarchies")
    .select(["id", "parentId"])
    .where("customerId", "=", p.customerId)
    .where("archivedAt", "is", null)
    .orderBy("position")
    .orderBy("id"),
);

const selectParents = prepared<{ customerId: string }>()((p) =>
  sql.selectFrom("hierarchies").select(["id", "parentId"]).where("customerId", "=", p.customerId),
);

/** Returns all departments of a customer, archived ones included, in order of position. */
export const hierarchiesOf = (db: Reader, customerId: string): Promise<Row<"hierarchies">[]> =>
  selectOfCustomer.all(db, { customerId });

/** Returns the active departments of a customer, in order of position. */
export const activeHierarchies = async (db: Reader, customerId: string): Promise<Row<"hierarchies">[]> =>
  (await hierarchiesOf(db, customerId)).filter((node) => node.archivedAt === null);

/**
 * Returns the ids from the root down to the department; undefined if it or an ancestor is archived or
 * unknown.
 */
export async function pathTo(db: Reader, customerId: string, id: string): Promise<string[] | undefined> {
  const path: string[] = [];
  for (let at: string | null = id; at !== null;) {
    const node: Row<"hierarchies"> | undefined = await hierarchyAmong(db, at);
    if (!node || node.customerId !== customerId || node.archivedAt !== null || path.includes(at))
      return undefined;
    path.unshift(at);
    at = node.parentId;
  }
  return path;
}

type Node = Pick<Row<"hierarchies">, "id" | "parentId">;
type Tree<Found> = Found & { children: Tree<Found>[] };
export type HierarchyTree = Tree<Row<"hierarchies">>;

/** Returns departments by id, each with its children. */
function treesOf<Found extends Node>(departments: readonly Found[]): ReadonlyMap<string, Tree<Found>> {
  const byId = new Map(
    departments.map((node): [string, Tree<Found>] => [node.id, { ...node, children: [] }]),
  );
  for (const node of byId.values()) {
    if (node.parentId !== null) byId.get(node.parentId)?.children.push(node);
  }
  return byId;
}

/**
 * Returns the active part of a customer's tree from `rootId` down; undefined if that department is not active
 * (DEPT-06).
 */
export const treeBelow = async (
  db: Reader,
  customerId: string,
  rootId: string,
): Promise<HierarchyTree | undefined> => treesOf(await activeHierarchies(db, customerId)).get(rootId);

/** Returns the nodes below `tree` as a flat list, parents first. */
export function descendantsOf<Found>({ children }: Tree<Found>, found: Tree<Found>[] = []): Tree<Found>[] {
  for (const child of children) {
    found.push(child);
    descendantsOf(child, found);
  }
  return found;
}

/** Returns the tree of active departments of a customer, by id. Concurrent calls are batched. */
const activePlaces = batchLoader(
  async (db, customerIds) =>
    new Map(
      await mapSequentially(
        customerIds,
        async (customerId) => [customerId, treesOf(await selectActive.all(db, { customerId }))] as const,
      ),
    ),
);

/** Returns the active departments of a customer from `rootId` down, each with its path of ids from there. */
export async function activePaths(
  db: Reader,
  customerId: string,
  rootId: string,
): Promise<Map<string, readonly string[]>> {
  const paths = new Map<string, readonly string[]>();
  const root = (await activePlaces(db, customerId))?.get(rootId);
  for (const { id, parentId } of root ? [root, ...descendantsOf(root)] : [])
    paths.set(id, [...(paths.get(parentId ?? "") ?? []), id]);
  return paths;
}

/**
 * Returns the ids of the given departments that are active and of all departments below them, without duplicates. Reads
 * the customer's tree once, however many ids are given.
 */
export async function idsBelow(db: Reader, customerId: string, ids: readonly string[]): Promise<string[]> {
  const byId = await activePlaces(db, customerId);
  const nodes = ids.flatMap((id) => {
    const node = byId?.get(id);
    return node ? [node, ...descendantsOf(node)] : [];
  });
  return [...new Set(nodes.map(({ id }) => id))];
}

/**
 * Number of departments of a customer that will be needed; if it is large, the whole tree is read at once.
 */
export interface DepartmentsOf {
  readonly customerId: string;
  readonly awsRegion: string | undefined;
  readonly count: number;
}

/** A department's customer, and the ids from the root down to it. */
interface DepartmentPath {
  readonly customerId: string;
  readonly hierarchyPath: readonly string[];
}

/**
 * Returns a function that gives the ids from the root down to a department; memoizes the paths of shared
 * ancestors.
 */
function pathsIn(nodes: ReadonlyMap<string, Node>): (node: Node) => readonly string[] {
  const paths = new Map<string, readonly string[]>();
  const pathOf = ({ id, parentId }: Node): readonly string[] => {
    const known = paths.get(id);
    if (known) return known;
    // Guards against cycles in stored rows: a provisional path ends the walk when it reaches the node again.
    paths.set(id, [id]);
    const parent = parentId === null ? undefined : nodes.get(parentId);
    const path = parent ? [...pathOf(parent), id] : [id];
    paths.set(id, path);
    return path;
  };
  return pathOf;
}

const selectNodes = prepared<{ ids: readonly string[] }>()((p) =>
  sql.selectFrom("hierarchies").select(["id", "parentId", "customerId"]).where(anyOf("id", p.ids)),
);

/** Maximum departments of one customer to read individually; for more, the customer's whole tree is read. */
const maxIndividualReads = 20;

/** Returns the departments with all their ancestors; runs one query per level of the tree. */
async function withAncestors(db: Reader, departments: readonly Node[]): Promise<Map<string, Node>> {
  const nodes = new Map(departments.map((node) => [node.id, node]));
  for (let below = departments; ;) {
    const ids = new Set(below.flatMap(({ parentId }) => parentId ?? []).filter((id) => !nodes.has(id)));
    if (ids.size === 0) return nodes;
    below = await selectNodes.all(db, { ids: [...ids] });
    for (const node of below) nodes.set(node.id, node);
  }
}

/**
 * Returns a lookup of departments of these regions, archived or not; undefined for unknown ids. Caches what
 * it reads, so create one per request.
 */
export function departmentFinder(
  regions: readonly Reader[],
): (
  ids: readonly string[],
  named?: readonly DepartmentsOf[],
) => Promise<ReadonlyMap<string, DepartmentPath | undefined>> {
  const known = new Map<string, DepartmentPath | undefined>();
  const reads = new Map<string, number>();
  const know = (customerId: string, nodes: ReadonlyMap<string, Node>, wanted: Iterable<Node>) => {
    const pathOf = pathsIn(nodes);
    for (const node of wanted) known.set(node.id, { customerId, hierarchyPath: pathOf(node) });
  };
  const readTree = async (db: Reader, customerId: string) => {
    const nodes = new Map((await selectParents.all(db, { customerId })).map((node) => [node.id, node]));
    know(customerId, nodes, nodes.values());
  };
  const readIn = async (db: Reader, ids: readonly string[]) => {
    const found = await selectNodes.all(db, { ids });
    for (const [customerId, departments] of rowsBy(found, (one) => one.customerId)) {
      const count = (reads.get(customerId) ?? 0) + departments.length;
      reads.set(customerId, count);
      if (count > maxIndividualReads) await readTree(db, customerId);
      else know(customerId, await withAncestors(db, departments), departments);
    }
  };
  return async (ids, named = []) => {
    for (const { customerId, awsRegion, count } of named) {
      const db = regions.find((one) => one.awsRegion === awsRegion);
      if (db && count > maxIndividualReads && !reads.has(customerId)) {
        reads.set(customerId, count);
        await readTree(db, customerId);
      }
    }
    for (const db of regions) {
      const unknown = ids.filter((id) => !known.has(id));
      if (unknown.length > 0) await readIn(db, unknown);
    }
    for (const id of ids) if (!known.has(id)) known.set(id, undefined);
    return new Map(ids.map((id) => [id, known.get(id)]));
  };
}
