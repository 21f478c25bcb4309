import { beforeAll, describe, expect, test } from "vitest";
import type { LineKind } from "../../regional-api/areas/home/today-lines";
import {
  completedCountQuery,
  completedPageQuery,
} from "../../regional-api/areas/applications/completed-applications.store";
import { userCount } from "../../regional-api/areas/users/user-list.store";
import { dueFilter } from "../../regional-api/areas/users/users.rules";
import { signedIn, signedInByPassword, type Client } from "./fixtures/client";
import { addDecision, moved } from "./fixtures/decision-operations";
import { addCandidate, addApplication, stages, vacancies } from "./fixtures/hiring";
import { todayOf } from "./fixtures/home-operations";
import { planOf } from "./fixtures/plan";
import { deliveredText } from "./fixtures/texts";
import { useClient, useWorld } from "./fixtures/use-world";
import { addGroup, ids, people, retail, rootId, scopeOf } from "./fixtures/world";

const world = useWorld("all tests", { AUTH_CALLS_PER_MINUTE: "1000" });
const staff = useClient(world, "staff", "all tests");
const sydney = () => world.databases.region("ap-southeast-2");
const dayMs = 24 * 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

let serial = 0;
function insert(table: string, row: Record<string, string | number | null>): void {
  const names = Object.keys(row);
  sydney()
    .statement(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
    .run(...Object.values(row));
}
const count = (sql: string, ...values: (string | number)[]) =>
  Number(
    sydney()
      .statement<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`)
      .get(...values)?.n,
  );

interface Line {
  kind: LineKind;
  count: number;
  isExact: boolean;
  at: string | null;
  startedAt: string | null;
  days: number | null;
  reports: number | null;
  id: string | null;
  text: string | null;
}
interface Today {
  since: string;
  hasSignedInBefore: boolean;
  lines: Line[];
  failed: LineKind[];
  vacancies:
    | {
        _id: string;
        title: string;
        canView: boolean;
        came: number;
        completed: number;
        stages: { _id: string; name: string; counts: { progress: string | null; count: number }[] }[];
        days: number[];
      }[]
    | null;
  isOwn: boolean;
}

async function today(client: Client = staff, more: object = {}): Promise<Today> {
  const { data, error, message } = await client.send("HomeGetToday", {
    ...todayOf(world.now()),
    ...more,
  });
  expect(error && `${error}: ${message}`).toBeUndefined();
  return data.HomeGetToday as Today;
}
const counted = async (kind: LineKind, client: Client = staff) =>
  (await today(client)).lines.filter((line) => line.kind === kind).map((line) => line.count);

/** Number of rows in the list that a line links to. */
async function rowsOf(name: string, variables: Record<string, unknown>): Promise<number> {
  const { data, error, message } = await staff.send(name, variables);
  expect(error && `${error}: ${message}`).toBeUndefined();
  return (data[name] as { pagination: { totalItems: number } }).pagination.totalItems;
}

const completedAt = (submittedAt: number, more: Parameters<typeof addApplication>[1] = {}) =>
  addApplication(sydney(), {
    status: "APPS_ASSESSMENT_COMPLETED",
    submittedAt,
    createdAt: submittedAt,
    ...more,
  });

const addEmail = (more: Record<string, string | number>) =>
  insert("email_events", {
    id: `email ${(serial += 1)}`,
    customerId: ids.retail,
    eventType: "Bounce",
    mailMessageId: `mail ${serial}`,
    mailRecipient: `pat.${serial}@mail.example`,
    mailSender: "jobs@acme.example",
    subject: "Your interview",
    templateId: "t",
    templateType: "FI_INVITE",
    timestamp: world.now() - dayMs,
    ...more,
  });

function addUser(more: Record<string, string | number | null>): void {
  serial += 1;
  const id = serial.toString(16).padStart(24, "f");
  const email = `due.${serial}@test.example`;
  insert("users", {
    ...{ id, organizationId: ids.acme, customerId: ids.retail, hierarchyId: rootId(ids.retail) },
    ...{ source: "LOCAL", userType: "END_USER", username: email, email, firstName: "Due", lastName: "Test" },
    ...{ createdAt: world.now() - 100 * dayMs, updatedAt: world.now(), lastActive: world.now() },
    lastPasswordUpdatedAt: world.now(),
    ...more,
  });
}

beforeAll(() => {
  const now = world.now();
  // Completed: two since the last visit, one of them viewed; one before; one on an archived vacancy; one de-identified.
  completedAt(now - 3_600_000);
  completedAt(now - 3_600_000, { isViewed: 1, stageId: stages.video });
  completedAt(now - 30 * dayMs);
  completedAt(now - 3_600_000, { vacancy: "archived" });
  const gone = completedAt(now - 40 * dayMs);
  sydney()
    .statement("UPDATE candidates SET nameKey = '', email = NULL, deidentifiedAt = 1 WHERE id = ?")
    .run(gone.candidateId);
  completedAt(now - 50 * dayMs, { vacancy: "department" });
  const declined = completedAt(now - 60 * dayMs);
  sydney()
    .statement("UPDATE applications SET status = 'APPS_APPLICATION_DECLINED' WHERE id = ?")
    .run(declined.id);
  for (const timestamp of [now - 6 * dayMs, now - dayMs]) addEmail({ timestamp });
  addEmail({ timestamp: now - 6 * dayMs - 1 });
  addEmail({ eventType: "Send" });
  addEmail({ customerId: ids.bank });
  addUser({ lastActive: null, createdAt: now - 7 * dayMs - 1 });
  addUser({ lastActive: null, createdAt: now - 7 * dayMs });
  addUser({ lastActive: null, createdAt: now - 9 * dayMs, archivedAt: now });
  for (const ago of [53, 59.9, 60, 52.9]) addUser({ lastPasswordUpdatedAt: now - ago * dayMs });
  addUser({ lastPasswordUpdatedAt: null, createdAt: now - 55 * dayMs });
  addUser({ source: "SSO", lastPasswordUpdatedAt: null, createdAt: now - 55 * dayMs });
  sydney()
    .statement("UPDATE retention_holds SET reviewAt = ? WHERE id = (SELECT id FROM retention_holds LIMIT 1)")
    .run(now - 2 * dayMs);
  sydney().statement("DELETE FROM sms_credits").run();
  insert("sms_credits", { customerId: ids.retail, credits: 100, totalCredits: 500, updatedAt: now });
  for (const [ago, status] of [
    [1, "DELIVERED"],
    [2, "SUCCESSFUL"],
    [2, "PENDING"],
    [3, "CLICK"],
    [30, "DELIVERED"],
  ] as const)
    insert("sms_events", {
      ...deliveredText,
      id: `sms ${(serial += 1)}`,
      customerId: ids.retail,
      smsMessageId: `text ${serial}`,
      smsMessageStatus: status,
      totalMessageParts: 2,
      timestamp: now - ago * dayMs,
    });
});

describe("HOME-02 HOME-03 HOME-04 HOME-09 each number matches its rows in SQL and the list it links to", () => {
  const own = "customerId = ?";
  const open = `vacancyId NOT IN (SELECT id FROM vacancies WHERE archivedAt IS NOT NULL)`;
  const completed = `applications WHERE ${own} AND assessmentStatus = 'APPS_ASSESSMENT_COMPLETED' AND ${open}`;
  const page = { skipEq: 0, limitEq: 1 };

  test("candidates who completed since the last visit", async () => {
    const { since } = await today();
    const [number = 0] = await counted("COMPLETED");
    expect(number).toBe(count(`${completed} AND assessmentSubmittedAt >= ?`, ids.retail, Date.parse(since)));
    expect(number).toBeGreaterThanOrEqual(2);
    expect(
      await rowsOf("AppsGetCompletedApplications", { filter: { ...retail, submittedFrom: since, ...page } }),
    ).toBe(number);
  });

  test("new unviewed candidates: without declined and de-identified ones and those of archived vacancies", async () => {
    const [number = 0] = await counted("UNVIEWED");
    const unviewed = `assessmentIsViewed = 0 AND candidateNameKey <> '' AND status = 'APPS_APPLICATION_NEW'`;
    expect(number).toBe(count(`${completed} AND ${unviewed}`, ids.retail));
    expect(number).toBeGreaterThanOrEqual(3);
    const filter = { ...retail, isUnviewed: true, applicationStatusList: ["APPS_APPLICATION_NEW"], ...page };
    expect(await rowsOf("AppsGetCompletedApplications", { filter })).toBe(number);
  });

  test("DEC-03 declines by rules that wait for confirmation", async () => {
    const db = sydney();
    for (const isWaiting of [1, 1, 0] as const)
      addDecision(db, { result: "APPS_APPLICATION_DECLINED", isWaiting });
    addDecision(db, { ...moved, isWaiting: 1 });
    const [number = 0] = await counted("DECLINES_WAITING");
    expect(number).toBe(
      count(
        `rule_decisions WHERE ${own} AND isWaiting = 1 AND result = 'APPS_APPLICATION_DECLINED'`,
        ids.retail,
      ),
    );
    expect(number).toBe(2);
    const variables = { ...retail, ...page, review: "WAITING", results: ["APPS_APPLICATION_DECLINED"] };
    expect(await rowsOf("DECGetDecisions", variables)).toBe(number);
  });

  test("HOME-05 HOME-12 mails that bounced within the log's days", async () => {
    const now = world.now();
    const dateRange = { gte: iso(now - 6 * dayMs), lte: iso(now) };
    const [number = 0] = await counted("BOUNCED");
    expect(number).toBe(
      count(
        `email_events WHERE ${own} AND eventType = 'Bounce' AND timestamp >= ?`,
        ids.retail,
        now - 6 * dayMs,
      ),
    );
    expect(number).toBe(2);
    const variables = { ...retail, ...page, isBounced: true, dateRange };
    expect(await rowsOf("NotifGetEmailEventsByCustomerId", variables)).toBe(number);
    // Also combined with a template and a part of an address.
    const both = { ...variables, templateTypes: ["FI_INVITE"], mailRecipient: "pat." };
    expect(await rowsOf("NotifGetEmailEventsByCustomerId", both)).toBe(number);
  });

  test("vacancies opened at least 14 days ago without applicants", async () => {
    const now = world.now();
    sydney()
      .statement("UPDATE vacancies SET createdAt = ? WHERE id IN (?, ?, ?)")
      .run(now - 20 * dayMs, vacancies.second, vacancies.main, vacancies.archived);
    const before = iso(now - 13 * dayMs);
    const [number = 0] = await counted("WITHOUT_APPLICANTS");
    expect(number).toBe(
      count(
        `vacancies WHERE ${own} AND archivedAt IS NULL AND createdAt < ? AND NOT EXISTS
          (SELECT 1 FROM applications WHERE vacancyId = vacancies.id)`,
        ids.retail,
        Date.parse(before),
      ),
    );
    const filter = { ...retail, ...page, hasApplications: false, createdBefore: before };
    expect(await rowsOf("AppsGetVacancyListV2", { filter })).toBe(number);
  });

  test.each([
    ["INVITATIONS", "INVITATION", "lastActive IS NULL AND createdAt < @now - 604800000", 1],
    [
      "PASSWORDS",
      "PASSWORD",
      `source <> 'SSO' AND coalesce(lastPasswordUpdatedAt, createdAt) > @now - 5184000000
        AND coalesce(lastPasswordUpdatedAt, createdAt) <= @now - 4579200000`,
      3,
    ],
  ] as const)("HOME-12 due users: %s", async (kind, due, condition, least) => {
    const [number = 0] = await counted(kind);
    expect(number).toBeGreaterThanOrEqual(least);
    const rows = `users WHERE ${own} AND archivedAt IS NULL AND ${condition.replaceAll("@now", String(world.now()))}`;
    expect(number).toBe(count(rows, ids.retail));
    const { organizationId, customerId, hierarchyId } = retail;
    const filter = { organizationId, customerId, hierarchyIds: [hierarchyId], activeOnly: true, due };
    const variables = {
      filter: { ...filter, skip: 0, limit: 2, sort: { fieldName: "email", order: "asc" } },
    };
    expect(await rowsOf("ORGGetUsers", variables)).toBe(number);
  });

  test("HOME-12 holds past their review", async () => {
    const [number] = await counted("HOLDS");
    expect(number).toBe(
      count(`retention_holds WHERE ${own} AND releasedAt IS NULL AND reviewAt <= ?`, ids.retail, world.now()),
    );
    expect(await rowsOf("RETGetHolds", { ...retail, isReleased: false, isPastReview: true, ...page })).toBe(
      number,
    );
    expect(await rowsOf("RETGetHolds", { ...retail, isReleased: false, ...page })).toBeGreaterThan(
      number ?? 0,
    );
  });

  test("failed requests of each ATS in the last day", async () => {
    const tenant = sydney().statement<{ atsName: string }>(
      "SELECT atsName FROM ats_tenants WHERE customerId = ?",
    );
    const atsName = tenant.get(ids.retail)?.atsName ?? "";
    const request = (createdAt: number, status: string) =>
      insert("ats_requests", {
        ...{
          id: `request ${(serial += 1)}`,
          customerId: ids.retail,
          atsName,
          status,
          createdAt,
          updatedAt: createdAt,
        },
        ...{ requestType: "ATS_ORDER_ASSESSMENT", externalTenantId: "t", requestCount: 1, retryable: 0 },
        ...{ retryCount: 0, extra: "{}", payload: "{}", responses: "[]", tags: "[]" },
      });
    const now = world.now();
    request(now - dayMs, "ATS_REQUEST_FAILED");
    request(now - 60_000, "ATS_REQUEST_FAILED");
    request(now - 60_000, "ATS_REQUEST_COMPLETED");
    request(now - dayMs - 1, "ATS_REQUEST_FAILED");
    const lines = (await today()).lines.filter(({ kind }) => kind === "ATS_FAILED");
    expect(lines.map(({ text, count }) => [text, count])).toEqual([[atsName, 2]]);
    const search = {
      customerId: ids.retail,
      atsName,
      status: "ATS_REQUEST_FAILED",
      createdAtFrom: iso(now - dayMs),
    };
    expect(await rowsOf("AtsGetRequestList", { getRequestListInput: { ...search, skip: 0, limit: 1 } })).toBe(
      2,
    );
  });

  test("SMS credits, and how many days they last at the rate of the last 14", async () => {
    // Two messages of two parts each: four credits in 14 days.
    const [line] = (await today()).lines.filter(({ kind }) => kind === "SMS_CREDITS");
    expect(line).toMatchObject({ count: 100, days: 350 });
  });

  test("the next retention run, as in the plan", async () => {
    sydney().statement("DELETE FROM retention_changes").run();
    sydney().statement("DELETE FROM customer_settings WHERE customerId = ?").run(ids.retail);
    insert("customer_settings", {
      ...{ customerId: ids.retail, id: "x", hierarchyId: retail.hierarchyId, createdAt: 1, updatedAt: 1 },
      ...{ candidatePiiRetentionPeriod: 1, videoRetentionPeriod: 1 },
    });
    sydney()
      .statement(
        "UPDATE candidates SET lastActivityAt = 1 WHERE id IN (SELECT id FROM candidates WHERE customerId = ? LIMIT 2)",
      )
      .run(ids.retail);
    const plan = await staff.result("RETGetPlan", retail);
    const [line] = (await today()).lines.filter(({ kind }) => kind === "RETENTION_RUN");
    expect(plan.due.candidates).toBeGreaterThan(0);
    expect(line).toMatchObject({
      ...{ count: plan.due.candidates, reports: plan.due.reports, at: plan.nextRunAt, isExact: true },
    });
  });

  test("when many are due for retention, the first thousand are counted", async () => {
    for (let count = 0; count < 1_001; count += 1) addCandidate(sydney());
    sydney().statement("UPDATE candidates SET lastActivityAt = 1 WHERE customerId = ?").run(ids.retail);
    const [line] = (await today()).lines.filter(({ kind }) => kind === "RETENTION_RUN");
    expect(line).toMatchObject({ isExact: false });
    // Without held ones among the first thousand.
    expect(line?.count).toBeGreaterThan(900);
    expect(line?.count).toBeLessThanOrEqual(1_000);
  });

  test("own bulk actions that can be undone or that failed, and interrupted uploads", async () => {
    const { jobs } = await staff.result("BulkGetUndoableJobs", retail);
    const undoable = (await today()).lines.filter(({ kind }) => kind === "JOB_UNDOABLE");
    expect(undoable.map(({ id, count, at }) => ({ jobId: id, done: count, undoUntil: at }))).toEqual(
      jobs.map(({ jobId, done, undoUntil }) => ({ jobId, done, undoUntil })),
    );
    expect(jobs.length).toBeGreaterThan(0);
    const now = world.now();
    const job = { customerId: ids.retail, createdBy: people.staff, homeRegion: "ap-southeast-2", asOf: now };
    const work = JSON.stringify({ action: "VACANCY_ARCHIVE" });
    for (const [jobId, stopReason] of [
      ["failed", "FAILED"],
      ["asked", "ASKED"],
    ] as const) {
      insert("bulk_jobs", {
        ...job,
        work,
        jobId,
        state: "STOPPED",
        stopReason,
        createdAt: now,
        startedAt: now,
        endedAt: now,
      });
      for (const position of [1, 2])
        insert("bulk_job_rows", {
          job: Number(sydney().statement<{ n: number }>("SELECT max(seq) AS n FROM bulk_jobs").get()?.n),
          ...{ position, rowId: vacancies.second, unchangedSince: 1, outcome: "WAITING" },
        });
    }
    const stopped = (await today()).lines.filter(({ kind }) => kind === "JOB_STOPPED");
    expect(stopped.map(({ id, count }) => [id, count])).toEqual([["failed", 2]]);
    expect(
      await rowsOf("BulkGetJobRows", { ...retail, jobId: "failed", outcome: "WAITING", skip: 0, limit: 1 }),
    ).toBe(2);
    insert("end_user_uploads", {
      ...{
        uploadId: "stopped",
        customerId: ids.retail,
        hierarchyId: retail.hierarchyId,
        createdBy: people.staff,
      },
      ...{ fileName: "people.csv", header: "[]", mfaEnabled: 0, forcePasswordReset: 0 },
      ...{ createdAt: now, begunAt: now },
    });
    for (const [fileRow, status] of [
      [2, "CREATED"],
      [3, null],
    ] as const)
      insert("end_user_upload_rows", {
        customerId: ids.retail,
        uploadId: "stopped",
        fileRow,
        cells: "[]",
        status,
      });
    const uploads = (await today()).lines.filter(({ kind }) => kind === "UPLOAD_STOPPED");
    expect(uploads.map(({ id, count, text }) => [id, count, text])).toEqual([["stopped", 1, "people.csv"]]);
  });
});

test("HOME-02 lines depend on the person's rights: one department's own, none without rights", async () => {
  addGroup(sydney(), "retail", people.noAccess, [
    {
      effect: "Allow",
      actions: ["edge:access", "apps:listApplication", "apps:listVacancy"],
      resources: [`edge:*:ap-southeast-2:${ids.acme}:${ids.retail}:${ids.department}`],
    },
  ]);
  const limited = await signedIn(world.app, "noAccess");
  const { lines } = await today(limited);
  expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(["UNVIEWED"]));
  expect(lines[0]?.count).toBe(
    count(
      "applications WHERE vacancyId = ? AND assessmentIsViewed = 0 AND assessmentStatus = 'APPS_ASSESSMENT_COMPLETED'",
      vacancies.department,
    ),
  );
  expect((await today(limited)).vacancies?.map(({ _id }) => _id)).toEqual([vacancies.department]);
});

test("HOME-07 the last visit is the previous sign-in, or a day ago", async () => {
  const wholeSecond = () => Math.floor(world.now() / 1000) * 1000;
  const first = await signedInByPassword(world.app, "recruiter");
  const visit = { kinds: [], hasVacancies: false };
  expect(await today(first, visit)).toMatchObject({
    hasSignedInBefore: false,
    since: iso(wholeSecond() - dayMs),
  });
  const at = wholeSecond();
  world.pass(60_000);
  const second = await signedInByPassword(world.app, "recruiter");
  expect(await today(second, visit)).toMatchObject({ hasSignedInBefore: true, since: iso(at) });
  // A later sign-in elsewhere does not affect this session.
  expect(await today(first, visit)).toMatchObject({ hasSignedInBefore: false });
});

test("HOME-06 cards: stages, news and 30 days of applications, of one's own vacancies if there are any", async () => {
  const { vacancies: cards, isOwn, since } = await today();
  expect(isOwn).toBe(false);
  const main = cards?.find(({ _id }) => _id === vacancies.main);
  const at = [vacancies.main, Date.parse(since)] as const;
  expect(main).toMatchObject({
    canView: true,
    came: count("applications WHERE vacancyId = ? AND createdAt >= ?", ...at),
    completed: count("applications WHERE vacancyId = ? AND assessmentSubmittedAt >= ?", ...at),
  });
  for (const { _id, counts } of main?.stages ?? [])
    expect(counts.reduce((sum, one) => sum + one.count, 0)).toBe(
      count("applications WHERE vacancyId = ? AND stageId = ?", vacancies.main, _id),
    );
  expect(main?.days).toHaveLength(30);
  const first = (Math.floor(world.now() / dayMs) - 29) * dayMs;
  expect(main?.days.reduce((sum, one) => sum + one, 0)).toBe(
    count("applications WHERE vacancyId = ? AND createdAt >= ?", vacancies.main, first),
  );
  expect(cards?.map(({ _id }) => _id)).not.toContain(vacancies.archived);
  const managers = JSON.stringify([
    { firstName: "S", lastName: "T", email: "staff@test.example", externalId: "S", type: "RECRUITER" },
  ]);
  sydney()
    .statement("UPDATE vacancies SET managers = ?, managersKey = 's t staff@test.example' WHERE id = ?")
    .run(managers, vacancies.second);
  expect(await today()).toMatchObject({ isOwn: true, vacancies: [{ _id: vacancies.second }] });
});

test("HOME-08 a failing part is named, and the others are shown", async () => {
  const whole = await today();
  sydney().statement("ALTER TABLE retention_holds RENAME TO retention_holds_away").run();
  const {
    failed,
    lines,
    vacancies: cards,
  } = await today().finally(() =>
    sydney().statement("ALTER TABLE retention_holds_away RENAME TO retention_holds").run(),
  );
  // The next run's count depends on holds as well.
  expect(failed).toEqual(["RETENTION_RUN", "HOLDS"]);
  expect(lines).toEqual(whole.lines.filter(({ kind }) => !failed.includes(kind)));
  expect(cards).toEqual(whole.vacancies);
});

test("HOME-08 HOME-11 counts and lists walk covering indexes", () => {
  const filter = { customerId: "c", hierarchyIds: ["d"], submittedFrom: 1 };
  for (const isUnviewed of [true, false]) {
    const index = isUnviewed ? "applications_unviewed" : "applications_completed";
    const covering = new RegExp(`SEARCH applications USING COVERING INDEX ${index}`);
    expect(planOf(sydney(), completedCountQuery({ ...filter, isUnviewed }, 10))).toMatch(covering);
    for (const order of ["asc", "desc"] as const) {
      const plan = planOf(
        sydney(),
        completedPageQuery({ ...filter, isUnviewed }, { order, limit: 1, offset: 0 }),
      );
      expect(plan).toMatch(covering);
      expect(plan).not.toContain("TEMP B-TREE");
    }
  }
  const wanted = { customerId: "c", state: "active" } as const;
  for (const [due, index] of [
    ["INVITATION", "users_never_active"],
    ["PASSWORD", "users_password"],
  ] as const)
    expect(planOf(sydney(), userCount({ ...wanted, ...dueFilter(due, 1) }))).toContain(index);
});

test("HOME-11 completed candidates of all vacancies: pages, order, status, days and visibility", async () => {
  const listRows = async (filter: object, client: Client = staff) => {
    const { data, error } = await client.send("AppsGetCompletedApplications", {
      filter: { ...retail, skipEq: 0, limitEq: 500, ...filter },
    });
    const list = data.AppsGetCompletedApplications as { data: { _id: string; status: string }[] } | undefined;
    return { error, ids: list?.data.map(({ _id }) => _id) ?? [], rows: list?.data ?? [] };
  };
  const whole = await listRows({});
  const stored = sydney()
    .statement<{ id: string }>(
      `SELECT id FROM applications WHERE customerId = ? AND assessmentStatus = 'APPS_ASSESSMENT_COMPLETED'
        AND vacancyId NOT IN (SELECT id FROM vacancies WHERE archivedAt IS NOT NULL)
        ORDER BY assessmentSubmittedAt DESC, seq DESC`,
    )
    .all(ids.retail)
    .map(({ id }) => id);
  expect(whole.ids).toEqual(stored);
  expect((await listRows({ order: "asc" })).ids).toEqual([...stored].reverse());
  expect((await listRows({ skipEq: 2, limitEq: 2 })).ids).toEqual(stored.slice(2, 4));
  const declined = await listRows({ applicationStatusList: ["APPS_APPLICATION_DECLINED"] });
  expect(declined.rows.map(({ status }) => status)).toEqual(["APPS_APPLICATION_DECLINED"]);
  expect((await listRows({ applicationStatusList: [] })).ids).toEqual([]);
  const foreign = await listRows({ ...scopeOf("globexSydney"), awsRegion: undefined });
  expect(foreign.ids).toEqual([]);
});
