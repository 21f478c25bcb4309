import { describe, expect, test } from "vitest";
import { funnelCount, funnelPage, funnelStays } from "../../regional-api/areas/applications/funnel.store";
import { addDecision } from "./fixtures/decision-operations";
import { addApplication, addCandidate, stages, vacancies } from "./fixtures/hiring";
import { hexId } from "./fixtures/hex-id";
import { giveAt, moveAt } from "./fixtures/stage-rules";
import { planOf } from "./fixtures/plan";
import { useClient, useSydney, useWorld } from "./fixtures/use-world";
import { retail } from "./fixtures/world";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");
const db = useSydney(world);

const dayMs = 24 * 3_600_000;
const at = Date.UTC(2026, 2, 1);
const iso = (time: number) => new Date(time).toISOString();
const number = (sql: string, ...values: (string | number)[]) =>
  Number(db.statement<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`).get(...values)?.n);

const funnel = (more: object = {}) =>
  staff.result("AppsGetVacancyFunnel", { ...retail, vacancyId: vacancies.second, ...more });

let serial = 0;
/** A candidate who started the chat, perhaps completed it, and perhaps moved on after some days. */
function come(
  cameAt: number,
  { isCompleted = false, after }: { isCompleted?: boolean; after?: number } = {},
) {
  const found = addApplication(db, {
    vacancy: "second",
    createdAt: cameAt,
    ...(isCompleted && {
      status: "APPS_ASSESSMENT_COMPLETED",
      submittedAt: cameAt + 1,
      recommendationScore: 50,
    }),
  });
  if (after !== undefined)
    db.statement(
      `INSERT INTO assessments (id, customerId, hierarchyId, vacancyId, applicationId, stageId, product, provider, status,
         assessmentPackageId, externalAssessmentPackageId, externalAssessmentId, externalCohortId, assessmentLink,
         createdAt, updatedAt)
       SELECT ?, customerId, hierarchyId, vacancyId, applicationId, ?, 'SI', 'PH', 'APPS_ASSESSMENT_ORDER_COMPLETED',
         'p', 'p', 'x', 'c', 'l', createdAt + ?, createdAt FROM assessments WHERE id = ?`,
    ).run(hexId("8f", (serial += 1)), stages.video, after * dayMs, found.assessmentId);
  return found;
}

describe("PIPE-12 the funnel of a vacancy", () => {
  test("matches SQL, over all time and for a period, and each number matches its rows", async () => {
    db.statement("DELETE FROM applications WHERE vacancyId = ?").run(vacancies.second);
    come(at);
    come(at + 1, { isCompleted: true });
    for (const after of [1, 2, 9]) come(at + dayMs, { isCompleted: true, after });
    come(at + 5 * dayMs, { after: 4 });
    const [chat, video] = await funnel();
    expect(chat).toEqual({
      ...{ stageId: stages.chat, name: "Chat", came: 6, completed: 4, wentOn: 4, medianStayDays: 3 },
    });
    expect(video).toMatchObject({ came: 4, completed: 0, wentOn: null, medianStayDays: null });
    const period = { from: iso(at + dayMs), before: iso(at + 5 * dayMs) };
    const [inPeriod] = await funnel(period);
    expect(inPeriod).toMatchObject({ came: 3, completed: 3, wentOn: 3, medianStayDays: 2 });
    const source = `assessments AS s WHERE vacancyId = ? AND stageId = ? AND createdAt >= ? AND createdAt < ?`;
    const given = [vacancies.second, stages.chat, at + dayMs, at + 5 * dayMs] as const;
    expect(inPeriod?.came).toBe(number(source, ...given));
    expect(inPeriod?.completed).toBe(number(`${source} AND submittedAt IS NOT NULL`, ...given));
    expect(inPeriod?.wentOn).toBe(
      number(
        `${source} AND EXISTS (SELECT 1 FROM assessments AS n WHERE n.applicationId = s.applicationId AND n.stageId = ?)`,
        ...given,
        stages.video,
      ),
    );
    for (const [step, count] of [
      ["CAME", 3],
      ["COMPLETED", 3],
      ["WENT_ON", 3],
    ] as const) {
      const variables = { vacancyId: vacancies.second, stageId: stages.chat, step, skipEq: 0, limitEq: 2 };
      const result = await staff.result("AppsGetFunnelApplications", {
        ...retail,
        ...variables,
        ...period,
      });
      expect([step, result.pagination.totalItems, result.data.length]).toEqual([step, count, 2]);
      expect(result.data.every(({ wentOnAt }) => wentOnAt !== null)).toBe(true);
    }
    const unknown = { vacancyId: vacancies.second, stageId: "none", step: "CAME", skipEq: 0, limitEq: 2 };
    expect((await staff.send("AppsGetFunnelApplications", { ...retail, ...unknown })).error).toBe(
      "Not Found Error",
    );
  });

  test("is counted and listed on its index, without sorting", () => {
    for (const step of ["CAME", "COMPLETED", "WENT_ON"] as const) {
      const parameters = { vacancyId: "v", stageId: "s", nextStageId: "n", from: 1, before: 2, step };
      for (const plan of [planOf(db, funnelCount(parameters)), planOf(db, funnelPage(parameters, 30, 60))]) {
        expect(plan).toContain("USING COVERING INDEX assessments_vacancy_stage (vacancyId=? AND stageId=?");
        expect(plan).not.toContain("TEMP B-TREE");
      }
    }
    const stays = planOf(db, funnelStays({ vacancyId: "v", stageId: "s", nextStageId: "n" }));
    expect(stays.match(/USING COVERING INDEX assessments_vacancy_stage/g)).toHaveLength(1);
    expect(stays).toContain("USE TEMP B-TREE FOR GROUP BY");
  });
});

test("PIPE-13 a score is ranked in its vacancy, with the current thresholds and the deciding rules", async () => {
  db.statement("DELETE FROM applications WHERE vacancyId = ?").run(vacancies.second);
  const ids = [0, 9.9, 10, 65, 69, 100].map((recommendationScore) =>
    addApplication(db, {
      vacancy: "second",
      status: "APPS_ASSESSMENT_COMPLETED",
      submittedAt: at,
      recommendationScore,
    }),
  );
  addApplication(db, { vacancy: "second" });
  const mine = ids[3]?.id ?? "";
  const off = { ...giveAt("HIRED", 99), enabled: false };
  db.statement(
    `UPDATE vacancies SET workflow = replace(workflow, '"triggers":[]', '"triggers":${JSON.stringify([moveAt(60), off])}') WHERE id = ?`,
  ).run(vacancies.second);
  addDecision(db, { applicationId: mine, vacancyId: vacancies.second, isWaiting: 1 });
  const result = await staff.result("AppsGetScoreContext", { ...retail, _id: mine });
  expect(result.score).toBe(65);
  expect(result.steps).toEqual([2, 1, 0, 0, 0, 0, 2, 0, 0, 1]);
  expect(result.steps.reduce((sum, count) => sum + count, 0)).toBe(
    number("assessments WHERE vacancyId = ? AND recommendationScore IS NOT NULL", vacancies.second),
  );
  expect(result.thresholds.map(({ score }) => score)).toEqual([60]);
  expect(result.decisions).toMatchObject([{ isWaiting: true, rule: { workflowName: "Chat, then video" } }]);
});

test("PIPE-14 the top ten of a vacancy by score, without rejected or de-identified candidates", async () => {
  db.statement("DELETE FROM applications WHERE vacancyId = ?").run(vacancies.second);
  const all = Array.from({ length: 14 }, (_, score) =>
    addApplication(db, {
      vacancy: "second",
      status: "APPS_ASSESSMENT_COMPLETED",
      submittedAt: at,
      recommendationScore: score + 1,
      candidateId: addCandidate(db),
    }),
  );
  const idAt = (index: number) => all.at(index)?.id ?? "";
  for (const [index, status] of [
    [-1, "DECLINED"],
    [-2, "WITHDRAWN"],
  ] as const)
    db.statement("UPDATE applications SET status = ? WHERE id = ?").run(
      `APPS_APPLICATION_${status}`,
      idAt(index),
    );
  await staff.send("AppsPurgeApplicationCandidate", { ...retail, _id: idAt(-3) });
  const result = await staff.result("AppsGetBestApplications", {
    ...retail,
    vacancyId: vacancies.second,
  });
  expect(result.map(({ _id }) => _id)).toEqual(
    [-4, -5, -6, -7, -8, -9, -10, -11, -12, -13].map((index) => idAt(index)),
  );
});
