/** The workflow entity (WF-18, WF-39). */
import { isDeepStrictEqual } from "node:util";
import type { CustomerCall } from "../../core/access";
import { maxItems } from "../../core/bounds";
import { lineRule } from "../../core/text-rules";
import { entity } from "../../core/entity";
import { invalid } from "../../core/errors";
import { text, value } from "../../core/fields";
import { newId } from "../../core/ids";
import { anyOf } from "../../store/dialect";
import type { Writer } from "../../store/engine";
import { mapSequentially } from "../../store/sequential";
import type { Trigger } from "./stage-rules";
import {
  maxStages,
  newStages,
  parseStages,
  type Stage,
  stageEditRefusal,
  toStoredStages,
} from "./workflow-stages";
import { WorkflowStageInput } from "./workflow-types";
import { countVacanciesUsing, findPackage } from "./workflows.store";

const conditionText = ({ onField, comparisonOperator, comparisonValue }: Trigger["conditions"][number]) =>
  `${onField} ${comparisonOperator} ${[comparisonValue].flat().join(" or ")}`;

function ruleText({ name }: Stage, { enabled, conditions, action, isHeld }: Trigger): string {
  const status = action.type === "UPDATE_STATUS" ? ` ${action.payload.status}` : "";
  const deed = `${action.type}${status}${isHeld ? " (held for a person)" : ""}`;
  return `${name}: ${enabled ? "" : "(off) "}${conditions.map(conditionText).join(" and ")} → ${deed}`;
}

const rulesOf = (stages: readonly Stage[]) => stages.map(({ triggers }) => triggers);

/**
 * The workflow entity. Vacancies keep a copy of their own, whether the workflow is changed or archived
 * (WF-15).
 */
export const workflows = entity("workflows", {
  what: "workflow",
  fields: {
    name: text(lineRule("workflowName", 100, "the workflow name", "Please enter workflow name"), {
      key: "nameKey",
    }),
    stages: value(
      [WorkflowStageInput],
      newStages,
      maxItems(maxStages, `A workflow can have at most ${maxStages} stages`),
    ),
  },
  sorts: { stageCount: "stageCount?" },
  filters: {
    workflowIds: {
      type: "[ID]",
      description: "Only these workflows.",
      where: (_is, ids) => anyOf("id", ids),
    },
  },
  // Audit fields: one line per stage and per rule.
  record: {
    kind: "WORKFLOW",
    code: "apps:viewWorkflow",
    fields: { stages: "shown", rules: "shown" },
    values: (workflow) => {
      const stages = parseStages(workflow.stages);
      return {
        stages: stages.map(
          ({ name, product, language, assessmentPackageName, dayLimit }) =>
            `${name}: ${product}, ${language}, ${assessmentPackageName}${dayLimit ? `, ${dayLimit} d` : ""}`,
        ),
        rules: stages.flatMap((stage) => stage.triggers.map((trigger) => ruleText(stage, trigger))),
      };
    },
  },
  columns: async ({ stages: sent }, { ctx, caller, customer }: CustomerCall<Writer>, stored) => {
    const isUsed = stored !== undefined && (await countVacanciesUsing(ctx.db, customer.id, stored.id)) > 0;
    const refusal = stored
      ? stageEditRefusal(parseStages(stored.stages), sent, isUsed)
      : sent.some(({ _id }) => _id) && "A new stage has no id";
    if (refusal) throw invalid(refusal);
    const packageOf = async (externalId: string, product: string) => {
      const found = await findPackage(ctx.db, customer.id, externalId);
      if (found?.product !== product) throw invalid("Please select a assessment package");
      return found;
    };
    // The language defaults to that of the stage's package (WF-22).
    const withLanguage = await mapSequentially(sent, async (stage) => ({
      ...stage,
      language:
        stage.language ?? (await packageOf(stage.externalAssessmentPackageId, stage.product)).language,
    }));
    const products = new Map(sent.map((one) => [one.externalAssessmentPackageId, one.product]));
    const stages = await toStoredStages(
      withLanguage,
      async (externalId) => (await packageOf(externalId, products.get(externalId) ?? "")).name,
      () => newId(ctx.now),
    );
    const isSameRules = stored && isDeepStrictEqual(rulesOf(parseStages(stored.stages)), rulesOf(stages));
    return {
      isDefault: 0 as const,
      rulesBy: isSameRules ? stored.rulesBy : caller.user.id,
      defaultLanguage: stages[0]?.language ?? "en-US",
      stages: JSON.stringify(stages),
    };
  },
});
