/** API types of a workflow's stages and their rules (WF-45). */
import { declareBounds, maxItems } from "../../core/bounds";
import { builder, rowType, inputOf } from "../../core/builder";
import { type Condition, isHeldForPerson, type Trigger } from "./stage-rules";
import type { Stage } from "./workflow-stages";

declareBounds({
  lists: {
    "AppsWorkflowStageInput.triggers": maxItems(2, "A stage has at most one rule of each type"),
    "AppsTriggerInput.conditions": maxItems(10, "A rule has too many conditions"),
  },
});

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
    isHeld: t.boolean({
      description: "Whether declines by this rule wait for review by a person.",
      resolve: isHeldForPerson,
    }),
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
    dayLimit: t.int({
      nullable: true,
      description:
        "The maximum number of days a candidate should wait at the stage. Null if there is no limit.",
      resolve: ({ dayLimit }) => dayLimit ?? null,
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
const TriggerPayloadInput = inputOf("AppsTriggerPayloadInput", { status: "String" });
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
    isHeld: t.boolean({
      description: "Declining rules only: whether the declines wait for review by a person.",
    }),
  }),
});

/** A stage in create and update calls; checked by `newStages`. */
export const WorkflowStageInput = builder.inputType("AppsWorkflowStageInput", {
  fields: (t) => ({
    _id: t.id(),
    name: t.string(),
    product: t.string({ required: true }),
    language: t.string(),
    provider: t.string({ required: true }),
    externalAssessmentPackageId: t.string({ required: true }),
    triggers: t.field({ type: [TriggerInput] }),
    dayLimit: t.int(),
  }),
});
