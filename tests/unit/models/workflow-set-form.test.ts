import { parseWithZod } from "@conform-to/zod/v4";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { flatValues } from "~/components/form/changes";
import { translator } from "~/i18n/texts";
import { workflowSets } from "~/i18n/workflow-sets";
import { defaultIndexOf } from "~/models/workflow-sets/set-values";
import { checkWorkflows, copiedForm, rowActions } from "~/models/workflow-sets/workflow-set-screen.server";
import { workflowSetSchema } from "~/models/workflow-sets/workflow-set.schema";
import type { WorkflowSet } from "~/models/workflow-sets/workflow-set.server";
import { ApiError } from "~/services/regional-api.server";
import { workflowSets as sets } from "../../../regional-api/areas/workflow-sets/workflow-sets.entity";
import { argsOf } from "./answering-api";

const t = translator(workflowSets, "en-GB");

/** A form as a browser sends it. */
function formOf(values: object): FormData {
  const form = new FormData();
  for (const [name, texts] of flatValues(values)) for (const text of texts) form.append(name, text);
  return form;
}
const parsed = (values: object) => parseWithZod(formOf(values), { schema: workflowSetSchema(t) });
function errorsOf(values: object): Record<string, string[] | null> {
  const submission = parsed(values);
  return submission.status === "error" ? (submission.error ?? {}) : {};
}
function sent(values: object) {
  const submission = parsed(values);
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
  return submission.value;
}

const a = { workflowId: "A", displayName: "First" };
const b = { workflowId: "B", displayName: "Second" };
const set = (options: object[], more: object = {}) => ({ name: "Name", options, ...more });

describe("errors of a set", () => {
  test("WFS-18 the name is required and has at most 25 characters", () => {
    expect(errorsOf(set([a], { name: " " }))).toEqual({ name: ["Please enter workflow name"] });
    expect(errorsOf(set([a], { name: "x".repeat(26) }))).toEqual({
      name: ["Please keep the workflow set name within 25 characters"],
    });
    expect(errorsOf(set([a], { name: ` ${"é".repeat(25)} ` }))).toEqual({});
  });

  test("WFS-21 the description is optional, with at most 700 characters", () => {
    expect(errorsOf(set([a], { description: "x".repeat(701) }))).toEqual({
      description: ["Please keep the description within 700 characters"],
    });
    expect(sent(set([a])).description).toBe("");
  });

  test("WFS-22 no workflow at all; an empty row is dropped if there is another", () => {
    expect(errorsOf(set([{ displayName: "Typed" }]))).toEqual({
      "options[0].workflowId": ["Please select a workflow"],
    });
    expect(errorsOf(set([]))).toEqual({ options: ["Please select a workflow"] });
    expect(sent(set([{ displayName: "Typed" }, b])).workflowOptions).toEqual([{ ...b, isDefault: true }]);
  });

  test("WFS-23 WFS-24 display names are required, trimmed, of at most 25 characters", () => {
    expect(errorsOf(set([{ ...a, displayName: " " }]))).toEqual({
      "options[0].displayName": ["Please enter workflow display name"],
    });
    expect(errorsOf(set([{ ...a, displayName: "x".repeat(26) }]))).toEqual({
      "options[0].displayName": ["Please keep the display name within 25 characters"],
    });
    expect(sent(set([{ ...a, displayName: "  First " }])).workflowOptions[0]?.displayName).toBe("First");
  });

  test("WFS-25 WFS-26 a workflow, and a display name after trimming, may appear in one row only", () => {
    expect(errorsOf(set([a, { ...b, workflowId: "A" }]))).toEqual({
      "options[1].workflowId": ["Workflow set cannot contain duplicate workflows"],
    });
    expect(errorsOf(set([a, { ...b, displayName: " First " }]))).toEqual({
      "options[1].displayName": ["Workflows cannot have the same display name"],
    });
    expect(errorsOf(set([a, { ...b, displayName: "first" }]))).toEqual({});
  });

  test("WFS-39 a set has at most 50 workflows", () => {
    const many = Array.from({ length: 51 }, (_, n) => ({ workflowId: `${n}`, displayName: `${n}` }));
    expect(errorsOf(set(many))).toEqual({ options: ["A workflow set can have at most 50 workflows"] });
    expect(errorsOf(set(many.slice(1)))).toEqual({});
  });
});

