import { planOf as planFor } from "../../regional-api/areas/retention/plan";
import { periodsOf } from "../../regional-api/areas/retention/retention.rules";
import { beforeEach, describe, expect, test } from "vitest";
import { runPortion } from "../../regional-api/areas/retention/retention-run";
import { startRetentionRunner } from "../../regional-api/areas/retention/retention-runner";
import { verifyDataDir } from "../../regional-api/store/verify";
import { giveCredits, onPostgres, refuse } from "./fixtures/engine";
import { signedIn, type Client } from "./fixtures/client";
import { withVersion } from "./fixtures/edits";
import { addDecision } from "./fixtures/decision-operations";
import { addApplication, addCandidate, vacancies } from "./fixtures/hiring";
import { entriesAfter, lastPlace } from "./fixtures/record";
import { retail } from "./fixtures/ids";
import { ids } from "./fixtures/world";
import { everyByte } from "./fixtures/snapshot";
import { useSydney, useWorld } from "./fixtures/use-world";

const world = useWorld("each test", { AUTH_CALLS_PER_MINUTE: "1000" });
const dayMs = 24 * 3_600_000;
const db = useSydney(world);
let staff: Client;
const silent = { info: () => undefined, error: () => undefined };
beforeEach(async () => {
  staff = await signedIn(world.app, "staff");
});

/** Runs the runner until nothing is left and stops it, so that none of its timed rounds interferes. */
async function flush(): Promise<void> {
  const runner = startRetentionRunner({ databases: world.databases, clock: world.now, log: silent });
  await runner.flush();
  await runner.stop();
}

/** Sets Acme Retail's periods as if long in effect. */
function keep(candidateMonths: number, videoMonths: number): void {
  db.statement("DELETE FROM retention_changes").run();
  db.statement("DELETE FROM customer_settings WHERE customerId = ?").run(ids.retail);
  db.statement(
    `INSERT INTO customer_settings (customerId, id, hierarchyId, candidatePiiRetentionPeriod,
       videoRetentionPeriod, createdAt, updatedAt) VALUES (?, 'x', ?, ?, ?, 1, 1)`,
  ).run(ids.retail, retail.hierarchyId, candidateMonths, videoMonths);
}

interface Plan {
  months: { month: string; candidates: number; reports: number }[];
  vacancies: { _id: string; candidates: number }[];
  due: { candidates: number; reports: number };
  kept: { candidates: number; reports: number };
  nextRunAt: string;
  oldestAt: string | null;
  lastRun: Run | null;
}
interface Run {
  day: string;
  endedAt: string | null;
  candidates: number;
  reports: number;
  keptCandidates: number;
  keptReports: number;
  failed: number;
}
async function query<Answer>(name: string, variables: object = {}, client = staff): Promise<Answer> {
  const { data, error, message } = await client.send(name, { ...retail, ...variables });
  expect(error && `${error}: ${message}`).toBeUndefined();
  return data[name] as Answer;
}
const planNow = () => query<Plan>("RETGetPlan");
const runs = async () => (await query<{ data: Run[] }>("RETGetRuns", { skipEq: 0, limitEq: 30 })).data;

/** A candidate with a report, last active at the given time. */
function applied(
  at: number,
  more: { vacancy?: "main" | "second" | "department"; submittedAt?: number; lastName?: string } = {},
) {
  const candidateId = addCandidate(db, more.lastName === undefined ? {} : { lastName: more.lastName });
  const submittedAt = more.submittedAt ?? at;
  const application = addApplication(db, {
    candidateId,
    vacancy: more.vacancy ?? "main",
    status: "APPS_ASSESSMENT_COMPLETED",
    insightsLink: "https://insights.example/1",
    createdAt: at,
    submittedAt,
  });
  for (const table of ["candidates", "applications", "assessments"])
    db.statement(`UPDATE ${table} SET createdAt = ?, updatedAt = ? WHERE id = ? OR id = ? OR id = ?`).run(
      at,
      at,
      candidateId,
      application.id,
      application.assessmentId,
    );
  db.statement("UPDATE candidates SET lastActivityAt = ? WHERE id = ?").run(at, candidateId);
  return { ...application, at };
}
const person = (id: string) =>
  db.statement<Record<string, unknown>>("SELECT * FROM candidates WHERE id = ?").get(id);
