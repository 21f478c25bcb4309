import { beforeEach, describe, expect, test } from "vitest";
import { startDeclineMessenger } from "../../regional-api/areas/applications/decline-messenger";
import {
  findApplication,
  findStageAssessment,
} from "../../regional-api/areas/applications/applications.store";
import type { Database } from "../../regional-api/store/database";
import { regionDecisions } from "../../regional-api/store/migrations/0235-region-decisions";
import { signedIn, type Client } from "./fixtures/client";
import { addDecision, moved } from "./fixtures/decision-operations";
import { onPostgres } from "./fixtures/engine";
import { addApplication, stages, vacancies } from "./fixtures/hiring";
import { hexId } from "./fixtures/hex-id";
import { advance, applicationUnder, giveAt, moveAt, rule, scoreAtLeast } from "./fixtures/stage-rules";
import { useClient, useWorld } from "./fixtures/use-world";
import { addGroup, ids, people, retail } from "./fixtures/world";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");
const admin = useClient(world, "admin", "each test");
let db: Database;
beforeEach(() => {
  db = world.databases.region("ap-southeast-2");
  db.statement("DELETE FROM rule_decisions").run();
});

const dayMs = 24 * 3_600_000;
const declining = {
  ...rule({ type: "UPDATE_STATUS", payload: { status: "APPS_APPLICATION_DECLINED" } }, scoreAtLeast(1)),
  isHeld: true,
};

interface Decision {
  _id: string;
  candidate: string | null;
  vacancyName: string;
  currentStatus: string;
  rule: { workflowName: string; stageName: string; trigger: { isHeld: boolean; conditions: object[] } };
  figures: Record<string, unknown>;
  result: string;
  stageName: string | null;
  isWaiting: boolean;
  verdict: string | null;
  changedTo: string | null;
  reviewReason: string | null;
  reviewedBy: string | null;
  isReviewedByWriter: boolean;
  isOwnRule: boolean;
  ruleWriter: string | null;
  contest: string | null;
  contestedBy: string | null;
  answerDueAt: string | null;
  isAnswerLate: boolean;
  canReview: boolean;
  version: number;
}

async function list(more: object = {}, as: Client = admin) {
  const variables = { ...retail, skipEq: 0, limitEq: 30, ...more };
  const result = await as.result("DECGetDecisions", variables);
  expect(result.pagination.totalItems).toBeGreaterThanOrEqual(result.data.length);
  return result.data;
}
const one = (_id: string) => admin.result("DECGetDecision", { ...retail, _id });
const review = (_id: string, more: object, as: Client = admin) =>
  as.send("DECReviewDecision", { ...retail, _id, ...more });
const application = (id: string) => findApplication(db.reader, id);
const declineNotes = (id: string) =>
  db.statement("SELECT applicationId FROM decline_messages WHERE applicationId = ?").all(id).length;

describe("DEC-01 rules' decisions are in the register", () => {
  test("with the rule as it was, the figures, and the effect", async () => {
    const { id, assessmentId } = await applicationUnder(db, moveAt(65), giveAt("SHORTLISTED", 50));
    await advance(staff, assessmentId, "COMPLETED", { recommendationScore: 70, isLowTextQuality: false });
    const rows = await list();
    expect(rows.map(({ result }) => result).sort()).toEqual(["APPS_APPLICATION_SHORTLISTED", "MOVED"]);
    const byMove = rows.find(({ result }) => result === "MOVED");
    expect(byMove).toMatchObject({
      vacancyName: "Vacancy main",
      candidate: expect.stringContaining("Pat"),
      stageName: "Video",
      rule: { workflowName: "Chat, then video", stageName: "Chat" },
      figures: { recommendationScore: 70, isLowTextQuality: false, profanityQuestionCount: null },
      isWaiting: false,
      verdict: null,
      currentStatus: "APPS_APPLICATION_SHORTLISTED",
    });
    // A later change of the rule does not affect the recorded decision.
    db.statement("UPDATE vacancies SET workflow = replace(workflow, '65', '99') WHERE id = ?").run(
      vacancies.main,
    );
    expect((await one(byMove?._id ?? "")).rule.trigger.conditions).toEqual([scoreAtLeast(65)]);
    // A rule that changes nothing records no decision.
    db.statement("UPDATE applications SET status = 'APPS_APPLICATION_SHORTLISTED' WHERE id <> ?").run(id);
    const other = await applicationUnder(db, giveAt("SHORTLISTED", 50));
    db.statement("UPDATE applications SET status = 'APPS_APPLICATION_SHORTLISTED' WHERE id = ?").run(
      other.id,
    );
    await advance(staff, other.assessmentId, "COMPLETED", { recommendationScore: 70 });
    expect(await list()).toHaveLength(2);
  });

  test("the writer is the last person to change the workflow's rules, as copied to the vacancy", async () => {
    const { id, assessmentId } = await applicationUnder(db, giveAt("SHORTLISTED", 1));
    db.statement(
      `UPDATE vacancies SET workflow = replace(workflow, '"stages"', '"rulesBy":"${people.recruiter}","stages"') WHERE id = ?`,
    ).run(vacancies.main);
    await advance(staff, assessmentId, "COMPLETED", { recommendationScore: 70 });
    const [decision] = await list();
    expect(decision?.ruleWriter).toContain("recruiter");
    expect(await application(id)).toMatchObject({ status: "APPS_APPLICATION_SHORTLISTED" });
  });
});

