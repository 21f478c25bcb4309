import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod/v4";
import { roleTemplateStatements } from "../../regional-api/core/permissions";
import { changesOfApplication } from "../../regional-api/areas/applications/application-moves.store";
import {
  applicationSeqs,
  countApplications,
  narrowedBySearch,
  statusCountQuery,
} from "../../regional-api/areas/applications/applications.store";
import { giveCredits, onPostgres } from "./fixtures/engine";
import { exactPage } from "./fixtures/exact-page";
import { planOf } from "./fixtures/plan";
import { signedIn, type Client } from "./fixtures/client";
import {
  addApplication,
  addCandidate,
  externalIdOf,
  stages,
  vacancies,
  type VacancyKey,
} from "./fixtures/hiring";
import { invitation } from "./fixtures/application-operations";
import { retail as scope } from "./fixtures/ids";
import { addGroup, ids, people, scopeOf, start } from "./fixtures/world";
import { useClient, useSydney, useWorld } from "./fixtures/use-world";

const world = useWorld("all tests", { AUTH_CALLS_PER_MINUTE: "1000" });
const recruiter = useClient(world, "recruiter", "all tests");
const staff = useClient(world, "staff", "all tests");
const db = useSydney(world);
// Every test starts with vacancies without applications, a minute after the one before.
beforeEach(() => {
  db.statement("DELETE FROM retention_holds").run();
  db.statement("DELETE FROM applications").run();
  db.statement("DELETE FROM candidates").run();
  db.statement("DELETE FROM email_events").run();
  db.statement("DELETE FROM sms_events").run();
  db.statement("DELETE FROM outbox").run();
  world.pass(60_000);
});

const { organizationId, customerId } = scope;

const listed = (filter: Record<string, unknown>, client = recruiter) =>
  client.send("AppsGetApplicationList", {
    filter: { ...scope, externalVacancyId: externalIdOf("main"), skipEq: 0, limitEq: 30, ...filter },
  });
async function list(filter: Record<string, unknown> = {}) {
  const { error, message, result } = await listed(filter);
  if (error) throw new Error(`${error}: ${message}`);
  return result;
}
const idsOf = async (filter: Record<string, unknown>) => (await list(filter)).data.map(({ _id }) => _id);
const at = (stageId: string, more: Record<string, unknown> = {}) => ({
  assessmentStatusFilter: { stageId },
  ...more,
});

async function bulk(
  name:
    | "AppsUpdateApplicationStatus"
    | "AppsUndoApplicationStatus"
    | "AppsMoveApplication"
    | "AppsResendApplicationAssessmentLink",
  variables: Record<string, unknown>,
  client = recruiter,
) {
  const given = { ...scope, isManuallyProgressed: true, ...variables };
  const { result, ...answer } = await client.send(name, given);
  const all = answer.error ? [] : result;
  return { ...answer, all, outcomes: all.map(({ _id, refusal }) => ({ _id, refusal })) };
}

interface StatusCounts {
  statusCount: { status: string; count: number }[];
}
const statusCounts = "AppsGetVacancyApplicationStatusCount";
const countsOf = ({ statusCount }: StatusCounts) =>
  Object.fromEntries(statusCount.map(({ status, count }) => [status, count]));

const statusOf = (id: string) =>
  db.statement<{ status: string }>("SELECT status FROM applications WHERE id = ?").get(id)?.status;
const mails = () =>
  db
    .statement<{ mailRecipient: string; templateType: string; assessmentId: string; eventType: string }>(
      "SELECT mailRecipient, templateType, assessmentId, eventType FROM email_events ORDER BY seq",
    )
    .all();
const outboxTo = (recipient: string) =>
  db
    .statement<{ channel: string; subject: string; text: string }>(
      "SELECT channel, subject, text FROM outbox WHERE recipient = ? ORDER BY id",
    )
    .all(recipient);