const isNamed = (id: string) => person(id)?.["deidentifiedAt"] === null;
const report = (assessmentId: string) =>
  db
    .statement<{ insightsLink: string | null; reportRemovedAt: number | null }>(
      "SELECT insightsLink, reportRemovedAt FROM assessments WHERE id = ?",
    )
    .get(assessmentId);

const place = (variables: object) =>
  query<{ _id: string }>("RETPlaceHold", {
    vacancyId: undefined,
    reason: "The case of the auditors",
    reviewAt: new Date(world.now() + 40 * dayMs).toISOString(),
    ...variables,
  });
const release = (_id: string) => query("RETReleaseHold", { _id, reason: "It is over" });

/** Advances the clock to the start of a UTC day. */
const passTo = (day: number) => world.pass(day - world.now() + 60_000);

describe("RET-01 a candidate's retention clock", () => {
  const lastActivity = (id: string) => Number(person(id)?.["lastActivityAt"]);

  test("restarts with an application, an interview, an opened message and a change by staff", async () => {
    const { candidateId, id, assessmentId } = addApplication(db);
    const begin = world.now();
    const at = (days: number) => begin + days * dayMs;
    addApplication(db, { candidateId, vacancy: "second", createdAt: at(1) });
    expect(lastActivity(candidateId)).toBe(at(1));
    db.statement("UPDATE assessments SET consentedAt = ? WHERE id = ?").run(at(2), assessmentId);
    expect(lastActivity(candidateId)).toBe(at(2));
    db.statement("UPDATE assessments SET submittedAt = ? WHERE id = ?").run(at(3), assessmentId);
    expect(lastActivity(candidateId)).toBe(at(3));
    db.statement(
      `INSERT INTO email_events (id, customerId, eventType, mailMessageId, mailRecipient, mailSender, masterId,
         assessmentId, subject, templateId, templateType, timestamp)
       VALUES ('o', ?, 'Open', 'm', 'x', 's', NULL, ?, 's', 't', 'FI_INVITE', ?)`,
    ).run(ids.retail, assessmentId, at(4));
    expect(lastActivity(candidateId)).toBe(at(4));
    world.pass(5 * dayMs);
    const moved = await signedIn(world.app, "staff");
    await query("AppsUpdateApplicationStatus", { _ids: [id], status: "APPS_APPLICATION_SHORTLISTED" }, moved);
    expect(lastActivity(candidateId)).toBe(world.now());
    // It never goes back.
    db.statement("UPDATE assessments SET submittedAt = ? WHERE id = ?").run(at(3), assessmentId);
    expect(lastActivity(candidateId)).toBe(world.now());
  });
});

