/** Every message to candidates uses each channel that the settings, the credits and the candidate allow. */
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { startDeclineMessenger } from "../../regional-api/areas/applications/decline-messenger";
import { invitation } from "./fixtures/application-operations";
import { giveCredits } from "./fixtures/engine";
import { addApplication, addCandidate, externalIdOf, stages } from "./fixtures/hiring";
import { retail as scope } from "./fixtures/ids";
import { entriesAfter, lastPlace } from "./fixtures/record";
import { advance, applicationUnder, moveAt } from "./fixtures/stage-rules";
import { useClient, useSydney, useWorld } from "./fixtures/use-world";

const world = useWorld("all tests", { AUTH_CALLS_PER_MINUTE: "1000", DECLINE_MESSAGE_SECONDS: "1" });
const staff = useClient(world, "staff", "all tests");
const { customerId } = scope;
const db = useSydney(world);

beforeEach(async () => {
  for (const table of [
    "retention_holds",
    "bulk_jobs",
    "applications",
    "candidates",
    "email_events",
    "sms_events",
    "outbox",
  ])
    db.statement(`DELETE FROM ${table}`).run();
  for (const table of ["notification_settings", "notification_switches"])
    db.statement(`DELETE FROM ${table}`).run();
  giveCredits(db, customerId, 1_000);
  // Removes the rule of the previous test.
  await applicationUnder(db);
  db.statement("DELETE FROM applications").run();
  world.pass(1_000);
});

const email = "ada@mail.example";
const phone = "+61412345678";
type Outcome = "SENT" | "OFF" | "NO_CREDITS" | "NO_ADDRESS" | "UNAVAILABLE";
interface Sent {
  mail: Outcome | null;
  text: Outcome | null;
}

const turnOff = (name: string, type: "EMAIL" | "SMS") =>
  db
    .statement(
      `INSERT INTO notification_settings (customerId, templateType, name, type, enabled, updatedAt)
       VALUES (?, 'en-US', ?, ?, 0, 1)`,
    )
    .run(customerId, name, type);
const turnOffSms = () =>
  db
    .statement(
      "INSERT INTO notification_switches (customerId, isGlobalSmsEnabled, updatedAt) VALUES (?, 0, 1)",
    )
    .run(customerId);

/** All traces of a message with this template. */
const leftBehind = (template: string) => {
  const all = <Row>(query: string) => db.statement<Row>(query).all(template);
  return {
    outbox: all<{ channel: string; recipient: string }>(
      "SELECT channel, recipient FROM outbox WHERE templateType = ? ORDER BY channel",
    ).map(({ channel, recipient }) => `${channel} ${recipient}`),
    mails: all<{ eventType: string }>("SELECT eventType FROM email_events WHERE templateType = ?").length,
    texts: all<{ status: string }>(
      "SELECT smsMessageStatus AS status FROM sms_events WHERE templateType = ?",
    ).map(({ status }) => status),
  };
};

const made = (phoneNumber: string | null, more: Parameters<typeof addApplication>[1] = {}) =>
  addApplication(db, { candidateId: addCandidate(db, { email, phoneNumber }), ...more });
const completed = { status: "APPS_ASSESSMENT_COMPLETED" } as const;

const filter = { ...scope, externalVacancyId: externalIdOf("main"), skipEq: 0, limitEq: 30 };
let jobs = 0;
async function planned(change: object) {
  const jobId = `job-of-test-${(jobs += 1)}`;
  const result = await staff.result("BulkPlanApplications", { jobId, filter, change });
  expect(result.state).toBe("PLANNED");
  return { ...result, jobId };
}
async function carriedOut(change: object) {
  const { jobId } = await planned(change);
  await staff.send("BulkRunJob", { ...scope, jobId });
  for (;;) {
    const result = await staff.result("BulkGetJob", { ...scope, jobId });
    if (result.state !== "RUNNING") return result;
    await pause(5);
  }
}

async function byBulk(change: object): Promise<Sent | undefined> {
  const { messagesSent } = await carriedOut(change);
  const [message] = messagesSent;
  expect(messagesSent.map(({ count }) => count)).toEqual(message ? [1] : []);
  return message && { mail: message.mail, text: message.text };
}

async function byList(
  name: "AppsMoveApplication" | "AppsResendApplicationAssessmentLink" | "AppsUpdateApplicationStatus",
  id: string,
  more = {},
): Promise<Sent | undefined> {
  const result = await staff.result(name, {
    ...{ ...scope, _ids: [id], isManuallyProgressed: true, ...more },
  });
  const [first] = result;
  return first?.refusal ? undefined : first && { mail: first.mail, text: first.text };
}

interface Door {
  readonly template: string;
  /** Triggers the message. Returns the outcome reported to the caller; null if there is no caller. */
  readonly open: (phoneNumber: string | null) => Promise<Sent | null | undefined>;
}