test("DEC-01 decisions from before the register are included, with the interview's figures", async () => {
  const { id, assessmentId } = await applicationUnder(db, moveAt(65), giveAt("SHORTLISTED", 50));
  await advance(staff, assessmentId, "COMPLETED", { recommendationScore: 70, isLowTextQuality: false });
  const known = await list();
  db.statement("DELETE FROM rule_decisions").run();
  const { sql, postgres } = regionDecisions;
  const [earlier = ""] = /INSERT INTO rule_decisions[^;]*/.exec(onPostgres ? postgres : sql) ?? [];
  db.statement(earlier).run();
  const ofBefore = await list();
  const statesOf = (rows: readonly Decision[]) =>
    rows.map(({ _id, ...decision }) => decision).sort((a, b) => a.result.localeCompare(b.result));
  expect(statesOf(ofBefore)).toEqual(statesOf(known));
  expect(ofBefore.map(({ _id }) => _id).every((one) => /^[0-9a-f]{24}$/.test(one))).toBe(true);
  expect(db.statement("SELECT id FROM rule_decisions WHERE applicationId = ?").all(id)).toHaveLength(2);
});

test("DEC-02 each filter matches its own field", async () => {
  const at = world.now() - 10 * dayMs;
  const ofOther = addApplication(db, { vacancy: "second" });
  const all = {
    plain: addDecision(db, { decidedAt: at }),
    moved: addDecision(db, { ...moved, decidedAt: at + 1 }),
    confirmed: addDecision(db, { verdict: "CONFIRMED", decidedAt: at + 2 }),
    changed: addDecision(db, { verdict: "CHANGED", changedTo: "APPS_APPLICATION_HIRED", decidedAt: at + 3 }),
    contested: addDecision(db, { contest: "OPEN", contestedAt: at, decidedAt: at + 4 }),
    answered: addDecision(db, {
      contest: "ANSWERED",
      contestedAt: at,
      verdict: "CONFIRMED",
      decidedAt: at + 5,
    }),
    waiting: addDecision(db, { isWaiting: 1, decidedAt: at - dayMs }),
    second: addDecision(db, {
      applicationId: ofOther.id,
      vacancyId: vacancies.second,
      workflowId: hexId("4a", 9),
      decidedAt: at + 6,
    }),
  };
  const names = async (more: object) =>
    (await list(more)).map(({ _id }) => Object.entries(all).find(([, id]) => id === _id)?.[0]);
  // Waiting decisions come first in either order.
  expect(await names({})).toEqual([
    "waiting",
    "second",
    "answered",
    "contested",
    "changed",
    "confirmed",
    "moved",
    "plain",
  ]);
  expect((await names({ order: "asc" })).slice(0, 3)).toEqual(["waiting", "plain", "moved"]);
  expect(await names({ skipEq: 1, limitEq: 1 })).toEqual(["second"]);
  expect(await names({ skipEq: 0, limitEq: 2 })).toEqual(["waiting", "second"]);
  expect(await names({ vacancyIds: [vacancies.second] })).toEqual(["second"]);
  expect(await names({ vacancyIds: [vacancies.second, vacancies.main] })).toHaveLength(8);
  expect(await names({ workflowIds: [hexId("4a", 9)] })).toEqual(["second"]);
  expect(await names({ results: ["MOVED"] })).toEqual(["moved"]);
  expect(await names({ review: "WAITING" })).toEqual(["waiting"]);
  expect(await names({ review: "UNREVIEWED" })).toEqual(["waiting", "second", "contested", "moved", "plain"]);
  expect(await names({ review: "REVIEWED" })).toEqual(["answered", "changed", "confirmed"]);
  expect(await names({ review: "CHANGED" })).toEqual(["changed"]);
  expect(await names({ contest: "OPEN" })).toEqual(["contested"]);
  expect(await names({ contest: "ANY" })).toEqual(["answered", "contested"]);
  const iso = (time: number) => new Date(time).toISOString();
  expect(await names({ decidedFrom: iso(at + 2), decidedBefore: iso(at + 4) })).toEqual([
    "changed",
    "confirmed",
  ]);
  const result = await admin.result("DECGetChoices", {
    ...retail,
    vacancyIds: [vacancies.archived],
  });
  expect(result.vacancies.map(({ _id }) => _id)).toEqual(
    expect.arrayContaining([vacancies.archived, vacancies.main, vacancies.department]),
  );
});