describe("RET-02 RET-05 RET-08 plan and run", () => {
  test("RET-02 RET-08 the plan's numbers match the runs, today and in each of the twelve months", async () => {
    // Most reports are removed with their candidates, some earlier.
    keep(12, 14);
    const hours = [0, 1, 11, 23.99];
    db.transaction(() => {
      for (let month = 0; month < 24; month += 1)
        for (const day of [1, 15, 28, 29, 30, 31])
          applied(Date.UTC(2024, 6 + month, day) + (hours[day % 4] ?? 0) * 3_600_000);
    });
    const twice = applied(Date.UTC(2025, 5, 3), { submittedAt: Date.UTC(2025, 1, 3) });
    addApplication(db, { candidateId: twice.candidateId, vacancy: "second", createdAt: twice.at });
    const held = applied(Date.UTC(2024, 9, 10)).candidateId;
    await place({ candidateId: held });
    // A candidate with two holds is counted once.
    addApplication(db, { candidateId: held, vacancy: "department", createdAt: Date.UTC(2024, 9, 9) });
    db.statement("UPDATE candidates SET lastActivityAt = ? WHERE id = ?").run(Date.UTC(2024, 9, 10), held);
    for (const at of [Date.UTC(2025, 3, 5), Date.UTC(2024, 8, 5)]) applied(at, { vacancy: "department" });
    await place({ vacancyId: vacancies.department });
    const plan = await planNow();
    expect(plan.months).toHaveLength(12);
    expect(plan.due.candidates).toBeGreaterThan(0);
    expect(plan.due.reports).toBeGreaterThan(0);
    expect(plan.kept).toEqual({ candidates: 3, reports: 3 });
    expect(plan.vacancies.map(({ _id }) => _id)).not.toContain(vacancies.department);
    expect(plan.vacancies[0]?._id).toBe(vacancies.main);

    await flush();
    const [first] = await runs();
    expect(first).toMatchObject({
      candidates: plan.due.candidates,
      reports: plan.due.reports,
      keptCandidates: 2,
      keptReports: 2,
      failed: 0,
    });
    let [candidates, reports] = [first?.candidates ?? 0, first?.reports ?? 0];
    for (const [index, { month }] of plan.months.entries()) {
      const from = Date.parse(month);
      const to = Date.UTC(new Date(from).getUTCFullYear(), new Date(from).getUTCMonth() + 1, 1);
      for (let day = Math.max(from, Math.ceil(world.now() / dayMs) * dayMs); day < to; day += dayMs) {
        passTo(day);
        await flush();
        const [run] = db
          .statement<{ candidates: number | null; reports: number | null }>(
            `SELECT c.candidates, c.reports FROM retention_runs AS r
             LEFT JOIN retention_run_customers AS c ON c.run = r.seq AND c.customerId = ? ORDER BY r.day DESC LIMIT 1`,
          )
          .all(ids.retail);
        candidates += run?.candidates ?? 0;
        reports += run?.reports ?? 0;
      }
      const until = plan.months.slice(0, index + 1);
      expect([month, candidates]).toEqual([month, until.reduce((sum, one) => sum + one.candidates, 0)]);
      expect([month, reports]).toEqual([month, until.reduce((sum, one) => sum + one.reports, 0)]);
    }
  }, 120_000);

  test("RET-05 one run a day, which records its results; nothing is removed twice", async () => {
    keep(1, 1);
    applied(world.now() - 40 * dayMs);
    await flush();
    await flush();
    const [run, ...others] = await runs();
    expect(others).toEqual([]);
    expect(run).toMatchObject({ day: "2026-01-15T00:00:00.000Z", candidates: 1, reports: 1, failed: 0 });
    expect(run?.endedAt).not.toBeNull();
    world.pass(dayMs);
    await flush();
    expect(
      await query<{ data: Run[] }>(
        "RETGetRuns",
        { skipEq: 0, limitEq: 30 },
        await signedIn(world.app, "staff"),
      ),
    ).toMatchObject({
      data: [{ candidates: 0 }, { candidates: 1 }],
    });
  });

  test("RET-05 continues after an interruption at every row, and counts each once", async () => {
    keep(1, 1);
    const people = Array.from({ length: 7 }, (_, index) => applied(world.now() - (40 + index) * dayMs));
    await place({ candidateId: people[3]?.candidateId });
    let portions = 1;
    while (await runPortion(db, { now: world.now(), log: silent, isOver: () => true })) portions += 1;
    expect(portions).toBeGreaterThan(8);
    const [run] = await runs();
    expect(run).toMatchObject({ candidates: 6, keptCandidates: 1, reports: 6, keptReports: 1 });
  });

  test("RET-05 a failing row is counted, and the others are removed", async () => {
    keep(1, 1);
    const [bad, good] = [applied(world.now() - 50 * dayMs), applied(world.now() - 40 * dayMs)];
    refuse(db, {
      table: "candidates",
      on: "UPDATE OF deidentifiedAt",
      when: `NEW.id = '${bad.candidateId}'`,
    });
    await flush();
    expect((await runs())[0]).toMatchObject({ candidates: 1, failed: 1 });
    expect([isNamed(bad.candidateId), isNamed(good.candidateId)]).toEqual([true, false]);
  });

  test("RET-05 in a region that had periods before, the first run waits for its day", async () => {
    keep(1, 1);
    const { candidateId } = applied(world.now() - 40 * dayMs);
    db.statement("INSERT INTO retention_begin VALUES (1, ?)").run(world.now() + 7 * dayMs);
    expect((await planNow()).nextRunAt).toBe("2026-01-23T00:00:00.000Z");
    await flush();
    expect([await runs(), isNamed(candidateId)]).toEqual([[], true]);
    passTo(Date.UTC(2026, 0, 23));
    await flush();
    expect(isNamed(candidateId)).toBe(false);
  });
});

const snapshotOfInsights = () =>
  ["insight_counts", "application_day_counts", "application_counts"].map((table) =>
    JSON.stringify(db.sqlite.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).all()),
  );

