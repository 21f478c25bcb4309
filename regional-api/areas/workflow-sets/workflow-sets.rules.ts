/** What a workflow set may be, whoever sends it (WFS-18 to WFS-26, WFS-39). The texts are those of the requirements. */
import { z } from "zod/v4";
import { enteredLines, enteredText } from "../../core/entered";

/** Most workflows of a set. */
export const maxOptions = 50;

const option = z.object({
  workflowId: z.string().min(1, "Please select a workflow").max(100, "Please select a workflow"),
  displayName: enteredText("setDisplayName", 25, "the display name", "Please enter workflow display name"),
  isDefault: z.boolean(),
});

/** One workflow of a set, as sets store it. */
export type WorkflowOption = z.infer<typeof option>;

const hasDuplicates = (texts: readonly string[]) => new Set(texts).size < texts.length;

const options = z
  .array(option)
  .min(1, "Please select a workflow")
  .max(maxOptions, `A workflow set can have at most ${maxOptions} workflows`)
  .superRefine((all, { addIssue }) => {
    const refuse = (message: string) => addIssue({ code: "custom", message });
    if (hasDuplicates(all.map(({ workflowId }) => workflowId)))
      refuse("Workflow set cannot contain duplicate workflows");
    if (hasDuplicates(all.map(({ displayName }) => displayName)))
      refuse("Workflows cannot have the same display name");
    if (all.filter(({ isDefault }) => isDefault).length !== 1)
      refuse("A workflow set has exactly one default workflow");
  });

/** What of a set people enter. */
export const workflowSetFields = z.object({
  name: enteredText("setName", 25, "the workflow set name", "Please enter workflow name"),
  description: enteredLines("setDescription", 700, "the description"),
  workflowOptions: options,
});

// Without the rules of what is entered: a page of sets has hundreds of options, and counting characters takes its time.
const storedOptions = z.array(
  z.object({ workflowId: z.string(), displayName: z.string(), isDefault: z.boolean() }),
);

/** Reads the `workflowOptions` column of a set. */
export const parseOptions = (text: string): WorkflowOption[] => storedOptions.parse(JSON.parse(text));