describe("AppsGetApplicationList", () => {
  test("APP-02 APP-30 lists the applications at a stage, or all if no stage is given", async () => {
    const first = addApplication(db);
    const second = addApplication(db, { stageId: stages.video });
    addApplication(db, { vacancy: "second" });
    expect(await idsOf(at(stages.chat))).toEqual([first.id]);
    expect(await idsOf(at(stages.video))).toEqual([second.id]);
    expect((await idsOf({})).sort()).toEqual([first.id, second.id].sort());
    expect(await idsOf(at("no-such-stage"))).toEqual([]);
  });

  test("APP-28 APP-29 GEN-03 skipEq counts pages: page 2 at size 30 starts at row 31", async () => {
    const all = Array.from({ length: 65 }, (_, index) => addApplication(db, { createdAt: start + index }).id);
    const sort = { fieldName: "createdAt", order: "asc", filter: { stageId: stages.chat } };
    const second = await list(at(stages.chat, { skipEq: 1, sort }));
    expect(second.data.map(({ _id }) => _id)).toEqual(all.slice(30, 60));
    expect(second.pagination).toEqual(
      exactPage({ totalPages: 3, currentPage: 2, pageSize: 30, totalItems: 65 }),
    );
    const past = await list(at(stages.chat, { skipEq: 99, sort }));
    expect(past.data.map(({ _id }) => _id)).toEqual(all.slice(60));
    expect(past.pagination.currentPage).toBe(3);
    // Two stages are merged in order, page by page.
    const later = addApplication(db, { stageId: stages.video, createdAt: start + 30 }).id;
    const merged = await idsOf({ limitEq: 100, sort: { fieldName: "createdAt", order: "asc" } });
    expect(merged.indexOf(later)).toBe(31);
    expect(merged.filter((id) => id !== later)).toEqual(all);
  });

  test("APP-04 APP-12 APP-14 APP-17 filters by progress, status, result and viewed", async () => {
    const completed = { status: "APPS_ASSESSMENT_COMPLETED", submittedAt: start } as const;
    const yes = addApplication(db, { ...completed, recommendation: "YES" });
    const maybe = addApplication(db, { ...completed, recommendation: "MAYBE", isViewed: 1 });
    const started = addApplication(db, { status: "APPS_ASSESSMENT_INPROGRESS" });
    db.statement("UPDATE applications SET status = 'APPS_APPLICATION_HIRED' WHERE id = ?").run(maybe.id);
    const stageId = stages.chat;
    const withStatus = (status: string) => ({ assessmentStatusFilter: { stageId, status } });
    expect((await idsOf(withStatus("APPS_ASSESSMENT_COMPLETED"))).sort()).toEqual([yes.id, maybe.id].sort());
    expect(await idsOf(withStatus("APPS_ASSESSMENT_INPROGRESS"))).toEqual([started.id]);
    expect(await idsOf(withStatus("APPS_ASSESSMENT_DROPPED_OUT"))).toEqual([]);
    expect(await idsOf(at(stageId, { applicationStatusList: ["APPS_APPLICATION_HIRED"] }))).toEqual([
      maybe.id,
    ]);
    expect(await idsOf(at(stageId, { applicationStatusList: [] }))).toEqual([]);
    expect(await idsOf(at(stageId, { assessmentResultFilter: { stageId, results: ["YES"] } }))).toEqual([
      yes.id,
    ]);
    const unviewed = at(stageId, { assessmentViewedFilter: { stageId, isViewed: false } });
    expect((await idsOf(unviewed)).sort()).toEqual([yes.id, started.id].sort());
    // Answers of a de-identified candidate do not wait to be viewed.
    const gone = addApplication(db, completed);
    db.statement(
      "UPDATE candidates SET nameKey = '' WHERE id = (SELECT candidateId FROM applications WHERE id = ?)",
    ).run(gone.id);
    expect((await idsOf(unviewed)).sort()).toEqual([yes.id, started.id].sort());
    // A video stage is filtered by its rating.
    const rated = addApplication(db, { stageId: stages.video, ...completed, rating: "NO" });
    addApplication(db, { stageId: stages.video, ...completed, rating: "YES" });
    const no = { assessmentResultFilter: { stageId: stages.video, results: ["NO"] } };
    expect(await idsOf(at(stages.video, no))).toEqual([rated.id]);
  });

  test("APP-16 the submission range has an exclusive upper bound", async () => {
    const day = 86_400_000;
    const midnight = Date.UTC(2026, 0, 10);
    const inside = [midnight, midnight + day - 1].map(
      (submittedAt) => addApplication(db, { submittedAt }).id,
    );
    addApplication(db, { submittedAt: midnight - 1 });
    addApplication(db, { submittedAt: midnight + day });
    addApplication(db);
    const iso = (time: number) => new Date(time).toISOString();
    const stageId = stages.chat;
    const range = { stageId, gte: iso(midnight), lt: iso(midnight + day) };
    for (const fieldName of ["submittedAt", "name", "createdAt", "recommendationScore"]) {
      const sort = { fieldName, order: "asc", filter: { stageId } };
      const found = await list(at(stageId, { assessmentSubmittedAtFilter: range, sort }));
      expect(found.data.map(({ _id }) => _id).sort()).toEqual([...inside].sort());
      expect(found.pagination.totalItems).toBe(2);
    }
  });

  test("APP-11 finds part of a name or email and a whole id, in any case and script", async () => {
    const person = (firstName: string, lastName: string, email: string) =>
      addApplication(db, { candidateId: addCandidate(db, { firstName, lastName, email }) }).id;
    const zoe = person("Zoë 🚀", "Ødegård-O'Brien", "zoe.o@mail.example");
    const arabic = person("فاطمة", "القحطاني", "fatima@post.example");
    const formula = person("=SUM(A1:A9)", "W".repeat(100), "sum@mail.example");
    const greek = person("Ελένη", "Παπαδόπουλος", "e%ni_@mail.example");
    const search = (searchText: string) => idsOf(at(stages.chat, { searchText }));
    expect(await search("zoe")).toEqual([zoe]);
    expect(await search("  ZOË 🚀  ødegård ")).toEqual([zoe]);
    expect(await search("🚀")).toEqual([zoe]);
    expect(await search("o'b")).toEqual([zoe]);
    expect(await search("القحط")).toEqual([arabic]);
    expect(await search("FATIMA@POST")).toEqual([arabic]);
    expect(await search("=sum(")).toEqual([formula]);
    expect(await search("wwwwwwwwww")).toEqual([formula]);
    expect(await search("ΠΑΠΑΔΟΠΟΥΛΟΣ")).toEqual([greek]);
    expect(await search("e%ni_")).toEqual([greek]);
    expect(await search("%")).toEqual([greek]);
    expect(await search(arabic)).toEqual([arabic]);
    expect(await search(arabic.toUpperCase())).toEqual([arabic]);
    expect(await search(arabic.slice(1))).toEqual([]);
    expect(await search("' OR 1=1 --")).toEqual([]);
    // With too many matches for a lookup the search scans the list's own index, and finds the same rows.
    for (const text of [
      "zoe",
      "ØDEGÅRD",
      "القحط",
      "fatima@post",
      "=sum(",
      "wwww",
      "mail.example",
      "παπα",
      "qz",
      "ød",
      "🚀",
      arabic,
      "none",
    ]) {
      const filter = { vacancyId: vacancies.main, stageIds: [stages.chat], searchText: text };
      const order = { sort: "name", order: "asc" } as const;
      const narrowed = await narrowedBySearch(db.reader, customerId, filter);
      // PostgreSQL scans for texts too short for its index.
      if (!onPostgres || [...text].length > 2) expect(narrowed.foundSeqs).toBeDefined();
      expect(await applicationSeqs(db.reader, narrowed, order, 30, 0)).toEqual(
        await applicationSeqs(db.reader, filter, order, 30, 0),
      );
      expect(await countApplications(db.reader, narrowed)).toBe(await countApplications(db.reader, filter));
    }
    // Across all stages, as when an application is found by its id only (APP-10).
    expect(await idsOf({ searchText: zoe })).toEqual([zoe]);
  });

  test("APP-27 sorts by name, score, creation and submission, ties by creation, both ways", async () => {
    const rows = [
      ["Ähre", 50, 300],
      ["Zebra", 90, 100],
      ["ahorn", 50, 200],
      ["بسام", 10, 400],
    ].map(
      ([firstName, recommendationScore, submittedAt], index) =>
        addApplication(db, {
          candidateId: addCandidate(db, { firstName: String(firstName), lastName: "" }),
          recommendationScore: Number(recommendationScore),
          submittedAt: Number(submittedAt),
          createdAt: start + index,
        }).id,
    );
    const order = async (fieldName: string, direction: string) =>
      (await idsOf(at(stages.chat, { sort: { fieldName, order: direction } }))).map((id) => rows.indexOf(id));
    expect(await order("name", "asc")).toEqual([2, 0, 1, 3]);
    expect(await order("name", "desc")).toEqual([3, 1, 0, 2]);
    expect(await order("recommendationScore", "desc")).toEqual([1, 2, 0, 3]);
    expect(await order("createdAt", "asc")).toEqual([0, 1, 2, 3]);
    expect(await order("submittedAt", "asc")).toEqual([1, 2, 0, 3]);
    expect(await order("submittedAt", "desc")).toEqual([3, 0, 2, 1]);
    // Rows without a sort value come last either way, and pages continue across the boundary.
    const nameless = addCandidate(db, { firstName: "Deleted", lastName: "Candidate" });
    db.statement("UPDATE candidates SET nameKey = '' WHERE id = ?").run(nameless);
    rows.push(addApplication(db, { candidateId: nameless, createdAt: start + 9 }).id);
    expect(await order("name", "asc")).toEqual([2, 0, 1, 3, 4]);
    expect(await order("name", "desc")).toEqual([3, 1, 0, 2, 4]);
    expect((await order("submittedAt", "asc")).at(-1)).toBe(4);
    expect((await order("recommendationScore", "asc")).at(-1)).toBe(4);
    const byName = { sort: { fieldName: "name", order: "asc" } };
    const pageOf = async (skipEq: number, limitEq: number) =>
      (await idsOf(at(stages.chat, { ...byName, skipEq, limitEq }))).map((id) => rows.indexOf(id));
    expect(await pageOf(0, 2)).toEqual([2, 0]);
    expect(await pageOf(1, 2)).toEqual([1, 3]);
    expect(await pageOf(2, 2)).toEqual([4]);
    expect(await pageOf(1, 3)).toEqual([3, 4]);
    // Later pages are read from the end of the list; together the pages are the whole list.
    for (const fieldName of ["name", "recommendationScore", "createdAt", "submittedAt"]) {
      for (const direction of ["asc", "desc"]) {
        const sort = { fieldName, order: direction };
        const pages = [0, 1].map((skipEq) => idsOf(at(stages.chat, { sort, skipEq, limitEq: 3 })));
        expect((await Promise.all(pages)).flat()).toEqual(await idsOf(at(stages.chat, { sort })));
      }
    }
  });

  test("APP-31 APP-32 APP-33 CAND-30 returns an application with its candidate, assessments and their results", async () => {
    const candidateId = addCandidate(db, { firstName: "Ada", lastName: "L", phoneNumber: "+61412345678" });
    const { id, assessmentId } = addApplication(db, {
      candidateId,
      status: "APPS_ASSESSMENT_COMPLETED",
      submittedAt: start,
      insightsLink: "https://insights.example/1",
      recommendation: "YES",
      recommendationScore: 71.5,
      isPlagiarism: 0,
      isAgc: 1,
      reviewerIds: '["u1","u2"]',
      completedReviewerCount: 1,
    });
    const { data } = await list();
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      _id: id,
      status: "APPS_APPLICATION_NEW",
      isManuallyProgressed: false,
      stageId: stages.chat,
      customerId,
      organizationId,
      externalVacancyId: "EXT-main",
      vacancyId: vacancies.main,
      vacancyName: "Vacancy main",
      candidate: {
        _id: candidateId,
        personalInformation: { firstName: "Ada", lastName: "L", phoneNumber: "+61412345678" },
        location: null,
        isDeidentified: false,
      },
      assessments: [
        {
          _id: assessmentId,
          insightsLink: "https://insights.example/1",
          isViewed: false,
          product: "FI",
          status: "APPS_ASSESSMENT_COMPLETED",
          results: [
            { fieldName: "recommendation", fieldType: "string", fieldValue: "YES" },
            { fieldName: "recommendationScore", fieldType: "number", fieldValue: 71.5 },
            { fieldName: "isPlagiarism", fieldType: "boolean", fieldValue: false },
            { fieldName: "isAgc", fieldType: "boolean", fieldValue: true },
            { fieldName: "reviewerIds", fieldType: "stringArray", fieldValue: ["u1", "u2"] },
            { fieldName: "completedReviewerCount", fieldType: "number", fieldValue: 1 },
          ],
        },
      ],
    });
  });

  test("GEN-16 vacancies of other customers and departments are not found", async () => {
    const listAs = (client: Client, filter: Record<string, unknown>) => listed(filter, client);
    expect((await listAs(staff, { externalVacancyId: externalIdOf("foreign") })).error).toBe(
      "Not Found Error",
    );
    expect((await listAs(recruiter, { externalVacancyId: "nope" })).error).toBe("Not Found Error");
    const mixed = at(stages.chat, { assessmentViewedFilter: { stageId: stages.video, isViewed: true } });
    expect((await listAs(recruiter, mixed)).error).toBe("Validation Error");

    const department = { ...scopeOf("retail"), hierarchyId: ids.department };
    addGroup(
      db,
      "retail",
      people.departmentHead,
      roleTemplateStatements("ph-role-recruiter", department, "edge"),
    );
    const head = await signedIn(world.app, "departmentHead");
    expect((await listAs(head, {})).error).toBe("Not Found Error");
    expect((await listAs(head, { externalVacancyId: externalIdOf("department") })).error).toBeUndefined();
    const root = addApplication(db);
    const own = addApplication(db, { vacancy: "department" });
    const both = await bulk(
      "AppsUpdateApplicationStatus",
      { _ids: [root.id, own.id], status: "APPS_APPLICATION_HIRED" },
      head,
    );
    expect(both.outcomes).toEqual([
      { _id: root.id, refusal: "NOT_FOUND" },
      { _id: own.id, refusal: null },
    ]);
    expect(statusOf(root.id)).toBe("APPS_APPLICATION_NEW");
  });

  test("APP-13 counts statuses over the whole vacancy", async () => {
    for (const stageId of [stages.chat, stages.chat, stages.video]) addApplication(db, { stageId });
    const hired = addApplication(db);
    addApplication(db, { vacancy: "second" });
    await bulk("AppsUpdateApplicationStatus", { _ids: [hired.id], status: "APPS_APPLICATION_HIRED" });
    const result = await recruiter.result(statusCounts, { vacancyId: vacancies.main, ...scope });
    expect(countsOf(result)).toEqual({
      APPS_APPLICATION_NEW: 3,
      APPS_APPLICATION_HIRED: 1,
    });
  });
});