describe("RET-06 RET-07 what is removed", () => {
  test("RET-06 RET-08 after one month's retention no personal byte is left in any file, and Insights are unchanged", async () => {
    const { candidateId, id, assessmentId } = applied(world.now(), { lastName: "Quixotrypan" });
    const phones = ["+61412777001", "+61412777002"];
    const edit = (changes: object) =>
      staff.send("AppsUpdateApplicationCandidate", { ...retail, _id: id, ...changes });
    await edit({ email: "quixotrypan@vanishing.example", phoneNumber: phones[0] });
    giveCredits(db, ids.retail, 100);
    await query("AppsResendApplicationMiReport", { _id: id });
    await edit({ phoneNumber: phones[1], email: "zyzzyvan@vanishing.example" });
    db.statement("UPDATE assessments SET comment = 'Quixotrypan was late' WHERE id = ?").run(assessmentId);
    addDecision(db, { applicationId: id, verdict: "CONFIRMED", reviewReason: "Quixotrypan was early" });
    await query("RETMakePack", { _id: id });
    await flush();
    const { _id: hold } = await place({ candidateId, reason: "Quixotrypan complained" });
    await release(hold);
    const traces = ["uixotrypan", "yzzyvan", "anishing.example", ...phones];
    if (!onPostgres) db.sqlite.pragma("wal_checkpoint(TRUNCATE)");
    for (const trace of onPostgres ? [] : traces)
      expect([trace, everyByte(world.dataDir).includes(trace)]).toEqual([trace, true]);
    const insights = snapshotOfInsights();

    keep(1, 1200);
    world.pass(32 * dayMs);
    await flush();
    expect(isNamed(candidateId)).toBe(false);
    expect(snapshotOfInsights()).toEqual(insights);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const bytes = everyByte(world.dataDir);
    for (const trace of traces) expect([trace, bytes.includes(trace)]).toEqual([trace, false]);
    expect(
      db
        .statement(
          "SELECT changedBy, kind FROM candidate_changes WHERE candidateId = ? ORDER BY seq DESC LIMIT 1",
        )
        .get(candidateId),
    ).toEqual({
      changedBy: null,
      kind: "DEIDENTIFIED",
    });
    expect(verifyDataDir(world.dataDir).problems).toEqual([]);
  });

  test("RET-07 APP-48 a report is removed by its own period only; the call reports when it was removed", async () => {
    keep(1200, 1);
    const { candidateId, assessmentId, id } = applied(world.now() - 40 * dayMs);
    const insights = snapshotOfInsights();
    await flush();
    expect(report(assessmentId)).toEqual({ insightsLink: null, reportRemovedAt: world.now() });
    expect(isNamed(candidateId)).toBe(true);
    expect(snapshotOfInsights()).toEqual(insights);
    expect(await query("AppsGetApplicationThread", { _id: id })).toMatchObject({
      application: {
        assessments: [{ insightsLink: null, reportRemovedAt: new Date(world.now()).toISOString() }],
      },
    });
    // A link to the removed report is not mailed either (APP-48).
    const resent = await staff.send("AppsResendApplicationMiReport", { ...retail, _id: id });
    expect(resent).toMatchObject({
      error: "Conflict Error",
      message: "The report was removed by retention",
    });
    // Removing it does not count as the candidate's activity.
    expect(person(candidateId)?.["lastActivityAt"]).toBe(world.now() - 40 * dayMs);
  });
});

