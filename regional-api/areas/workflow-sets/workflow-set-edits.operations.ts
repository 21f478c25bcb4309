/** Whether a set's name is taken, create and change (WFS-19, WFS-20, WFS-33, WFS-39). */
import { checked } from "../../core/checked";
import { archived, invalid } from "../../core/errors";
import { newId } from "../../core/ids";
import { isSameName, searchKey } from "../../core/text";
import { parseOptions, workflowSetFields, maxOptions } from "./workflow-sets.rules";
import { insertWorkflowSet, setsCalled, updateWorkflowSet } from "./workflow-sets.store";
import { findWorkflow } from "../workflows/workflows.store";
import type { CustomerCall, Scope } from "../../core/access";
import { builder } from "../../core/builder";
import { IdResult } from "../../core/shared-types";
import { onRootDepartment, scopeArgs } from "../../core/department-access";
import { editionAfter, versionArg } from "../../core/edited";
import { mutation, query } from "../../core/operation";
import { type WorkflowSetShape, workflowSetOf } from "./workflow-sets.operations";
import { listAccess } from "../workflows/workflows.operations";
import { declareBounds, maxItems } from "../../core/bounds";
import { workflowSetKind } from "./workflow-sets.record";

declareBounds({
  lists: {
    "AppsCreateWorkflowSet.workflowOptions": maxItems(
      maxOptions,
      `A workflow set can have at most ${maxOptions} workflows`,
    ),
    "AppsUpdateWorkflowSet.workflowOptions": maxItems(
      maxOptions,
      `A workflow set can have at most ${maxOptions} workflows`,
    ),
  },
});

/** Whether a set of the customer other than `ownId`, archived or not, has this name. */
const isTaken = async ({ ctx, customer }: CustomerCall, name: string, ownId?: string): Promise<boolean> =>
  (await setsCalled(ctx.db, customer.id, name)).some((set) => set.id !== ownId && isSameName(set.name, name));

query("AppsCheckWorkflowSetNameDuplicatedByName", {
  type: "Boolean",
  args: { ...builder.args((t) => ({ name: t.string({ required: true }) })), ...scopeArgs },
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
async function columnsOf(call: CustomerCall, sent: Sent, stored?: WorkflowSetShape) {
  const { ctx, customer } = call;
  const fields = { ...sent, description: sent.description ?? "" };
  const { name, description, workflowOptions } = checked(workflowSetFields, fields);
  const kept = new Set(parseOptions(stored?.workflowOptions ?? "[]").map(({ workflowId }) => workflowId));
  for (const { workflowId } of workflowOptions) {
    const workflow = await findWorkflow(ctx.db, workflowId);
    const isUsable =
      workflow?.customerId === customer.id && (workflow.archivedAt === null || kept.has(workflowId));
    if (!isUsable) throw invalid("Please select a workflow");
  }
  if (await isTaken(call, name, stored?.id)) throw invalid("Workflow set name already in use");
  return { name, nameKey: searchKey(name), description, workflowOptions: JSON.stringify(workflowOptions) };
}

mutation("AppsCreateWorkflowSet", {
  type: IdResult,
  args: { ...scopeArgs, ...fieldArgs },
  access: onRootDepartment("apps:createWorkflow"),
  changes: { of: workflowSetKind, made: ({ id }) => [id] },
  resolve: async (args, call) => {
    const { ctx, customer } = call;
    const id = newId(ctx.now);
    await insertWorkflowSet(ctx.db, {
      id,
      customerId: customer.id,
      hierarchyId: customer.rootHierarchyId,
      ...(await columnsOf(call, args)),
      ...(await editionAfter(call, undefined, 0)),
      createdAt: ctx.now,
      updatedAt: ctx.now,
      archivedAt: null,
    });
    return { id };
  },
});

mutation("AppsUpdateWorkflowSet", {
  type: IdResult,
  args: {
    ...builder.args((t) => ({ _id: t.id({ required: true }) })),
    ...scopeArgs,
    ...fieldArgs,
    ...versionArg,
  },
  access: onRootDepartment("apps:editWorkflow"),
  changes: { of: workflowSetKind, ids: ({ _id }) => [_id] },
  resolve: async ({ _id, version, ...args }, call) => {
    const { ctx } = call;
    const set = await workflowSetOf(call, _id);
    if (set.archivedAt !== null) throw archived("workflow set");
    // First of all: whoever read an older version is to hear of that, not of what no longer fits.
    const edition = await editionAfter(call, set, version);
    await updateWorkflowSet(ctx.db, set.id, await columnsOf(call, args, set), edition, ctx.now);
    return { id: set.id };
  },
});
