import { z } from "zod/v4";
import {
  declined,
  fromTrigger,
  newRule,
  recommendations,
  type Recommendation,
  type Rule,
  toTrigger,
  type Trigger,
} from "./workflow-rules";

/** A stage rule as the form's fields hold it: what is unchecked keeps its value and is not sent (RULE-25). */
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
  /** JSON of a saved rule that the fields cannot show: it is kept as it is, on or off. */
  kept?: string;
};

export const ruleTypes = ["MOVE_STAGE", "UPDATE_STATUS"] as const;
export type RuleType = Rule["type"];

/** How often something may happen at most: the choices of the counts (RULE-08). */
export const counts = ["1", "2", "3", "4", "5", "6", "7"];

const on = (isOn: boolean) => (isOn ? "on" : "");

/** The values of a rule's fields. */
export const ruleValues = (rule: Rule): RuleValues => ({
  type: rule.type,
  enabled: on(rule.enabled),
  basis: rule.basis,
  score: String(rule.score),
  recommendations: [...rule.recommendations],
  hasProfanity: on(rule.profanityCount !== undefined),
  profanityCount: String(rule.profanityCount ?? ""),
  hasPlagiarism: on(rule.plagiarismCount !== undefined),
  plagiarismCount: String(rule.plagiarismCount ?? ""),
  lowTextQuality: on(rule.lowTextQuality),
  status: rule.status ?? "",
  isHeld: on(rule.isHeld),
  kept: "",
});

/** The values of a new rule (RULE-04). */
export const newRuleValues = (type: RuleType): RuleValues => ruleValues(newRule(type));

/** One text for triggers that say the same, whatever order their conditions and names came in. */
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

/** Whether two triggers say the same. */
export const sameTrigger = (one: Trigger, other: Trigger): boolean => triggerText(one) === triggerText(other);

/**
 * The fields of a saved rule, for edit and duplicate (RULE-21). One that no fields can say, as other senders may have
 * made it, is kept whole.
 */
export function savedRuleValues(trigger: Trigger): RuleValues {
  const rule = fromTrigger(trigger);
  const values = ruleValues(rule);
  return sameTrigger(toTrigger(rule), trigger) ? values : { ...values, kept: JSON.stringify(trigger) };
}

/** The rule that checked fields mean. */
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
    // Only declines are held.
    isHeld: type === "UPDATE_STATUS" && values.status === declined && values.isHeld === "on",
    basis,
    ...(basis === "score" && { score: Number(scoreOf(values)) }),
    recommendations: basis === "recommendation" ? recommendations.filter((one) => chosen.includes(one)) : [],
    profanityCount: values.hasProfanity === "on" ? Number(values.profanityCount) : undefined,
    plagiarismCount: values.hasPlagiarism === "on" ? Number(values.plagiarismCount) : undefined,
    lowTextQuality: values.lowTextQuality === "on",
  };
}

/** The score as typed; a blank one is 1 (RULE-06). */
export const scoreOf = ({ score }: RuleValues): string => score?.trim() || "1";

/** A rule of the form as it is sent (RULE-13 to RULE-18). */
export function triggerOf(values: RuleValues): Trigger {
  const kept = keptTrigger(values.kept);
  return kept ? { ...kept, enabled: values.enabled === "on" } : toTrigger(ruleOf(values));
}

/** The shape of a rule; what its texts say is for the API to check. */
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

/** A rule that was kept whole; null for what is none: the field came with the form, so it may hold anything. */
export function keptTrigger(text: string | undefined): Trigger | null {
  if (!text) return null;
  try {
    return triggerShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