describe("RET-09 RET-10 a hold prevents removal on every path", () => {
  const refused = async (client: Client, application: { id: string; candidateId: string }) => {
    const remove = await client.send("AppsDeleteCandidateById", {
      ...retail,
      candidateId: application.candidateId,
    });
    const purge = await client.send("AppsPurgeApplicationCandidate", {
      ...retail,
      _id: application.id,
    });
    return [remove, purge].map(({ error, message }) => (error ? `${error}: ${message}` : "done"));
  };
  const byHold = "Conflict Error: Kept by a hold";

  test.each(["candidate", "vacancy", "customer"] as const)(
    "on a %s: run, delete, de-identify and manual statements",
    async (on) => {
      keep(1, 1);
      const held = applied(world.now() - 40 * dayMs, { vacancy: "second" });
      const on_ = {
        candidate: { candidateId: held.candidateId },
        vacancy: { vacancyId: vacancies.second },
        customer: {},
      };
      const plan = await planNow();
      expect(plan.due).toEqual({ candidates: 1, reports: 1 });
      // Between plan and run.
      const { _id } = await place(on_[on]);
      await flush();
      expect((await runs())[0]).toMatchObject({
        candidates: 0,
        reports: 0,
        keptCandidates: 1,
        keptReports: 1,
      });
      const bytes = JSON.stringify([person(held.candidateId), report(held.assessmentId)]);
      const from = lastPlace(db);
      expect(await refused(staff, held)).toEqual([byHold, byHold]);
      expect(entriesAfter(db, from)).toEqual([]);
      for (const statement of [
        "DELETE FROM candidates WHERE id = ?",
        "DELETE FROM applications WHERE candidateId = ?",
        "DELETE FROM assessments WHERE applicationId = (SELECT id FROM applications WHERE candidateId = ?)",
        "UPDATE candidates SET deidentifiedAt = 1 WHERE id = ?",
        "UPDATE assessments SET insightsLink = NULL WHERE applicationId = (SELECT id FROM applications WHERE candidateId = ?)",
      ])
        expect(() => db.statement(statement).run(held.candidateId)).toThrow("kept by a hold");
      expect(JSON.stringify([person(held.candidateId), report(held.assessmentId)])).toBe(bytes);

      await release(_id);
      world.pass(dayMs);
      await flush();
      expect(isNamed(held.candidateId)).toBe(false);
      // A de-identified candidate may be deleted.
      staff = await signedIn(world.app, "staff");
      expect((await refused(staff, held))[0]).toBe("done");
    },
  );

  test("a second hold applies when the first is released; another candidate's hold has no effect", async () => {
    keep(1, 1);
    const [held, other] = [applied(world.now() - 40 * dayMs), applied(world.now() - 40 * dayMs)];
    const first = await place({ candidateId: held.candidateId });
    await place({ candidateId: held.candidateId, reason: "Another case" });
    await release(first._id);
    await flush();
    expect([isNamed(held.candidateId), isNamed(other.candidateId)]).toEqual([true, false]);
  });

  test("a hold placed or released during a run takes effect from the next row", async () => {
    keep(1, 1);
    const people = [50, 49, 48, 47].map((days) => applied(world.now() - days * dayMs));
    const [, second, third, fourth] = people;
    const early = await place({ candidateId: third?.candidateId });
    const step = () => runPortion(db, { now: world.now(), log: silent, isOver: () => true });
    await step();
    await place({ candidateId: second?.candidateId });
    await release(early._id);
    while (await step());
    expect(people.map(({ candidateId }) => isNamed(candidateId))).toEqual([false, true, false, false]);
    expect(fourth).toBeDefined();
    expect((await runs())[0]).toMatchObject({ candidates: 3, keptCandidates: 1 });
  });

  test("a held vacancy can still be archived, since that removes nothing", async () => {
    const held = applied(world.now(), { vacancy: "second" });
    await place({ vacancyId: vacancies.second });
    await query("AppsArchiveVacanciesByExternalVacancyIds", { externalVacancyIds: ["EXT-second"] });
    expect([isNamed(held.candidateId), report(held.assessmentId)?.insightsLink === null]).toEqual([
      true,
      false,
    ]);
  });

  test("RET-05 a run includes archived customers, and holds there still apply", async () => {
    keep(1, 1);
    const [held, other] = [applied(world.now() - 40 * dayMs), applied(world.now() - 40 * dayMs)];
    await place({ candidateId: held.candidateId });
    db.statement("UPDATE customers SET archivedAt = 1 WHERE id = ?").run(ids.retail);
    await flush();
    expect([isNamed(held.candidateId), isNamed(other.candidateId)]).toEqual([true, false]);
  });

  test("RET-10 everyone sees since when a hold exists; people who may read holds also see why and by whom", async () => {
    const held = applied(world.now());
    const at = new Date(world.now()).toISOString();
    await place({ candidateId: held.candidateId });
    const holdsFor = (client: Client) => query("RETGetCandidateHolds", { _id: held.id }, client);
    const recruiter = await signedIn(world.app, "recruiter");
    expect(await holdsFor(recruiter)).toEqual({ since: at, holds: null });
    expect(await holdsFor(staff)).toMatchObject({
      since: at,
      holds: [{ reason: "The case of the auditors", on: { kind: "CANDIDATE" } }],
    });
    await place({ vacancyId: vacancies.archived });
    await place({});
    const vacancy = (client: Client) => query("RETGetVacancyHolds", { _id: vacancies.archived }, client);
    expect(await vacancy(recruiter)).toMatchObject({ holds: null });
    expect(await vacancy(staff)).toMatchObject({ holds: [{}, {}] });
  });
});

