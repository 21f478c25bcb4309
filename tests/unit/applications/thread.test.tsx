import { describe, expect, test } from "vitest";
import { Thread } from "~/components/applications/thread";
import { JobPlan } from "~/components/bulk-jobs/job-plan";
import { JobReport } from "~/components/bulk-jobs/job-report";
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
  declineReason: null,
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
const sms = (templateType: string, ...types: string[]): ThreadEntry => ({
  ...nothing,
  kind: "MESSAGE",
  at,
  stageId: "s1",
  message: {
    _id: "m2",
    channel: "SMS",
    templateType,
    subject: null,
    events: types.map((type) => ({ type, at })),
  },
});
const thread = async (...entries: ThreadEntry[]) => threadAt(at, ...entries);
const threadAt = async (asOf: string, ...entries: ThreadEntry[]) =>
  text(
    await render(
      <Thread
        applicationId="a1"
        candidateId="c1"
        entries={entries}
        asOf={asOf}
        stages={[{ _id: "s1", name: "Chat interview" }]}
        logHref={null}
        editHref="/edit"
      />,
    ),
  );

test("APP-72 without an invitation on record a candidate does not show as invited", async () => {
  expect(await thread(ordered, mail("FI_INVITE"))).toContain("Invited to Chat interview");
  const silent = await thread(ordered, mail("MI_REPORT"));
  expect(silent).toContain("Chat interview opened to the candidate, without an invitation on record");
  expect(silent).not.toContain("Invited");
  expect(silent).not.toContain("are kept for");
  // A lone SMS counts, unless it could not be paid for or was rejected.
  for (const types of [["SUCCESSFUL"], ["PENDING"], ["PENDING", "SUCCESSFUL"]])
    expect(await thread(ordered, sms("FI_INVITE", ...types))).toContain("Invited to Chat interview");
  for (const types of [["FAILED"], ["PENDING", "FAILED"]])
    expect(await thread(ordered, sms("FI_INVITE", ...types))).toContain("without an invitation on record");
});

test("APP-72 LOG-40 a stage opened before messages were recorded mentions no invitation", async () => {
  const day = 86_400_000;
  const after = (days: number) => new Date(Date.parse(at) + days * day).toISOString();
  const kept = "Emails and text messages are kept for 90 days. Earlier ones are not shown.";
  expect(await threadAt(after(90), ordered)).toContain("without an invitation on record");
  const aged = await threadAt(after(91), ordered);
  expect(aged).toContain("Chat interview opened to the candidate");
  expect(aged).not.toContain("invitation");
  expect(aged).toContain(kept);
  // Recorded messages are shown.
  expect(await threadAt(after(91), ordered, mail("FI_INVITE"))).toContain("Invited to Chat interview");
});

test("APP-55 a message has the name used in the settings, and its time once", async () => {
  const html = await thread(mail("FI_INVITE"));
  expect(html).toContain("Chat Interview: Application invitation");
  expect(html).not.toContain("FI_INVITE");
  expect(html.match(/2026-11-02|2 Nov|02 Nov/g)).toHaveLength(1);
  expect(await thread(mail("NOBODY_KNOWS"))).toContain("NOBODY_KNOWS");
});

test("APP-93 an email that bounced leads to the form that corrects it", async () => {
  const bounced = mail("FI_INVITE");
  expect(await thread(bounced)).not.toContain("Edit email");
  bounced.message?.events.push({ type: "Bounce", at: "2026-11-04T09:00:00.000Z" });
  expect(await thread(bounced)).toContain("Edit email");
});

const job = {
  jobId: "j1",
  state: "PLANNED" as const,
  stopReason: null,
  undoOf: null,
  origin: null,
  vacancyId: "v1",
  vacancyTitle: "Barista",
  declineReason: null,
  total: 3,
  waiting: 3,
  done: 0,
  skipped: [],
  undone: 0,
  undoUntil: null,
  reachedBySms: null,
  messagesSent: [],
  declinesTold: null,
  createdAt: at,
  startedAt: null,
  endedAt: null,
} satisfies Partial<BulkJob>;
type Planned = Pick<BulkJob, "action" | "status" | "stageName" | "messageSwitches"> & Partial<BulkJob>;
const plan = async (more: Planned) =>
  text(
    await render(
      <JobPlan job={{ ...job, ...more }} start={intent("start")} cancel={intent("cancel")} here="/j" />,
    ),
  );
