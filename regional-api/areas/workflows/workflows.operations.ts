/**
 * Workflows as lists and pickers show them, the types of their stages and rules (WF-10, WF-11, WF-45), archive and
 * restore (WF-12, SHELL-48).
 */
import type { Condition, Trigger } from "./stage-rules";
import { parseStages, type Stage } from "./workflow-stages";
import type { Row } from "../../store/tables";
import { countVacanciesUsing, workflowLists, workflowRows } from "./workflows.store";
import type { CustomerAccess, Scope } from "../../core/access";
import { pageOfList } from "../../core/archivable";
import { builder, rowType } from "../../core/builder";
import { editedType } from "../../core/edited";
import { archiveOf, listOf } from "../../core/entity";
import { query } from "../../core/operation";
import { pageType, Sort } from "../../core/page-types";
import { atMost, declareBounds, firstRow, maxItems, pageSize } from "../../core/bounds";
import { workflowKind } from "./workflows.record";

declareBounds({
  lists: {
    "AppsWorkflowStageInput.triggers": maxItems(2, "A stage has at most one rule of each type"),
    "AppsTriggerInput.conditions": maxItems(10, "A rule has too many conditions"),
    "AppsWorkflowFilter.workflowIds": atMost(500, "workflows", "Name"),
  },
  pages: {
    "AppsWorkflowListFilter.skipEq": firstRow,
    "AppsWorkflowListFilter.limitEq": pageSize,
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

export const Workflow = editedType<WorkflowShape>()(
  "AppsWorkflow",
  {
    _id: "ID",
    name: "String",
    defaultLanguage: "String",
    createdAt: "DateTime",
    updatedAt: "DateTime",
    archivedAt: "DateTime?",
    hierarchyId: "ID",
    customerId: "ID",
    organizationId: "ID",
  },
  (t) => ({
    isDefault: t.boolean({ resolve: ({ isDefault }) => isDefault === 1 }),
    stages: t.field({ type: [WorkflowStage], resolve: ({ stages }) => parseStages(stages) }),
    vacancyCount: t.int({
      description: "How many vacancies use it, including archived ones.",
      resolve: ({ id, customerId }, _args, ctx) => countVacanciesUsing(ctx.db, customerId, id),
    }),
  }),
);

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
  description: "A page of the active or of the archived workflows.",
  type: WorkflowList,
  args: builder.args((t) => ({ filter: t.field({ type: WorkflowListFilter, required: true }) })),
  access: listAccess(({ filter }: { filter: Scope }) => filter),
  resolve: ({ filter }, call) => pageOfList(call, workflowLists, filter, filter.isArchived === true),
});

listOf("AppsGetWorkflowListV2", {
  description: "A page of the active or of the archived workflows.",
  type: WorkflowList,
  lists: workflowLists,
  filter: ["workflowFilter", "AppsWorkflowFilter"],
  access: listAccess((args: Scope) => args),
});

/** What is edited, archived and restored. */
export const workflows = { rows: workflowRows, kind: workflowKind, what: "workflow" };

archiveOf(["AppsArchiveWorkflows", "AppsRestoreWorkflows"], workflows, {
  ids: "workflowIds",
  codes: ["apps:archiveWorkflow", "apps:restoreWorkflow"],
});