describe("RET-11 holds", () => {
  const list = async (isReleased = false, client = staff) =>
    (
      await query<{ data: { _id: string; isPastReview: boolean; releaseReason: string | null }[] }>(
        "RETGetHolds",
        { isReleased, skipEq: 0, limitEq: 30 },
        client,
      )
    ).data;

  test("holds past their review come first; released ones have their own list, with the reason", async () => {
    const late = await place({ vacancyId: vacancies.main, reviewAt: "2026-01-17T00:00:00.000Z" });
    expect((await list())[0]).toMatchObject({ _id: late._id, isPastReview: false });
    world.pass(2 * dayMs);
    staff = await signedIn(world.app, "staff");
    expect((await list())[0]).toMatchObject({ _id: late._id, isPastReview: true });
    await release(late._id);
    expect((await list()).map(({ _id }) => _id)).not.toContain(late._id);
    expect(await list(true)).toMatchObject([
      { _id: late._id, releaseReason: "It is over", isPastReview: false },
    ]);
  });

  test("RET-11 refuses a hold without a reason, reviewed today, on two targets or another customer's; a duplicate; a second release", async () => {
    const call = (variables: object) =>
      staff.send("RETPlaceHold", {
        ...retail,
        reason: "x",
        reviewAt: "2026-06-01T00:00:00.000Z",
        ...variables,
      });
    expect(await call({ reason: " " })).toMatchObject({ message: "Please enter a reason" });
    expect(await call({ reason: "x".repeat(501) })).toMatchObject({
      message: "Please keep the reason within 500 characters",
    });
    expect(await call({ reviewAt: "2026-01-15T23:00:00.000Z" })).toMatchObject({
      message: "The review date must be after today",
    });
    for (const on of [
      {},
      { vacancyId: vacancies.second },
      { candidateId: applied(world.now()).candidateId },
    ]) {
      expect((await call({ ...on, reason: "the same" })).error).toBeUndefined();
      expect((await call({ ...on, reason: "another" })).error).toBeUndefined();
      expect(await call({ ...on, reason: "the same" })).toMatchObject({
        error: "Conflict Error",
        message: "A hold with this reason is already in place",
      });
    }
    expect(await call({ reviewAt: "2036-01-15T23:00:00.000Z" })).toMatchObject({
      message: "The review date must be within 5 years",
    });
    for (const reviewAt of ["2026-02-30T00:00:00.000Z", "2026-13-01T00:00:00.000Z"])
      expect(await call({ reviewAt })).toMatchObject({ error: "Validation Error" });
    expect((await call({ vacancyId: vacancies.foreign })).error).toBe("Not Found Error");
    expect((await call({ vacancyId: vacancies.main, candidateId: "x" })).error).toBe("Validation Error");
    expect((await call({ candidateId: addCandidate(db, {}, ids.globexSydney) })).error).toBe(
      "Not Found Error",
    );
    const { _id } = await place({ vacancyId: vacancies.main });
    await release(_id);
    const again = await staff.send("RETReleaseHold", { ...retail, _id, reason: "Again" });
    expect(again).toMatchObject({ error: "Conflict Error", message: "The hold has already been released" });
  });
});

test("RET-08 counting stops when the caller has disconnected", async () => {
  keep(1, 1);
  const periods = periodsOf({ candidateMonths: 1, videoMonths: 2 }, null);
  applied(world.now() - 70 * dayMs);
  let calls = 0;
  const goOn = () => {
    calls += 1;
    throw new Error("left");
  };
  const region = world.databases.region("ap-southeast-2");
  await expect(
    planFor(region.reader, { customerId: ids.retail, ...periods }, world.now(), goOn),
  ).rejects.toThrow("left");
  expect(calls).toBe(1);
});

