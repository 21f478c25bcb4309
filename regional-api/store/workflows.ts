/** Workflows and assessment packages of a customer. */
import { archiver } from "./archiving";
import type { Database } from "./database";
import type { Row } from "./schema";
import { prepared, sql } from "./sql";

/** Sort fields as callers name them, with the column each walks (WF-08). */
export const workflowSorts = {
  name: "nameKey",
  createdAt: "createdAt",
  archivedAt: "archivedAt",
  stageCount: "stageCount",
} as const;

export type WorkflowSort = keyof typeof workflowSorts;

export interface WorkflowListFilter {
  readonly customerId: string;
  readonly isArchived: boolean;
  readonly sort: WorkflowSort;
  readonly order: "asc" | "desc";
}

const listed = ({ customerId, isArchived }: Pick<WorkflowListFilter, "customerId" | "isArchived">) =>
  sql
    .selectFrom("workflows")
    .where("customerId", "=", customerId)
    .where("archivedAt", isArchived ? "is not" : "is", null);

// Active workflows have no archiving time to sort by.
const columnOf = ({ sort, isArchived }: WorkflowListFilter) =>
  sort === "archivedAt" && !isArchived ? "createdAt" : workflowSorts[sort];

/** One page of a list, ids breaking ties. */
export const workflowPage = (filter: WorkflowListFilter, limit: number, offset: number) =>
  listed(filter)
    .selectAll()
    .orderBy(columnOf(filter), filter.order)
    .orderBy("id", filter.order)
    .limit(limit)
    .offset(offset);

export const workflowCount = (filter: WorkflowListFilter) =>
  listed(filter).select((count) => count.fn.countAll<number>().as("count"));

export const countWorkflows = (db: Database, filter: WorkflowListFilter): number =>
  db.get(workflowCount(filter))?.count ?? 0;

export const listWorkflows = (
  db: Database,
  filter: WorkflowListFilter,
  limit: number,
  offset: number,
): Row<"workflows">[] => db.all(workflowPage(filter, limit, offset));

const selectWorkflow = prepared<{ id: string }>()((p) =>
  sql.selectFrom("workflows").selectAll().where("id", "=", p.id),
);

/** A workflow of this region, archived or not. */
export const findWorkflow = (db: Database, id: string) => selectWorkflow.get(db, { id });

const selectPackage = prepared<{ customerId: string; externalId: string }>()((p) =>
  sql
    .selectFrom("assessment_packages")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where("externalId", "=", p.externalId),
);

/** A package of the customer by the id that stages keep. */
export const findPackage = (db: Database, customerId: string, externalId: string) =>
  selectPackage.get(db, { customerId, externalId });

/** Archives (a time) or restores (null) a workflow; vacancies keep their copies of it (WF-15). */
export const setWorkflowArchived = archiver("workflows");