describe("status counts of a list", () => {
  async function counts(filter: Record<string, unknown>, vacancy: VacancyKey = "main") {
    const { error, result } = await recruiter.send(statusCounts, {
      vacancyId: vacancies.main,
      ...scope,
      filter: { ...scope, externalVacancyId: externalIdOf(vacancy), skipEq: 0, limitEq: 30, ...filter },
    });
    return error ?? countsOf(result);
  }

  test("APP-12 follow the stage and the other filters, and add up to the list without its statuses", async () => {
    const at = { stageId: stages.chat };
    addApplication(db, { stageId: stages.chat });
    const hired = addApplication(db, { stageId: stages.chat });
    addApplication(db, { stageId: stages.video });
    await bulk("AppsUpdateApplicationStatus", { _ids: [hired.id], status: "APPS_APPLICATION_HIRED" });
    expect(await counts({ assessmentStatusFilter: at })).toEqual({
      APPS_APPLICATION_NEW: 1,
      APPS_APPLICATION_HIRED: 1,
    });
    // The chosen statuses do not hide the others' counts.
    const chosen = { assessmentStatusFilter: at, applicationStatusList: ["APPS_APPLICATION_HIRED"] };
    expect(await counts(chosen)).toEqual({ APPS_APPLICATION_NEW: 1, APPS_APPLICATION_HIRED: 1 });
    for (const narrowed of [
      { assessmentResultFilter: { ...at, results: ["YES"] } },
      { assessmentViewedFilter: { ...at, isViewed: false } },
      { assessmentSubmittedAtFilter: { ...at, gte: new Date(0).toISOString() } },
      { assessmentStatusFilter: { ...at, status: "APPS_ASSESSMENT_COMPLETED" } },
      { searchText: hired.id },
    ]) {
      const filter = { assessmentStatusFilter: at, ...narrowed };
      const found = await counts(filter);
      const sum = Object.values(found).reduce((total: number, count) => total + Number(count), 0);
      expect(sum).toBe((await list(filter)).pagination.totalItems);
    }
    expect(await counts({ assessmentStatusFilter: at, searchText: hired.id })).toEqual({
      APPS_APPLICATION_HIRED: 1,
    });
    expect(await counts({ assessmentStatusFilter: at }, "second")).toBe("Validation Error");
  });

  test("APP-12 read only an index", () => {
    const part = { vacancyId: "v", stageIds: ["a", "b"] };
    for (const filter of [part, { ...part, results: ["YES" as const] }, { ...part, searchText: "ann" }]) {
      expect(planOf(db, statusCountQuery(filter))).not.toMatch(/SCAN (?!CONSTANT)\w+$/m);
    }
  });
});