const off = (templateType: string, isMailOn: boolean) => [
  { stageId: "s2", templateType, isMailOn, isTextOn: false, delaySeconds: 600, smsReach: 9 },
];
const channels = (more: object) => ({ isMailOn: true, isTextOn: true, smsReach: 9, ...more });
const unpaid = (isMailOn: boolean) => [
  {
    stageId: "s2",
    templateType: "APPLICATION_DECLINE",
    isMailOn,
    isTextOn: true,
    delaySeconds: 600,
    smsReach: 0,
  },
];

test("APP-71 APP-72 BULK-04 a bulk job's plan says who will be notified and if it can be undone", async () => {
  const decline = {
    action: "APPLICATION_STATUS",
    status: "APPS_APPLICATION_DECLINED",
    stageName: null,
  } as const;
  expect(await plan({ ...decline, messageSwitches: off("APPLICATION_DECLINE", true) })).toContain(
    "Declined candidates are notified by email 10 minutes later, unless you undo this first.",
  );
  expect(await plan({ ...decline, messageSwitches: off("APPLICATION_DECLINE", false) })).toContain(
    "Declined candidates are not notified: this message is turned off",
  );
  expect(await plan({ ...decline, messageSwitches: unpaid(true) })).toMatch(
    /notified by email 10 minutes later, .* No SMS is sent: there are too few SMS credits left\./,
  );
  expect(await plan({ ...decline, messageSwitches: unpaid(false) })).toContain(
    "Declined candidates are not notified: the email is turned off in the notification settings, and there are too few SMS credits left.",
  );
  const move = { action: "APPLICATION_MOVE", status: null, stageName: "Video" } as const;
  const said = [
    [true, true, 9, "by email and SMS."],
    [true, false, 9, "by email."],
    [false, true, 9, "by SMS; the email is turned off in the notification settings."],
    [true, true, 0, "by email. No SMS is sent: there are too few SMS credits left."],
  ] as const;
  const at = { stageId: "s2", delaySeconds: 0 };
  const ofMove = async (more: object) =>
    plan({ ...move, messageSwitches: [{ ...at, templateType: "SI_INVITE", ...channels(more) }] });
  const resend = { action: "APPLICATION_RESEND", status: null, stageName: null } as const;
  const ofResend = async (more: object) =>
    plan({ ...resend, messageSwitches: [{ ...at, templateType: "RESEND_SI_INVITE", ...channels(more) }] });
  for (const [isMailOn, isTextOn, smsReach, words] of said) {
    const given = { isMailOn, isTextOn, smsReach };
    expect(await ofMove(given)).toContain(`They move to the stage Video. They are invited to it ${words}`);
    expect(await ofResend(given)).toContain(
      `They are sent the link to their open assessment again. It is sent ${words}`,
    );
  }
  expect(await ofResend({ isMailOn: true })).toContain("This cannot be undone.");
  expect(await plan({ ...decline, messageSwitches: [] })).not.toContain("This cannot be undone.");
  const none = { isMailOn: false, isTextOn: false, smsReach: 9 };
  expect(await ofMove(none)).toContain("They are not invited to it: this message is turned off");
  expect(await ofMove({ ...none, isTextOn: true, smsReach: 0 })).toContain(
    "They are not invited to it: the email is turned off in the notification settings, and there are too few SMS credits left.",
  );
});