test("DEC-08 decisions are visible and reviewable by the rights on their department", async () => {
  const inDepartment = addApplication(db, { vacancy: "department" });
  const id = addDecision(db, {
    applicationId: inDepartment.id,
    vacancyId: vacancies.department,
    hierarchyId: ids.department,
  });
  const elsewhere = addDecision(db);
  const person = await signedIn(world.app, "noAccess");
  const resource = `edge:apps:ap-southeast-2:${ids.acme}:${ids.retail}:${ids.department}`;
  const allow = (...actions: string[]) =>
    addGroup(db, "retail", people.noAccess, [{ effect: "Allow", actions, resources: [resource] }]);
  allow("apps:viewDecision");
  expect((await list({}, person)).map(({ _id, canReview }) => [_id, canReview])).toEqual([[id, false]]);
  const confirm = { verdict: "CONFIRMED" };
  expect((await review(id, confirm, person)).error).toBe("FORBIDDEN");
  allow("apps:reviewDecision", "apps:viewApplication", "apps:editApplication");
  expect((await review(id, confirm, person)).error).toBe("FORBIDDEN");
  allow("apps:createApplication", "apps:listApplication");
  expect((await review(elsewhere, confirm, person)).error).toBe("Not Found Error");
  expect((await review(id, confirm, person)).error).toBeUndefined();
});

describe("DEC-04 a review", () => {
  test("confirms, changes with a reason, names the writer, and can be repeated", async () => {
    const { id: applicationId } = addApplication(db);
    db.statement("UPDATE applications SET status = 'APPS_APPLICATION_SHORTLISTED' WHERE id = ?").run(
      applicationId,
    );
    const id = addDecision(db, { applicationId });
    expect((await one(id)).isOwnRule).toBe(true);
    expect((await review(id, { verdict: "CONFIRMED" })).error).toBeUndefined();
    expect(await one(id)).toMatchObject({ verdict: "CONFIRMED", isReviewedByWriter: true, version: 2 });
    const change = { verdict: "CHANGED", status: "APPS_APPLICATION_HIRED" };
    expect((await review(id, change)).message).toBe("Please enter a reason");
    expect((await review(id, { verdict: "CHANGED", reason: "So" })).error).toBe("Validation Error");
    const asRule = { ...change, status: "APPS_APPLICATION_SHORTLISTED", reason: "So" };
    expect((await review(id, asRule)).error).toBe("Validation Error");
    expect((await review(id, { ...change, reason: "x".repeat(501) })).error).toBe("Validation Error");
    expect((await review(id, { ...change, reason: "Met in person" }, staff)).error).toBeUndefined();
    expect(await one(id)).toMatchObject({
      verdict: "CHANGED",
      changedTo: "APPS_APPLICATION_HIRED",
      reviewReason: "Met in person",
      isReviewedByWriter: false,
      currentStatus: "APPS_APPLICATION_HIRED",
    });
    // A review based on an older version gets a conflict.
    const stale = await review(id, { verdict: "CONFIRMED", version: 2 });
    expect(stale.error).toBe("Conflict Error");
    // The audit entry only says that a reason was given; the status change is attributed to a person.
    const entries = db
      .statement<{ changes: string; source: string; actorId: string }>(
        "SELECT changes, source, actorId FROM record_entries WHERE kind = 'DECISION' ORDER BY at DESC, seq DESC LIMIT 1",
      )
      .get();
    expect(entries?.actorId).toBe(people.staff);
    expect(entries?.changes).toContain("APPS_APPLICATION_HIRED");
    expect(entries?.changes).toContain("reviewReason");
    expect(entries?.changes).not.toContain("Met in person");
  });

  test("contested by the candidate: due in 30 days, withdrawn, and answered by a review", async () => {
    const id = addDecision(db);
    const contest = (isContested: boolean) =>
      admin.send("DECContestDecision", { ...retail, _id: id, isContested });
    expect((await contest(true)).error).toBeUndefined();
    const due = (Math.floor(world.now() / dayMs) + 30) * dayMs;
    expect(await one(id)).toMatchObject({
      contest: "OPEN",
      answerDueAt: new Date(due).toISOString(),
      isAnswerLate: false,
    });
    await contest(false);
    expect(await one(id)).toMatchObject({ contest: null, answerDueAt: null });
    await contest(true);
    world.pass(31 * dayMs);
    const late = await signedIn(world.app, "admin");
    const result = await late.result("DECGetDecision", { ...retail, _id: id });
    expect(result.isAnswerLate).toBe(true);
    expect((await review(id, { verdict: "CONFIRMED" }, late)).error).toBeUndefined();
    const answered = await late.result("DECGetDecision", { ...retail, _id: id });
    expect(answered).toMatchObject({ contest: "ANSWERED", isAnswerLate: false });
  });
});

