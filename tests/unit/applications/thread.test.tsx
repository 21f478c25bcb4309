import { expect, test } from "vitest";
import { Thread } from "~/components/applications/thread";
import { JobPlan } from "~/components/bulk-jobs/job-plan";
import type { BulkJob } from "~/models/bulk-jobs/bulk-job.server";
import type { ThreadEntry } from "~/models/applications/thread.server";
import { intent, render, text } from "../components/render";

const at = "2026-11-02T09:00:00.000Z";
const nothing = {
  stageId: null,
  changedBy: null,
  ruleStageId: null,
  rule: null,
  before: null,
  after: null,
  fields: [],
  message: null,
};
const ordered: ThreadEntry = { ...nothing, kind: "ORDERED", at, stageId: "s1" };
const mail = (templateType: string): ThreadEntry => ({
  ...nothing,
  kind: "MESSAGE",
  at,
  stageId: "s1",
  message: {
    _id: "m1",
    channel: "EMAIL",
    templateType,
    subject: "Your interview",
    events: [
      { type: "Send", at },
      { type: "Open", at: "2026-11-03T09:00:00.000Z" },
    ],
  },
});
const thread = async (...entries: ThreadEntry[]) =>
  text(
    await render(
      <Thread
        applicationId="a1"
        candidateId="c1"
        entries={entries}
        stages={[{ _id: "s1", name: "Chat interview" }]}
        logHref={null}
      />,
    ),
  );

test("APP-72 who got no invitation was not invited, as far as is known", async () => {
  expect(await thread(ordered, mail("FI_INVITE"))).toContain("Invited to Chat interview");
  const silent = await thread(ordered, mail("MI_REPORT"));
  expect(silent).toContain("Chat interview opened to the candidate, without an invitation on record");
  expect(silent).not.toContain("Invited");
});

test("APP-74 a message is called as the settings call it, and its own time stands there once", async () => {
  const html = await thread(mail("FI_INVITE"));
  expect(html).toContain("Chat Interview: Application invitation");
  expect(html).not.toContain("FI_INVITE");
  expect(html.match(/2026-11-02|2 Nov|02 Nov/g)).toHaveLength(1);
  expect(await thread(mail("NOBODY_KNOWS"))).toContain("NOBODY_KNOWS");
});

const job = {
  jobId: "j1",
  state: "PLANNED" as const,
  stopReason: null,
  undoOf: null,
  origin: null,
  vacancyId: "v1",
  vacancyTitle: "Barista",
  total: 3,
  waiting: 3,
  done: 0,
  skipped: [],
  undone: 0,
  undoUntil: null,
  createdAt: at,
  startedAt: null,
  endedAt: null,
} satisfies Partial<BulkJob>;
const plan = async (more: Pick<BulkJob, "action" | "status" | "stageName" | "messageSwitches">) =>
  text(
    await render(
      <JobPlan job={{ ...job, ...more }} start={intent("start")} cancel={intent("cancel")} here="/j" />,
    ),
  );
const off = (templateType: string, isMailOn: boolean) => [
  { stageId: "s2", templateType, isMailOn, isTextOn: false, hasSmsCredits: true },
];
const unpaid = (isMailOn: boolean) => [
  { stageId: "s2", templateType: "APPLICATION_DECLINE", isMailOn, isTextOn: true, hasSmsCredits: false },
];

test("APP-71 APP-72 the plan of a bulk job says who will be told, before it is started", async () => {
  const decline = {
    action: "APPLICATION_STATUS",
    status: "APPS_APPLICATION_DECLINED",
    stageName: null,
  } as const;
  expect(await plan({ ...decline, messageSwitches: off("APPLICATION_DECLINE", true) })).toContain(
    "Declined candidates are notified by email a few minutes later",
  );
  expect(await plan({ ...decline, messageSwitches: off("APPLICATION_DECLINE", false) })).toContain(
    "Declined candidates are not notified: this message is turned off",
  );
  expect(await plan({ ...decline, messageSwitches: unpaid(true) })).toMatch(
    /notified by email a few .* No SMS is sent: there are no SMS credits left\./,
  );
  expect(await plan({ ...decline, messageSwitches: unpaid(false) })).toContain(
    "Declined candidates are not notified: the email is turned off in the notification settings, and there are no SMS credits left.",
  );
  const move = { action: "APPLICATION_MOVE", status: null, stageName: "Video" } as const;
  expect(await plan({ ...move, messageSwitches: off("SI_INVITE", true) })).toContain(
    "are invited to it by email",
  );
  expect(await plan({ ...move, messageSwitches: off("SI_INVITE", false) })).toContain(
    "They are not invited by email",
  );
});
