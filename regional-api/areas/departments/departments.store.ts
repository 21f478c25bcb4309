/** Departments: saving the tree, and usage counts. */
import { selectBy, upsertBy } from "../../core/statements.store";
import { type Edition, editionColumns, noEdition } from "../../core/optimistic-lock";
import { batchInserter } from "../../store/batch-insert";
import { anyOf, givenRows } from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import { mapConcurrently } from "../../store/sequential";
import type { NewRow, Row } from "../../store/tables";
import { prepared, sql } from "../../store/sql";
import { batchLoader } from "../../store/batch-loader";

// ---- saving the tree ----

const selectEdition = selectBy("hierarchy_editions", "customerId");

const upsertEdition = upsertBy("hierarchy_editions", ["customerId"], ...editionColumns);

const addNode = batchInserter("hierarchies", {
  ...{ id: "text", parentId: "text", organizationId: "text", customerId: "text", name: "text" },
  ...{ position: "bigint", tags: "text", createdAt: "bigint", updatedAt: "bigint", archivedAt: "bigint" },
});

type NodeValues = Pick<Row<"hierarchies">, "id" | "parentId" | "name" | "position" | "updatedAt">;
const updateNodes = prepared<{ nodes: readonly NodeValues[] }>()((p) =>
  sql
    .updateTable("hierarchies")
    .from(
      givenRows(p.nodes, {
        ...{ id: "text", parentId: "text", name: "text", position: "bigint", updatedAt: "bigint" },
      }),
    )
    .set((node) => ({
      parentId: node.ref("given.parentId"),
      name: node.ref("given.name"),
      position: node.ref("given.position"),
      updatedAt: node.ref("given.updatedAt"),
    }))
    .whereRef("hierarchies.id", "=", "given.id"),
);

const archiveNodes = prepared<{ ids: readonly string[]; now: number }>()((p) =>
  sql.updateTable("hierarchies").set({ archivedAt: p.now, updatedAt: p.now }).where(anyOf("id", p.ids)),
);

const addChange = batchInserter("hierarchy_changes", {
  ...{ customerId: "text", version: "bigint", hierarchyId: "text", kind: "text", name: "text" },
  ...{ before: "text", after: "text", changedAt: "bigint", changedBy: "text" },
});

interface ChangesQuery {
  customerId: string;
  sinceVersion: number;
  limit: number;
}

const changes = (p: ChangesQuery) =>
  sql
    .selectFrom("hierarchy_changes")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where("version", ">", p.sinceVersion)
    .orderBy("version", "desc")
    .orderBy("seq", "desc")
    .limit(p.limit);

const selectChanges = prepared<ChangesQuery>()(changes);
const selectChangesOf = prepared<ChangesQuery & { ids: readonly string[] }>()((p) =>
  changes(p).where(anyOf("hierarchyId", p.ids)),
);

const countQuery = (table: "users" | "groups" | "vacancies") =>
  prepared<{ hierarchyIds: readonly string[] }>()((p) =>
    sql
      .selectFrom(table)
      .select((select) => ["hierarchyId", select.fn.countAll<number>().as("count")])
      .where(anyOf("hierarchyId", p.hierarchyIds))
      .groupBy("hierarchyId"),
  );
const counts = {
  users: countQuery("users"),
  groups: countQuery("groups"),
  vacancies: countQuery("vacancies"),
};

/** Returns the version fields of a customer's whole tree. */
export const treeEdition = async (db: Reader, customerId: string): Promise<Edition> =>
  (await selectEdition.get(db, { customerId })) ?? noEdition;

/** Like treeEdition, for the departments of one response. Concurrent calls are batched by customer. */
export const treeEditionAmong = batchLoader(async (db, customerIds) => {
  const editions = new Map<string, Edition>();
  for (const id of customerIds) editions.set(id, await treeEdition(db, id));
  return editions;
});

export const setTreeEdition = (db: Writer, customerId: string, edition: Edition) =>
  upsertEdition.run(db, { customerId, ...edition });

export const insertHierarchies = (db: Writer, nodes: readonly Row<"hierarchies">[]) =>
  mapConcurrently(nodes, (node) => addNode(db, node));

export const updateHierarchies = (db: Writer, nodes: readonly NodeValues[]) => updateNodes.run(db, { nodes });

export const archiveHierarchies = (db: Writer, ids: readonly string[], now: number) =>
  archiveNodes.run(db, { ids, now });

export const recordHierarchyChanges = (db: Writer, changes: readonly NewRow<"hierarchy_changes">[]) =>
  mapConcurrently(changes, (change) => addChange(db, { before: null, after: null, ...change }));

/** Returns changes by saves after `sinceVersion`, for departments `ids` or all, latest first, at most `limit`. */
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

/** Number of items directly in a department, archived ones included, without descendants (DEPT-29). */
export type Usage = Readonly<Record<keyof typeof counts, number>>;

/** Returns a lookup of the usage of these departments. */
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

const selectListed = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("list_counts")
    .select(["list", "hierarchyId", "count"])
    .where("customerId", "=", p.customerId)
    .where("list", "in", ["users", "vacancies"])
    .where("isArchived", "=", 0),
);

/** Returns a lookup of the number of active users or vacancies directly in a department of a customer. */
export async function listedIn(db: Reader, customerId: string) {
  const keyOf = (list: string, hierarchyId: string) => `${list} ${hierarchyId}`;
  const rows = await selectListed.all(db, { customerId });
  const listed = new Map(rows.map(({ list, hierarchyId, count }) => [keyOf(list, hierarchyId), count]));
  return (list: "users" | "vacancies", hierarchyId: string) => listed.get(keyOf(list, hierarchyId)) ?? 0;
}
