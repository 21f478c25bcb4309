/** The department tree of a customer. */
import { rowAmong, selectByIds, selectBy } from "./statements.store";
import type { Reader } from "../store/engine";
import type { Row } from "../store/tables";
import { anyOf } from "../store/dialect";
import { prepared, sql } from "../store/sql";
import { mapInTurn } from "../store/in-turn";
import { rowsBy, together } from "../store/together";

const selectById = selectBy("hierarchies", "id");

/** A node of this region, archived or not. */
export const findHierarchy = (db: Reader, id: string) => selectById.get(db, { id });

const selectAmong = selectByIds("hierarchies");

/** The same where many are asked for side by side, which are read together. */
export const hierarchyAmong = rowAmong(selectAmong);

const selectRemoved = prepared<{ ids: readonly string[] }>()((p) =>
  sql
    .selectFrom("hierarchies")
    .select(["id", "name", "customerId"])
    .where(anyOf("id", p.ids))
    .where("archivedAt", "is not", null),
);

/** Those of these departments that were removed. */
export const removedAmong = (db: Reader, ids: readonly string[]) => selectRemoved.all(db, { ids });

const selectOfCustomer = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("hierarchies")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .orderBy("position")
    .orderBy("id"),
);

/** Where the active departments are: a few columns of thousands of rows. */
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

/** All departments of a customer, archived ones too, in the order of their positions. */
export const hierarchiesOf = (db: Reader, customerId: string): Promise<Row<"hierarchies">[]> =>
  selectOfCustomer.all(db, { customerId });

/** The active departments of a customer, in the order of their positions. */
export const activeHierarchies = async (db: Reader, customerId: string): Promise<Row<"hierarchies">[]> =>
  (await hierarchiesOf(db, customerId)).filter((node) => node.archivedAt === null);

/** Ids from the root down to the node; undefined when the node or one above it is archived or unknown. */
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

/** Departments by id, each with those below it. */
function treesOf<Found extends Node>(departments: readonly Found[]): ReadonlyMap<string, Tree<Found>> {
  const byId = new Map(
    departments.map((node): [string, Tree<Found>] => [node.id, { ...node, children: [] }]),
  );
  for (const node of byId.values()) {
    if (node.parentId !== null) byId.get(node.parentId)?.children.push(node);
  }
  return byId;
}

/** The active part of a customer's tree below (and with) `rootId`; undefined when that node is not active (DEPT-06). */
export const treeBelow = async (
  db: Reader,
  customerId: string,
  rootId: string,
): Promise<HierarchyTree | undefined> => treesOf(await activeHierarchies(db, customerId)).get(rootId);

/** The nodes below `tree` as one list, each parent before its children. */
export function descendantsOf<Found>({ children }: Tree<Found>, found: Tree<Found>[] = []): Tree<Found>[] {
  for (const child of children) {
    found.push(child);
    descendantsOf(child, found);
  }
  return found;
}

/** Where the active departments of a customer are. */
const activePlaces = together(
  async (db, customerIds) =>
    new Map(
      await mapInTurn(
        customerIds,
        async (customerId) => [customerId, treesOf(await selectActive.all(db, { customerId }))] as const,
      ),
    ),
);

/** The active departments of a customer below (and with) `rootId`, each with the ids from there down to it. */
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
 * The ids of those of the departments that are active, and of all below them, each once. However many are named, the
 * customer's tree is read once.
 */
export async function idsBelow(db: Reader, customerId: string, ids: readonly string[]): Promise<string[]> {
  const byId = await activePlaces(db, customerId);
  const nodes = ids.flatMap((id) => {
    const node = byId?.get(id);
    return node ? [node, ...descendantsOf(node)] : [];
  });
  return [...new Set(nodes.map(({ id }) => id))];
}

/** A department's customer, and the ids from the root down to it. */
interface DepartmentPath {
  readonly customerId: string;
  readonly hierarchyPath: readonly string[];
}

/** The ids from the root down to a department; `find` answers those above it. */
function pathOf(department: Node, find: (id: string) => Node | undefined): string[] {
  const path: string[] = [];
  for (let node: Node | undefined = department; node && !path.includes(node.id);) {
    path.unshift(node.id);
    node = node.parentId === null ? undefined : find(node.parentId);
  }
  return path;
}

const selectNodes = prepared<{ ids: readonly string[] }>()((p) =>
  sql.selectFrom("hierarchies").select(["id", "parentId", "customerId"]).where(anyOf("id", p.ids)),
);

/** More departments of one customer than these are found by reading its whole tree. */
const readByThemselves = 20;

/** Departments with all above them, a query for each level of the tree. */
async function withThoseAbove(db: Reader, departments: readonly Node[]): Promise<Map<string, Node>> {
  const nodes = new Map(departments.map((node) => [node.id, node]));
  for (let below = departments; ;) {
    const ids = new Set(below.flatMap(({ parentId }) => parentId ?? []).filter((id) => !nodes.has(id)));
    if (ids.size === 0) return nodes;
    below = await selectNodes.all(db, { ids: [...ids] });
    for (const node of below) nodes.set(node.id, node);
  }
}

/**
 * Finds departments of these regions, archived or not; undefined for an id that is none. It remembers what it has read:
 * make one for each request.
 */
export function departmentFinder(
  regions: readonly Reader[],
): (ids: readonly string[]) => Promise<ReadonlyMap<string, DepartmentPath | undefined>> {
  const known = new Map<string, DepartmentPath | undefined>();
  const reads = new Map<string, number>();
  const readIn = async (db: Reader, ids: readonly string[]) => {
    const found = await selectNodes.all(db, { ids });
    for (const [customerId, departments] of rowsBy(found, (one) => one.customerId)) {
      const count = (reads.get(customerId) ?? 0) + departments.length;
      reads.set(customerId, count);
      const isWhole = count > readByThemselves;
      const nodes = isWhole
        ? new Map((await selectParents.all(db, { customerId })).map((node) => [node.id, node]))
        : await withThoseAbove(db, departments);
      for (const node of isWhole ? nodes.values() : departments)
        known.set(node.id, { customerId, hierarchyPath: pathOf(node, (id) => nodes.get(id)) });
    }
  };
  return async (ids) => {
    for (const db of regions) {
      const unknown = ids.filter((id) => !known.has(id));
      if (unknown.length > 0) await readIn(db, unknown);
    }
    for (const id of ids) if (!known.has(id)) known.set(id, undefined);
    return new Map(ids.map((id) => [id, known.get(id)]));
  };
}

/** For EXPLAIN QUERY PLAN tests. */
export const hierarchyQueries = {
  selectAmong,
  selectRemoved,
  selectOfCustomer,
  selectActive,
  selectParents,
  selectNodes,
};
