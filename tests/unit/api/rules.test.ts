import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newStages, toStoredStages } from "../../../regional-api/areas/workflows/workflow-stages";
import {
  outcomeOf,
  trigger,
  triggerHolds,
  type Trigger,
} from "../../../regional-api/areas/workflows/stage-rules";

const scoreAtLeast = (score: number) => ({
  onField: "recommendationScore" as const,
  onFieldType: "number" as const,
  comparisonOperator: "gte" as const,
  comparisonValue: score,
});
const profanityBelow = (count: number) => ({
  onField: "profanityQuestionCount" as const,
  onFieldType: "number" as const,
  comparisonOperator: "lt" as const,
  comparisonValue: count,
});
const recommendedAs = (...values: string[]) => ({
  onField: "recommendation" as const,
  onFieldType: "string" as const,
  comparisonOperator: "contains" as const,
  comparisonValue: values,
});
const goodText = {
  onField: "isLowTextQuality" as const,
  onFieldType: "boolean" as const,
  comparisonOperator: "is" as const,
  comparisonValue: false,
};
const moveOn = (...conditions: Trigger["conditions"]): Trigger => ({
  enabled: true,
  conditionOperator: "and",
  conditions,
  action: { type: "MOVE_STAGE" },
});
const shortlist = (...conditions: Trigger["conditions"]): Trigger => ({
  ...moveOn(...conditions),
  action: { type: "UPDATE_STATUS", payload: { status: "APPS_APPLICATION_SHORTLISTED" } },
});

describe("RULE-23 a rule matches", () => {
  const all = moveOn(scoreAtLeast(65), profanityBelow(2), goodText, recommendedAs("YES", "MAYBE"));
  const results = {
    recommendation: "MAYBE",
    recommendationScore: 65,
    profanityQuestionCount: 1,
    isLowTextQuality: false,
  };

  test("when all conditions hold, at their very limits", () => {
    expect(triggerHolds(all, results)).toBe(true);
  });

  test.each([
    { recommendationScore: 64 },
    { recommendationScore: 64.99 },
    { profanityQuestionCount: 2 },
    { isLowTextQuality: true },
    { recommendation: "NO" },
  ])("not if one does not: %o", (worse) => {
    expect(triggerHolds(all, { ...results, ...worse })).toBe(false);
  });

  test.each(Object.keys(results))("not without the result it asks about: %s", (name) => {
    expect(triggerHolds(all, { ...results, [name]: null })).toBe(false);
  });

  test("not when it is turned off", () => {
    expect(triggerHolds({ ...all, enabled: false }, results)).toBe(false);
  });

  test("gt, gte, lt and lte compare numbers", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (score, value) => {
        const holds = (comparisonOperator: "gt" | "gte" | "lt" | "lte") =>
          triggerHolds(moveOn({ ...scoreAtLeast(value), comparisonOperator }), {
            recommendationScore: score,
          });
        expect([holds("gt"), holds("gte"), holds("lt"), holds("lte")]).toEqual([
          score > value,
          score >= value,
          score < value,
          score <= value,
        ]);
      }),
    );
  });
});

test("WF-62 an unsatisfiable condition is accepted and never matches", () => {
  const never = moveOn({
    onField: "recommendation",
    onFieldType: "number",
    comparisonOperator: "gte",
    comparisonValue: 5,
  });
  expect(trigger.safeParse(never).success).toBe(true);
  for (const recommendation of ["YES", "MAYBE", "NO", null])
    expect(outcomeOf([never], { recommendation })).toEqual({ movesOn: false, status: undefined });
});

test("RULE-23 both rules may act, independently", () => {
  const rules = [moveOn(scoreAtLeast(70)), shortlist(scoreAtLeast(50))];
  const at = (recommendationScore: number) => outcomeOf(rules, { recommendationScore });
  expect(at(80)).toEqual({ movesOn: true, status: "APPS_APPLICATION_SHORTLISTED" });
  expect(at(60)).toEqual({ movesOn: false, status: "APPS_APPLICATION_SHORTLISTED" });
  expect(at(10)).toEqual({ movesOn: false, status: undefined });
});

