import { expect, test } from "vitest";
import { applications } from "~/i18n/applications";
import { decisions } from "~/i18n/decisions";
import { rules } from "~/i18n/rules";
import { translator } from "~/i18n/texts";
import { figuresInWords } from "~/models/decisions/decision-words";
import { newRule, type Rule, ruleInWords, toTrigger } from "~/models/workflows/workflow-rules";

const t = translator(rules, "en-GB");
const inWords = (rule: Rule) =>
  ruleInWords(toTrigger(rule), t, (status) => status.replace("APPS_APPLICATION_", ""));

const full: Rule = {
  ...newRule("MOVE_STAGE"),
  profanityCount: 2,
  plagiarismCount: 3,
  lowTextQuality: true,
};

test("RULE-04 RULE-13 RULE-17 RULE-18 a new rule is score at least 65, joined by and, enabled", () => {
  expect(toTrigger(newRule("MOVE_STAGE"))).toEqual({
    enabled: true,
    isHeld: false,
    conditionOperator: "and",
    conditions: [
      {
        onField: "recommendationScore",
        onFieldType: "number",
        comparisonOperator: "gte",
        comparisonValue: 65,
      },
    ],
    action: { type: "MOVE_STAGE", payload: null },
  });
});

test("RULE-14 RULE-15 RULE-16 recommendation, counts and text quality become conditions", () => {
  const rule: Rule = { ...full, basis: "recommendation", recommendations: ["YES", "MAYBE"] };
  expect(toTrigger(rule).conditions).toEqual([
    {
      onField: "recommendation",
      onFieldType: "string",
      comparisonOperator: "contains",
      comparisonValue: ["YES", "MAYBE"],
    },
    {
      onField: "profanityQuestionCount",
      onFieldType: "number",
      comparisonOperator: "lt",
      comparisonValue: 2,
    },
    {
      onField: "plagiarismQuestionCount",
      onFieldType: "number",
      comparisonOperator: "lt",
      comparisonValue: 3,
    },
    { onField: "isLowTextQuality", onFieldType: "boolean", comparisonOperator: "is", comparisonValue: false },
  ]);
});

test("RULE-22 a rule is described in words", () => {
  expect(inWords({ ...newRule("MOVE_STAGE"), profanityCount: 2 })).toBe(
    "If recommendation score is at least 65 and profanity count is less than 2, move to the next stage",
  );
  expect(
    inWords({
      ...newRule("UPDATE_STATUS"),
      status: "APPS_APPLICATION_HIRED",
      basis: "recommendation",
      recommendations: ["YES", "MAYBE"],
      lowTextQuality: true,
    }),
  ).toBe("If recommendation is Yes or Maybe and low text quality is false, set the status to HIRED");
  expect(inWords({ ...newRule("MOVE_STAGE"), enabled: false })).toContain("(turned off)");
});

test("DEC-01 a decision shows the figures that its rule looked at, and none that is missing", () => {
  const figures = {
    ...{ recommendation: "MAYBE" as const, recommendationScore: 66, plagiarismQuestionCount: null },
    ...{ profanityQuestionCount: 0, isLowTextQuality: true },
  };
  const shown = (rule: Rule) =>
    figuresInWords(
      { figures, rule: { workflowName: "W", stageName: "Chat", trigger: toTrigger(rule) } },
      translator(decisions, "en-GB"),
      translator(applications, "en-GB"),
    ).map(({ label, value }) => `${label} ${value}`);
  expect(shown(newRule("MOVE_STAGE"))).toEqual(["Recommendation score 66"]);
  expect(shown({ ...full, basis: "recommendation", recommendations: ["YES"] })).toEqual([
    "Recommendation Maybe",
    "Profanity count 0",
    "Low text quality Yes",
  ]);
});
