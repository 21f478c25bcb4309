/** The department tree of a customer. */
import type { Database } from "./database";
import type { Row } from "./schema";
import { prepared, sql } from "./sql";

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("hierarchies").selectAll().where("id", "=", p.id),
);

const selectOfCustomer = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("hierarchies")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .orderBy("position")
    .orderBy("id"),
);

/** For EXPLAIN QUERY PLAN tests. */
export const hierarchyQueries = { selectOfCustomer };

/** A node of this region, archived or not. */
export const findHierarchy = (db: Database, id: string) => selectById.get(db, { id });

/** Ids from the root down to the node; undefined when the node or one above it is archived or unknown. */
export function pathTo(db: Database, customerId: string, id: string): string[] | undefined {
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

/** The active part of a customer's tree below (and with) `rootId`; undefined when that node is not active (DEPT-06). */
export function treeBelow(db: Database, customerId: string, rootId: string): HierarchyTree | undefined {
  const active = selectOfCustomer.all(db, { customerId }).filter((node) => node.archivedAt === null);
  const byId = new Map(active.map((node): [string, HierarchyTree] => [node.id, { ...node, children: [] }]));
  for (const node of byId.values()) {
    if (node.parentId !== null) byId.get(node.parentId)?.children.push(node);
  }
  return byId.get(rootId);
}

/** The nodes below `tree` as one list, each parent before its children. */
export function descendantsOf(tree: HierarchyTree): HierarchyTree[] {
  return tree.children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** A department of this region, archived or not, with its customer and the ids from the root down to it. */
export function departmentPath(
  db: Database,
  id: string,
): { customerId: string; hierarchyPath: string[] } | undefined {
  const department = findHierarchy(db, id);
  if (!department) return undefined;
  const hierarchyPath: string[] = [];
  for (let node: Row<"hierarchies"> | undefined = department; node && !hierarchyPath.includes(node.id);) {
    hierarchyPath.unshift(node.id);
    node = node.parentId === null ? undefined : findHierarchy(db, node.parentId);
  }
  return { customerId: department.customerId, hierarchyPath };
}