describe("DEC-03 declines that wait for confirmation", () => {
  const held = async () => {
    const found = await applicationUnder(db, declining, moveAt(1));
    await advance(staff, found.assessmentId, "COMPLETED", { recommendationScore: 20 });
    const rows = await list({ review: "WAITING" });
    const idOf = (result: string) => rows.find((row) => row.result === result)?._id ?? "";
    return { ...found, decline: idOf("APPS_APPLICATION_DECLINED"), move: idOf("MOVED") };
  };

  test("stage, status and mail stay unchanged until confirmed with a reason", async () => {
    const { id, decline, move } = await held();
    expect(await application(id)).toMatchObject({ status: "APPS_APPLICATION_NEW", stageId: stages.chat });
    expect(declineNotes(id)).toBe(0);
    expect((await one(decline)).rule.trigger.isHeld).toBe(true);
    world.pass(3 * 3_600_000);
    const later = await signedIn(world.app, "admin");
    const confirm = { verdict: "CONFIRMED" };
    expect((await review(decline, confirm, later)).message).toBe("Please enter a reason");
    expect((await review(decline, { ...confirm, reason: "Read it" }, later)).error).toBeUndefined();
    expect(await application(id)).toMatchObject({
      status: "APPS_APPLICATION_DECLINED",
      stageId: stages.chat,
    });
    expect(declineNotes(id)).toBe(1);
    expect((await review(move, { ...confirm, reason: "And on" }, later)).error).toBeUndefined();
    expect(await application(id)).toMatchObject({ stageId: stages.video });
    expect(await findStageAssessment(db.reader, id, stages.video)).toBeDefined();
    expect(
      (await later.result("DECGetDecisions", { ...retail, review: "WAITING", skipEq: 0, limitEq: 30 })).data,
    ).toEqual([]);
  });

  test("a change sets another status instead, and sends no decline message", async () => {
    const { id, decline, move } = await held();
    const change = { verdict: "CHANGED", status: "APPS_APPLICATION_LONGLISTED", reason: "Too strict" };
    expect((await review(decline, change)).error).toBeUndefined();
    expect(await application(id)).toMatchObject({
      status: "APPS_APPLICATION_LONGLISTED",
      stageId: stages.chat,
    });
    expect((await review(move, { ...change, reason: "Not yet" })).error).toBeUndefined();
    expect(await application(id)).toMatchObject({ stageId: stages.chat });
    expect(declineNotes(id)).toBe(0);
  });

  test("a status set by a person in between is kept, and a confirmation refused", async () => {
    const { id, decline } = await held();
    const given = { ...retail, _ids: [id], status: "APPS_APPLICATION_OFFERED" };
    await admin.result("AppsUpdateApplicationStatus", given);
    const refused = await review(decline, { verdict: "CONFIRMED", reason: "Yes" });
    expect(refused.message).toBe("The status has changed since it was read");
    expect(await application(id)).toMatchObject({ status: "APPS_APPLICATION_OFFERED" });
    const keep = { verdict: "CHANGED", status: "APPS_APPLICATION_OFFERED", reason: "Already offered" };
    expect((await review(decline, keep)).error).toBeUndefined();
    expect((await one(decline)).isWaiting).toBe(false);
  });

  test("a rule that sets another status is never held, even if sent as held", async () => {
    const shortlisting = { ...giveAt("SHORTLISTED", 1), isHeld: true };
    const { id, assessmentId } = await applicationUnder(db, shortlisting);
    await advance(staff, assessmentId, "COMPLETED", { recommendationScore: 20 });
    expect(await application(id)).toMatchObject({ status: "APPS_APPLICATION_SHORTLISTED" });
  });

  test("the candidate is notified some time after the confirmation, not after the rule", async () => {
    const { config, databases } = world;
    const messenger = startDeclineMessenger({
      config,
      databases,
      clock: () => world.now(),
      log: world.app.log,
    });
    const countMails = () =>
      db.statement("SELECT id FROM outbox WHERE templateType = 'APPLICATION_DECLINE'").all().length;
    const { decline } = await held();
    world.pass(11 * 60_000);
    await messenger.flush();
    expect(countMails()).toBe(0);
    await review(decline, { verdict: "CONFIRMED", reason: "Read it" });
    world.pass(11 * 60_000);
    await messenger.flush();
    expect(countMails()).toBe(1);
    await messenger.stop();
  });
});

