/** Whether a set's name is taken, create and change (WFS-19, WFS-20, WFS-33, WFS-39). */
import { checked } from "../../core/checked";
import { invalid } from "../../core/errors";
import { isSameName, searchKey } from "../../core/text";
import { parseOptions, workflowSetFields, maxOptions } from "./workflow-sets.rules";
import { setsCalled } from "./workflow-sets.store";
import { workflowRows } from "../workflows/workflows.store";
import type { CustomerCall, Scope } from "../../core/access";
import { builder, textArgs } from "../../core/builder";
import { scopeArgs } from "../../core/department-access";
import { createOf, editOf } from "../../core/entity";
import { query } from "../../core/operation";
import { workflowSets } from "./workflow-sets.operations";
import { listAccess } from "../workflows/workflows.operations";
import { declareBounds, maxItems } from "../../core/bounds";
import { mapTogether } from "../../store/in-turn";
import type { Row } from "../../store/tables";

const optionsBound = maxItems(maxOptions, `A workflow set can have at most ${maxOptions} workflows`);

declareBounds({
  lists: {
    "AppsCreateWorkflowSet.workflowOptions": optionsBound,
    "AppsUpdateWorkflowSet.workflowOptions": optionsBound,
  },
});

/** Whether a set of the customer other than `ownId`, archived or not, has this name. */
const isTaken = async ({ ctx, customer }: CustomerCall, name: string, ownId?: string): Promise<boolean> =>
  (await setsCalled(ctx.db, customer.id, name)).some((set) => set.id !== ownId && isSameName(set.name, name));

query("AppsCheckWorkflowSetNameDuplicatedByName", {
  description: "Whether a workflow set of the customer has this name already.",
  type: "Boolean",
  args: { ...textArgs("name"), ...scopeArgs },
  access: listAccess((args: Scope) => args),
  resolve: async ({ name }, call) => {
    if (name.length > 1_000) throw invalid("Please keep the workflow set name within 25 characters");
    return isTaken(call, name);
  },
});

const WorkflowOptionInput = builder.inputType("AppsWorkflowOptionInput", {
  fields: (t) => ({
    workflowId: t.id({ required: true }),
    displayName: t.string({ required: true }),
    isDefault: t.boolean({ required: true }),
  }),
});

const fieldArgs = builder.args((t) => ({
  name: t.string({ required: true }),
  description: t.string(),
  workflowOptions: t.field({ type: [WorkflowOptionInput], required: true }),
}));

interface Sent {
  readonly name: string;
  readonly description?: string | null;
  readonly workflowOptions: readonly object[];
}

/**
 * What of a set is entered, as columns. An archived workflow can stay in the set that has it (WF-15), and cannot be put
 * into one. Throws a Validation Error for what no set may be.
 */
async function columnsOf(sent: Sent, call: CustomerCall, stored?: Row<"workflow_sets">) {
  const { ctx, customer } = call;
  const fields = { ...sent, description: sent.description ?? "" };
  const { name, description, workflowOptions } = checked(workflowSetFields, fields);
  const kept = new Set(parseOptions(stored?.workflowOptions ?? "[]").map(({ workflowId }) => workflowId));
  await mapTogether(workflowOptions, async ({ workflowId }) => {
    const workflow = await workflowRows.findAmong(ctx.db, workflowId);
    const isUsable =
      workflow?.customerId === customer.id && (workflow.archivedAt === null || kept.has(workflowId));
    if (!isUsable) throw invalid("Please select a workflow");
  });
  if (await isTaken(call, name, stored?.id)) throw invalid("Workflow set name already in use");
  return { name, nameKey: searchKey(name), description, workflowOptions: JSON.stringify(workflowOptions) };
}

createOf("AppsCreateWorkflowSet", workflowSets, {
  description: "Creates a workflow set.",
  args: fieldArgs,
  code: "apps:createWorkflow",
  columns: async (args, call) => ({
    hierarchyId: call.customer.rootHierarchyId,
    ...(await columnsOf(args, call)),
  }),
});

editOf("AppsUpdateWorkflowSet", workflowSets, {
  description: "Changes a workflow set.",
  args: fieldArgs,
  code: "apps:editWorkflow",
  columns: columnsOf,
});
