/** The demo data with as many rows as asked for of whatever one customer lists. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { say } from "../../scripts/lib/setup.mjs";
import { seedDatabase } from "../../regional-api/seed";
import { type CustomerPlan, planOf } from "../../regional-api/seed/plan";
import { openDataDir } from "../../regional-api/store/data-dir";

/** Nobody has a million of these: what is listed by the hundred grows to this many. */
const mostDefinitions = 10_000;

/** The demo data with so many rows of everything of one customer; nine in ten candidates are of its first vacancy. */
function amounts(rows: number): Partial<CustomerPlan> {
  const definitions = Math.min(rows, mostDefinitions);
  return {
    applications: rows,
    busiest: Math.floor(rows * 0.9),
    vacancies: Math.min(rows, 100_000),
    archivedVacancies: Math.floor(Math.min(rows, 100_000) / 10),
    workforce: rows,
    atsRequests: rows,
    teams: definitions,
    libraryWorkflows: definitions,
    librarySets: definitions,
  };
}

/** Fills a data folder, unless it is filled already. */
export async function makeRows(dataDir: string, rows: number): Promise<void> {
  if (existsSync(join(dataDir, "regional-api/directory.sqlite"))) return;
  const from = performance.now();
  const demo = planOf("demo");
  const customers = demo.customers.map((plan) =>
    plan.key === "acmeRetail" ? { ...plan, ...amounts(rows) } : plan,
  );
  const plan = { ...demo, customers, events: 2 * rows };
  const databases = await openDataDir(join(dataDir, "regional-api"), (empty) =>
    seedDatabase(empty, { size: "demo", now: Date.now(), plan }),
  );
  databases.close();
  say(`${rows.toLocaleString("en")} rows made in ${((performance.now() - from) / 1000).toFixed(0)} s`);
}