describe("stage counts", () => {
  test("APP-54 counts stages and progress over the whole vacancy, and follows changes", async () => {
    for (const stageId of [stages.chat, stages.chat, stages.video]) addApplication(db, { stageId });
    const moved = addApplication(db);
    addApplication(db, { vacancy: "second" });
    const count = async () => {
      const result = await recruiter.result("AppsGetVacancyStageCounts", {
        vacancyId: vacancies.main,
        ...scope,
      });
      const { counts } = result;
      const at = (stageId: string) =>
        counts.filter((one) => one.stageId === stageId).reduce((sum, one) => sum + one.count, 0);
      return { chat: at(stages.chat), video: at(stages.video) };
    };
    expect(await count()).toEqual({ chat: 3, video: 1 });
    await bulk("AppsMoveApplication", {
      _ids: [moved.id],
      stageId: stages.video,
      isManuallyProgressed: true,
    });
    expect(await count()).toEqual({ chat: 2, video: 2 });
  });
});

describe("bulk changes", () => {
  test("APP-38 APP-39 sets any of the seven statuses, and records the author and time once per change", async () => {
    const { id } = addApplication(db);
    for (const status of ["HIRED", "NEW", "DECLINED", "OFFERED", "WITHDRAWN", "LONGLISTED", "SHORTLISTED"]) {
      world.pass(1_000);
      const answer = await bulk("AppsUpdateApplicationStatus", {
        _ids: [id, id],
        status: `APPS_APPLICATION_${status}`,
      });
      expect(answer.outcomes).toEqual([{ _id: id, refusal: null }]);
      expect(statusOf(id)).toBe(`APPS_APPLICATION_${status}`);
    }
    const refused = await bulk("AppsUpdateApplicationStatus", {
      _ids: [id],
      status: "APPS_APPLICATION_INTERVIEW",
    });
    expect(refused).toMatchObject({ error: "Validation Error", message: "Please select a status" });
    await bulk("AppsUpdateApplicationStatus", { _ids: [id], status: "APPS_APPLICATION_SHORTLISTED" });
    const changes = await changesOfApplication(db.reader, id);
    expect(changes).toHaveLength(7);
    expect(changes.at(-1)).toMatchObject({
      kind: "STATUS",
      before: "APPS_APPLICATION_LONGLISTED",
      after: "APPS_APPLICATION_SHORTLISTED",
      changedBy: people.recruiter,
      changedAt: world.now(),
    });
  });

  test("APP-40 APP-41 APP-42 moves only to a later stage: order, invite, log", async () => {
    const candidateId = addCandidate(db, { firstName: "Mo", email: "mo@mail.example" });
    const { id } = addApplication(db, { candidateId });
    const moved = await bulk("AppsMoveApplication", { _ids: [id], stageId: stages.video });
    expect(moved.outcomes).toEqual([{ _id: id, refusal: null }]);
    const { data } = await list(at(stages.video));
    expect(data[0]).toMatchObject({ isManuallyProgressed: true, stageId: stages.video });
    const ordered = z
      .array(z.object({ _id: z.string(), stageId: z.string(), status: z.string(), product: z.string() }))
      .parse(data[0]?.["assessments"])
      .find(({ stageId }) => stageId === stages.video);
    expect(ordered).toMatchObject({ status: "APPS_ASSESSMENT_ORDER_COMPLETED", product: "SI" });
    expect(mails()).toEqual([
      {
        mailRecipient: "mo@mail.example",
        templateType: "SI_INVITE",
        assessmentId: ordered?._id,
        eventType: "Send",
      },
    ]);
    const [mail] = outboxTo("mo@mail.example");
    expect(mail?.text).toContain(`/si/${ordered?._id}`);
    expect(await changesOfApplication(db.reader, id)).toMatchObject([
      { kind: "STAGE", before: stages.chat, after: stages.video, changedBy: people.recruiter },
    ]);
    for (const stageId of [stages.video, stages.chat, "elsewhere"]) {
      const again = await bulk("AppsMoveApplication", { _ids: [id], stageId });
      const refusal = stageId === "elsewhere" ? "NO_SUCH_STAGE" : "NOT_A_LATER_STAGE";
      expect(again.outcomes).toEqual([{ _id: id, refusal }]);
    }
    expect(mails()).toHaveLength(1);
    expect(await changesOfApplication(db.reader, id)).toHaveLength(1);
  });

  test("APP-72 APP-86 a vacancy lists which messages are sent", async () => {
    const switches = async () =>
      (await recruiter.result("AppsGetVacancyById", { vacancyId: vacancies.main, ...scope })).messageSwitches;
    const all = await switches();
    expect(all.map(({ templateType }) => templateType)).toEqual([
      "FI_INVITE",
      "RESEND_FI_INVITE",
      "APPLICATION_DECLINE",
      "MI_REPORT",
      "SI_INVITE",
      "RESEND_SI_INVITE",
      "APPLICATION_DECLINE",
    ]);
    expect(all.every(({ isMailOn, isTextOn }) => isMailOn && isTextOn)).toBe(true);
    // APP-86: only a decline is delayed.
    expect([
      ...new Set(all.map((one) => `${one.templateType === "APPLICATION_DECLINE"} ${one.delaySeconds}`)),
    ]).toEqual(["false 0", "true 600"]);
    db.statement(
      `INSERT INTO notification_settings (customerId, templateType, name, type, enabled, updatedAt)
       VALUES (?, 'en-US', 'SI_INVITE', 'EMAIL', 0, 1)`,
    ).run(customerId);
    expect((await switches()).filter(({ isMailOn }) => !isMailOn)).toEqual([
      {
        stageId: stages.video,
        templateType: "SI_INVITE",
        delaySeconds: 0,
        isMailOn: false,
        isTextOn: true,
        smsReach: 0,
      },
    ]);
    db.statement("DELETE FROM notification_settings").run();
    giveCredits(db, customerId, 1);
    expect((await switches()).every(({ smsReach }) => smsReach === 1)).toBe(true);
    db.statement("DELETE FROM sms_credits").run();
  });

  test("APP-43 APP-44 resends open invitations and reports the rest", async () => {
    const open = addApplication(db);
    const started = addApplication(db, { status: "APPS_ASSESSMENT_INPROGRESS", stageId: stages.video });
    const done = addApplication(db, { status: "APPS_ASSESSMENT_COMPLETED" });
    const dropped = addApplication(db, { status: "APPS_ASSESSMENT_DROPPED_OUT" });
    const all = [open, started, done, dropped].map(({ id }) => id);
    const sent = await bulk("AppsResendApplicationAssessmentLink", { _ids: all });
    expect(sent.outcomes.map(({ refusal }) => refusal)).toEqual([
      null,
      null,
      "ASSESSMENT_CLOSED",
      "ASSESSMENT_CLOSED",
    ]);
    expect(mails().map(({ templateType }) => templateType)).toEqual(["RESEND_FI_INVITE", "RESEND_SI_INVITE"]);
  });

  test("reports rows changed since the list was loaded and updates the rest", async () => {
    const [kept, taken, moved, gone, forgotten] = Array.from({ length: 5 }, () => addApplication(db));
    if (!kept || !taken || !moved || !gone || !forgotten) throw new Error("five were made");
    const { asOf } = await list(at(stages.chat));
    world.pass(5_000);
    await bulk("AppsUpdateApplicationStatus", { _ids: [taken.id], status: "APPS_APPLICATION_HIRED" }, staff);
    await bulk("AppsMoveApplication", { _ids: [moved.id], stageId: stages.video }, staff);
    const remove = (name: string, variable: string, id: string) =>
      staff.send(name, { [variable]: id, ...scope });
    expect((await remove("AppsDeleteCandidateById", "candidateId", gone.candidateId)).error).toBeUndefined();
    expect((await remove("AppsPurgeApplicationCandidate", "_id", forgotten.id)).error).toBeUndefined();

    const _ids = [kept, taken, moved, gone, forgotten].map(({ id }) => id);
    const variables = { _ids, status: "APPS_APPLICATION_DECLINED", unchangedSince: asOf };
    const answer = await bulk("AppsUpdateApplicationStatus", variables);
    expect(answer.outcomes.map(({ refusal }) => refusal)).toEqual([
      null,
      "CHANGED",
      "CHANGED",
      "NOT_FOUND",
      "DEIDENTIFIED",
    ]);
    expect(statusOf(kept.id)).toBe("APPS_APPLICATION_DECLINED");
    expect(statusOf(taken.id)).toBe("APPS_APPLICATION_HIRED");
    expect(statusOf(forgotten.id)).toBe("APPS_APPLICATION_NEW");
    // A list read in the same instant as a change does not claim to include it.
    const early = await list(at(stages.chat));
    const tooEarly = { ...variables, _ids: [taken.id], unchangedSince: early.asOf };
    expect((await bulk("AppsUpdateApplicationStatus", tooEarly)).outcomes).toMatchObject([
      { refusal: "CHANGED" },
    ]);
    // A reloaded list may change them.
    world.pass(1);
    const fresh = await list(at(stages.chat));
    const again = await bulk("AppsUpdateApplicationStatus", {
      ...variables,
      _ids: [taken.id],
      unchangedSince: fresh.asOf,
    });
    expect(again.outcomes).toEqual([{ _id: taken.id, refusal: null }]);
  });

  describe("AppsUndoApplicationStatus", () => {
    const outcomeOf = async (...asked: Parameters<typeof bulk>) => {
      const { error, all } = await bulk(...asked);
      expect(error).toBeUndefined();
      return all.map(({ _id, refusal, changedAt }) => ({ _id, refusal, changedAt }));
    };

    test("APP-38 APP-39 restores each status, Interview too, and counts as a change", async () => {
      const [fresh, hired, interviewed] = [addApplication(db), addApplication(db), addApplication(db)];
      const give = db.statement("UPDATE applications SET status = ? WHERE id = ?");
      give.run("APPS_APPLICATION_HIRED", hired.id);
      give.run("APPS_APPLICATION_INTERVIEW", interviewed.id);
      const _ids = [fresh.id, hired.id, interviewed.id];
      const changedAt = new Date(world.now()).toISOString();
      expect(
        await outcomeOf("AppsUpdateApplicationStatus", { _ids, status: "APPS_APPLICATION_HIRED" }),
      ).toEqual([
        { _id: fresh.id, refusal: null, changedAt },
        { _id: hired.id, refusal: null, changedAt: null },
        { _id: interviewed.id, refusal: null, changedAt },
      ]);
      world.pass(1_000);
      // Rows that already had the status were not changed, so there is nothing to undo.
      expect(await outcomeOf("AppsUndoApplicationStatus", { _ids, changedAt })).toMatchObject([
        { refusal: null },
        { refusal: "CHANGED" },
        { refusal: null },
      ]);
      expect(_ids.map(statusOf)).toEqual([
        "APPS_APPLICATION_NEW",
        "APPS_APPLICATION_HIRED",
        "APPS_APPLICATION_INTERVIEW",
      ]);
      // Only once.
      expect(await outcomeOf("AppsUndoApplicationStatus", { _ids, changedAt })).toMatchObject(
        Array.from({ length: 3 }, () => ({ refusal: "CHANGED", changedAt: null })),
      );
    });

    test("refuses single rows that anyone has changed since, or that the caller did not change", async () => {
      const [kept, taken, moved] = [addApplication(db), addApplication(db), addApplication(db)];
      const _ids = [kept.id, taken.id, moved.id];
      const changedAt = new Date(world.now()).toISOString();
      await bulk("AppsUpdateApplicationStatus", { _ids, status: "APPS_APPLICATION_DECLINED" });
      const theirs = await outcomeOf("AppsUndoApplicationStatus", { _ids, changedAt }, staff);
      expect(theirs).toMatchObject(_ids.map(() => ({ refusal: "CHANGED" })));
      world.pass(1);
      await bulk(
        "AppsUpdateApplicationStatus",
        { _ids: [taken.id], status: "APPS_APPLICATION_HIRED" },
        staff,
      );
      await bulk("AppsMoveApplication", { _ids: [moved.id], stageId: stages.video }, staff);
      expect(await outcomeOf("AppsUndoApplicationStatus", { _ids, changedAt })).toMatchObject([
        { refusal: null },
        { refusal: "CHANGED" },
        { refusal: "CHANGED" },
      ]);
      expect(_ids.map(statusOf)).toEqual([
        "APPS_APPLICATION_NEW",
        "APPS_APPLICATION_HIRED",
        "APPS_APPLICATION_DECLINED",
      ]);
    });
  });

  test("PIPE-11 part of a change can be undone, and the rest later; its author can see which rows", async () => {
    const [first, second, taken, forgotten, gone] = Array.from({ length: 5 }, () => addApplication(db));
    if (!first || !second || !taken || !forgotten || !gone) throw new Error("five were made");
    db.statement("UPDATE applications SET status = 'APPS_APPLICATION_OFFERED' WHERE id = ?").run(second.id);
    const _ids = [first, second, taken, forgotten, gone].map(({ id }) => id);
    const changedAt = new Date(world.now()).toISOString();
    const decline = { _ids, status: "APPS_APPLICATION_DECLINED" };
    await bulk("AppsUpdateApplicationStatus", decline);
    world.pass(1_000);
    const hire = { _ids: [taken.id], status: "APPS_APPLICATION_HIRED" };
    await bulk("AppsUpdateApplicationStatus", hire, staff);
    await staff.send("AppsPurgeApplicationCandidate", { _id: forgotten.id, ...scope });
    await staff.send("AppsDeleteCandidateById", { candidateId: gone.candidateId, ...scope });
    const undoable = async (client = recruiter) =>
      (await client.result("AppsGetUndoableStatuses", { _ids, changedAt, ...scope })).map(
        ({ _id, refusal, before, isDeclineTold }) => [_id, before, refusal, isDeclineTold],
      );
    const [wasNew, wasOffered] = ["APPS_APPLICATION_NEW", "APPS_APPLICATION_OFFERED"];
    expect(await undoable()).toEqual([
      [first.id, wasNew, null, false],
      [second.id, wasOffered, null, false],
      [taken.id, wasNew, "CHANGED", null],
      [forgotten.id, wasNew, "DEIDENTIFIED", null],
    ]);
    // Only who made the change can undo it.
    expect(await undoable(staff)).toEqual([]);
    const undo = async (...ids: string[]) =>
      (await bulk("AppsUndoApplicationStatus", { _ids: ids, changedAt })).all.map(({ refusal }) => refusal);
    expect(await undo(second.id)).toEqual([null]);
    expect(_ids.slice(0, 3).map(statusOf)).toEqual([
      "APPS_APPLICATION_DECLINED",
      wasOffered,
      "APPS_APPLICATION_HIRED",
    ]);
    world.pass(60_000);
    expect((await undoable()).slice(0, 2)).toEqual([
      [first.id, wasNew, null, false],
      [second.id, wasOffered, "CHANGED", null],
    ]);
    expect(await undo(first.id, second.id)).toEqual([null, "CHANGED"]);
    expect(statusOf(first.id)).toBe(wasNew);
  });

  test("GEN-22 the same key sent twice changes the row once and stores nothing personal", async () => {
    const candidateId = addCandidate(db, { email: "once@mail.example", lastName: "Unmistakable" });
    const { id } = addApplication(db, { candidateId });
    const send = () =>
      recruiter.send(
        "AppsResendApplicationAssessmentLink",
        { _ids: [id], ...scope },
        { headers: { "idempotency-key": "resend-once" } },
      );
    const [first, second] = [await send(), await send()];
    expect(first.error).toBeUndefined();
    expect(JSON.stringify(first.data)).toContain("Unmistakable");
    expect(second.data).toEqual(first.data);
    expect(mails()).toHaveLength(1);
    const kept = db.statement<{ response: string }>("SELECT response FROM idempotency").all();
    expect(JSON.stringify(kept)).not.toContain("Unmistakable");
  });

  test("SHELL-29 refuses an empty selection, too many rows, or only unknown ones as a whole", async () => {
    const status = "APPS_APPLICATION_HIRED";
    const foreign = addApplication(db, {
      vacancy: "foreign",
      candidateId: addCandidate(db, {}, ids.globexSydney),
    });
    const errorOf = async (_ids: string[]) =>
      (await bulk("AppsUpdateApplicationStatus", { _ids, status })).error;
    expect(await errorOf([])).toBe("Validation Error");
    expect(await errorOf([foreign.id])).toBe("Not Found Error");
    expect(await errorOf(["nothing"])).toBe("Not Found Error");
    expect(statusOf(foreign.id)).toBe("APPS_APPLICATION_NEW");
  });
});

