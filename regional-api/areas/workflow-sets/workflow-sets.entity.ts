/** The workflow set entity (WFS-18 to WFS-26, WFS-39). Error texts come from the catalogue. */
import { z } from "zod/v4";
import type { CustomerCall } from "../../core/access";
import { maxItems } from "../../core/bounds";
import { inputOf } from "../../core/builder";
import { linesRule, lineRule } from "../../core/text-rules";
import { entity } from "../../core/entity";
import { invalid } from "../../core/errors";
import { optionalText, text, value } from "../../core/fields";
import { isSameName } from "../../core/text";
import type { Writer } from "../../store/engine";
import { mapConcurrently } from "../../store/sequential";
import { workflows } from "../workflows/workflows.entity";
import { setsWithName } from "./workflow-sets.store";

const maxOptions = 50;
const tooMany = `A workflow set can have at most ${maxOptions} workflows`;

const option = z.object({
  workflowId: z.string().min(1, "Please select a workflow").max(100, "Please select a workflow"),
  displayName: lineRule("setDisplayName", 25, "the display name", "Please enter workflow display name"),
  isDefault: z.boolean(),
});

/** One workflow of a set, as stored. */
export type WorkflowOption = z.infer<typeof option>;

const hasDuplicates = (texts: readonly string[]) => new Set(texts).size < texts.length;

const options = z
  .array(option)
  .min(1, "Please select a workflow")
  .max(maxOptions, tooMany)
  .superRefine((all, { addIssue }) => {
    const refuse = (message: string) => addIssue({ code: "custom", message });
    if (hasDuplicates(all.map(({ workflowId }) => workflowId)))
      refuse("Workflow set cannot contain duplicate workflows");
    if (hasDuplicates(all.map(({ displayName }) => displayName)))
      refuse("Workflows cannot have the same display name");
    if (all.filter(({ isDefault }) => isDefault).length !== 1)
      refuse("A workflow set has exactly one default workflow");
  });

// Parses without the input rules: a page of sets has hundreds of options, and counting characters is slow.
const storedOptions = z.array(
  z.object({ workflowId: z.string(), displayName: z.string(), isDefault: z.boolean() }),
);

/** Parses the `workflowOptions` column of a set. */
export const parseOptions = (json: string): WorkflowOption[] => storedOptions.parse(JSON.parse(json));

const WorkflowOptionInput = inputOf("AppsWorkflowOptionInput", {
  workflowId: "ID",
  displayName: "String",
  isDefault: "Boolean",
});

/** True if a set of the customer other than `ownId`, archived or not, has this name. */
export const isTaken = async (
  { ctx, customer }: CustomerCall,
  name: string,
  ownId?: string,
): Promise<boolean> =>
  (await setsWithName(ctx.db, customer.id, name)).some(
    (set) => set.id !== ownId && isSameName(set.name, name),
  );

export const workflowSets = entity("workflow_sets", {
  what: "workflow set",
  fields: {
    name: text(lineRule("setName", 25, "the workflow set name", "Please enter workflow name"), {
      key: "nameKey",
    }),
    description: optionalText(linesRule("setDescription", 700, "the description")),
    workflowOptions: value([WorkflowOptionInput], options, maxItems(maxOptions, tooMany)),
  },
  sorts: { workflowsCount: "workflowsCount?" },
  record: {
    kind: "WORKFLOW_SET",
    code: "apps:viewWorkflow",
    fields: { workflows: "shown" },
    values: async ({ workflowOptions }, db) => ({
      workflows: await mapConcurrently(
        parseOptions(workflowOptions),
        async ({ workflowId, displayName, isDefault }) =>
          `${displayName}: ${(await workflows.rows.findAmong(db, workflowId))?.name ?? workflowId}${isDefault ? " (default)" : ""}`,
      ),
    }),
  },
  // An archived workflow may stay in its set (WF-15), but cannot be added to one.
  columns: async ({ name, workflowOptions }, call: CustomerCall<Writer>, stored) => {
    const { ctx, customer } = call;
    const kept = new Set(parseOptions(stored?.workflowOptions ?? "[]").map(({ workflowId }) => workflowId));
    await mapConcurrently(workflowOptions, async ({ workflowId }) => {
      const workflow = await workflows.rows.findAmong(ctx.db, workflowId);
      const isUsable =
        workflow?.customerId === customer.id && (workflow.archivedAt === null || kept.has(workflowId));
      if (!isUsable) throw invalid("Please select a workflow");
    });
    if (await isTaken(call, name, stored?.id)) throw invalid("Workflow set name already in use");
    return {};
  },
});