describe("RET-03 RET-04 periods", () => {
  const save = (candidatePiiRetentionPeriod: number, videoRetentionPeriod: number) =>
    query(
      "AppsUpdateCustomerSetting",
      withVersion(world.databases, "AppsUpdateCustomerSetting", {
        ...retail,
        retentionPeriod: { candidatePiiRetentionPeriod, videoRetentionPeriod },
      }),
    );
  interface Stored {
    version: number;
    retentionPeriod: { candidatePiiRetentionPeriod: number; videoRetentionPeriod: number };
    pendingChange: Record<string, unknown> | null;
  }
  const setting = async (client = staff) => {
    const { data } = await client.call(
      `query ($organizationId: ID!, $customerId: ID!, $hierarchyId: ID!) { AppsGetCustomerSetting(organizationId: $organizationId,
        customerId: $customerId, hierarchyId: $hierarchyId) { version retentionPeriod { candidatePiiRetentionPeriod
        videoRetentionPeriod } pendingChange { _id candidatePiiRetentionPeriod videoRetentionPeriod requestedBy takesEffectAt } } }`,
      retail,
    );
    return data["AppsGetCustomerSetting"] as Stored;
  };
  const now = async () => {
    const { retentionPeriod } = await setting();
    return [retentionPeriod.candidatePiiRetentionPeriod, retentionPeriod.videoRetentionPeriod];
  };
  const preview = (candidateMonths: number, videoMonths: number) =>
    query<{ candidates: number; reports: number; from: string | null }>("RETPreviewChange", {
      candidateMonths,
      videoMonths,
    });

  test("RET-04 a longer period applies at once, a shorter one after seven days, by the platform", async () => {
    keep(12, 12);
    await save(24, 6);
    expect(await now()).toEqual([24, 12]);
    expect((await setting()).pendingChange).toMatchObject({
      candidatePiiRetentionPeriod: null,
      videoRetentionPeriod: 6,
      requestedBy: "staff Test",
      takesEffectAt: "2026-01-23T00:00:00.000Z",
    });
    passTo(Date.UTC(2026, 0, 22, 23));
    await flush();
    staff = await signedIn(world.app, "staff");
    expect(await now()).toEqual([24, 12]);
    passTo(Date.UTC(2026, 0, 23));
    const from = lastPlace(db);
    await flush();
    const entries = entriesAfter(db, from);
    staff = await signedIn(world.app, "staff");
    expect(await now()).toEqual([24, 6]);
    expect((await setting()).pendingChange).toBeNull();
    expect(entries).toMatchObject([
      {
        operation: "retention-change",
        actorId: null,
        kind: "COMPLIANCE",
        customerId: ids.retail,
        changes: [
          {
            fields: [
              { field: "videoMonths", before: 12, after: 6 },
              { field: "waitingVideoMonths", before: 6, after: null },
              { field: "waitsUntil", before: "2026-01-23", after: null },
            ],
          },
        ],
      },
    ]);
  });

  test("RET-04 a pending change is cancelled once; saving the other field keeps it", async () => {
    keep(24, 12);
    await save(12, 12);
    const { pendingChange } = await setting();
    await save(12, 24);
    expect((await setting()).pendingChange).toMatchObject({
      _id: pendingChange?.["_id"],
      candidatePiiRetentionPeriod: 12,
    });
    expect(await now()).toEqual([24, 24]);
    world.pass(dayMs);
    staff = await signedIn(world.app, "staff");
    await save(12, 6);
    const both = (await setting()).pendingChange;
    expect(both).toMatchObject({
      candidatePiiRetentionPeriod: 12,
      videoRetentionPeriod: 6,
      takesEffectAt: "2026-01-24T00:00:00.000Z",
    });
    expect(both?.["_id"]).not.toBe(pendingChange?.["_id"]);
    const cancel = (id: unknown) => staff.send("AppsCancelRetentionChange", { ...retail, _id: id });
    expect((await cancel(pendingChange?.["_id"])).message).toBe("This change is no longer pending");
    const { version } = await setting();
    expect((await cancel(both?.["_id"])).error).toBeUndefined();
    expect((await cancel(both?.["_id"])).error).toBe("Conflict Error");
    expect(await setting()).toMatchObject({ version: version + 1, pendingChange: null });
    world.pass(30 * dayMs);
    await flush();
    staff = await signedIn(world.app, "staff");
    expect(await now()).toEqual([24, 24]);
    // From its day on it applies even if it was not opened since: a run may have removed data by it.
    await save(12, 6);
    const due = (await setting()).pendingChange;
    world.pass(8 * dayMs);
    staff = await signedIn(world.app, "staff");
    expect((await cancel(due?.["_id"])).error).toBe("Conflict Error");
  });

  test("RET-03 RET-04 a customer's first periods are pending, too: nothing was removed before", async () => {
    db.statement("DELETE FROM retention_changes").run();
    await query("AppsCreateCustomerSetting", {
      retentionPeriod: { candidatePiiRetentionPeriod: 24, videoRetentionPeriod: 1300 },
    });
    expect(await now()).toEqual([1200, 1300]);
    expect((await setting()).pendingChange).toMatchObject({
      candidatePiiRetentionPeriod: 24,
      videoRetentionPeriod: null,
    });
  });

  test.each([
    { stay: 1, go: 60 },
    { stay: 9, go: 2 },
  ])(
    "RET-02 RET-03 reports removed with their candidates are counted, with $stay kept and $go removed",
    async ({ stay, go }) => {
      keep(24, 24);
      const many = (count: number, days: number, before = 0) =>
        Array.from({ length: count }, () =>
          applied(world.now() - days * dayMs, { submittedAt: world.now() - (days + before) * dayMs }),
        );
      many(go, 300);
      many(1, 290, 50);
      // They stay, with reports older than the removed candidates.
      many(stay, 20, 250);
      const previewed = await preview(6, 18);
      expect(previewed).toMatchObject({ candidates: go + 1, reports: go + 1 });
      await save(6, 18);
      expect((await planNow()).months[0]).toMatchObject({ candidates: go + 1, reports: go + 1 });
      passTo(Date.UTC(2026, 0, 23));
      await flush();
      staff = await signedIn(world.app, "staff");
      expect((await runs())[0]).toMatchObject({ candidates: go + 1, reports: go + 1 });
    },
  );

  test("RET-03 RET-08 the preview's numbers match the first run with the shorter periods", async () => {
    keep(24, 24);
    for (const days of [30, 200, 370, 375, 400, 800]) applied(world.now() - days * dayMs);
    await place({ candidateId: applied(world.now() - 500 * dayMs).candidateId });
    await flush();
    const previewed = await preview(12, 6);
    expect(previewed).toEqual({
      ...{ candidates: 3, reports: 4, from: "2026-01-23T00:00:00.000Z", keptSince: null },
    });
    const none = { candidates: 0, reports: 0 };
    expect(await preview(24, 25)).toEqual({ ...none, from: null, keptSince: null });
    const { _id } = await place({});
    expect(await preview(12, 6)).toMatchObject({ ...none, keptSince: new Date(world.now()).toISOString() });
    await release(_id);
    await save(12, 6);
    const plan = await planNow();
    expect(plan.months[0]).toMatchObject({ candidates: 3, reports: 4 });
    for (let day = 16; day <= 23; day += 1) {
      passTo(Date.UTC(2026, 0, day));
      await flush();
    }
    staff = await signedIn(world.app, "staff");
    expect((await runs())[0]).toMatchObject({
      day: "2026-01-23T00:00:00.000Z",
      candidates: previewed.candidates,
      reports: previewed.reports,
      keptCandidates: 1,
    });
  });
});