describe("messages in a plan", () => {
  const decline = {
    action: "APPLICATION_STATUS",
    status: "APPS_APPLICATION_DECLINED",
    stageName: null,
  } as const;
  const paid = (smsReach: number) => [
    {
      stageId: "s1",
      templateType: "APPLICATION_DECLINE",
      isMailOn: true,
      isTextOn: true,
      delaySeconds: 600,
      smsReach,
    },
  ];

  test.each([
    [0, 5, "There is no phone number, so no SMS is sent."],
    [1, 5, "1 of them has a phone number; the remaining SMS credits are enough."],
    [2, 2, "2 of them have a phone number; the remaining SMS credits are enough for all of them."],
    [1_200, 1_000, "1,200 of them have a phone number; the remaining SMS credits are enough for only 1,000."],
  ])("APP-71 of %i with a number, with credits for %i SMS", async (reachedBySms, smsReach, words) => {
    const text = await plan({ ...decline, reachedBySms, messageSwitches: paid(smsReach) });
    const channels = reachedBySms === 0 ? "email" : "email and SMS";
    expect(text).toContain(`notified by ${channels} 10 minutes later, unless you undo this first.`);
    expect(text).toContain(words);
  });

  test("APP-71 without SMS the plan mentions neither numbers nor credits", async () => {
    for (const messageSwitches of [unpaid(true), off("APPLICATION_DECLINE", true)])
      expect(await plan({ ...decline, reachedBySms: 3, messageSwitches })).not.toMatch(
        /phone number|left now/,
      );
  });

  test("BULK-23 undoing declines lists those already notified", async () => {
    const undo = (declinesTold: number | null, status: BulkJob["status"] = "APPS_APPLICATION_DECLINED") =>
      plan({ ...decline, status, undoOf: "j0", declinesTold, messageSwitches: [] });
    expect(await undo(1)).toContain(
      "1 candidate has already been notified of the decline, which cannot be taken back. 2 candidates have not been notified of the decline yet, and will not be if this is done first.",
    );
    expect(await undo(0)).toContain("3 candidates have not been notified of the decline yet");
    expect(await undo(0)).not.toContain("already been notified");
    expect(await undo(3)).not.toContain("not been notified of the decline yet");
    expect(await undo(null, "APPS_APPLICATION_HIRED")).not.toContain("notified");
  });

  test.each([
    [0, "by email at once."],
    [45, "by email 45 seconds later, unless you undo this first."],
    [119, "by email 1 minute later, unless you undo this first."],
    [5400, "by email 90 minutes later, unless you undo this first."],
  ])("APP-71 a decline that waits %i seconds before the notification", async (delaySeconds, words) => {
    const [one] = off("APPLICATION_DECLINE", true);
    expect(await plan({ ...decline, messageSwitches: one ? [{ ...one, delaySeconds }] : [] })).toContain(
      words,
    );
  });

  test("BULK-25 a report lists the channels of invitations, and those not sent", async () => {
    const messagesSent = [
      { mail: "SENT", text: "SENT", count: 1_200 },
      { mail: "SENT", text: "NO_CREDITS", count: 30 },
      { mail: "SENT", text: "NO_ADDRESS", count: 5 },
    ] as const;
    const report = await render(
      <JobReport
        job={{
          ...{ ...job, ...decline, messageSwitches: [], messagesSent: [...messagesSent] },
          ...{ action: "APPLICATION_MOVE", status: null, state: "DONE", done: 1_235 },
        }}
        here="/j"
      />,
    );
    expect(text(report)).toContain(
      "Invitations are on their way: 1,235 by email, 1,200 by SMS. 30 with a phone number got no SMS: there are not enough SMS credits.",
    );
  });

  test("BULK-23 its report lists the same for the completed job", async () => {
    const report = (done: number, declinesTold: number) =>
      render(
        <JobReport
          job={{ ...job, ...decline, messageSwitches: [], state: "DONE", undoOf: "j0", done, declinesTold }}
          here="/j"
        />,
      ).then(text);
    expect(await report(3, 2)).toContain(
      "2 candidates had already been notified of the decline, which cannot be taken back. 1 candidate had not been notified of the decline, and will not be.",
    );
    expect(await report(0, 0)).not.toContain("notified");
  });
});