describe("one application", () => {
  const one = (name: string, _id: string, more = {}) => recruiter.send(name, { _id, ...scope, ...more });
  const emailState = async (assessmentId: string) => {
    const variables = { assessmentId, customerId, templateTypes: ["MI_REPORT"] };
    return await recruiter.result("NotifGetLatestEmailEventByAssessmentId", variables);
  };

  test("APP-48 APP-49 resends My Insights after the chat is completed; the state is the newest event", async () => {
    const open = addApplication(db);
    expect(await one("AppsResendApplicationMiReport", open.id)).toMatchObject({
      error: "Conflict Error",
      message: "The chat interview is not completed",
    });
    const candidateId = addCandidate(db, { email: "report@mail.example" });
    const { id, assessmentId } = addApplication(db, { candidateId, status: "APPS_ASSESSMENT_COMPLETED" });
    expect(await emailState(assessmentId)).toEqual({ eventType: null, templateType: null, timestamp: null });
    expect((await one("AppsResendApplicationMiReport", id)).error).toBeUndefined();
    expect(outboxTo("report@mail.example")).toHaveLength(1);
    expect(await emailState(assessmentId)).toEqual({
      eventType: "Send",
      templateType: "MI_REPORT",
      timestamp: new Date(world.now()).toISOString(),
    });
    // From the next stage too, since the report belongs to the chat.
    await bulk("AppsMoveApplication", { _ids: [id], stageId: stages.video });
    expect((await one("AppsResendApplicationMiReport", id)).error).toBeUndefined();
    db.statement("UPDATE candidates SET email = NULL, deidentifiedAt = 1 WHERE id = ?").run(candidateId);
    expect((await one("AppsResendApplicationMiReport", id)).message).toBe("The candidate was de-identified");
  });

  test("GEN-24 the scope's department includes all below it, for bulk changes as for single ones", async () => {
    const above = addApplication(db, { status: "APPS_ASSESSMENT_COMPLETED" });
    const below = addApplication(db, { status: "APPS_ASSESSMENT_COMPLETED", vacancy: "department" });
    const scoped = { hierarchyId: ids.department };
    for (const [name, id] of [
      ["AppsResendApplicationMiReport", "id"],
      ["AppsMarkAssessmentViewed", "assessmentId"],
    ] as const) {
      expect((await one(name, below[id], scoped)).error, name).toBeUndefined();
      expect((await one(name, above[id], scoped)).error, name).toBe("Not Found Error");
      expect((await one(name, above[id])).error, name).toBeUndefined();
    }
    const thread = (_id: string) => one("AppsGetApplicationThread", _id, scoped);
    expect((await thread(below.id)).error).toBeUndefined();
    expect((await thread(above.id)).error).toBe("Not Found Error");
    const status = "APPS_APPLICATION_HIRED";
    const { outcomes } = await bulk("AppsUpdateApplicationStatus", {
      _ids: [above.id, below.id],
      status,
      ...scoped,
    });
    expect(outcomes.map(({ refusal }) => refusal)).toEqual(["NOT_FOUND", null]);
    expect(statusOf(above.id)).not.toBe(status);
  });

  test("APP-34 viewing an assessment removes it from the unviewed ones", async () => {
    const { id, assessmentId } = addApplication(db, { status: "APPS_ASSESSMENT_COMPLETED" });
    const stageId = stages.chat;
    const unviewed = at(stageId, { assessmentViewedFilter: { stageId, isViewed: false } });
    expect(await idsOf(unviewed)).toEqual([id]);
    expect((await one("AppsMarkAssessmentViewed", assessmentId)).error).toBeUndefined();
    expect((await one("AppsMarkAssessmentViewed", assessmentId)).error).toBeUndefined();
    expect(await idsOf(unviewed)).toEqual([]);
    expect((await one("AppsMarkAssessmentViewed", "nothing")).error).toBe("Not Found Error");
  });
});