describe("DEC-05 a sample", () => {
  const iso = (time: number) => new Date(time).toISOString();
  const from = Date.UTC(2026, 0, 1);
  const drawOf = async (more: object) => {
    const variables = {
      ...retail,
      from: iso(from),
      before: iso(from + dayMs),
      size: 6,
      seed: "4711",
      ...more,
    };
    const { result, error, message } = await admin.send("DECDrawSample", variables);
    if (error) return { error, message, ids: [], sample: undefined };
    const found = await admin.result("DECGetSample", { ...retail, _id: result._id });
    return { error, message, ...found, ids: found.decisions.map(({ _id }) => _id).sort() };
  };
  const shareOf = async (_id: string) => {
    const result = await admin.result("DECGetSample", {
      ...retail,
      _id,
    });
    return [result.sample.reviewedCount, result.sample.changedCount];
  };

  test("draws at random: reproducible by seed, and only from matching decisions", async () => {
    const all = Array.from({ length: 40 }, (_, at) => addDecision(db, { decidedAt: from + at }));
    addDecision(db, { decidedAt: from + dayMs });
    addDecision(db, { decidedAt: from, isWaiting: 1 });
    const first = await drawOf({});
    expect(first.ids).toHaveLength(6);
    expect(all).toEqual(expect.arrayContaining(first.ids));
    expect((await drawOf({})).ids).toEqual(first.ids);
    expect((await drawOf({ seed: "4712" })).ids).not.toEqual(first.ids);
    expect((await drawOf({ size: 200 })).ids).toEqual([...all].sort());
    const byMove = addDecision(db, { ...moved, decidedAt: from + 5, workflowId: hexId("4a", 9) });
    expect((await drawOf({ result: "MOVED" })).ids).toEqual([byMove]);
    expect((await drawOf({ workflowId: hexId("4a", 9) })).ids).toEqual([byMove]);
    expect((await drawOf({ workflowId: hexId("4a", 8) })).message).toBe(
      "No rule made a decision in this period",
    );
    for (const bad of [{ size: 0 }, { size: 201 }, { seed: " " }, { before: iso(from - 1) }])
      expect((await drawOf(bad)).error).toBe("Validation Error");
  });

  test("the changed share is kept: by the first review after the draw, even after the candidate is deleted", async () => {
    const applications = [addApplication(db), addApplication(db), addApplication(db)];
    const drawn = applications.map(({ id }) => addDecision(db, { applicationId: id, decidedAt: from }));
    await review(drawn[0] ?? "", { verdict: "CONFIRMED" });
    const { sample } = await drawOf({});
    const id = sample?._id ?? "";
    expect(await shareOf(id)).toEqual([1, 0]);
    const change = { verdict: "CHANGED", status: "APPS_APPLICATION_HIRED", reason: "So" };
    await review(drawn[1] ?? "", change);
    await review(drawn[1] ?? "", { verdict: "CONFIRMED" });
    expect(await shareOf(id)).toEqual([2, 1]);
    await staff.send("AppsDeleteCandidateById", { ...retail, candidateId: applications[1]?.candidateId });
    expect(await shareOf(id)).toEqual([2, 1]);
  });
});

test("DEC-07 a de-identified candidate's decision is kept without name and reason, a deleted one's is not", async () => {
  const people = [addApplication(db), addApplication(db)];
  const [kept, gone] = people.map(({ id }) => addDecision(db, { applicationId: id }));
  for (const id of [kept, gone]) await review(id ?? "", { verdict: "CONFIRMED", reason: "Zyzzyva said so" });
  await staff.result("AppsPurgeApplicationCandidate", { ...retail, _id: people[0]?.id });
  expect(await one(kept ?? "")).toMatchObject({ candidate: null, reviewReason: null, verdict: "CONFIRMED" });
  await staff.result("AppsDeleteCandidateById", {
    ...retail,
    candidateId: people[1]?.candidateId,
  });
  expect((await list()).map(({ _id }) => _id)).toEqual([kept]);
  expect(db.statement("SELECT id FROM rule_decisions WHERE reviewReason IS NOT NULL").all()).toEqual([]);
});
