import { describe, expect, test } from "vitest";
import { translator } from "~/i18n/texts";
import { maxOps, type Op } from "~/models/departments/tree";
import { handleTreePress, updateTree } from "~/models/departments/tree-form.server";
import type { FormArgs } from "~/services/console-args";
import type { FormAnswer } from "~/services/form-answer";
import { saveStepOf } from "~/services/intents";
import type { FormApi } from "~/services/customer-api.server";
import { ApiError } from "~/services/regional-api.server";
import { argsOf } from "./answering-api";

const children = Array.from({ length: 3 }, (_, at) => ({
  _id: `d${at}`,
  name: `Team ${at}`,
  parentId: "root",
}));

/** The answer to a post of the tree, and the changes saved. */
async function posted(
  action: typeof handleTreePress | typeof updateTree,
  fields: Record<string, string>,
  {
    beyond = [],
    refusal,
    version = 1,
    changes = [],
  }: { beyond?: string[]; refusal?: Error; version?: number; changes?: object[] } = {},
) {
  const saved: unknown[] = [];
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const ids = { customerId: "c", hierarchyId: "root", organizationId: "o" };
  const api = {
    ids,
    query: () =>
      Promise.resolve({
        ORGGetHierarchy: { _id: "root", name: "Acme", edition: { version }, children },
        ORGGetHierarchyChanges: changes,
        ORGGetHierarchyUsage: [],
        ORGGetHierarchyMovesBeyond: beyond,
      }),
    mutate: (_document: unknown, variables: unknown) => {
      saved.push(variables);
      return refusal ? Promise.reject(refusal) : Promise.resolve({});
    },
  } as unknown as FormApi;
  const args = {
    api,
    form,
    detail: fields["intent"] ?? "",
    step: saveStepOf(fields["intent"] ?? ""),
    scope: { ...ids, customerDisplayName: "Acme" },
    url: new URL("http://console/departments/edit"),
    base: "/base",
    idempotencyKey: "key",
    translate: (texts: Parameters<typeof translator>[0]) => translator(texts, "en"),
    notify: () => undefined,
  } as unknown as FormArgs;
  const answer = (await action(args)) as Response | { data: FormAnswer; init: { status: number } };
  if (answer instanceof Response)
    return { saved, status: answer.status, ops: [], question: undefined, error: undefined };
  const { initialValue, error } = answer.data.lastResult ?? {};
  const { conflict, removals, theirs } = answer.data as FormAnswer & Record<string, unknown>;
  return {
    ...(conflict && { conflict, theirs }),
    ...(Array.isArray(removals) && removals.length > 0 && { removals: removals as unknown[] }),
    saved,
    status: answer.init.status,
    notice: answer.data.notice?.title,
    question: answer.data.question?.title,
    error,
    ops: JSON.parse(String(initialValue?.["draft"])) as Op[],
  };
}

const moves = (count: number) => Array.from({ length: count }, (_, at): Op => ["move", "d0", "root", at % 2]);
const tooMany = "At most 1,000 changes can be made at once. Update these first, then make more.";

test("DEPT-38 the maximum number of changes is confirmed and saved", async () => {
  const draft = JSON.stringify([...moves(maxOps - 1), ["name", "d1", "New"]]);
  expect(await posted(updateTree, { draft })).toMatchObject({
    question: "Update department hierarchy?",
    notice: undefined,
  });
  const { status, saved } = await posted(updateTree, { draft, intent: "confirm" });
  expect(status).toBe(303);
  expect(saved).toMatchObject([
    { hierarchies: expect.arrayContaining([expect.objectContaining({ name: "New" })]) },
  ]);
});

test("DEPT-20 DEPT-38 more changes than the maximum are reported and cut to it, and none is saved", async () => {
  const draft = JSON.stringify(moves(maxOps + 1));
  for (const [action, intent] of [
    [updateTree, ""],
    [updateTree, "confirm"],
    [handleTreePress, "add:d1"],
  ] as const)
    expect(await posted(action, { draft, intent })).toEqual({
      saved: [],
      status: 400,
      notice: tooMany,
      question: undefined,
      error: undefined,
      ops: moves(maxOps),
    });
});

test("DEPT-13 DEPT-38 names typed without scripts beyond the maximum are reported", async () => {
  const draft = JSON.stringify(moves(maxOps - 1));
  const typed = { "name-d1": "One", "was-d1": "Team 1", "name-d2": "Two", "was-d2": "Team 2" };
  for (const [action, intent] of [
    [updateTree, "confirm"],
    [handleTreePress, "find"],
  ] as const) {
    const answer = await posted(action, { draft, ...typed, intent });
    expect(answer).toMatchObject({ saved: [], status: 400, notice: tooMany });
    expect(answer.ops.at(-1)).toEqual(["name", "d1", "One"]);
  }
});

test("DEPT-37 DEPT-38 the last of too many changes can be undone", async () => {
  for (const [ops, typed] of [
    [moves(maxOps + 1), {}],
    [moves(maxOps), { "name-d1": "One", "was-d1": "Team 1" }],
  ] as const) {
    const draft = JSON.stringify(ops);
    const undone = await posted(handleTreePress, { draft, ...typed, intent: "undo" });
    expect(undone).toMatchObject({ saved: [], status: 200, notice: undefined, ops: moves(maxOps) });
    const again = await posted(handleTreePress, { draft: JSON.stringify(undone.ops), intent: "undo" });
    expect(again.ops).toEqual(moves(maxOps - 1));
  }
});

