/** What the record of changes says of workflow sets. */
import { mapInTurn } from "../../store/in-turn";
import { recordKind } from "../../core/record";
import { findWorkflow } from "../workflows/workflows.store";
import { parseOptions } from "./workflow-sets.rules";
import { findWorkflowSet } from "./workflow-sets.store";

/** A workflow set, a line a workflow. */
export const workflowSetKind = recordKind({
  kind: "WORKFLOW_SET",
  code: "apps:viewWorkflow",
  fields: { name: "shown", description: "shown", workflows: "shown" },
  read: async (db, id) => {
    const set = await findWorkflowSet(db, id);
    return (
      set && {
        name: set.name,
        customerId: set.customerId,
        isArchived: set.archivedAt !== null,
        version: set.version,
        values: {
          name: set.name,
          description: set.description,
          workflows: await mapInTurn(
            parseOptions(set.workflowOptions),
            async ({ workflowId, displayName, isDefault }) =>
              `${displayName}: ${(await findWorkflow(db, workflowId))?.name ?? workflowId}${isDefault ? " (default)" : ""}`,
          ),
        },
      }
    );
  },
});
