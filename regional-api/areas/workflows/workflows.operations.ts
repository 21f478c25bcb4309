/** Workflows: lists, details, create, edit, archive and restore (WF-10 to WF-12, WF-32 to WF-39, WF-47, SHELL-48). */
import type { CustomerAccess, Scope } from "../../core/access";
import { pageOfList } from "../../core/archivable";
import { atMost, declareBounds, firstRow, pageSize } from "../../core/bounds";
import { builder } from "../../core/builder";
import { inAnyDepartment } from "../../core/department-access";
import { editedType } from "../../core/versioned-type";
import { archiveOf, createOf, editOf, listOf, oneOf } from "../../core/entity-operations";
import { query } from "../../core/operation";
import { pageType, Sort } from "../../core/page-types";
import type { Row } from "../../store/tables";
import { parseStages } from "./workflow-stages";
import { WorkflowStage } from "./workflow-types";
import { workflows } from "./workflows.entity";
import { countVacanciesUsing } from "./workflows.store";

declareBounds({
  lists: {
    "AppsWorkflowFilter.workflowIds": atMost(500, "workflows", "Name"),
  },
  pages: {
    "AppsWorkflowListFilter.skipEq": firstRow,
    "AppsWorkflowListFilter.limitEq": pageSize,
  },
});

// ---- types ----

export const Workflow = editedType<Row<"workflows"> & { organizationId: string }>()(
  "AppsWorkflow",
  { ...workflows.shown, defaultLanguage: "String", archivedAt: "DateTime?" },
  (t) => ({
    isDefault: t.boolean({ resolve: ({ isDefault }) => isDefault === 1 }),
    stages: t.field({ type: [WorkflowStage], resolve: ({ stages }) => parseStages(stages) }),
    vacancyCount: t.int({
      description: "The number of vacancies that use it, including archived ones.",
      resolve: ({ id, customerId }, _args, ctx) => countVacanciesUsing(ctx.db, customerId, id),
    }),
  }),
);

// ---- lists ----

const WorkflowList = pageType("AppsWorkflowList", Workflow);

/**
 * Access to lists of workflows. A workflow belongs to the whole customer, so callers who may list workflows
 * in any department see all.
 */
export const listAccess = <Args>(scope: (args: Args) => Scope) =>
  ({ code: "apps:listWorkflow", scope, anyDepartment: true }) as const satisfies CustomerAccess<Args>;

const WorkflowListFilter = builder.inputType("AppsWorkflowListFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ required: true }),
    skipEq: t.int({ required: true }),
    limitEq: t.int({ required: true }),
    isArchived: t.boolean(),
    searchText: t.string({ description: "Part of the name." }),
    sort: t.field({ type: Sort }),
  }),
});

query("AppsGetWorkflowList", {
  description: "A page of the active or of the archived workflows.",
  type: WorkflowList,
  args: builder.args((t) => ({ filter: t.field({ type: WorkflowListFilter, required: true }) })),
  access: listAccess(({ filter }: { filter: Scope }) => filter),
  resolve: ({ filter }, call) => pageOfList(call, workflows.lists, filter, filter.isArchived === true),
});

listOf("AppsGetWorkflowListV2", workflows, {
  type: WorkflowList,
  filter: ["workflowFilter", "AppsWorkflowFilter"],
  access: listAccess((args: Scope) => args),
});

// Two operation names for the same query (WF-35). A workflow belongs to the whole customer, as in the lists.
for (const name of ["AppsGetWorkflowById", "AppsGetEditWorkflowById"])
  oneOf(name, workflows, {
    type: Workflow,
    id: "workflowId",
    access: inAnyDepartment("apps:viewWorkflow"),
  });

archiveOf(["AppsArchiveWorkflows", "AppsRestoreWorkflows"], workflows, {
  ids: "workflowIds",
  codes: ["apps:archiveWorkflow", "apps:restoreWorkflow"],
});

createOf("AppsCreateWorkflow", workflows, {
  description: "Creates a workflow with its stages.",
  type: Workflow,
  code: "apps:createWorkflow",
});

editOf("AppsUpdateWorkflow", workflows, {
  description: "Changes a workflow and its stages.",
  input: ["updateWorkflowInput", "AppsUpdateWorkflowInput"],
  code: "apps:editWorkflow",
});
