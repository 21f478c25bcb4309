/** Stage rules (RULE-13 to RULE-23): validation of rules, and their outcome for an assessment's results. */
import { z } from "zod/v4";
import type { ApplicationStatus } from "../../store/tables/hiring";
import { applicationStatuses } from "../../../shared/application-statuses";

export const conditionFields = [
  "recommendation",
  "recommendationScore",
  "plagiarismQuestionCount",
  "profanityQuestionCount",
  "isLowTextQuality",
] as const;

const fieldTypes = ["number", "string", "boolean", "date", "url"] as const;
const operators = ["gt", "gte", "lt", "lte", "contains", "is"] as const;

const typeOfValue: Record<(typeof fieldTypes)[number], (value: unknown) => boolean> = {
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  string: isText,
  date: isText,
  url: isText,
};

function isText(value: unknown): boolean {
  return typeof value === "string" || Array.isArray(value);
}

const shortText = z.string().min(1).max(100);

/** A condition of a rule; any other shape is refused (RULE-19). */
const condition = z
  .object({
    onField: z.enum(conditionFields, "This rule has an unknown field"),
    onFieldType: z.enum(fieldTypes, "This rule has an unknown field type"),
    comparisonOperator: z.enum(operators, "This rule has an unknown operator"),
    comparisonValue: z.union(
      [z.number(), z.boolean(), shortText, z.array(shortText).min(1).max(10)],
      "This rule has a value that cannot be compared",
    ),
  })
  .refine(
    ({ onFieldType, comparisonValue }) => typeOfValue[onFieldType](comparisonValue),
    "This rule has a value of the wrong type",
  );

const declined = "APPS_APPLICATION_DECLINED" satisfies ApplicationStatus;

const anyTrigger = z.object({
  enabled: z.boolean(),
  /** True if the rule's declines wait for a person's review (DEC-03). */
  isHeld: z.boolean().nullish(),
  conditionOperator: z.literal("and", "Conditions are joined with and"),
  conditions: z.array(condition).min(1, "A rule needs a condition").max(10, "A rule has too many conditions"),
  action: z.discriminatedUnion(
    "type",
    [
      z.object({ type: z.literal("MOVE_STAGE") }),
      z.object({
        type: z.literal("UPDATE_STATUS"),
        payload: z.object(
          { status: z.enum(applicationStatuses, "Please select a status") },
          "Please select a status",
        ),
      }),
    ],
    "This rule has an unknown action",
  ),
});

/** A rule; `isHeld` is kept only if the rule declines. */
export const trigger = anyTrigger.transform(({ isHeld, ...rule }) => ({
  ...rule,
  ...(isHeld &&
    rule.action.type === "UPDATE_STATUS" &&
    rule.action.payload.status === declined && { isHeld: true as const }),
}));

export type Condition = z.infer<typeof condition>;
export type Trigger = z.infer<typeof trigger>;

/** The assessment results that rules evaluate; null or absent if not reported. */
export type RuleResults = Partial<Record<(typeof conditionFields)[number], number | string | boolean | null>>;

const comparisons: Record<"gt" | "gte" | "lt" | "lte", (a: number, b: number) => boolean> = {
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
};

/** True if a condition holds; false for a result that was not reported. */
function conditionHolds(
  { onField, comparisonOperator, comparisonValue }: Condition,
  results: RuleResults,
): boolean {
  const result = results[onField] ?? null;
  if (result === null) return false;
  if (comparisonOperator === "is") return result === comparisonValue;
  if (comparisonOperator === "contains")
    return [comparisonValue].flat().some((one) => String(one) === String(result));
  return (
    typeof result === "number" &&
    typeof comparisonValue === "number" &&
    comparisons[comparisonOperator](result, comparisonValue)
  );
}

/** True if the rule is enabled and all of its conditions hold (RULE-23). */
export function triggerHolds({ enabled, conditions }: Trigger, results: RuleResults): boolean {
  return enabled && conditions.length > 0 && conditions.every((one) => conditionHolds(one, results));
}

/** True if the rule's effect waits for a person's review (DEC-03). */
export const isHeldForPerson = ({ isHeld }: Trigger): boolean => isHeld === true;

export interface RuleOutcome {
  readonly movesOn: boolean;
  readonly status: ApplicationStatus | undefined;
}

/** The rule that changed an application, stored with that change so that later edits do not affect it. */
const ruleRecord = z.object({
  workflowId: z.string(),
  workflowName: z.string(),
  stageName: z.string(),
  trigger,
  /** The user who wrote the rule, if known. */
  writtenBy: z.string().nullish(),
});
export type RuleRecord = z.infer<typeof ruleRecord>;

/** Parses the `rule` column of a change. */
export const parseRuleRecord = (text: string): RuleRecord => ruleRecord.parse(JSON.parse(text));

/** Returns the first rule of each type that applies to `results`. */
export function actingRules(triggers: readonly Trigger[], results: RuleResults) {
  const acting = (type: Trigger["action"]["type"]) =>
    triggers.find((one) => one.action.type === type && triggerHolds(one, results));
  return { moveStage: acting("MOVE_STAGE"), updateStatus: acting("UPDATE_STATUS") };
}

/**
 * Returns the effect of the first stage's rules on an application after a chat completed with `results`
 * (RULE-23).
 */
export function outcomeOf(triggers: readonly Trigger[], results: RuleResults): RuleOutcome {
  const { moveStage, updateStatus } = actingRules(triggers, results);
  return {
    movesOn: moveStage !== undefined,
    status: updateStatus?.action.type === "UPDATE_STATUS" ? updateStatus.action.payload.status : undefined,
  };
}
