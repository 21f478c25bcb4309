/** What the record of changes says of workflow sets. */
import { mapTogether } from "../../store/in-turn";
import { rowKind } from "../../core/record";
import { workflowRows } from "../workflows/workflows.store";
import { parseOptions } from "./workflow-sets.rules";
import { workflowSetRows } from "./workflow-sets.store";

/** A workflow set, a line a workflow. */
export const workflowSetKind = rowKind({
  kind: "WORKFLOW_SET",
  code: "apps:viewWorkflow",
  fields: { name: "shown", description: "shown", workflows: "shown" },
  find: workflowSetRows.findAmong,
  name: ({ name }) => name,
  values: async ({ workflowOptions }, db) => ({
    workflows: await mapTogether(
      parseOptions(workflowOptions),
      async ({ workflowId, displayName, isDefault }) =>
        `${displayName}: ${(await workflowRows.findAmong(db, workflowId))?.name ?? workflowId}${isDefault ? " (default)" : ""}`,
    ),
  }),
});