test("WFS-30 the marked row is the default, or else the first", () => {
  expect(defaultIndexOf([a, { ...b, isDefault: "on" }])).toBe(1);
  expect(defaultIndexOf([a, b])).toBe(0);
  expect(defaultIndexOf([])).toBe(0);
});

test("WFS-30 WFS-34 for any rows the values sent have one default and are valid for the API", () => {
  const text = fc.string({ unit: "grapheme-ascii", maxLength: 30 });
  const row = fc.record({
    workflowId: fc.constantFrom("", "A", "B", "C", "D"),
    displayName: text,
    isDefault: fc.constantFrom("", "on"),
  });
  const form = fc.record({ name: text, description: text, options: fc.array(row, { maxLength: 6 }) });
  fc.assert(
    fc.property(form, (values) => {
      const submission = parsed(values);
      if (submission.status !== "success") return;
      const { workflowOptions } = submission.value;
      expect(workflowOptions.filter(({ isDefault }) => isDefault)).toHaveLength(1);
      const chosen = values.options.filter(({ workflowId }) => workflowId !== "");
      expect(workflowOptions.map(({ workflowId }) => workflowId)).toEqual(
        chosen.map((one) => one.workflowId),
      );
      expect(sets.checked(submission.value)).toEqual(submission.value);
    }),
    { numRuns: 500 },
  );
});

describe("workflows beyond the 500 offered", () => {
  const workflow = { _id: "B", name: "Zebra", createdAt: "2026-01-01", stages: [{ language: "fr" }] };

  test("WFS-38 a copy can choose them, except archived ones", () => {
    const stored = {
      description: "Copied",
      workflowOptions: [
        { ...b, isDefault: true },
        { ...a, isDefault: false },
      ],
      workflows: [
        { ...workflow, archivedAt: null },
        { ...workflow, _id: "A", archivedAt: "2026-02-02" },
      ],
    } as unknown as WorkflowSet;
    const { values, choices } = copiedForm(stored);
    expect(values).toEqual({
      name: "",
      description: "Copied",
      options: [{ ...b, isDefault: "on" }],
    });
    expect(choices).toMatchObject([{ _id: "B", name: "Zebra", language: "fr", stageCount: 1 }]);
  });

  test("GEN-25 they are saved unless archived, and requested in one call", async () => {
    const check = async (there: string[] | Error) => {
      const data = Array.isArray(there) && there.map((_id) => ({ ...workflow, _id, archivedAt: null }));
      const { args, sent } = argsOf(
        { WorkflowsToPick: data ? { AppsGetWorkflowListV2: { data } } : (there as Error) },
        { form: [...formOf(set([a, b]))].map(([name, value]): [string, string] => [name, String(value)]) },
      );
      const answer = await checkWorkflows(args);
      expect(sent).toMatchObject([
        { variables: { workflowFilter: { isArchived: false, workflowIds: ["A", "B"] } } },
      ]);
      return answer;
    };
    const refused = {
      fieldErrors: {
        "options[1].workflowId": ["This workflow has since been archived. Please select another one"],
      },
    };
    expect(await check(["A", "B"])).toBeUndefined();
    expect(await check(["A"])).toEqual(refused);
    // A failure to load says nothing about them.
    const failed = new ApiError("UNEXPECTED", "", "ap-southeast-2", "AppsGetWorkflowListV2");
    await expect(check(failed)).rejects.toBe(failed);
  });

  test("WFS-29 WFS-40 without scripts a picked one fills in its display name like any other", async () => {
    const { args, sent } = argsOf(
      { WorkflowsToPick: { AppsGetWorkflowListV2: { data: [{ ...workflow, archivedAt: null }] } } },
      { form: [["options[0].workflowId", "B"]], detail: "0" },
    );
    await rowActions.pick(args);
    expect(args.form.get("options[0].displayName")).toBe("French - fr");
    expect(sent).toMatchObject([{ variables: { workflowFilter: { workflowIds: ["B"] } } }]);
  });
});