test("RET-13 a run is one platform entry per customer, found from each candidate; hold entries have no reason", async () => {
  keep(1, 1);
  const people = [applied(world.now() - 40 * dayMs), applied(world.now() - 41 * dayMs)];
  const from = lastPlace(db);
  await flush();
  const entries = entriesAfter(db, from);
  expect(entries).toMatchObject([
    {
      action: "RETENTION_APPLIED",
      kind: "COMPLIANCE",
      actorId: null,
      customerId: ids.retail,
      operation: "retention-run",
    },
  ]);
  for (const { candidateId } of people)
    expect(
      db
        .statement(
          "SELECT seq FROM record_objects WHERE kind = 'CANDIDATE' AND objectId = ? ORDER BY seq DESC LIMIT 1",
        )
        .get(candidateId),
    ).toEqual({ seq: entries[0]?.seq });
  const { _id } = await place({ vacancyId: vacancies.main, reason: "Of Zebedee's complaint" });
  await release(_id);
  const [placed, released] = entriesAfter(db, entries[0]?.seq);
  expect([placed?.action, released?.action]).toEqual(["CREATED", "RELEASED"]);
  expect(JSON.stringify([placed, released])).not.toContain("Zebedee");
  expect(verifyDataDir(world.dataDir).problems).toEqual([]);
});
