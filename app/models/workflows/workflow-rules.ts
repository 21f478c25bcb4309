import { rules } from "~/i18n/rules";
import type { Translate } from "~/i18n/texts";
import type { WorkflowToCopy } from "./workflow.server";

/** A stage rule in the API's shape (RULE-18). */
export type Trigger = WorkflowToCopy["stages"][number]["triggers"][number];
type Condition = Trigger["conditions"][number];

export const recommendations = ["YES", "MAYBE", "NO"] as const;
export type Recommendation = (typeof recommendations)[number];

/** The status whose rules can be held for review. */
export const declined = "APPS_APPLICATION_DECLINED";

/** Score of a new rule (RULE-04). */
export const defaultScore = 65;

/** A stage rule in the workflow form's shape (RULE-02 to RULE-10). */
export type Rule = {
  type: "MOVE_STAGE" | "UPDATE_STATUS";
  enabled: boolean;
  /** Status set by an UPDATE_STATUS rule. */
  status?: string;
  /** True if its declines wait for review (DEC-03). */
  isHeld: boolean;
  basis: "score" | "recommendation";
  score: number;
  recommendations: readonly Recommendation[];
  /** Undefined: not checked. */
  profanityCount?: number;
  plagiarismCount?: number;
  /** Requires that the text quality is not low. */
  lowTextQuality: boolean;
};

/** A new rule: recommendation score at least 65 (RULE-04). */
export const newRule = (type: Rule["type"]): Rule => ({
  type,
  enabled: true,
  isHeld: false,
  basis: "score",
  score: defaultScore,
  recommendations: [],
  lowTextQuality: false,
});

const lessThan = (onField: string, count: number | undefined): Condition[] =>
  count === undefined
    ? []
    : [{ onField, onFieldType: "number", comparisonOperator: "lt", comparisonValue: count }];

/** Converts a rule to the API's shape (RULE-13 to RULE-18). */
export function toTrigger(rule: Rule): Trigger {
  const basis: Condition =
    rule.basis === "score"
      ? {
          onField: "recommendationScore",
          onFieldType: "number",
          comparisonOperator: "gte",
          comparisonValue: rule.score,
        }
      : {
          onField: "recommendation",
          onFieldType: "string",
          comparisonOperator: "contains",
          comparisonValue: [...rule.recommendations],
        };
  const quality: Condition = {
    onField: "isLowTextQuality",
    onFieldType: "boolean",
    comparisonOperator: "is",
    comparisonValue: false,
  };
  return {
    enabled: rule.enabled,
    conditionOperator: "and",
    conditions: [
      basis,
      ...lessThan("profanityQuestionCount", rule.profanityCount),
      ...lessThan("plagiarismQuestionCount", rule.plagiarismCount),
      ...(rule.lowTextQuality ? [quality] : []),
    ],
    action:
      rule.type === "UPDATE_STATUS"
        ? { type: rule.type, payload: { status: rule.status ?? "" } }
        : { type: rule.type, payload: null },
    isHeld: rule.isHeld,
  };
}

/** Converts a saved rule back to form values (RULE-21). */
export function ruleFromTrigger({ enabled, conditions, action, isHeld }: Trigger): Rule {
  const valueOf = (field: string) => conditions.find(({ onField }) => onField === field)?.comparisonValue;
  const numberOf = (field: string) => {
    const value = valueOf(field);
    return typeof value === "number" ? value : undefined;
  };
  const chosen = [valueOf("recommendation") ?? []].flat();
  return {
    type: action.type === "UPDATE_STATUS" ? "UPDATE_STATUS" : "MOVE_STAGE",
    enabled,
    isHeld,
    ...(action.payload && { status: action.payload.status }),
    basis: chosen.length > 0 ? "recommendation" : "score",
    score: numberOf("recommendationScore") ?? defaultScore,
    recommendations: recommendations.filter((one) => chosen.includes(one)),
    profanityCount: numberOf("profanityQuestionCount"),
    plagiarismCount: numberOf("plagiarismQuestionCount"),
    lowTextQuality: valueOf("isLowTextQuality") === false,
  };
}

type Translator = Translate<(typeof rules)["en"]>;
type Names = (typeof rules)["en"];

const isKey = <T extends object>(names: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(names, key);

function valueText(value: unknown, t: Translator): string {
  if (Array.isArray(value)) return value.map((one) => valueText(one, t)).join(t("or"));
  const text = String(value);
  return isKey<Names["values"]>(rules.en.values, text) ? t(`values.${text}`) : text;
}

function conditionInWords(
  { onField, comparisonOperator, comparisonValue }: Condition,
  t: Translator,
): string {
  const field = isKey<Names["fields"]>(rules.en.fields, onField) ? t(`fields.${onField}`) : onField;
  const operator = isKey<Names["operators"]>(rules.en.operators, comparisonOperator)
    ? t(`operators.${comparisonOperator}`)
    : comparisonOperator;
  return t("comparison", { field, operator, value: valueText(comparisonValue, t) });
}

/**
 * Text of a rule: "If recommendation score is at least 65 and profanity count is less than 2, move to the next stage"
 * (RULE-22). `statusName` returns an application status's name.
 */
export function ruleInWords(
  { enabled, conditions, action, isHeld }: Omit<Trigger, "isHeld"> & { isHeld?: boolean },
  t: Translator,
  statusName: (status: string) => string,
): string {
  const rule = t("sentence", {
    conditions: conditions.map((one) => conditionInWords(one, t)).join(t("and")) || t("always"),
    action: action.payload
      ? t("updateStatus", { status: statusName(action.payload.status) })
      : t("moveStage"),
  });
  const whole = isHeld ? t("held", { rule }) : rule;
  return enabled ? whole : t("off", { rule: whole });
}