describe("a move that gives or takes rights the mover does not hold", () => {
  const draft = JSON.stringify([
    ["move", "d0", "d1", 0],
    ["name", "d2", "New"],
  ] satisfies Op[]);
  const reason = "This move would give or take away rights that you do not have yourself.";

  test("DEPT-36 is refused next to its department instead of asking, and nothing is saved", async () => {
    for (const intent of ["", "confirm"])
      expect(await posted(updateTree, { draft, intent }, { beyond: ["d0"] })).toMatchObject({
        saved: [],
        status: 400,
        question: undefined,
        error: { "name-d0": [reason] },
        ops: JSON.parse(draft) as Op[],
      });
    expect((await posted(updateTree, { draft })).question).toBe("Update department hierarchy?");
  });

  test("DEPT-36 is refused with the same reason if it only becomes one after the question", async () => {
    const refusal = new ApiError(
      "FORBIDDEN",
      "You can only give or take away rights that you have yourself",
      "eu-west-1",
      "UpdateHierarchies",
    );
    const { error } = await posted(updateTree, { draft, intent: "confirm" }, { refusal });
    expect(error).toEqual({ "": [reason] });
  });

  test("DEPT-36 a save without moves does not check them with the API", async () => {
    const named = JSON.stringify([["name", "d2", "New"]] satisfies Op[]);
    expect((await posted(updateTree, { draft: named }, { beyond: ["d2"] })).question).toBe(
      "Update department hierarchy?",
    );
  });
});

test("ORG-14 posting a confirmed draft again after it was stored succeeds and saves nothing", async () => {
  const draft = JSON.stringify([
    ["name", "d1", "Team 1"],
    ["remove", "gone"],
  ] satisfies Op[]);
  const fields = { draft, version: "1", intent: "confirm" };
  expect(await posted(updateTree, fields, { version: 2 })).toMatchObject({ status: 303, saved: [] });
  // Nothing was saved since, or nothing was confirmed: the tree is unchanged.
  for (const [more, version] of [
    [{ intent: "confirm" }, 1],
    [{ intent: "" }, 2],
  ] as const)
    expect(await posted(updateTree, { ...fields, ...more }, { version })).toMatchObject({
      status: 400,
      error: { "": ["Nothing has been changed."] },
    });
});

describe("a department that someone else has removed", () => {
  const conflict = { changedBy: "Noah", changedAt: null, version: 2, isOwn: false };
  const refusal = new ApiError(
    "CONFLICT",
    "no",
    "eu-west-1",
    "UpdateHierarchies",
    false,
    undefined,
    conflict,
  );
  const removal = { kind: "ARCHIVED", _id: "gone", name: "Depot", version: 2, changedBy: "Noah" };
  const others = { version: 2, changes: [removal], refusal };
  const draft = (...ops: Op[]) =>
    JSON.stringify([["add", "gone", "new-1"], ["name", "gone", "Mine"], ...ops]);

  test("DEPT-55 an update reports the conflict at once, with who removed what, and keeps all edits", async () => {
    for (const ops of [[], [["name", "d1", "Kept"]]] satisfies Op[][])
      for (const intent of ["", "confirm"])
        expect(
          await posted(updateTree, { draft: draft(...ops), version: "1", intent }, others),
        ).toMatchObject({
          status: 200,
          question: undefined,
          error: undefined,
          conflict,
          theirs: [removal],
          removals: [removal],
          ops: JSON.parse(draft(...ops)) as Op[],
        });
  });

  test("DEPT-55 saving over it saves the edits that are still possible", async () => {
    const fields = { draft: draft(["name", "d1", "Kept"]), version: "1", newVersion: "2", intent: "over" };
    const { status, saved } = await posted(updateTree, fields, { ...others, refusal: undefined });
    expect(status).toBe(303);
    expect(saved).toMatchObject([{ version: 2, hierarchies: [{ _id: "d1", name: "Kept" }] }]);
    const none = { ...fields, draft: draft() };
    expect(await posted(updateTree, none, { ...others, refusal: undefined })).toMatchObject({
      saved: [],
      status: 400,
    });
  });

  test("DEPT-55 a button press without scripts reports the conflict", async () => {
    const answer = await posted(handleTreePress, { draft: draft(), version: "1", intent: "add:d1" }, others);
    expect(answer).toMatchObject({ saved: [], status: 200, removals: [removal] });
    expect(answer.ops.slice(0, 2)).toEqual(JSON.parse(draft()));
  });
});

test("SESS-19 an update whose session has ended redirects to the sign-in instead of continuing without the stored tree", async () => {
  const ended = new ApiError("UNAUTHENTICATED", "no", "eu-west-1", "EditableHierarchy");
  const { args, sent } = argsOf({ EditableHierarchy: ended }, { form: [["draft", "[]"]] });
  await expect(updateTree(args)).rejects.toBe(ended);
  expect(sent).toHaveLength(1);
});
