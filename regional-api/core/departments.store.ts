/** The department tree of a customer. */
import type { Reader } from "../store/engine";
import type { Row } from "../store/tables";
import { prepared, sql } from "../store/sql";

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("hierarchies").selectAll().where("id", "=", p.id),
);

/** A node of this region, archived or not. */
export const findHierarchy = (db: Reader, id: string) => selectById.get(db, { id });

const selectOfCustomer = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("hierarchies")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .orderBy("position")
    .orderBy("id"),
);

const selectParents = prepared<{ customerId: string }>()((p) =>
  sql.selectFrom("hierarchies").select(["id", "parentId"]).where("customerId", "=", p.customerId),
);

/** For EXPLAIN QUERY PLAN tests. */
export const hierarchyQueries = { selectOfCustomer, selectParents };

/** All departments of a customer, archived ones too, in the order of their positions. */
export const hierarchiesOf = (db: Reader, customerId: string): Row<"hierarchies">[] =>
  selectOfCustomer.all(db, { customerId });

/** The active departments of a customer, in the order of their positions. */
export const activeHierarchies = (db: Reader, customerId: string): Row<"hierarchies">[] =>
  hierarchiesOf(db, customerId).filter((node) => node.archivedAt === null);

/** Ids from the root down to the node; undefined when the node or one above it is archived or unknown. */
export function pathTo(db: Reader, customerId: string, id: string): string[] | undefined {
  const path: string[] = [];
  for (let at: string | null = id; at !== null;) {
    const node: Row<"hierarchies"> | undefined = findHierarchy(db, at);
    if (!node || node.customerId !== customerId || node.archivedAt !== null || path.includes(at))
      return undefined;
    path.unshift(at);
    at = node.parentId;
  }
  return path;
}

export type HierarchyTree = Row<"hierarchies"> & { children: HierarchyTree[] };

/** The active departments of a customer by id, each with those below it. */
function activeNodes(db: Reader, customerId: string): ReadonlyMap<string, HierarchyTree> {
  const active = activeHierarchies(db, customerId);
  const byId = new Map(active.map((node): [string, HierarchyTree] => [node.id, { ...node, children: [] }]));
  for (const node of byId.values()) {
    if (node.parentId !== null) byId.get(node.parentId)?.children.push(node);
  }
  return byId;
}

/** The active part of a customer's tree below (and with) `rootId`; undefined when that node is not active (DEPT-06). */
export const treeBelow = (db: Reader, customerId: string, rootId: string): HierarchyTree | undefined =>
  activeNodes(db, customerId).get(rootId);

/** The nodes below `tree` as one list, each parent before its children. */
export function descendantsOf(tree: HierarchyTree): HierarchyTree[] {
  return tree.children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/**
 * The ids of those of the departments that are active, and of all below them, each once. However many are named, the
 * customer's tree is read once.
 */
export function idsBelow(db: Reader, customerId: string, ids: readonly string[]): string[] {
  const byId = activeNodes(db, customerId);
  const nodes = ids.flatMap((id) => {
    const node = byId.get(id);
    return node ? [node, ...descendantsOf(node)] : [];
  });
  return [...new Set(nodes.map(({ id }) => id))];
}

/** A department's customer, and the ids from the root down to it. */
interface DepartmentPath {
  readonly customerId: string;
  readonly hierarchyPath: readonly string[];
}

type Node = Pick<Row<"hierarchies">, "id" | "parentId">;

/** The ids from the root down to a department; `find` answers those above it. */
function pathOf(department: Node, find: (id: string) => Node | undefined): string[] {
  const path: string[] = [];
  for (let node: Node | undefined = department; node && !path.includes(node.id);) {
    path.unshift(node.id);
    node = node.parentId === null ? undefined : find(node.parentId);
  }
  return path;
}

/** Departments of one customer that are read one by one, before all of them are read at once. */
const readSingly = 20;

/**
 * Finds departments of these regions, archived or not; undefined for an id that is none. It remembers what it has read:
 * make one for each request.
 */
export function departmentFinder(regions: readonly Reader[]): (id: string) => DepartmentPath | undefined {
  const known = new Map<string, DepartmentPath | undefined>();
  const reads = new Map<string, number>();
  const read = (id: string): DepartmentPath | undefined => {
    for (const db of regions) {
      const department = findHierarchy(db, id);
      if (!department) continue;
      const { customerId } = department;
      const count = (reads.get(customerId) ?? 0) + 1;
      reads.set(customerId, count);
      if (count <= readSingly) {
        const above = new Map<string, Node>();
        for (let at = department.parentId; at !== null && !above.has(at);) {
          const node = findHierarchy(db, at);
          if (!node) break;
          above.set(at, node);
          at = node.parentId;
        }
        return { customerId, hierarchyPath: pathOf(department, (one) => above.get(one)) };
      }
      const nodes = new Map(selectParents.all(db, { customerId }).map((node) => [node.id, node]));
      for (const node of nodes.values())
        known.set(node.id, { customerId, hierarchyPath: pathOf(node, (above) => nodes.get(above)) });
      return known.get(id);
    }
    return undefined;
  };
  return (id) => {
    if (!known.has(id)) known.set(id, read(id));
    return known.get(id);
  };
}
