import { beforeEach, describe, expect, test } from "vitest";
import { waitingStatuses } from "../../shared/application-statuses";
import { overduePage } from "../../regional-api/areas/applications/overdue-applications.store";
import { invitation } from "./fixtures/application-operations";
import { todayOf } from "./fixtures/home-operations";
import { planOf } from "./fixtures/plan";
import { signedIn } from "./fixtures/client";
import { addApplication, externalIdOf, stages, vacancies } from "./fixtures/hiring";
import { retail as scope } from "./fixtures/ids";
import { useClient, useSydney, useWorld } from "./fixtures/use-world";
import { newVacancy } from "./fixtures/vacancy-operations";
import { sentStage } from "./fixtures/workflows";
import { start } from "./fixtures/world";

const world = useWorld("all tests", { AUTH_CALLS_PER_MINUTE: "1000" });
const recruiter = useClient(world, "recruiter", "all tests");
const day = 86_400_000;
const db = useSydney(world);
beforeEach(() => {
  db.statement("DELETE FROM retention_holds").run();
  db.statement("DELETE FROM applications").run();
  db.statement("DELETE FROM candidates").run();
  world.pass(60_000);
});

async function board() {
  const { error, message, result } = await recruiter.send("AppsGetVacancyBoard", {
    vacancyId: vacancies.main,
    ...scope,
  });
  if (error) throw new Error(`${error}: ${message}`);
  return result;
}
async function column(stageId: string) {
  const found = (await board()).columns.find((one) => one.stageId === stageId);
  if (!found) throw new Error("no such column");
  return { count: found.count, ids: found.applications.map(({ _id }) => _id) };
}

test("PIPE-01 a column has the ten waiting longest at its stage, and the same count as the list", async () => {
  const ids = Array.from(
    { length: 13 },
    (_, index) => addApplication(db, { createdAt: start + (index % 2 ? index : 100 - index) * day }).id,
  );
  const [hired = "", declined = "", withdrawn = "", offered = ""] = ids;
  for (const [id, status] of Object.entries({
    [hired]: "HIRED",
    [declined]: "DECLINED",
    [withdrawn]: "WITHDRAWN",
    [offered]: "OFFERED",
  }))
    await recruiter.send("AppsUpdateApplicationStatus", {
      _ids: [id],
      status: `APPS_APPLICATION_${status}`,
      ...scope,
    });
  const waiting = await column(stages.chat);
  expect(waiting.count).toBe(10);
  const since = (id: string) =>
    db.statement<{ at: number }>("SELECT assessmentOrderedAt AS at FROM applications WHERE id = ?").get(id)
      ?.at ?? 0;
  expect(waiting.ids).toEqual(ids.slice(3).sort((a, b) => since(a) - since(b)));

  const more = [1, 2].map((index) => addApplication(db, { createdAt: start - index * day }).id);
  const fuller = await column(stages.chat);
  expect(fuller).toEqual({ count: 12, ids: [...more].reverse().concat(waiting.ids.slice(0, 8)) });
  // The list that "All" links to.
  const list = await recruiter.result("AppsGetApplicationList", {
    filter: {
      ...{ ...scope, externalVacancyId: externalIdOf("main"), skipEq: 0, limitEq: 30 },
      assessmentStatusFilter: { stageId: stages.chat },
      applicationStatusList: waitingStatuses,
      sort: { fieldName: "stageSince", order: "asc", filter: { stageId: stages.chat } },
    },
  });
  expect(list.pagination.totalItems).toBe(fuller.count);
  expect(list.data.slice(0, 10).map(({ _id }) => _id)).toEqual(fuller.ids);
});

test("PIPE-01 a moved candidate waits in the other column from that moment, and is last", async () => {
  const { id: there } = addApplication(db, { stageId: stages.video, createdAt: start });
  const { id } = addApplication(db, { createdAt: start - 30 * day });
  await recruiter.send("AppsMoveApplication", {
    ...{ _ids: [id], stageId: stages.video, isManuallyProgressed: true },
    ...scope,
  });
  expect(await column(stages.chat)).toEqual({ count: 0, ids: [] });
  expect(await column(stages.video)).toEqual({ count: 2, ids: [there, id] });
  const [, video] = (await board()).columns;
  const moved = video?.applications.find(({ _id }) => _id === id);
  expect(Date.parse(moved?.stageSince ?? "")).toBe(world.now());
});

test("PIPE-02 refuses candidates changed since the board was loaded", async () => {
  const { id } = addApplication(db);
  const { asOf: unchangedSince } = await board();
  world.pass(1_000);
  const status = (to: string, more = {}) =>
    recruiter.send("AppsUpdateApplicationStatus", {
      ...{ _ids: [id], status: `APPS_APPLICATION_${to}` },
      ...scope,
      ...more,
    });
  expect((await status("HIRED")).result[0]?.refusal).toBeNull();
  world.pass(1_000);
  expect((await status("DECLINED", { unchangedSince })).result[0]?.refusal).toBe("CHANGED");
});

test("PIPE-01 a vacancy of another customer, or of no one, is not found", async () => {
  for (const vacancyId of [vacancies.foreign, "0".repeat(24)]) {
    const { error } = await recruiter.send("AppsGetVacancyBoard", { vacancyId, ...scope });
    expect(error).toBe("Not Found Error");
  }
});

