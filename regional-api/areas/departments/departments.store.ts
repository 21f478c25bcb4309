/** Departments: what a save of the tree changes, and what each is used for. */
import { type Edition, editionOf, noEdition } from "../../core/editions";
import { anyOf } from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import type { NewRow, Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";
import { together } from "../../store/together";

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

interface ChangesWanted {
  customerId: string;
  sinceVersion: number;
  limit: number;
}

const changes = (p: ChangesWanted) =>
  sql
    .selectFrom("hierarchy_changes")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where("version", ">", p.sinceVersion)
    .orderBy("version", "desc")
    .orderBy("seq", "desc")
    .limit(p.limit);

const selectChanges = prepared<ChangesWanted>()(changes);
const selectChangesOf = prepared<ChangesWanted & { ids: readonly string[] }>()((p) =>
  changes(p).where(anyOf("hierarchyId", p.ids)),
);

const countIn = (table: "users" | "groups" | "vacancies") =>
  prepared<{ hierarchyIds: readonly string[] }>()((p) =>
    sql
      .selectFrom(table)
      .select((select) => ["hierarchyId", select.fn.countAll<number>().as("count")])
      .where(anyOf("hierarchyId", p.hierarchyIds))
      .groupBy("hierarchyId"),
  );
const counts = { users: countIn("users"), groups: countIn("groups"), vacancies: countIn("vacancies") };

/** For EXPLAIN QUERY PLAN tests. */
export const departmentQueries = {
  selectChanges,
  selectChangesOf,
  usersOfDepartment: counts.users,
  groupsOfDepartment: counts.groups,
  vacanciesOfDepartment: counts.vacancies,
};

/** The edition of a customer's whole tree. */
export const treeEdition = async (db: Reader, customerId: string): Promise<Edition> =>
  (await selectEdition.get(db, { customerId })) ?? noEdition;

/** The same for the departments of an answer, which ask side by side and are one customer's. */
export const treeEditionAmong = together(async (db, customerIds) => {
  const editions = new Map<string, Edition>();
  for (const id of customerIds) editions.set(id, await treeEdition(db, id));
  return editions;
});

export const setTreeEdition = async (db: Writer, customerId: string, edition: Edition): Promise<void> =>
  void (await upsertEdition.run(db, { customerId, ...edition }));

export const insertHierarchy = async (db: Writer, node: Row<"hierarchies">): Promise<void> =>
  void (await insertNode.run(db, node));

export const updateHierarchy = async (db: Writer, node: NodeValues): Promise<void> =>
  void (await updateNode.run(db, node));

export const archiveHierarchy = async (db: Writer, id: string, now: number): Promise<void> =>
  void (await archiveNode.run(db, { id, now }));

export const recordHierarchyChange = async (db: Writer, change: NewRow<"hierarchy_changes">): Promise<void> =>
  void (await insertChange.run(db, change));

/** What saves after `sinceVersion` changed, of the departments `ids` or of all, the latest first, at most `limit` rows. */
export const hierarchyChanges = (
  db: Reader,
  customerId: string,
  sinceVersion: number,
  ids: readonly string[] | null,
  limit: number,
) => {
  const wanted = { customerId, sinceVersion, limit };
  return ids ? selectChangesOf.all(db, { ...wanted, ids }) : selectChanges.all(db, wanted);
};

/** What is in a department itself, archived or not, without those below it (DEPT-29). */
export type Usage = Readonly<Record<keyof typeof counts, number>>;

/** What is in each of these departments. */
export async function usageOf(db: Reader, hierarchyIds: readonly string[]) {
  const countedBy = async (count: (typeof counts)["users"]) =>
    new Map((await count.all(db, { hierarchyIds })).map((row) => [row.hierarchyId, row.count]));
  const users = await countedBy(counts.users);
  const groups = await countedBy(counts.groups);
  const vacancies = await countedBy(counts.vacancies);
  return (id: string): Usage => ({
    users: users.get(id) ?? 0,
    groups: groups.get(id) ?? 0,
    vacancies: vacancies.get(id) ?? 0,
  });
}
