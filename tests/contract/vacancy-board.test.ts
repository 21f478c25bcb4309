import { beforeAll, beforeEach, expect, test } from "vitest";
import { waitingStatuses } from "../../shared/application-statuses";
import type { Database } from "../../regional-api/store/database";
import { addApplication, externalIdOf, stages, vacancies } from "./fixtures/hiring";
import { retail as scope } from "./fixtures/ids";
import { callsOf, useClient, useWorld } from "./fixtures/use-world";
import { start } from "./fixtures/world";

const world = useWorld("all tests", { AUTH_CALLS_PER_MINUTE: "1000" });
const recruiter = useClient(world, "recruiter", "all tests");
const run = callsOf(world, recruiter);
const day = 86_400_000;
let db: Database;

beforeAll(() => {
  db = world.databases.region("ap-southeast-2");
});
beforeEach(() => {
  db.statement("DELETE FROM retention_holds").run();
  db.statement("DELETE FROM applications").run();
  db.statement("DELETE FROM candidates").run();
  world.pass(60_000);
});

interface Board {
  columns: {
    stageId: string;
    count: number;
    applications: { _id: string; status: string; stageSince: string | null }[];
  }[];
  asOf: string;
}
async function board() {
  const { error, message, result } = await run<Board>("AppsGetVacancyBoard", {
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

test("PIPE-01 a column has the ten who wait longest at its stage, and counts what the list shows", async () => {
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
    await run("AppsUpdateApplicationStatus", { _ids: [id], status: `APPS_APPLICATION_${status}`, ...scope });
  const waiting = await column(stages.chat);
  expect(waiting.count).toBe(10);
  const since = (id: string) =>
    db.statement<{ at: number }>("SELECT assessmentOrderedAt AS at FROM applications WHERE id = ?").get(id)
      ?.at ?? 0;
  expect(waiting.ids).toEqual(ids.slice(3).sort((a, b) => since(a) - since(b)));

  const more = [1, 2].map((index) => addApplication(db, { createdAt: start - index * day }).id);
  const fuller = await column(stages.chat);
  expect(fuller).toEqual({ count: 12, ids: [...more].reverse().concat(waiting.ids.slice(0, 8)) });
  // The list that "All" leads to.
  const { result: list } = await run<{ data: { _id: string }[]; pagination: { totalItems: number } }>(
    "AppsGetApplicationList",
    {
      filter: {
        ...{ ...scope, externalVacancyId: externalIdOf("main"), skipEq: 0, limitEq: 30 },
        assessmentStatusFilter: { stageId: stages.chat },
        applicationStatusList: waitingStatuses,
        sort: { fieldName: "stageSince", order: "asc", filter: { stageId: stages.chat } },
      },
    },
  );
  expect(list.pagination.totalItems).toBe(fuller.count);
  expect(list.data.slice(0, 10).map(({ _id }) => _id)).toEqual(fuller.ids);
});

test("PIPE-01 whoever moves waits in the other column from that moment on, and last", async () => {
  const { id: there } = addApplication(db, { stageId: stages.video, createdAt: start });
  const { id } = addApplication(db, { createdAt: start - 30 * day });
  await run("AppsMoveApplication", {
    ...{ _ids: [id], stageId: stages.video, isManuallyProgressed: true },
    ...scope,
  });
  expect(await column(stages.chat)).toEqual({ count: 0, ids: [] });
  expect(await column(stages.video)).toEqual({ count: 2, ids: [there, id] });
  const [, video] = (await board()).columns;
  const moved = video?.applications.find(({ _id }) => _id === id);
  expect(Date.parse(moved?.stageSince ?? "")).toBe(world.now());
});

test("PIPE-02 who was changed since the board was read is refused", async () => {
  const { id } = addApplication(db);
  const { asOf: unchangedSince } = await board();
  world.pass(1_000);
  const status = (to: string, more = {}) =>
    run<{ refusal: string | null }[]>("AppsUpdateApplicationStatus", {
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
    const { error } = await run("AppsGetVacancyBoard", { vacancyId, ...scope });
    expect(error).toBe("Not Found Error");
  }
});
