/** The department tree of a customer. */
import { sql as raw } from "kysely";
import { type Edition, editionOf, noEdition } from "./editions";
import type { Database } from "../store/database";
import type { NewRow, Row } from "../store/tables";
import { prepared, sql } from "../store/sql";

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

const selectParents = prepared<{ customerId: string }>()((p) =>
  sql.selectFrom("hierarchies").select(["id", "parentId"]).where("customerId", "=", p.customerId),
);

/** For EXPLAIN QUERY PLAN tests. */
export const hierarchyQueries = { selectOfCustomer, selectParents };

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

/** The active departments of a customer by id, each with those below it. */
function activeNodes(db: Database, customerId: string): ReadonlyMap<string, HierarchyTree> {
  const active = activeHierarchies(db, customerId);
  const byId = new Map(active.map((node): [string, HierarchyTree] => [node.id, { ...node, children: [] }]));
  for (const node of byId.values()) {
    if (node.parentId !== null) byId.get(node.parentId)?.children.push(node);
  }
  return byId;
}

/** The active part of a customer's tree below (and with) `rootId`; undefined when that node is not active (DEPT-06). */
export const treeBelow = (db: Database, customerId: string, rootId: string): HierarchyTree | undefined =>
  activeNodes(db, customerId).get(rootId);

/** The nodes below `tree` as one list, each parent before its children. */
export function descendantsOf(tree: HierarchyTree): HierarchyTree[] {
  return tree.children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/**
 * The ids of those of the departments that are active, and of all below them, each once. However many are named, the
 * customer's tree is read once.
 */
export function idsBelow(db: Database, customerId: string, ids: readonly string[]): string[] {
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
export function departmentFinder(regions: readonly Database[]): (id: string) => DepartmentPath | undefined {
  const known = new Map<string, DepartmentPath | undefined>();
  const reads = new Map<string, number>();
  const read = (id: string): DepartmentPath | undefined => {
    for (const db of regions) {
      const department = findHierarchy(db, id);
      if (!department) continue;
      const { customerId } = department;
      const count = (reads.get(customerId) ?? 0) + 1;
      reads.set(customerId, count);
      if (count <= readSingly)
        return { customerId, hierarchyPath: pathOf(department, (above) => findHierarchy(db, above)) };
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

// ---- saving the tree ----

const selectEdition = prepared<{ customerId: string }>()((p) =>
  sql.selectFrom("hierarchy_editions").selectAll().where("customerId", "=", p.customerId),
);

const upsertEdition = prepared<Edition & { customerId: string }>()((p) =>
  sql
    .insertInto("hierarchy_editions")
    .values({ customerId: p.customerId, ...editionOf(p) })
    .onConflict((conflict) => conflict.column("customerId").doUpdateSet(editionOf(p))),
);

const insertNode = prepared<Row<"hierarchies">>()((p) =>
  sql.insertInto("hierarchies").values({
    id: p.id,
    parentId: p.parentId,
    organizationId: p.organizationId,
    customerId: p.customerId,
    name: p.name,
    position: p.position,
    tags: p.tags,
    createdAt: p.createdAt,
    updatedAt: p.updatedAt,
    archivedAt: p.archivedAt,
  }),
);

type NodeValues = Pick<Row<"hierarchies">, "id" | "parentId" | "name" | "position" | "updatedAt">;
const updateNode = prepared<NodeValues>()((p) =>
  sql
    .updateTable("hierarchies")
    .set({ parentId: p.parentId, name: p.name, position: p.position, updatedAt: p.updatedAt })
    .where("id", "=", p.id),
);

const archiveNode = prepared<{ id: string; now: number }>()((p) =>
  sql.updateTable("hierarchies").set({ archivedAt: p.now, updatedAt: p.now }).where("id", "=", p.id),
);

const insertChange = prepared<NewRow<"hierarchy_changes">>()((p) =>
  sql.insertInto("hierarchy_changes").values({
    customerId: p.customerId,
    version: p.version,
    hierarchyId: p.hierarchyId,
    kind: p.kind,
    name: p.name,
    before: p.before,
    after: p.after,
    changedAt: p.changedAt,
    changedBy: p.changedBy,
  }),
);

const selectChanges = prepared<{
  customerId: string;
  sinceVersion: number;
  /** A JSON list of departments, null for all. */
  ids: string | null;
  limit: number;
}>()((p) =>
  sql
    .selectFrom("hierarchy_changes")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where("version", ">", p.sinceVersion)
    .where(raw<boolean>`(${p.ids} is null or "hierarchyId" in (select value from json_each(${p.ids})))`)
    .orderBy("version", "desc")
    .orderBy("seq", "desc")
    .limit(p.limit),
);

const countIn = (table: "users" | "groups" | "vacancies") =>
  prepared<{ hierarchyId: string }>()((p) =>
    sql
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("hierarchyId", "=", p.hierarchyId),
  );
const counts = { users: countIn("users"), groups: countIn("groups"), vacancies: countIn("vacancies") };

/** For EXPLAIN QUERY PLAN tests. */
export const departmentQueries = {
  selectChanges,
  usersOfDepartment: counts.users,
  groupsOfDepartment: counts.groups,
  vacanciesOfDepartment: counts.vacancies,
};

/** The edition of a customer's whole tree. */
export const treeEdition = (db: Database, customerId: string): Edition =>
  selectEdition.get(db, { customerId }) ?? noEdition;

export const setTreeEdition = (db: Database, customerId: string, edition: Edition): void =>
  void upsertEdition.run(db, { customerId, ...edition });

export const insertHierarchy = (db: Database, node: Row<"hierarchies">): void =>
  void insertNode.run(db, node);

export const updateHierarchy = (db: Database, node: NodeValues): void => void updateNode.run(db, node);

export const archiveHierarchy = (db: Database, id: string, now: number): void =>
  void archiveNode.run(db, { id, now });

export const recordHierarchyChange = (db: Database, change: NewRow<"hierarchy_changes">): void =>
  void insertChange.run(db, change);

/** What saves after `sinceVersion` changed, of the departments `ids` or of all, the latest first, at most `limit` rows. */
export const hierarchyChanges = (
  db: Database,
  customerId: string,
  sinceVersion: number,
  ids: readonly string[] | null,
  limit: number,
) => selectChanges.all(db, { customerId, sinceVersion, ids: ids && JSON.stringify(ids), limit });

/** What is in a department itself, archived or not, without those below it (DEPT-29). */
export const usageOf = (db: Database, hierarchyId: string) => ({
  users: counts.users.get(db, { hierarchyId })?.count ?? 0,
  groups: counts.groups.get(db, { hierarchyId })?.count ?? 0,
  vacancies: counts.vacancies.get(db, { hierarchyId })?.count ?? 0,
});

/** All departments of a customer, archived ones too, in the order of their positions. */
export const hierarchiesOf = (db: Database, customerId: string): Row<"hierarchies">[] =>
  selectOfCustomer.all(db, { customerId });

/** The active departments of a customer, in the order of their positions. */
export const activeHierarchies = (db: Database, customerId: string): Row<"hierarchies">[] =>
  hierarchiesOf(db, customerId).filter((node) => node.archivedAt === null);