describe("CommonInviteCandidate", () => {
  const invite = (person: Parameters<typeof invitation>[0], changes = {}) =>
    recruiter.send("CommonInviteCandidate", {
      atsApplicationInput: invitation(person, changes),
    });
  const count = () =>
    db
      .statement<{ applicationCount: number }>("SELECT applicationCount FROM vacancies WHERE id = ?")
      .get(vacancies.main)?.applicationCount;

  test("INV-11 INV-14 creates candidate, application and assessment, and sends both messages", async () => {
    giveCredits(db, customerId, 10);
    const before = count() ?? 0;
    const person = { email: "New.Person@Mail.example", firstName: "Neu", phoneNumber: "+61 412 345 678" };
    const { assessmentId, ...kept } = (await invite(person)).result;
    expect(kept).toMatchObject({ isNameKept: false, isPhoneKept: false });
    expect(count()).toBe(before + 1);
    const { data } = await list();
    expect(data).toMatchObject([
      {
        status: "APPS_APPLICATION_NEW",
        stageId: stages.chat,
        isManuallyProgressed: false,
        candidate: {
          personalInformation: {
            firstName: "Neu",
            lastName: "",
            email: "new.person@mail.example",
            phoneNumber: "+61412345678",
          },
        },
        assessments: [{ _id: assessmentId, status: "APPS_ASSESSMENT_ORDER_COMPLETED" }],
      },
    ]);
    expect(mails()).toMatchObject([
      { mailRecipient: "new.person@mail.example", templateType: "FI_INVITE", assessmentId },
    ]);
    expect(outboxTo("new.person@mail.example")[0]?.text).toContain(assessmentId);
    const sms = db.statement<Record<string, unknown>>("SELECT * FROM sms_events").all();
    expect(sms).toMatchObject([
      {
        smsDestinationPhoneNumber: "+61412345678",
        isoCountryCode: "AU",
        templateType: "FI_INVITE",
        smsMessageStatus: "SUCCESSFUL",
        assessmentId,
      },
    ]);
    expect(outboxTo("+61412345678")).toMatchObject([{ channel: "SMS" }]);
    const { credits } = z
      .object({ credits: z.number() })
      .parse(db.statement("SELECT credits FROM sms_credits WHERE customerId = ?").get(customerId));
    expect(credits).toBe(10 - z.number().parse(sms[0]?.["totalMessageParts"]));
    // The digest sent by the console is stored (INV-12).
    const [row] = db
      .statement<{ externalApplicantId: string }>("SELECT externalApplicantId FROM candidates")
      .all();
    expect(row?.externalApplicantId).toBe(invitation(person).externalApplicantId);
  });

  test("INV-27 a typed number is stored if there was none; otherwise the known one is used and reported", async () => {
    giveCredits(db, customerId, 10);
    const email = "known@mail.example";
    addCandidate(db, { email, firstName: "Robin", lastName: "Doe" });
    const to = (key: VacancyKey) => ({
      cohortInfo: { customerId, externalId: externalIdOf(key), title: "T", hiringManagers: [] },
    });
    const first = await invite({ email, phoneNumber: "+61412345678" }, to("main"));
    expect(first.result).toMatchObject({ text: "SENT", isNameKept: false, isPhoneKept: false });
    const second = await invite({ email, phoneNumber: "+61412345679" }, to("second"));
    expect(second.result).toMatchObject({ text: "SENT", isNameKept: false, isPhoneKept: true });
    expect(outboxTo("+61412345678")).toHaveLength(2);
    expect(outboxTo("+61412345679")).toEqual([]);
  });

  test("INV-15 INV-27 refuses an email already on the vacancy; elsewhere it is the same candidate", async () => {
    await invite({ email: "twice@mail.example" });
    const again = await invite({ email: "TWICE@mail.example", firstName: "Other" });
    expect(again).toMatchObject({
      error: "Conflict Error",
      message: "This candidate has already been invited to this vacancy",
    });
    const second = {
      cohortInfo: { customerId, externalId: externalIdOf("second"), title: "Second", hiringManagers: [] },
    };
    // Differing typed values are not stored, which the answer reports (INV-27).
    const other = await invite({ email: "twice@mail.example", firstName: "Other" }, second);
    expect(other.result).toMatchObject({ isNameKept: true, isPhoneKept: false });
    expect(db.statement("SELECT firstName FROM candidates").all()).toEqual([{ firstName: "Robin" }]);
    expect(db.statement("SELECT count(*) AS n FROM applications").get()).toEqual({ n: 2 });
  });

  test("INV-28 without sight of a candidate's other departments, only the typed values are shown", async () => {
    const department = { ...scopeOf("retail"), hierarchyId: ids.department };
    const statements = roleTemplateStatements("ph-role-recruiter", department, "edge");
    addGroup(db, "retail", people.departmentHead, statements);
    const head = await signedIn(world.app, "departmentHead");
    const email = "elsewhere@mail.example";
    const phoneNumber = "+61420348997";
    const candidateId = addCandidate(db, { email, firstName: "Known", lastName: "Person", phoneNumber });
    const { id: elsewhere } = addApplication(db, { candidateId });
    const filter = { externalVacancyId: externalIdOf("department") };
    const input = invitation(
      { email, firstName: "Typed" },
      {
        hierarchyId: ids.department,
        cohortInfo: { customerId, externalId: filter.externalVacancyId, title: "T" },
      },
    );
    const sent = await head.result("CommonInviteCandidate", { atsApplicationInput: input });
    expect(sent).toMatchObject({ isNameKept: false, isPhoneKept: false });
    const kept = db.statement<{ id: string; invitedAs: string | null }>(
      "SELECT id, invitedAs FROM applications WHERE candidateId = ? ORDER BY seq DESC",
    );
    const _id = kept.get(candidateId)?.id ?? "";

    const answersTo = async (client: Client) => {
      const found = (searchText: string) =>
        client.send("AppsSearchApplications", { filter: { ...scope, searchText, skipEq: 0, limitEq: 5 } });
      return {
        list: await listed(filter, client),
        thread: await client.send("AppsGetApplicationThread", { _id, ...scope }),
        record: await client.send("CommonFindRecord", { id: _id, ...scope }),
        searched: await found("typed"),
        byKnown: [
          await listed({ ...filter, searchText: "known" }, client),
          await found("known"),
          await found(phoneNumber),
        ],
      };
    };
    const { byKnown, ...shown } = await answersTo(head);
    for (const answer of Object.values(shown)) expect(JSON.stringify(answer)).toContain("Typed");
    expect(JSON.stringify([shown, byKnown])).not.toMatch(/Known|Person|61420348997/);
    expect(JSON.stringify(byKnown)).not.toContain(_id);

    const all = await answersTo(recruiter);
    for (const answer of [all.list, all.thread, all.record])
      expect(JSON.stringify(answer)).toContain("Known");
    expect(JSON.stringify(all.byKnown)).toContain(elsewhere);

    // Neither a correction nor de-identification reveals the known values.
    await staff.send("AppsUpdateApplicationCandidate", { _id, firstName: "Renamed", ...scope });
    expect(JSON.stringify(await answersTo(head))).not.toMatch(/Renamed|Person/);
    await staff.send("AppsPurgeApplicationCandidate", { _id, ...scope });
    expect(JSON.stringify(await answersTo(staff))).not.toMatch(/Typed|Renamed/);
    expect(kept.get(candidateId)).toEqual({ id: _id, invitedAs: null });
  });

  test.each([
    ["Please input candidate email!", { email: "no email" }],
    ["Please input candidate email!", { email: `${"a".repeat(95)}@mail.example` }],
    ["Please input candidate firstname!", { email: "a@mail.example", firstName: "  " }],
    [
      "Please keep the first name within 20 characters",
      { email: "a@mail.example", firstName: "f".repeat(21) },
    ],
    ["Please keep the last name within 40 characters", { email: "a@mail.example", lastName: "l".repeat(41) }],
    ["Please enter a valid phone number", { email: "a@mail.example", phoneNumber: "+61 12" }],
    ["Please enter a valid phone number", { email: "a@mail.example", phoneNumber: "0412 345 678" }],
  ])("INV-05 INV-06 INV-09 INV-10 %s", async (message, person) => {
    expect(await invite(person)).toMatchObject({ error: "Validation Error", message });
    expect(db.statement("SELECT count(*) AS n FROM candidates").get()).toEqual({ n: 0 });
  });

  test("INV-13 INV-12 refuses archived and missing vacancies, unknown stages and other digests", async () => {
    const to = (externalId: string | null) => ({
      cohortInfo: { customerId, externalId, title: "T", hiringManagers: [] },
    });
    const person = { email: "refused@mail.example" };
    expect((await invite(person, to(externalIdOf("archived")))).error).toBe("Conflict Error");
    expect((await invite(person, to(null))).error).toBe("Validation Error");
    expect((await invite(person, to(externalIdOf("foreign")))).error).toBe("Not Found Error");
    expect((await invite(person, { predictorMasterId: "nope" })).error).toBe("Validation Error");
    expect((await invite(person, { externalApplicantId: "0".repeat(64) })).error).toBe("Validation Error");
    expect(db.statement("SELECT count(*) AS n FROM applications").get()).toEqual({ n: 0 });
  });
});
