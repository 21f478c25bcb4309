import { z } from "zod/v4";
import type { Translate } from "~/i18n/texts";
import type { workflowSets } from "~/i18n/workflow-sets";
import { limits } from "~/models/form/limits";
import { limitedText } from "~/models/form/text-rules";
import { defaultIndexOf, optionLimit, type OptionValues, type WorkflowSetValues } from "./set-values";

type Texts = Translate<(typeof workflowSets)["en"]>;

const text = z.string().optional();
const option = z.object({ workflowId: text, displayName: text, isDefault: text });

/** Form values before validation. */
export const typedWorkflowSet = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  options: z.array(option).max(200),
});

export type WorkflowSetInputValues = {
  name: string;
  description: string;
  workflowOptions: { workflowId: string; displayName: string; isDefault: boolean }[];
};

/** Form of a workflow set (WFS-18 to WFS-26, WFS-34). Its output is the API input. */
export function workflowSetSchema(t: Texts): z.ZodType<WorkflowSetInputValues, WorkflowSetValues> {
  const nameRule = limitedText(t, limits.setName, "errors.nameTooLong", "errors.name");
  const descriptionRule = limitedText(t, limits.setDescription, "errors.descriptionTooLong", undefined, {
    hasLines: true,
  });
  const displayNameRule = limitedText(
    t,
    limits.setDisplayName,
    "errors.displayNameTooLong",
    "errors.displayName",
  );
  return typedWorkflowSet
    .superRefine(({ name = "", description = "", options }, context) => {
      // Checked here rather than in the fields' schemas, so that all errors are reported at once.
      const check = (path: (string | number)[], rule: typeof nameRule, value: string) => {
        for (const { message } of rule.safeParse(value).error?.issues ?? []) refuse(path, message);
      };
      const refuse = (path: (string | number)[], message: string) =>
        context.addIssue({ code: "custom", path, message });
      check(["name"], nameRule, name);
      check(["description"], descriptionRule, description);
      if (options.length > optionLimit) refuse(["options"], t("form.limit"));
      if (!options.some(({ workflowId }) => workflowId))
        refuse(options.length > 0 ? ["options", 0, "workflowId"] : ["options"], t("errors.workflow"));
      options.forEach(({ workflowId, displayName = "" }, index) => {
        if (!workflowId) return;
        const before = options.slice(0, index).filter((one) => one.workflowId);
        check(["options", index, "displayName"], displayNameRule, displayName);
        if (before.some((one) => one.workflowId === workflowId))
          refuse(["options", index, "workflowId"], t("errors.sameWorkflow"));
        const shown = displayName.trim();
        if (shown && before.some((one) => one.displayName?.trim() === shown))
          refuse(["options", index, "displayName"], t("errors.sameDisplayName"));
      });
    })
    .transform(({ name, description, options }) => ({
      name: nameRule.safeParse(name ?? "").data ?? "",
      description: descriptionRule.safeParse(description ?? "").data ?? "",
      workflowOptions: workflowOptionsInput(options, (shown) => displayNameRule.safeParse(shown).data ?? ""),
    }));
}

/** Rows with a workflow, exactly one of them the default (WFS-22, WFS-30). */
function workflowOptionsInput(options: readonly OptionValues[], trimmed: (text: string) => string) {
  const chosen = options.filter(({ workflowId }) => workflowId);
  const defaultIndex = defaultIndexOf(chosen);
  return chosen.map(({ workflowId = "", displayName = "" }, index) => ({
    workflowId,
    displayName: trimmed(displayName),
    isDefault: index === defaultIndex,
  }));
}