describe("PIPE-03 a stage's limit", () => {
  const staff = useClient(world, "staff", "all tests");
  const workflowWith = (...limits: (number | null)[]) =>
    staff.send("AppsCreateWorkflow", {
      ...{ ...scope, name: `Limits ${limits.join()}` },
      stages: limits.map((dayLimit, index) => sentStage(index === 0 ? "FI" : "SI", { dayLimit })),
    });

  /** The limits of the main vacancy's stages, in days. */
  const limitOf = (limits: Record<string, number>) => {
    const row = db
      .statement<{ workflow: string }>("SELECT workflow FROM vacancies WHERE id = ?")
      .get(vacancies.main);
    const workflow = JSON.parse(row?.workflow ?? "") as { stages: { _id: string; dayLimit?: number }[] };
    for (const stage of workflow.stages) stage.dayLimit = limits[stage._id];
    db.statement("UPDATE vacancies SET workflow = ? WHERE id = ?").run(
      JSON.stringify(workflow),
      vacancies.main,
    );
  };

  test("is stored with the workflow, and copied to new vacancies regardless of what these send", async () => {
    const { result, error } = await workflowWith(3, null);
    expect(error).toBeUndefined();
    expect(result.stages.map(({ dayLimit }) => dayLimit)).toEqual([3, null]);
    const workflow = { _id: result._id, name: "Limits 3,", stages: [sentStage("FI"), sentStage("SI")] };
    const made = await staff.result("AppsCreateVacancy", { ...scope, ...newVacancy, workflow });
    expect(made.workflow.stages.map(({ dayLimit }) => dayLimit)).toEqual([3, null]);
    for (const wrong of [0, 366])
      expect((await workflowWith(wrong)).message).toBe("A limit is a whole number of days from 1 to 365");
  });

  test("the list has those over the limit, longest first, regardless of the requested order", async () => {
    const since = (days: number, ms = 0) => world.now() - days * day + ms;
    const [, late, later] = [
      addApplication(db, { createdAt: since(3, 1) }).id,
      addApplication(db, { createdAt: since(3, -1) }).id,
      addApplication(db, { createdAt: since(40) }).id,
    ];
    const { id: hired } = addApplication(db, { createdAt: since(50) });
    const { id: video } = addApplication(db, { createdAt: since(50), stageId: stages.video });
    await recruiter.send("AppsUpdateApplicationStatus", {
      _ids: [hired],
      status: "APPS_APPLICATION_HIRED",
      ...scope,
    });
    const overdue = async (stageId: string, more: Record<string, unknown> = {}) => {
      const filter = {
        ...{ ...scope, externalVacancyId: externalIdOf("main"), skipEq: 0, limitEq: 30 },
        ...{ assessmentStatusFilter: { stageId }, isOverdue: true },
        ...more,
      };
      const result = await recruiter.result("AppsGetApplicationList", { filter });
      expect(result.pagination.totalItems).toBe(result.data.length);
      return result.data.map(({ _id }) => _id);
    };
    limitOf({ [stages.chat]: 3 });
    const sort = { fieldName: "name", order: "asc", filter: { stageId: stages.chat } };
    expect(await overdue(stages.chat, { sort })).toEqual([later, late]);
    expect(await overdue(stages.chat)).toEqual([late, later]);
    expect(await overdue(stages.chat, { applicationStatusList: ["APPS_APPLICATION_HIRED"] })).toEqual([]);
    expect(await overdue(stages.chat, { searchText: "pat" })).toEqual([late, later]);
    expect(await overdue(stages.video)).toEqual([]);
    limitOf({ [stages.video]: 49 });
    expect(await overdue(stages.video)).toEqual([video]);
    limitOf({});
    expect(await overdue(stages.chat)).toEqual([]);
  });

  test("HOME-09 Today counts overdue candidates of all vacancies in its list: invited or moved there, undecided", async () => {
    limitOf({ [stages.chat]: 2, [stages.video]: 1 });
    const invited = async (email: string) => {
      await recruiter.send("CommonInviteCandidate", { atsApplicationInput: invitation({ email }) });
      const row = db
        .statement<{ id: string }>("SELECT id FROM applications WHERE candidateEmail = ?")
        .get(email);
      return row?.id ?? "";
    };
    const [stays, moves] = [await invited("stays@limit.example"), await invited("moves@limit.example")];
    // Days pass, so each sign-in is a new one.
    const overdue = async () => {
      const client = await signedIn(world.app, "recruiter");
      const list = await client.result("AppsGetOverdueApplications", {
        filter: { ...scope, skipEq: 0, limitEq: 30 },
      });
      const today = await client.result("HomeGetToday", {
        ...todayOf(world.now()),
        kinds: ["OVERDUE"],
        hasVacancies: false,
      });
      expect(today.lines.map(({ count }) => count)).toEqual(list.data.length > 0 ? [list.data.length] : []);
      return list.data.map(({ _id }) => _id);
    };
    world.pass(2 * day);
    expect(await overdue()).toEqual([]);
    await (
      await signedIn(world.app, "recruiter")
    ).send("AppsMoveApplication", {
      _ids: [moves],
      stageId: stages.video,
      isManuallyProgressed: true,
      ...scope,
    });
    world.pass(1);
    expect(await overdue()).toEqual([stays]);
    world.pass(day);
    expect(await overdue()).toEqual([stays, moves]);
    await (
      await signedIn(world.app, "recruiter")
    ).send("AppsUpdateApplicationStatus", {
      _ids: [stays],
      status: "APPS_APPLICATION_DECLINED",
      ...scope,
    });
    expect(await overdue()).toEqual([moves]);
    const filter = { customerId: scope.customerId, hierarchyIds: ["h"], now: 1 };
    const plan = planOf(db, overduePage(filter, { order: "asc", limit: 30, offset: 0 }));
    expect(plan).toContain("USING COVERING INDEX applications_due");
    expect(plan).not.toContain("TEMP B-TREE");
    limitOf({});
  });
});
