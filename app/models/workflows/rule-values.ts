import { z } from "zod/v4";
import {
  declined,
  ruleFromTrigger,
  newRule,
  recommendations,
  type Recommendation,
  type Rule,
  toTrigger,
  type Trigger,
} from "./workflow-rules";

/** Form values of a stage rule. Unchecked parts keep their values but are not sent (RULE-25). */
export type RuleValues = {
  type?: string;
  enabled?: string;
  basis?: string;
  score?: string;
  recommendations?: string[];
  hasProfanity?: string;
  profanityCount?: string;
  hasPlagiarism?: string;
  plagiarismCount?: string;
  lowTextQuality?: string;
  status?: string;
  isHeld?: string;
  /** JSON of a saved rule that the fields cannot express; kept as it is, on or off. */
  kept?: string;
};

export const ruleTypes = ["MOVE_STAGE", "UPDATE_STATUS"] as const;
export type RuleType = Rule["type"];

/** Options of the maximum counts (RULE-08). */
export const counts = ["1", "2", "3", "4", "5", "6", "7"];

const checkboxValue = (isOn: boolean) => (isOn ? "on" : "");

/** A rule as form values. */
export const ruleValues = (rule: Rule): RuleValues => ({
  type: rule.type,
  enabled: checkboxValue(rule.enabled),
  basis: rule.basis,
  score: String(rule.score),
  recommendations: [...rule.recommendations],
  hasProfanity: checkboxValue(rule.profanityCount !== undefined),
  profanityCount: String(rule.profanityCount ?? ""),
  hasPlagiarism: checkboxValue(rule.plagiarismCount !== undefined),
  plagiarismCount: String(rule.plagiarismCount ?? ""),
  lowTextQuality: checkboxValue(rule.lowTextQuality),
  status: rule.status ?? "",
  isHeld: checkboxValue(rule.isHeld),
  kept: "",
});

/** Form values of a new rule (RULE-04). */
export const newRuleValues = (type: RuleType): RuleValues => ruleValues(newRule(type));

/** Canonical text of a trigger, independent of the order of conditions and keys. */
export const triggerText = ({ enabled, conditions, action, isHeld }: Trigger): string =>
  JSON.stringify([
    enabled,
    conditions
      .map(({ onField, onFieldType, comparisonOperator, comparisonValue }) =>
        JSON.stringify([
          onField,
          onFieldType,
          comparisonOperator,
          Array.isArray(comparisonValue) ? [...(comparisonValue as unknown[])].sort() : comparisonValue,
        ]),
      )
      .sort(),
    action.type,
    action.payload?.status ?? null,
    isHeld,
  ]);

/** True if two triggers are equivalent. */
export const sameTrigger = (one: Trigger, other: Trigger): boolean => triggerText(one) === triggerText(other);

/**
 * Form values of a saved rule, for edit and duplicate (RULE-21). Rules that the fields cannot express, as other clients
 * may have made, are kept whole.
 */
export function savedRuleValues(trigger: Trigger): RuleValues {
  const rule = ruleFromTrigger(trigger);
  const values = ruleValues(rule);
  return sameTrigger(toTrigger(rule), trigger) ? values : { ...values, kept: JSON.stringify(trigger) };
}

/** Converts validated form values to a rule. */
export function ruleOf(values: RuleValues): Rule {
  const type = values.type === "UPDATE_STATUS" ? "UPDATE_STATUS" : "MOVE_STAGE";
  const basis = values.basis === "recommendation" ? "recommendation" : "score";
  const chosen = (values.recommendations ?? []).filter((one): one is Recommendation =>
    (recommendations as readonly string[]).includes(one),
  );
  return {
    ...newRule(type),
    enabled: values.enabled === "on",
    ...(type === "UPDATE_STATUS" && { status: values.status ?? "" }),
    // Only declines can be held.
    isHeld: type === "UPDATE_STATUS" && values.status === declined && values.isHeld === "on",
    basis,
    ...(basis === "score" && { score: Number(scoreOf(values)) }),
    recommendations: basis === "recommendation" ? recommendations.filter((one) => chosen.includes(one)) : [],
    profanityCount: values.hasProfanity === "on" ? Number(values.profanityCount) : undefined,
    plagiarismCount: values.hasPlagiarism === "on" ? Number(values.plagiarismCount) : undefined,
    lowTextQuality: values.lowTextQuality === "on",
  };
}

/** The typed score; blank means 1 (RULE-06). */
export const scoreOf = ({ score }: RuleValues): string => score?.trim() || "1";

/** Converts a form's rule to the API's shape (RULE-13 to RULE-18). */
export function triggerOf(values: RuleValues): Trigger {
  const kept = parseKeptTrigger(values.kept);
  return kept ? { ...kept, enabled: values.enabled === "on" } : toTrigger(ruleOf(values));
}

/** Shape of a rule only; the API validates its texts. */
const triggerShape = z.object({
  enabled: z.boolean(),
  conditionOperator: z.string(),
  conditions: z.array(
    z.object({
      onField: z.string(),
      onFieldType: z.string(),
      comparisonOperator: z.string(),
      comparisonValue: z.unknown(),
    }),
  ),
  action: z.object({ type: z.enum(ruleTypes), payload: z.object({ status: z.string() }).nullable() }),
  isHeld: z.boolean().default(false),
});

/** Parses a rule kept whole; null if invalid, as the value comes from a form field. */
export function parseKeptTrigger(text: string | undefined): Trigger | null {
  if (!text) return null;
  try {
    return triggerShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
