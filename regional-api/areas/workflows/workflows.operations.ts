/** Workflows: lists, one of them, create, change, archive and restore (WF-10 to WF-12, WF-32 to WF-39, WF-47, SHELL-48). */
import type { CustomerAccess, Scope } from "../../core/access";
import { ofCustomer, pageOfList } from "../../core/archivable";
import { atMost, declareBounds, firstRow, pageSize } from "../../core/bounds";
import { builder } from "../../core/builder";
import { inAnyDepartment, onRootDepartment, scopeArgs } from "../../core/department-access";
import { editedType, versionOptions } from "../../core/edited";
import { addRow, editRow } from "../../core/entity";
import { archiveOf, listOf, oneOf } from "../../core/entity-operations";
import { mutation, query } from "../../core/operation";
import { pageType, Sort } from "../../core/page-types";
import { IdResult } from "../../core/shared-types";
import type { Row } from "../../store/tables";
import { parseStages } from "./workflow-stages";
import { WorkflowStage } from "./workflow-types";
import { stagesBound, workflows } from "./workflows.entity";
import { countVacanciesUsing } from "./workflows.store";

declareBounds({
  lists: {
    "AppsCreateWorkflow.stages": stagesBound,
    "AppsUpdateWorkflowInput.stages": stagesBound,
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
      description: "How many vacancies use it, including archived ones.",
      resolve: ({ id, customerId }, _args, ctx) => countVacanciesUsing(ctx.db, customerId, id),
    }),
  }),
);

// ---- lists ----

const WorkflowList = pageType("AppsWorkflowList", Workflow);

/** A workflow belongs to the whole customer: whoever may list workflows in some department sees all of them. */
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

// WF-35: two names for the same answer. A workflow belongs to the whole customer, as in the lists.
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

// ---- create and change ----

mutation("AppsCreateWorkflow", {
  description: "Creates a workflow with its stages.",
  type: Workflow,
  args: {
    ...scopeArgs,
    ...workflows.args,
  },
  access: onRootDepartment("apps:createWorkflow"),
  changes: { of: workflows.kind, made: ({ id }) => [id] },
  resolve: async (sent, call) =>
    ofCustomer(workflows.rows.find)(call, (await addRow(workflows, call, sent, {})).id),
});

const UpdateWorkflowInput = builder.inputType("AppsUpdateWorkflowInput", {
  fields: (t) => ({
    _id: t.id({ required: true }),
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ required: true }),
    ...workflows.inputs(t),
    version: t.int(versionOptions),
  }),
});

mutation("AppsUpdateWorkflow", {
  description: "Changes a workflow and its stages.",
  type: IdResult,
  args: builder.args((t) => ({
    updateWorkflowInput: t.field({ type: UpdateWorkflowInput, required: true }),
  })),
  access: {
    code: "apps:editWorkflow",
    scope: ({ updateWorkflowInput }: { updateWorkflowInput: Scope }) => updateWorkflowInput,
    onRoot: true,
  },
  changes: { of: workflows.kind, ids: ({ updateWorkflowInput: { _id } }) => [_id] },
  resolve: async ({ updateWorkflowInput: { _id: id, version, ...sent } }, call) => {
    const stored = await ofCustomer(workflows.rows.find)(call, id);
    await editRow(workflows, call, stored, version, sent);
    return { id };
  },
});
