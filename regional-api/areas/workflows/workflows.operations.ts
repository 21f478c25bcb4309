/**
 * Workflows as lists and pickers show them, the types of their stages and rules (WF-10, WF-11, WF-45), archive and
 * restore (WF-12, SHELL-48).
 */
import type { Condition, Trigger } from "./stage-rules";
import { parseStages, type Stage } from "./workflow-stages";
import type { Row } from "../../store/tables";
import { countVacanciesUsing, findWorkflow, setWorkflowArchived, workflowLists } from "./workflows.store";
import type { CustomerAccess, CustomerCall, Scope } from "../../core/access";
import { builder, rowType } from "../../core/builder";
import { unchangedSinceArg } from "../../core/shared-types";
import { onRootDepartment, scopeArgs } from "../../core/department-access";
import { Edited } from "../../core/edited";
import { query } from "../../core/operation";
import { pageType, Sort } from "../../core/page-types";
import {
  archiveMutations,
  type Archivable,
  ofCustomer,
  pageOfList,
  setArchived,
} from "../../core/archivable";
import { changedRows, declareBounds, firstRow, maxItems, pageSize } from "../../core/bounds";
import type { Writer } from "../../store/engine";
import { workflowKind } from "./workflows.record";

declareBounds({
  lists: {
    "AppsArchiveWorkflows.workflowIds": changedRows("workflows"),
    "AppsRestoreWorkflows.workflowIds": changedRows("workflows"),
    "AppsWorkflowStageInput.triggers": maxItems(2, "A stage has at most one rule of each type"),
    "AppsTriggerInput.conditions": maxItems(10, "A rule has too many conditions"),
  },
  pages: {
    "AppsWorkflowListFilter.skipEq": firstRow,
    "AppsWorkflowListFilter.limitEq": pageSize,
    "AppsGetWorkflowListV2.skipEq": firstRow,
    "AppsGetWorkflowListV2.limitEq": pageSize,
  },
});

// ---- types ----

const TriggerCondition = builder.objectRef<Condition>("AppsTriggerCondition").implement({
  fields: (t) => ({
    onField: t.exposeString("onField"),
    onFieldType: t.exposeString("onFieldType"),
    comparisonOperator: t.exposeString("comparisonOperator"),
    comparisonValue: t.field({ type: "JSON", resolve: ({ comparisonValue }) => comparisonValue }),
  }),
});

const TriggerPayload = rowType<{ status: string }>()("AppsTriggerPayload", { status: "String" });

const TriggerAction = builder.objectRef<Trigger["action"]>("AppsTriggerAction").implement({
  fields: (t) => ({
    type: t.exposeString("type"),
    payload: t.field({
      type: TriggerPayload,
      nullable: true,
      resolve: (action) => (action.type === "UPDATE_STATUS" ? action.payload : null),
    }),
  }),
});

export const StageTrigger = builder.objectRef<Trigger>("AppsTrigger").implement({
  fields: (t) => ({
    enabled: t.exposeBoolean("enabled"),
    conditionOperator: t.exposeString("conditionOperator"),
    conditions: t.field({ type: [TriggerCondition], resolve: ({ conditions }) => conditions }),
    action: t.field({ type: TriggerAction, resolve: ({ action }) => action }),
  }),
});

export const WorkflowStage = builder.objectRef<Stage>("AppsWorkflowStage").implement({
  fields: (t) => ({
    _id: t.exposeID("_id"),
    name: t.exposeString("name"),
    product: t.exposeString("product"),
    language: t.exposeString("language"),
    provider: t.exposeString("provider"),
    externalAssessmentPackageId: t.exposeString("externalAssessmentPackageId"),
    assessmentPackageName: t.exposeString("assessmentPackageName"),
    triggers: t.field({ type: [StageTrigger], resolve: ({ triggers }) => triggers }),
  }),
});

export type WorkflowShape = Row<"workflows"> & { organizationId: string };

