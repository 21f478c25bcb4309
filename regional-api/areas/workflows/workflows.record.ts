/** What the record of changes says of workflows. */
import { rowKind } from "../../core/record";
import type { Trigger } from "./stage-rules";
import { parseStages, type Stage } from "./workflow-stages";
import { workflowRows } from "./workflows.store";

const conditionText = ({ onField, comparisonOperator, comparisonValue }: Trigger["conditions"][number]) =>
  `${onField} ${comparisonOperator} ${[comparisonValue].flat().join(" or ")}`;

function ruleText({ name }: Stage, { enabled, conditions, action }: Trigger): string {
  const deed = action.type === "UPDATE_STATUS" ? `${action.type} ${action.payload.status}` : action.type;
  return `${name}: ${enabled ? "" : "(off) "}${conditions.map(conditionText).join(" and ")} → ${deed}`;
}

/** A workflow, a line a stage and a rule. */
export const workflowKind = rowKind({
  kind: "WORKFLOW",
  code: "apps:viewWorkflow",
  fields: { name: "shown", stages: "shown", rules: "shown" },
  find: workflowRows.findAmong,
  name: ({ name }) => name,
  values: (workflow) => {
    const stages = parseStages(workflow.stages);
    return {
      stages: stages.map(
        ({ name, product, language, assessmentPackageName }) =>
          `${name}: ${product}, ${language}, ${assessmentPackageName}`,
      ),
      rules: stages.flatMap((stage) => stage.triggers.map((trigger) => ruleText(stage, trigger))),
    };
  },
});
