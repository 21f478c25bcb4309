import { parseWithZod } from "@conform-to/zod/v4";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { translator } from "~/i18n/texts";
import { workflows } from "~/i18n/workflows";
import { languageName } from "~/models/workflows/languages";
import {
  counts,
  parseKeptTrigger,
  newRuleValues,
  ruleOf,
  ruleValues,
  sameTrigger,
  savedRuleValues,
  triggerOf,
} from "~/models/workflows/rule-values";
import { flatValues } from "~/components/form/changes";
import type { StageValues } from "~/models/workflows/stage-values";
import {
  checkWorkflow,
  copiedStages,
  packageActions,
  packagesOf,
  rehearse,
  rulesQuestion,
  stagesInput,
  type WorkflowAnswer,
} from "~/models/workflows/workflow-form.server";
import { workflowSchema } from "~/models/workflows/workflow.schema";
import type { FormArgs } from "~/services/console-args";
import { runInRequest, newRequest } from "~/services/current-request.server";
import { rerenderForm } from "~/services/form-action.server";
import {
  newRule,
  recommendations,
  type Rule,
  toTrigger,
  type Trigger,
} from "~/models/workflows/workflow-rules";
import { argsOf } from "./answering-api";
import { conditionFields, trigger } from "../../../regional-api/areas/workflows/stage-rules";

const t = translator(workflows, "en-GB");

/** A form as a browser sends it. */
function formOf(values: object): FormData {
  const form = new FormData();
  for (const [name, texts] of flatValues(values)) for (const text of texts) form.append(name, text);
  return form;
}
const parsed = (values: object) => parseWithZod(formOf(values), { schema: workflowSchema(t) });
function errorsOf(values: object): Record<string, string[] | null> {
  const submission = parsed(values);
  return submission.status === "error" ? (submission.error ?? {}) : {};
}

const chat = { product: "FI", packageId: "A", name: "", rules: [] as object[] };
const video = { product: "SI", packageId: "B", name: "", rules: [] as object[] };
const withRule = (rule: object, second: object[] = [video]) => ({
  name: "Name",
  stages: [{ ...chat, rules: [{ ...newRuleValues("MOVE_STAGE"), ...rule }] }, ...second],
});

const anyRule = fc
  .record({
    type: fc.constantFrom("MOVE_STAGE" as const, "UPDATE_STATUS" as const),
    enabled: fc.boolean(),
    basis: fc.constantFrom("score" as const, "recommendation" as const),
    score: fc.integer({ min: 1, max: 100 }),
    recommendations: fc.subarray([...recommendations], { minLength: 1 }),
    profanityCount: fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
    plagiarismCount: fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
    lowTextQuality: fc.boolean(),
    isHeld: fc.boolean(),
  })
  .map(({ isHeld, ...rule }): Rule => ({
    ...rule,
    ...(rule.basis === "score" ? { recommendations: [] } : { score: 65 }),
    // Only declines are held back (DEC-03).
    isHeld: isHeld && rule.type === "UPDATE_STATUS",
    ...(rule.type === "UPDATE_STATUS" && {
      status: isHeld ? "APPS_APPLICATION_DECLINED" : "APPS_APPLICATION_HIRED",
    }),
  }));

