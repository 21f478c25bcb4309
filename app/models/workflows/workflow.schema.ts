import { z } from "zod/v4";
import type { Translate } from "~/i18n/texts";
import type { workflows } from "~/i18n/workflows";
import { limits } from "~/models/form/limits";
import { limitedText, wholeNumber } from "~/models/form/text-rules";
import { counts, parseKeptTrigger, ruleTypes, type RuleValues, scoreOf, triggerOf } from "./rule-values";
import { applicationStatuses } from "../../../shared/application-statuses";
import { maxDayLimit, type Product, products, stageLimit, type WorkflowValues } from "./stage-values";

type Texts = Translate<(typeof workflows)["en"]>;

const text = z.string().trim().optional();
const rule = z.object({
  type: text,
  enabled: text,
  basis: text,
  score: text,
  recommendations: z.array(z.string()).max(10).optional(),
  hasProfanity: text,
  profanityCount: text,
  hasPlagiarism: text,
  plagiarismCount: text,
  lowTextQuality: text,
  status: text,
  isHeld: text,
  kept: z.string().max(5_000).optional(),
});
const stage = z.object({
  _id: text,
  product: text,
  packageId: text,
  name: text,
  dayLimit: text,
  search: text,
  rules: z.array(rule).max(5),
});

/** Form values before validation. */
export const typedWorkflow = z.object({
  name: z.string().optional(),
  stages: z.array(stage).max(10),
});

type AddError = (path: (string | number)[], message: string) => void;

/** Form of a workflow (WF-18 to WF-31, RULE-01 to RULE-12). Its output is the API input. */
export function workflowSchema(t: Texts): z.ZodType<WorkflowInputValues, WorkflowValues> {
  const nameRule = limitedText(t, limits.workflowName, "errors.nameTooLong", "errors.name");
  const limitRule = wholeNumber(1, maxDayLimit, t("errors.dayLimit", { most: maxDayLimit }));
  const stageNameRule = limitedText(t, limits.stageName, "errors.stageNameTooLong");
  return z
    .object({
      name: z.string().optional(),
      stages: z.array(stage).max(10),
    })
    .superRefine(({ name = "", stages }, context) => {
      // Checked here rather than in the field's schema, so that all errors are reported at once.
      for (const { message } of nameRule.safeParse(name).error?.issues ?? [])
        context.addIssue({ code: "custom", path: ["name"], message });
      const refuse: AddError = (path, message) =>
        context.addIssue({ code: "custom", path: ["stages", ...path], message });
      checkStages(stages, refuse, t);
      stages.forEach((one, index) => {
        for (const { message } of stageNameRule.safeParse(one.name ?? "").error?.issues ?? [])
          refuse([index, "name"], message);
        for (const { message } of (one.dayLimit && limitRule.safeParse(one.dayLimit).error?.issues) || [])
          refuse([index, "dayLimit"], message);
      });
      (stages[0]?.rules ?? []).forEach((one, index, all) =>
        checkRule(one, all.slice(0, index), ["rules", index]),
      );

      function checkRule(values: RuleValues, before: readonly RuleValues[], path: (string | number)[]) {
        const bad = (field: string, message: string) => refuse([0, ...path, field], message);
        if (!ruleTypes.some((type) => type === values.type)) bad("type", t("errors.ruleType"));
        if (before.some(({ type }) => type === values.type)) bad("type", t("errors.ruleTwice"));
        if (values.type === "MOVE_STAGE" && stages.length < 2) bad("type", t("errors.oneStage"));
        if (!parseKeptTrigger(values.kept)) checkConditions(values, bad, t);
      }
    })
    .transform(({ name, stages }) => ({
      name: nameRule.safeParse(name ?? "").data ?? "",
      stages: stages.map(({ _id, product, packageId, name: stageName, dayLimit, rules }, index) => ({
        _id: _id || undefined,
        name: stageNameRule.safeParse(stageName ?? "").data || undefined,
        product: product === "SI" ? ("SI" as const) : ("FI" as const),
        packageId: packageId ?? "",
        dayLimit: limitRule.safeParse(dayLimit ?? "").data ?? null,
        // Only a chat at stage one has rules (RULE-20).
        triggers: index === 0 && product === "FI" ? rules.map(triggerOf) : [],
      })),
    }));
}

export type WorkflowInputValues = {
  name: string;
  stages: {
    _id: string | undefined;
    name: string | undefined;
    product: Product;
    packageId: string;
    dayLimit: number | null;
    triggers: ReturnType<typeof triggerOf>[];
  }[];
};

type TypedStage = z.output<typeof stage>;

function checkStages(stages: readonly TypedStage[], refuse: AddError, t: Texts): void {
  const [first, second] = stages;
  if (!first) refuse([], t("errors.noStage"));
  if (stages.length > stageLimit) refuse([stageLimit, "product"], t("stages.limit"));
  stages.forEach(({ product, packageId }, index) => {
    // Packages can be chosen only once the type is set.
    if (!products.some((one) => one === product)) refuse([index, "product"], t("errors.product"));
    else if (!packageId) refuse([index, "packageId"], t("errors.package"));
  });
  if (second && first?.product === "SI") refuse([0, "product"], t("errors.videoAlone"));
  if (second?.packageId && second.packageId === first?.packageId)
    refuse([1, "packageId"], t("errors.samePackage"));
  if (first?.product === "SI" && first.rules.length) refuse([0, "product"], t("errors.videoRules"));
}

function checkConditions(values: RuleValues, bad: (field: string, message: string) => void, t: Texts): void {
  const isOn = (box: string | undefined) => box === "on";
  const isCount = (count: string | undefined) => counts.some((one) => one === count);
  if (values.basis === "recommendation") {
    if (!values.recommendations?.length) bad("recommendations", t("errors.recommendation"));
  } else if (!/^([1-9]\d?|100)$/.test(scoreOf(values))) bad("score", t("errors.score"));
  if (isOn(values.hasProfanity) && !isCount(values.profanityCount))
    bad("profanityCount", t("errors.profanity"));
  if (isOn(values.hasPlagiarism) && !isCount(values.plagiarismCount))
    bad("plagiarismCount", t("errors.plagiarism"));
  const hasStatus = applicationStatuses.some((status) => status === values.status);
  if (values.type === "UPDATE_STATUS" && !hasStatus) bad("status", t("errors.status"));
}
