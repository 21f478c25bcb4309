/** Workflow sets of a customer. */
import { editionOf, type Edition } from "../domain/editions";
import { searchKey } from "../domain/text";
import { archiver } from "./archiving";
import type { Database } from "./database";
import type { NewRow, Row } from "./tables";
import { prepared, sql } from "./sql";

/** Sort fields as callers name them, with the column each walks (WFS-09). */
export const workflowSetSorts = {
  name: "nameKey",
  createdAt: "createdAt",
  archivedAt: "archivedAt",
  workflowsCount: "workflowsCount",
} as const;

export interface WorkflowSetListFilter {
  readonly customerId: string;
  readonly isArchived: boolean;
  readonly sort: keyof typeof workflowSetSorts;
  readonly order: "asc" | "desc";
}

const listed = ({ customerId, isArchived }: WorkflowSetListFilter) =>
  sql
    .selectFrom("workflow_sets")
    .where("customerId", "=", customerId)
    .where("archivedAt", isArchived ? "is not" : "is", null);

// Active sets have no archiving time to sort by.
const columnOf = ({ sort, isArchived }: WorkflowSetListFilter) =>
  sort === "archivedAt" && !isArchived ? "createdAt" : workflowSetSorts[sort];

/** One page of a list, ids breaking ties. */
export const workflowSetPage = (filter: WorkflowSetListFilter, limit: number, offset: number) =>
  listed(filter)
    .selectAll()
    .orderBy(columnOf(filter), filter.order)
    .orderBy("id", filter.order)
    .limit(limit)
    .offset(offset);

export const workflowSetCount = (filter: WorkflowSetListFilter) =>
  listed(filter).select((count) => count.fn.countAll<number>().as("count"));

export const countWorkflowSets = (db: Database, filter: WorkflowSetListFilter): number =>
  db.get(workflowSetCount(filter))?.count ?? 0;

export const listWorkflowSets = (
  db: Database,
  filter: WorkflowSetListFilter,
  limit: number,
  offset: number,
): Row<"workflow_sets">[] => db.all(workflowSetPage(filter, limit, offset));

const selectSet = prepared<{ id: string }>()((p) =>
  sql.selectFrom("workflow_sets").selectAll().where("id", "=", p.id),
);

/** A workflow set of this region, archived or not. */
export const findWorkflowSet = (db: Database, id: string) => selectSet.get(db, { id });

const selectNamesakes = prepared<{ customerId: string; nameKey: string }>()((p) =>
  sql
    .selectFrom("workflow_sets")
    .select(["id", "name"])
    .where("customerId", "=", p.customerId)
    .where("nameKey", "=", p.nameKey),
);

/** For EXPLAIN QUERY PLAN tests. */
export const workflowSetQueries = { selectSet, selectNamesakes };

/** The sets of a customer, archived ones too, that are called nearly so: accents apart. */
export const setsCalled = (db: Database, customerId: string, name: string) =>
  selectNamesakes.all(db, { customerId, nameKey: searchKey(name) });

/** Archives (a time) or restores (null) a workflow set; its workflows stay as they are. */
export const setWorkflowSetArchived = archiver("workflow_sets");

/** Stores a new workflow set. */
export const insertWorkflowSet = (db: Database, set: NewRow<"workflow_sets">): void =>
  void db.run(sql.insertInto("workflow_sets").values(set));

type SetFields = Pick<Row<"workflow_sets">, "name" | "nameKey" | "description" | "workflowOptions">;

/** Changes a workflow set. */
export const updateWorkflowSet = (
  db: Database,
  id: string,
  fields: SetFields,
  edition: Edition,
  now: number,
): void =>
  void db.run(
    sql
      .updateTable("workflow_sets")
      .set({ ...fields, ...editionOf(edition), updatedAt: now })
      .where("id", "=", id),
  );