const anyTrigger: fc.Arbitrary<Trigger> = fc.record({
  enabled: fc.boolean(),
  conditionOperator: fc.constant("and"),
  conditions: fc.array(
    fc.record({
      onField: fc.constantFrom(...conditionFields),
      onFieldType: fc.constantFrom("number", "string", "boolean"),
      comparisonOperator: fc.constantFrom("gt", "gte", "lt", "lte", "contains", "is"),
      comparisonValue: fc.oneof(
        fc.integer({ min: 0, max: 101 }),
        fc.boolean(),
        fc.subarray(["YES", "MAYBE", "NO", "OTHER"], { minLength: 1 }),
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  action: fc.constantFrom(
    { type: "MOVE_STAGE", payload: null },
    { type: "UPDATE_STATUS", payload: { status: "APPS_APPLICATION_OFFERED" } },
  ),
  isHeld: fc.constant(false),
});

describe("a rule's fields", () => {
  test("RULE-13 RULE-18 RULE-19 RULE-21 round-trip a rule through a posted form", () => {
    fc.assert(
      fc.property(anyRule, (rule) => {
        const values = ruleValues(rule);
        expect(ruleOf(values)).toEqual(rule);
        const submission = parsed(withRule({ ...newRuleValues(rule.type), ...values }));
        if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
        const [sent] = submission.value.stages[0]?.triggers ?? [];
        expect(sent).toEqual(toTrigger(rule));
        expect(trigger.safeParse(sent).success).toBe(true);
        expect(savedRuleValues(toTrigger(rule))).toEqual(values);
      }),
    );
  });

  test("RULE-21 RULE-28 any stored rule is sent unchanged, even one the form cannot display", () => {
    fc.assert(
      fc.property(anyTrigger, (stored) => {
        expect(sameTrigger(triggerOf(savedRuleValues(stored)), stored)).toBe(true);
      }),
      { numRuns: 500 },
    );
    const odd: Trigger = {
      ...toTrigger(newRule("MOVE_STAGE")),
      conditions: [
        {
          onField: "recommendationScore",
          onFieldType: "number",
          comparisonOperator: "lte",
          comparisonValue: 5,
        },
      ],
    };
    expect(triggerOf(savedRuleValues(odd))).toEqual(odd);
    expect(savedRuleValues(odd).kept).not.toBe("");
    // It can still be turned off and on again.
    expect(triggerOf({ ...savedRuleValues(odd), enabled: undefined })).toEqual({ ...odd, enabled: false });
    const off = { ...odd, enabled: false };
    expect(triggerOf({ ...savedRuleValues(off), enabled: "on" })).toEqual(odd);
  });

  test("RULE-25 an unchecked condition keeps its value in the form and is not sent", () => {
    const values = { ...newRuleValues("MOVE_STAGE"), profanityCount: "3", status: "APPS_APPLICATION_HIRED" };
    expect(triggerOf(values)).toEqual(toTrigger(newRule("MOVE_STAGE")));
  });

  test("RULE-06 a blank score is 1, and a score is a whole number from 1 to 100", () => {
    const submission = parsed(withRule({ score: "" }));
    if (submission.status !== "success") throw new Error("refused");
    expect(submission.value.stages[0]?.triggers[0]?.conditions[0]?.comparisonValue).toBe(1);
    for (const score of ["0", "101", "6.5", "-1", "65a", "1e2"])
      expect(errorsOf(withRule({ score }))).toEqual({
        "stages[0].rules[0].score": ["Please enter a whole number from 1 to 100"],
      });
    for (const score of ["1", "65", "100"]) expect(errorsOf(withRule({ score }))).toEqual({});
  });

  test("RULE-07 RULE-08 RULE-09 RULE-10 RULE-11 required choices", () => {
    const at = (field: string) => `stages[0].rules[0].${field}`;
    expect(counts).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
    expect(errorsOf(withRule({ basis: "recommendation", recommendations: [] }))).toEqual({
      [at("recommendations")]: ["The recommendation should at least have one value!"],
    });
    expect(errorsOf(withRule({ hasProfanity: "on", hasPlagiarism: "on", plagiarismCount: "8" }))).toEqual({
      [at("profanityCount")]: ["Please select a profanity count value!"],
      [at("plagiarismCount")]: ["Please select a plagiarism question count value!"],
    });
    expect(errorsOf(withRule({ type: "UPDATE_STATUS" }))).toEqual({
      [at("status")]: ["Please select a status"],
    });
    expect(errorsOf(withRule({}, []))).toEqual({
      [at("type")]: [
        "Auto-progression requires a workflow to have more than one stage. Please create another stage",
      ],
    });
  });

  test("RULE-02 a stage has at most one rule of each type", () => {
    const twice = { ...chat, rules: [newRuleValues("MOVE_STAGE"), newRuleValues("MOVE_STAGE")] };
    expect(errorsOf({ name: "Name", stages: [twice, video] })).toEqual({
      "stages[0].rules[1].type": ["There is already a rule of this type"],
    });
  });
});

describe("a workflow's fields", () => {
  test("WF-18 WF-20 WF-31 all errors are shown at once", () => {
    expect(errorsOf({ name: "", stages: [{ name: "x".repeat(101), rules: [] }] })).toEqual({
      name: ["Please enter workflow name"],
      "stages[0].product": ["Please select a assessment type"],
      "stages[0].name": ["Please keep the custom name within 100 characters"],
    });
    expect(errorsOf({ name: "x".repeat(101), stages: [chat] })).toEqual({
      name: ["Please keep the workflow name within 100 characters"],
    });
    expect(errorsOf({ name: "x".repeat(100), stages: [{ ...chat, name: "x".repeat(100) }] })).toEqual({});
  });

  test("SHELL-32 WF-21 a stage's name has the console's messages at any length, and loses invisible characters", () => {
    const named = (name: string) => errorsOf({ name: "Name", stages: [{ ...chat, name }] })["stages[0].name"];
    const tooLong = ["Please keep the custom name within 100 characters"];
    expect(named("x".repeat(101))).toEqual(tooLong);
    expect(named("x".repeat(2_001))).toEqual(tooLong);
    expect(named("a\0b")).toEqual([expect.stringContaining("characters")]);
    expect(named("👩🏽‍🚀".repeat(100))).toBeUndefined();
  });

  test("RULE-26 untouched rules need no confirmation, in whatever order they were stored", async () => {
    const sent = toTrigger({ ...newRule("MOVE_STAGE"), lowTextQuality: true });
    const stored = { ...sent, conditions: [...sent.conditions].reverse() };
    expect(stored.conditions).not.toEqual(sent.conditions);
    // Asking needs an API.
    const args = { form: new FormData() } as Partial<FormArgs> as FormArgs;
    expect(await rulesQuestion(args, [sent], [stored])).toBeNull();
  });

  test("RULE-29 the confirmation of a workflow's changed rules names the vacancies they apply to", async () => {
    const kept =
      "New vacancies use these stages and rules. Existing vacancies keep those that they were created with.";
    const argsWith = (total: number, workflowId?: string) => {
      const AppsRehearseRules = { total, movedOn: 2, statusChanged: 0, neither: 1 };
      const { args } = argsOf({ RuleEffects: { AppsRehearseRules } }, { paramIfAny: () => workflowId });
      return rulesQuestion(args, [toTrigger(newRule("MOVE_STAGE"))], []);
    };
    const counted = expect.stringContaining("Of the last 3 completed chat interviews 2 would have moved on");
    expect(await argsWith(3, "w")).toMatchObject({ text: [counted, kept] });
    expect(await argsWith(3)).toMatchObject({ text: [counted] });
    expect(await argsWith(0, "w")).toMatchObject({
      text: [expect.stringContaining("of a vacancy that uses this workflow"), kept],
    });
    expect(await argsWith(0)).toMatchObject({ text: [expect.stringMatching(/^No chat interview has been/)] });
  });

  test("WF-25 WF-26 WF-27 WF-28 RULE-12 only valid combinations of stages are accepted", () => {
    const first = (...messages: string[]) => ({ "stages[0].product": messages });
    expect(errorsOf({ name: "A", stages: [video, chat] })).toEqual(
      first("A video interview workflow can only have one stage"),
    );
    expect(errorsOf({ name: "A", stages: [chat, { ...video, packageId: "A" }] })).toEqual({
      "stages[1].packageId": ["The workflow can not have the duplicated externalAssessmentPackageId"],
    });
    const ruled = {
      ...video,
      rules: [{ ...newRuleValues("UPDATE_STATUS"), status: "APPS_APPLICATION_HIRED" }],
    };
    expect(errorsOf({ name: "A", stages: [ruled] })).toEqual(
      first("Video interview stages cannot have rules"),
    );
    expect(Object.keys(errorsOf({ name: "A", stages: [chat, video, { ...video, packageId: "C" }] }))).toEqual(
      ["stages[2].product"],
    );
  });

  test("RULE-20 rules are sent only for a chat at stage one", () => {
    const submission = parsed({
      name: "A",
      stages: [chat, { ...chat, packageId: "B", rules: [newRuleValues("MOVE_STAGE")] }],
    });
    if (submission.status !== "success") throw new Error("refused");
    expect(submission.value.stages.map(({ triggers }) => triggers)).toEqual([[], []]);
  });

  test("WF-46 SHELL-23 languages by name, an unknown code as itself", () => {
    expect(["en-US", "nb", "xx", "toString"].map(languageName)).toEqual([
      "English - en-US",
      "Norwegian - nb",
      "xx",
      "toString",
    ]);
  });
});

/** Arguments for an action, with an API that has a chat's package A, a video's B, and a workflow with these rules. */
function argsWith({ isOn = false, stored, form }: { isOn?: boolean; stored?: Trigger[]; form?: FormData }) {
  const packages = [
    { externalId: "A", product: "FI" },
    { externalId: "B", product: "SI" },
  ];
  const query = (_: unknown, { filter }: { filter?: { externalIds: string[] } }) =>
    Promise.resolve({
      AppsGetAssessmentPackageList: packages.filter(({ externalId }) =>
        filter?.externalIds.includes(externalId),
      ),
      AppsGetEditWorkflowById: { stages: [{ triggers: stored ?? [] }] },
      AppsRehearseRules: { total: 1 },
    });
  // The other arguments of an action are irrelevant here.
  return {
    api: { query },
    scope: {},
    form,
    flags: { edgeWorkflowChangeStatusRuleEnabled: isOn },
    paramIfAny: () => (stored ? "w1" : undefined),
    translate: () => t,
    once: (_name: string, ask: () => unknown) => ask(),
  } as unknown as FormArgs;
}
function toSave(values: object) {
  const submission = parsed(values);
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
  return submission.value;
}

test("WF-22 a new stage's package must match its type: another one, as sent without scripts, must be chosen again", async () => {
  const check = (stages: object[]) => checkWorkflow(argsWith({}), toSave({ name: "A", stages }));
  expect(await check([chat, video])).toBeUndefined();
  expect(await check([{ ...video, packageId: "A" }])).toEqual({
    fieldErrors: { "stages[0].packageId": ["Please select a assessment package"] },
  });
  expect(await check([chat, { ...video, packageId: "C" }])).toEqual({
    fieldErrors: { "stages[1].packageId": ["Please select a assessment package"] },
  });
  // A saved package stays, even if it no longer exists (WF-34).
  expect(await check([{ ...chat, _id: "s1", packageId: "Gone" }])).toBeUndefined();
});

describe("WF-23 a package beyond the first 500", () => {
  type Filter = { product?: string; searchText?: string; externalIds?: string[] };
  /** Arguments for an action, with an API that has 600 packages and records the requests. */
  function argsOfMany(form?: FormData) {
    const all = Array.from({ length: 600 }, (_, n) => ({
      externalId: `package-${n}`,
      name: `Package ${n}`,
      product: "FI",
      language: n === 599 ? "fr" : "en-US",
    }));
    const requests: Filter[] = [];
    const query = (_: unknown, { filter }: { filter: Filter }) => {
      requests.push(filter);
      const { product = "FI", searchText = "", externalIds } = filter;
      const found = all.filter(
        (one) =>
          one.product === product &&
          one.externalId.includes(searchText) &&
          (externalIds?.includes(one.externalId) ?? true),
      );
      return Promise.resolve({ AppsGetAssessmentPackageList: found.slice(0, 500) });
    };
    return {
      args: { ...argsWith({ form }), detail: "", api: { query } } as unknown as FormArgs,
      asked: requests,
    };
  }
  const beyond = { ...chat, packageId: "package-599" };

  test("can be chosen like any other", async () => {
    const { args, asked } = argsOfMany();
    const second = { ...chat, packageId: "package-5" };
    const workflow = toSave({ name: "A", stages: [beyond, second] });
    expect(await checkWorkflow(args, workflow)).toBeUndefined();
    // One call for all packages, however many stages there are.
    expect(asked).toMatchObject([{ externalIds: ["package-599", "package-5"] }]);
    expect(await stagesInput(args, workflow)).toMatchObject([
      { externalAssessmentPackageId: "package-599", language: "fr" },
      { externalAssessmentPackageId: "package-5", language: "en-US" },
    ]);
    expect(
      await checkWorkflow(args, toSave({ name: "A", stages: [{ ...chat, packageId: "package-600" }] })),
    ).toHaveProperty("fieldErrors");
  });

  test("WF-40 is available in a form that is redisplayed without scripts, and in one that starts with it", async () => {
    const form = formOf({ name: "", stages: [beyond] });
    const idsOf = async (args: FormArgs, stages: StageValues[]) =>
      (await packagesOf(args, () => Promise.resolve(stages))).packages.map(({ externalId }) => externalId);
    await runInRequest(newRequest(undefined), async () => {
      rerenderForm(form, { lastResult: {} });
      expect(await idsOf(argsOfMany().args, [])).toContain("package-599");
      // After a stage was added.
      form.set("__intent__", "list-insert/stages");
      expect(await idsOf(argsOfMany().args, [])).toContain("package-599");
    });
    const { args, asked } = argsOfMany();
    expect(await idsOf(args, [])).not.toContain("package-599");
    expect(asked).toHaveLength(2);
    expect(await idsOf(args, [beyond])).toContain("package-599");
    // A saved stage's package cannot be chosen again, and an offered one is not requested again.
    expect(
      await idsOf(args, [
        { ...beyond, _id: "s1" },
        { ...chat, packageId: "package-1" },
      ]),
    ).toHaveLength(500);
    expect(asked).toHaveLength(2 + 3 + 2);
  });

  test("WF-22 WF-40 stays chosen during a search without scripts, while an unknown one is dropped", async () => {
    const other = { ...chat, packageId: "none", search: "package-3" };
    const form = formOf({ name: "", stages: [{ ...beyond, search: "package-1" }, other] });
    const { args, asked } = argsOfMany(form);
    const { data } = (await packageActions.packages(args)) as unknown as { data: WorkflowAnswer };
    expect(form.get("stages[0].packageId")).toBe("package-599");
    expect(form.get("stages[1].packageId")).toBe("");
    expect(data.packages?.["0"]?.map(({ externalId }) => externalId)).toContain("package-10");
    expect(asked).toHaveLength(3);
  });
});

describe("RULE-03 with its flag off", () => {
  const statusRule = { ...newRuleValues("UPDATE_STATUS"), status: "APPS_APPLICATION_HIRED" };
  const values = {
    name: "A",
    stages: [{ ...chat, rules: [newRuleValues("MOVE_STAGE"), statusRule] }, video],
  };
  const hired = toTrigger({ ...newRule("UPDATE_STATUS"), status: "APPS_APPLICATION_HIRED" });
  const moveOn = toTrigger(newRule("MOVE_STAGE"));
  const refused = { "stages[0].rules[1].type": ["Rules that change the status cannot be added"] };

  test("a rule that changes the status is not added by a save, and an existing one is kept", async () => {
    const check = (given: Parameters<typeof argsWith>[0]) => checkWorkflow(argsWith(given), toSave(values));
    expect(await check({})).toEqual({ fieldErrors: refused });
    expect(await check({ stored: [moveOn] })).toEqual({ fieldErrors: refused });
    expect(await check({ stored: [hired] })).toBeUndefined();
    expect(await check({ isOn: true })).toBeUndefined();
    const without = toSave({ ...values, stages: [{ ...chat, rules: [newRuleValues("MOVE_STAGE")] }, video] });
    expect(await checkWorkflow(argsWith({}), without)).toBeUndefined();
  });

  test("nor is it rehearsed, unless it exists", async () => {
    const rehearsed = async (given: Parameters<typeof argsWith>[0]) =>
      (await rehearse(argsWith({ form: formOf(values), ...given }))) as unknown as {
        data: { rehearsal?: object; lastResult: { error?: object } };
      };
    const { data } = await rehearsed({});
    expect(data.rehearsal).toBeUndefined();
    expect(data.lastResult.error).toMatchObject(refused);
    expect((await rehearsed({ stored: [hired] })).data.rehearsal).toMatchObject({ total: 1 });
    expect((await rehearsed({ isOn: true })).data.rehearsal).toMatchObject({ total: 1 });
  });

  test("WF-30 a copy starts without it", () => {
    const stage = {
      _id: "s1",
      name: "Chat",
      product: "FI",
      language: "en-GB",
      assessmentPackageName: "A",
      dayLimit: null,
    };
    const stages = [{ ...stage, externalAssessmentPackageId: "A", triggers: [hired, moveOn] }];
    const typesOf = (mayChangeStatus: boolean) =>
      copiedStages(stages, mayChangeStatus).map(({ _id, rules }) => [_id, rules.map(({ type }) => type)]);
    expect(typesOf(false)).toEqual([["", ["MOVE_STAGE"]]]);
    expect(typesOf(true)).toEqual([["", ["UPDATE_STATUS", "MOVE_STAGE"]]]);
  });
});

test.each(["{}", "5", "[]", "null", "{", '{"enabled":true,"conditions":[],"action":{}}'])(
  "RULE-21 %s in the hidden field is ignored, and the other fields count",
  (kept) => {
    expect(parseKeptTrigger(kept)).toBeNull();
    const values = newRuleValues("MOVE_STAGE");
    expect(triggerOf({ ...values, kept })).toEqual(triggerOf(values));
    const rules = [{ ...newRuleValues("UPDATE_STATUS"), kept }];
    expect(errorsOf({ name: "A", stages: [{ product: "FI", packageId: "p", rules }] })).toEqual({
      "stages[0].rules[0].status": [t("errors.status")],
    });
  },
);