describe("RULE-18 RULE-19 a trigger", () => {
  const good = moveOn(scoreAtLeast(65));
  test("may be what the catalogue lists", () => {
    expect(trigger.safeParse(good).success).toBe(true);
    expect(trigger.safeParse({ ...good, action: { type: "MOVE_STAGE", payload: null } }).success).toBe(true);
    expect(trigger.safeParse(shortlist(recommendedAs("YES"), goodText)).success).toBe(true);
  });

  const [condition] = good.conditions;
  test.each<[string, object]>([
    ["another field", { conditions: [{ ...condition, onField: "comment" }] }],
    ["a field of every object", { conditions: [{ ...condition, onField: "__proto__" }] }],
    ["another field type", { conditions: [{ ...condition, onFieldType: "regex" }] }],
    ["another operator", { conditions: [{ ...condition, comparisonOperator: "matches" }] }],
    ["a value of another type", { conditions: [{ ...condition, comparisonValue: "65" }] }],
    ["a value that is an object", { conditions: [{ ...condition, comparisonValue: { gte: 1 } }] }],
    ["no conditions", { conditions: [] }],
    ["another way to join them", { conditionOperator: "or" }],
    ["another action", { action: { type: "DELETE" } }],
    [
      "an unknown status",
      { action: { type: "UPDATE_STATUS", payload: { status: "APPS_APPLICATION_BEST" } } },
    ],
    ["a status change without a status", { action: { type: "UPDATE_STATUS", payload: null } }],
  ])("may not have %s", (_what, change) => {
    expect(trigger.safeParse({ ...good, ...change }).success).toBe(false);
  });

  test.each([{ type: "UPDATE_STATUS" }, { type: "UPDATE_STATUS", payload: null }])(
    "RULE-10 gets a message that its status is missing: %o",
    (action) => {
      const { error } = trigger.safeParse({ ...good, action });
      expect(error?.issues.map(({ message }) => message)).toEqual(["Please select a status"]);
    },
  );
});

describe("WF-39 RULE-20 the stages of a workflow", () => {
  const chat = { product: "FI", provider: "PH", externalAssessmentPackageId: "A" };
  const video = { product: "SI", provider: "PH", externalAssessmentPackageId: "B" };
  const refusal = (...stages: object[]) =>
    newStages.safeParse(stages).error?.issues.map((one) => one.message);

  test("may be a chat, a video, a chat then a video, two chats", () => {
    for (const stages of [
      [chat],
      [video],
      [chat, video],
      [chat, { ...chat, externalAssessmentPackageId: "C" }],
    ])
      expect(newStages.safeParse(stages).success).toBe(true);
  });

  test.each<[string, object[], string]>([
    ["three", [chat, video, { ...video, externalAssessmentPackageId: "C" }], "at most 2 stages"],
    ["none", [], "needs a stage"],
    ["one after a video", [video, chat], "A video interview workflow can only have one stage"],
    [
      "one package twice",
      [chat, { ...video, externalAssessmentPackageId: "A" }],
      "The workflow can not have the duplicated externalAssessmentPackageId",
    ],
    [
      "rules on a video",
      [{ ...video, triggers: [shortlist(goodText)] }],
      "Video interview stages cannot have rules",
    ],
    ["rules on stage two", [chat, { ...video, triggers: [shortlist(goodText)] }], "Only the first stage"],
    [
      "auto-progress with nowhere to go",
      [{ ...chat, triggers: [moveOn(goodText)] }],
      "Auto-progression requires a workflow to have more than one stage. Please create another stage",
    ],
    [
      "two rules of one type",
      [{ ...chat, triggers: [shortlist(goodText), shortlist(scoreAtLeast(1))] }, video],
      "one rule of each type",
    ],
    ["a product that is none", [{ ...chat, product: "XX" }], "Please select a assessment type"],
    ["another provider", [{ ...chat, provider: "XY" }], "provider"],
    [
      "an overlong name",
      [{ ...chat, name: "x".repeat(101) }],
      "Please keep the custom name within 100 characters",
    ],
  ])("may not be %s", (_what, stages, message) => {
    expect(refusal(...stages)?.join("\n")).toContain(message);
  });

  test("WF-21 WF-22 blank names and languages are filled in when stored, given ids are kept", async () => {
    let made = 0;
    const sent = newStages.parse([
      { ...chat, name: "  " },
      { ...video, _id: "kept", language: "fi", name: "Film" },
    ]);
    const stored = await toStoredStages(
      sent,
      (id) => Promise.resolve(`package ${id}`),
      () => `id ${(made += 1)}`,
    );
    expect(stored).toMatchObject([
      { _id: "id 1", name: "Stage 1", language: "en-US", assessmentPackageName: "package A", triggers: [] },
      { _id: "kept", name: "Film", language: "fi", assessmentPackageName: "package B" },
    ]);
  });
});
