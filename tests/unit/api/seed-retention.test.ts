import { afterAll, beforeAll, expect, it } from "vitest";
import { planOf } from "../../../regional-api/areas/retention/plan";
import { periodsOf } from "../../../regional-api/areas/retention/retention.rules";
import { runPortion } from "../../../regional-api/areas/retention/retention-run";
import type { Databases } from "../../../regional-api/store/database";
import { count, rows, seededDatabases } from "./seeded";

const now = Date.UTC(2026, 10, 20, 9);
let databases: Databases;
let remove: () => void;
beforeAll(async () => {
  const seeded = await seededDatabases(now);
  databases = seeded.databases;
  remove = seeded.remove;
}, 60_000);
afterAll(() => remove());

const log = { info: () => undefined, error: () => undefined };
const insights = () =>
  databases
    .all()
    .flatMap((db) =>
      ["insight_counts", "application_day_counts", "application_counts"].map((table) =>
        JSON.stringify(rows(db, `SELECT * FROM ${table} ORDER BY 1, 2, 3`)),
      ),
    );
const run = async () => {
  for (const db of databases.all()) while (await runPortion(db, { now, log, isOver: () => false }));
};

it("RET-05 of the demo as it is made a run removes nobody and nothing", async () => {
  const named = () =>
    databases
      .all()
      .map((db) => [
        count(db, "SELECT count(*) FROM candidates WHERE deidentifiedAt IS NULL"),
        count(db, "SELECT count(*) FROM assessments WHERE insightsLink IS NOT NULL"),
      ]);
  const before = named();
  await run();
  expect(named()).toEqual(before);
});

it("RET-06 RET-08 of the demo with shorter periods the plan's numbers are the run's for every customer, and Insights stay", async () => {
  const before = insights();
  let removed = 0;
  for (const db of databases.all()) {
    db.sqlite.exec(
      "DELETE FROM retention_runs; UPDATE customer_settings SET candidatePiiRetentionPeriod = 7, videoRetentionPeriod = 3",
    );
    const customers = rows<{ customerId: string }>(db, "SELECT customerId FROM customer_settings");
    const plans = [];
    for (const { customerId } of customers) {
      const periods = periodsOf({ candidateMonths: 7, videoMonths: 3 }, null);
      plans.push({
        customerId,
        ...(await planOf(db.reader, { customerId, ...periods }, now, () => undefined)),
      });
    }
    while (await runPortion(db, { now, log, isOver: () => false }));
    for (const { customerId, due, kept } of plans) {
      const [ran] = rows<Record<string, number>>(
        db,
        "SELECT * FROM retention_run_customers WHERE customerId = ?",
        customerId,
      );
      expect([ran?.["candidates"] ?? 0, ran?.["reports"] ?? 0]).toEqual([due.candidates, due.reports]);
      expect(kept.candidates).toBeGreaterThanOrEqual(ran?.["keptCandidates"] ?? 0);
      removed += due.candidates + due.reports;
    }
  }
  expect(removed).toBeGreaterThan(1_000);
  expect(insights()).toEqual(before);
}, 60_000);
