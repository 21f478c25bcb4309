/** What the record of changes says of workflows. */
import { recordKind } from "../../core/record";
import type { Trigger } from "./stage-rules";
import { parseStages, type Stage } from "./workflow-stages";
import { findWorkflow } from "./workflows.store";

const conditionText = ({ onField, comparisonOperator, comparisonValue }: Trigger["conditions"][number]) =>
  `${onField} ${comparisonOperator} ${[comparisonValue].flat().join(" or ")}`;

function ruleText({ name }: Stage, { enabled, conditions, action }: Trigger): string {
  const deed = action.type === "UPDATE_STATUS" ? `${action.type} ${action.payload.status}` : action.type;
  return `${name}: ${enabled ? "" : "(off) "}${conditions.map(conditionText).join(" and ")} → ${deed}`;
}

/** A workflow, a line a stage and a rule. */
export const workflowKind = recordKind({
  kind: "WORKFLOW",
  code: "apps:viewWorkflow",
  fields: { name: "shown", stages: "shown", rules: "shown" },
  read: async (db, id) => {
    const workflow = await findWorkflow(db, id);
    if (!workflow) return undefined;
    const stages = parseStages(workflow.stages);
    return {
      name: workflow.name,
      customerId: workflow.customerId,
      isArchived: workflow.archivedAt !== null,
      version: workflow.version,
      values: {
        name: workflow.name,
        stages: stages.map(
          ({ name, product, language, assessmentPackageName }) =>
            `${name}: ${product}, ${language}, ${assessmentPackageName}`,
        ),
        rules: stages.flatMap((stage) => stage.triggers.map((trigger) => ruleText(stage, trigger))),
      },
    };
  },
});