export const Workflow = builder.objectRef<WorkflowShape>("AppsWorkflow").implement({
  interfaces: [Edited],
  fields: (t) => ({
    _id: t.exposeID("id"),
    name: t.exposeString("name"),
    isDefault: t.boolean({ resolve: ({ isDefault }) => isDefault === 1 }),
    defaultLanguage: t.exposeString("defaultLanguage"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
    archivedAt: t.expose("archivedAt", { type: "DateTime", nullable: true }),
    hierarchyId: t.exposeID("hierarchyId"),
    customerId: t.exposeID("customerId"),
    organizationId: t.exposeID("organizationId"),
    stages: t.field({ type: [WorkflowStage], resolve: ({ stages }) => parseStages(stages) }),
    vacancyCount: t.int({
      description: "How many vacancies use it, including archived ones.",
      resolve: ({ id, customerId }, _args, ctx) => countVacanciesUsing(ctx.db, customerId, id),
    }),
  }),
});

const TriggerConditionInput = builder.inputType("AppsTriggerConditionInput", {
  fields: (t) => ({
    onField: t.string({ required: true }),
    onFieldType: t.string({ required: true }),
    comparisonOperator: t.string({ required: true }),
    comparisonValue: t.field({ type: "JSON", required: true }),
  }),
});
const TriggerPayloadInput = builder.inputType("AppsTriggerPayloadInput", {
  fields: (t) => ({ status: t.string({ required: true }) }),
});
const TriggerActionInput = builder.inputType("AppsTriggerActionInput", {
  fields: (t) => ({
    type: t.string({ required: true }),
    payload: t.field({ type: TriggerPayloadInput }),
  }),
});
export const TriggerInput = builder.inputType("AppsTriggerInput", {
  fields: (t) => ({
    enabled: t.boolean({ required: true }),
    conditionOperator: t.string({ required: true }),
    conditions: t.field({ type: [TriggerConditionInput], required: true }),
    action: t.field({ type: TriggerActionInput, required: true }),
  }),
});

/** A stage as creating and updating calls send it; `newStages` of the domain checks it. */
export const WorkflowStageInput = builder.inputType("AppsWorkflowStageInput", {
  fields: (t) => ({
    _id: t.id(),
    name: t.string(),
    product: t.string({ required: true }),
    language: t.string(),
    provider: t.string({ required: true }),
    externalAssessmentPackageId: t.string({ required: true }),
    triggers: t.field({ type: [TriggerInput] }),
  }),
});

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
  type: WorkflowList,
  args: builder.args((t) => ({ filter: t.field({ type: WorkflowListFilter, required: true }) })),
  access: listAccess(({ filter }: { filter: Scope }) => filter),
  resolve: ({ filter }, call) => pageOfList(call, workflowLists, filter, filter.isArchived === true),
});

const WorkflowFilter = builder.inputType("AppsWorkflowFilter", {
  fields: (t) => ({ isArchived: t.boolean() }),
});

query("AppsGetWorkflowListV2", {
  type: WorkflowList,
  args: {
    ...scopeArgs,
    ...builder.args((t) => ({
      skipEq: t.int({ required: true }),
      limitEq: t.int({ required: true }),
      sort: t.field({ type: Sort }),
      workflowFilter: t.field({ type: WorkflowFilter }),
    })),
  },
  access: listAccess((args: Scope) => args),
  resolve: (args, call) => pageOfList(call, workflowLists, args, args.workflowFilter?.isArchived === true),
});

// ---- archive and restore ----

const workflows: Archivable<CustomerCall<Writer>, Row<"workflows">> = {
  find: ofCustomer(findWorkflow),
  store: setWorkflowArchived,
};

archiveMutations(["AppsArchiveWorkflows", "AppsRestoreWorkflows"], {
  args: {
    ...scopeArgs,
    ...builder.args((t) => ({ workflowIds: t.idList({ required: true }) })),
    ...unchangedSinceArg,
  },
  access: (archive) => onRootDepartment(archive ? "apps:archiveWorkflow" : "apps:restoreWorkflow"),
  changes: {
    of: workflowKind,
    ids: ({ workflowIds }) => workflowIds,
    undoes: ({ unchangedSince }) => unchangedSince,
  },
  change: ({ workflowIds: ids, unchangedSince }, call, archive) =>
    setArchived(call, workflows, { ids, unchangedSince }, archive),
});