const doors: Readonly<Record<string, Door>> = {
  "an invitation": {
    template: "FI_INVITE",
    open: async (phoneNumber) => {
      const atsApplicationInput = invitation({ email, phoneNumber });
      const { mail, text } = await staff.result("CommonInviteCandidate", { atsApplicationInput });
      return { mail, text };
    },
  },
  "a decline": {
    template: "APPLICATION_DECLINE",
    open: async (phoneNumber) => {
      const { id } = made(phoneNumber);
      await staff.send("AppsUpdateApplicationStatus", {
        ...scope,
        _ids: [id],
        status: "APPS_APPLICATION_DECLINED",
      });
      const { config, databases } = world;
      const clock = () => world.now();
      const messenger = startDeclineMessenger({ config, databases, clock, log: world.app.log });
      world.pass(1_000);
      await messenger.flush();
      await messenger.stop();
      return null;
    },
  },
  "a move by hand": {
    template: "SI_INVITE",
    open: (phoneNumber) => byList("AppsMoveApplication", made(phoneNumber).id, { stageId: stages.video }),
  },
  "a move by a rule": {
    template: "SI_INVITE",
    open: async (phoneNumber) => {
      const { assessmentId, candidateId } = await applicationUnder(db, moveAt(1));
      const update = db.statement("UPDATE candidates SET email = ?, phoneNumber = ? WHERE id = ?");
      update.run(email, phoneNumber, candidateId);
      expect(
        (await advance(staff, assessmentId, "COMPLETED", { recommendationScore: 2 })).error,
      ).toBeUndefined();
      return null;
    },
  },
  "a move by a bulk job": {
    template: "SI_INVITE",
    open: (phoneNumber) => {
      made(phoneNumber);
      return byBulk({ stageId: stages.video });
    },
  },
  "a link sent again": {
    template: "RESEND_FI_INVITE",
    open: (phoneNumber) => byList("AppsResendApplicationAssessmentLink", made(phoneNumber).id),
  },
  "a link sent again by a bulk job": {
    template: "RESEND_FI_INVITE",
    open: (phoneNumber) => {
      made(phoneNumber);
      return byBulk({ resend: true });
    },
  },
  "a report that is ready": {
    template: "MI_REPORT",
    open: async (phoneNumber) => {
      const { assessmentId } = made(phoneNumber);
      expect((await advance(staff, assessmentId, "COMPLETED")).error).toBeUndefined();
      return null;
    },
  },
  "a report sent again": {
    template: "MI_REPORT",
    open: async (phoneNumber) => {
      const _id = made(phoneNumber, completed).id;
      const { error, result } = await staff.send("AppsResendApplicationMiReport", { ...scope, _id });
      return error ? undefined : { mail: result.mail, text: result.text };
    },
  },
};

interface Case {
  readonly what: string;
  readonly given: (template: string) => void;
  readonly phoneNumber?: null;
  readonly mail: Outcome;
  readonly text: Outcome;
}

const cases: readonly Case[] = [
  { what: "everything on", given: () => undefined, mail: "SENT", text: "SENT" },
  { what: "the SMS off", given: (name) => turnOff(name, "SMS"), mail: "SENT", text: "OFF" },
  { what: "all SMS off", given: turnOffSms, mail: "SENT", text: "OFF" },
  { what: "the email off", given: (name) => turnOff(name, "EMAIL"), mail: "OFF", text: "SENT" },
  { what: "no phone number", given: () => undefined, phoneNumber: null, mail: "SENT", text: "NO_ADDRESS" },
  { what: "no credits", given: () => giveCredits(db, customerId, 0), mail: "SENT", text: "NO_CREDITS" },
  {
    what: "the email off and no phone number",
    given: (name) => turnOff(name, "EMAIL"),
    ...{ phoneNumber: null, mail: "OFF", text: "NO_ADDRESS" },
  },
  {
    what: "the email off and no credits",
    given: (name) => {
      turnOff(name, "EMAIL");
      giveCredits(db, customerId, 0);
    },
    ...{ mail: "OFF", text: "NO_CREDITS" },
  },
  {
    what: "both off",
    given: (name) => {
      turnOff(name, "EMAIL");
      turnOff(name, "SMS");
    },
    ...{ mail: "OFF", text: "OFF" },
  },
];

describe.each(Object.entries(doors))("%s", (what, { template, open }) => {
  test.each(cases)(
    "NOTIF-41 with $what: email $mail, SMS $text",
    async ({ given, phoneNumber, mail, text }) => {
      given(template);
      const sent = await open(phoneNumber === null ? null : phone);
      const isSent = mail === "SENT" || text === "SENT";
      // Resending does nothing else, so it is refused if no channel can send.
      const isRefused = what.includes("sent again") && !isSent;
      if (sent !== null) expect(sent).toEqual(isRefused ? undefined : { mail, text });
      expect(leftBehind(template)).toEqual({
        outbox: [
          ...(mail === "SENT" ? [`EMAIL ${email}`] : []),
          ...(text === "SENT" ? [`SMS ${phone}`] : []),
        ],
        mails: mail === "SENT" ? 1 : 0,
        texts: text === "SENT" ? ["SUCCESSFUL"] : text === "NO_CREDITS" ? ["FAILED"] : [],
      });
    },
  );
});

