import { expect, test } from "vitest";
import { threadOf, type ThreadSources } from "../../../regional-api/areas/applications/application-thread";
import type { Stage } from "../../../regional-api/areas/workflows/workflow-stages";

const stage = (_id: string, triggers: Stage["triggers"] = []): Stage => ({
  _id,
  name: _id,
  product: "FI",
  language: "en",
  provider: "PH",
  externalAssessmentPackageId: _id,
  assessmentPackageName: _id,
  triggers,
});
const condition = {
  onField: "recommendationScore",
  onFieldType: "number",
  comparisonOperator: "gte",
  comparisonValue: 65,
} as const;
const rule = (action: Stage["triggers"][number]["action"], enabled = true): Stage["triggers"][number] => ({
  enabled,
  conditionOperator: "and",
  conditions: [condition],
  action,
});
const at = (stageId: string, createdAt: number) => ({
  stageId,
  createdAt,
  consentedAt: null,
  submittedAt: null,
});
const sources = (more: Partial<ThreadSources>): ThreadSources => ({
  createdAt: 1,
  stages: [stage("chat"), stage("video")],
  assessments: [at("chat", 1)],
  changes: [],
  candidateChanges: [],
  messages: [],
  ...more,
});

test("APP-55 an automatic change is attributed to its rule, and to no rule if none did it", () => {
  const moved = { kind: "STAGE", before: "chat", after: "video", changedBy: null, changedAt: 5 } as const;
  const declined = {
    kind: "STATUS",
    before: "APPS_APPLICATION_NEW",
    after: "APPS_APPLICATION_DECLINED",
    changedBy: null,
    changedAt: 4,
  } as const;
  const payload = { status: "APPS_APPLICATION_DECLINED" } as const;
  const chat = stage("chat", [rule({ type: "MOVE_STAGE" }), rule({ type: "UPDATE_STATUS", payload })]);
  const withRules = threadOf(sources({ stages: [chat, stage("video")], changes: [declined, moved] }));
  expect(withRules.map(({ kind, ruleStageId }) => [kind, ruleStageId])).toEqual([
    ["MOVED", "chat"],
    ["STATUS", "chat"],
    ["ORDERED", undefined],
    ["APPLIED", undefined],
  ]);
  for (const changedBy of [null, "user"]) {
    const [entry] = threadOf(sources({ changes: [{ ...moved, changedBy }] }));
    expect(entry).toMatchObject({ kind: "MOVED", changedBy });
    expect(entry).not.toHaveProperty("ruleStageId");
  }
  const off = stage("chat", [rule({ type: "MOVE_STAGE" }, false)]);
  expect(threadOf(sources({ stages: [off, stage("video")], changes: [moved] }))[0]).not.toHaveProperty(
    "ruleStageId",
  );
});

test("APP-55 a person invited straight to a later stage was not moved there", () => {
  const entries = threadOf(sources({ assessments: [at("video", 1)] }));
  expect(entries.map(({ kind }) => kind)).toEqual(["ORDERED", "APPLIED"]);
});

test("APP-55 a message appears at the time it was sent, with all its events", () => {
  const events = [
    { type: "Send", at: 3 },
    { type: "Open", at: 9 },
  ];
  const message = { channel: "EMAIL", id: "m", templateType: "FI_INVITE", subject: "S", events } as const;
  const [entry] = threadOf(sources({ messages: [{ ...message, stageId: "chat" }] }));
  expect(entry).toMatchObject({ kind: "MESSAGE", at: 3, stageId: "chat", message: { events } });
});