const creditsLeft = () =>
  db.statement<{ credits: number }>("SELECT credits FROM sms_credits WHERE customerId = ?").get(customerId)
    ?.credits;

describe("several candidates in one call", () => {
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      addApplication(db, { candidateId: addCandidate(db, { phoneNumber: `+6141234${1000 + at}` }) }),
    ).map(({ id }) => id);

  test("SMS-18 NOTIF-41 each SMS uses credits as long as they last, and the rest are reported", async () => {
    const _ids = numbered(30);
    giveCredits(db, customerId, 7);
    const result = await staff.result("AppsMoveApplication", {
      ...{ ...scope, _ids, stageId: stages.video, isManuallyProgressed: true },
    });
    const count = (text: Outcome) => result.filter((one) => one.text === text).length;
    const [one] = db.statement<{ parts: number }>("SELECT totalMessageParts AS parts FROM sms_events").all();
    const paid = Math.floor(7 / (one?.parts ?? 1));
    expect(result.every(({ mail }) => mail === "SENT")).toBe(true);
    expect([count("SENT"), count("NO_CREDITS")]).toEqual([paid, 30 - paid]);
    expect(creditsLeft()).toBe(7 - paid * (one?.parts ?? 1));
    expect(leftBehind("SI_INVITE").outbox.filter((to) => to.startsWith("SMS"))).toHaveLength(paid);
  });

  test("APP-44 APP-73 NOTIF-41 a link that no channel can send is refused, and an unpaid one is in the log", async () => {
    turnOff("RESEND_FI_INVITE", "EMAIL");
    const [first, second] = numbered(2);
    const unreached = addApplication(db).id;
    giveCredits(db, customerId, 1);
    const result = await staff.result("AppsResendApplicationAssessmentLink", {
      ...scope,
      _ids: [first, second, unreached],
    });
    expect(result.map(({ refusal, mail, text }) => ({ refusal, mail, text }))).toEqual([
      { refusal: null, mail: "OFF", text: "SENT" },
      { refusal: "MESSAGE_OFF", mail: "OFF", text: "NO_CREDITS" },
      { refusal: "MESSAGE_OFF", mail: null, text: null },
    ]);
    expect(leftBehind("RESEND_FI_INVITE").texts.sort()).toEqual(["FAILED", "SUCCESSFUL"]);
  });

  test("BULK-25 a job skips candidates no channel reached, and its report counts both channels", async () => {
    turnOff("RESEND_FI_INVITE", "EMAIL");
    numbered(3);
    addApplication(db);
    giveCredits(db, customerId, 2);
    const plan = await planned({ resend: true });
    expect(plan.skipped).toEqual([{ reason: "MESSAGE_OFF", count: 1 }]);
    const job = await carriedOut({ resend: true });
    expect(job.done).toBe(2);
    expect(job.skipped).toEqual([{ reason: "MESSAGE_OFF", count: 2 }]);
    expect(job.messagesSent).toEqual([{ mail: "OFF", text: "SENT", count: 2 }]);
  });
});

test("APP-48 NOTIF-41 an unpaid report is refused, in the log, and not recorded as sent", async () => {
  turnOff("MI_REPORT", "EMAIL");
  const { id: _id } = made(phone, completed);
  giveCredits(db, customerId, 0);
  const resend = async () => (await staff.send("AppsResendApplicationMiReport", { ...scope, _id })).message;
  const before = lastPlace(db);
  expect(await resend()).toBe("There are not enough SMS credits");
  expect(entriesAfter(db, before)).toEqual([]);
  expect(leftBehind("MI_REPORT").texts).toEqual(["FAILED"]);
  db.statement("UPDATE candidates SET phoneNumber = NULL").run();
  expect(await resend()).toBe("This message is turned off by email, and the candidate has no phone number");
  turnOff("MI_REPORT", "SMS");
  expect(await resend()).toBe("This message is turned off");
});

test("BULK-25 a plan of moves or links reports its channels, per stage of its candidates, and who has a number", async () => {
  made(phone);
  addApplication(db);
  // The video stage sends no SMS: irrelevant when links are resent here, but relevant to all in a move.
  turnOff("RESEND_SI_INVITE", "SMS");
  giveCredits(db, customerId, 9);
  const links = await planned({ resend: true });
  expect([links.reachedBySms, links.messageSwitches]).toMatchObject([
    1,
    [{ stageId: stages.chat, templateType: "RESEND_FI_INVITE", isTextOn: true }],
  ]);
  expect(await planned({ stageId: stages.video })).toMatchObject({
    reachedBySms: 1,
    messageSwitches: [{ stageId: stages.video, templateType: "SI_INVITE", isTextOn: true, smsReach: 9 }],
    messagesSent: [],
  });
  turnOff("SI_INVITE", "SMS");
  expect((await planned({ stageId: stages.video })).reachedBySms).toBe(0);
  expect((await planned({ status: "APPS_APPLICATION_HIRED" })).reachedBySms).toBeNull();
});
