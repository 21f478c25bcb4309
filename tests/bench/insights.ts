/**
 * How long the figures of Discover Insights take when one customer has a million assessments within a year, 300,000 of
 * them of one vacancy: every figure under every filter at the API (DI-43: 300 ms, p95).
 * `node --import tsx tests/bench/insights.ts [assessments]`
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { say } from "../../scripts/lib/setup.mjs";
import { noResults } from "../../regional-api/areas/workflows/assessment-results";
import { dayMs } from "../../regional-api/areas/insights/insights.rules";
import { Loader } from "../../regional-api/seed/bulk";
import { Random } from "../../regional-api/seed/random";
import { openDatabases, type Database } from "../../regional-api/store/database";
import { fillInsightCounts } from "../../regional-api/store/migrations/0081-region-insight-counts";
import { Client, loginMutation } from "../contract/fixtures/client";
import { figures } from "../contract/fixtures/insight-operations";
import { documentFor, fieldOf } from "../support/documents";
import { startApi } from "../support/servers";
import { inFolder, seeded } from "./product";
import { timed } from "./timed";

const assessments = Number(process.argv[2] ?? 1_000_000);
const calls = 20;
const budgetMs = 300;
const region = "ap-southeast-2";
const today = Date.now() - (Date.now() % dayMs);
const firstDay = today - 365 * dayMs;

interface Vacancy {
  readonly id: string;
  readonly hierarchyId: string;
  readonly externalVacancyId: string;
}

/** Replaces all applications by as many as asked for, over a year; three of ten to the first vacancy. */
function fill(db: Database, customerId: string, vacancies: readonly Vacancy[]): void {
  const { sqlite } = db;
  const random = new Random("insights");
  const waiting = sqlite
    .prepare<[], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL
       AND tbl_name IN ('applications', 'assessments')`,
    )
    .all();
  sqlite.pragma("foreign_keys = OFF");
  sqlite.pragma("main.synchronous = OFF");
  for (const { type, name } of waiting) sqlite.exec(`DROP ${type} ${name}`);
  sqlite.exec("DELETE FROM assessments; DELETE FROM applications");
  sqlite.exec("DELETE FROM insight_counts; DELETE FROM application_day_counts");
  const loader = new Loader(db);
  const [busiest, ...others] = vacancies;
  if (!busiest) throw new Error("the demo data has no vacancy");
  sqlite.transaction(() => {
    for (let index = 0; index < assessments; index += 1) {
      const vacancy = random.chance(0.3) ? busiest : random.pick(others);
      const [id, stageId, applicationId] = [random.id(), "stage", random.id()];
      const createdAt = firstDay + Math.floor((index / assessments) * 365 * dayMs);
      const consentedAt = random.chance(0.85) ? createdAt + random.int(dayMs) : null;
      const isSubmitted = consentedAt !== null && random.chance(0.85);
      const submittedAt = isSubmitted
        ? consentedAt + Math.floor((12 + random.exponential(16)) * 60_000)
        : null;
      const score = isSubmitted ? Math.min(100, Math.max(0, random.normal(64, 17))) : null;
      const flag = (probability: number) => (isSubmitted ? (random.chance(probability) ? 1 : 0) : null);
      const place = { customerId, hierarchyId: vacancy.hierarchyId, vacancyId: vacancy.id, stageId };
      loader.insert("applications", {
        id: applicationId,
        ...place,
        candidateId: id,
        externalApplicationId: id,
        createdAt,
        updatedAt: createdAt,
      });
      loader.insert("assessments", {
        id,
        ...place,
        applicationId,
        product: "FI",
        provider: "PH",
        status: isSubmitted ? "APPS_ASSESSMENT_COMPLETED" : "APPS_ASSESSMENT_INPROGRESS",
        assessmentPackageId: "package",
        externalAssessmentPackageId: "package",
        externalAssessmentId: id,
        externalCohortId: vacancy.externalVacancyId,
        assessmentLink: "",
        insightsLink: null,
        createdAt,
        updatedAt: createdAt,
        consentedAt,
        submittedAt,
        predictedAt: submittedAt,
        durationMs: submittedAt === null || consentedAt === null ? null : submittedAt - consentedAt,
        answeredCount: isSubmitted ? 5 : random.int(4),
        deviceType: random.pick(["Desktop", "Mobile", "Mobile", "Tablet", "Unknown"] as const),
        feedbackRating: isSubmitted && random.chance(0.5) ? random.int(11) : null,
        ...noResults,
        recommendation: score === null ? null : score >= 65 ? "YES" : score >= 45 ? "MAYBE" : "NO",
        recommendationScore: score,
        isPlagiarism: flag(0.03),
        isProfanity: flag(0.02),
        isLowTextQuality: flag(0.04),
      });
    }
  })();
  for (const { type, sql } of waiting) if (type === "index") sqlite.exec(sql);
  const spent = spentMs(() => sqlite.transaction(() => sqlite.exec(fillInsightCounts))());
  say(`the counts of all of them anew: ${(spent / 1000).toFixed(1)} s of processor time`);
  for (const { type, sql } of waiting) if (type === "trigger") sqlite.exec(sql);
  timeWrites(db);
  sqlite.pragma("wal_checkpoint(TRUNCATE)");
}

/** Processor time that `work` takes in this process, in ms. */
function spentMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What the counts add to the write of one submission; nothing of it stays. */
function timeWrites(db: Database): void {
  const { sqlite } = db;
  const rows = sqlite
    .prepare<[], { seq: number }>(
      "SELECT seq FROM assessments WHERE submittedAt IS NULL AND consentedAt IS NOT NULL LIMIT 2000",
    )
    .all();
  const submit = sqlite.prepare(
    "UPDATE assessments SET submittedAt = ?, recommendationScore = 70 WHERE seq = ?",
  );
  const time = () => {
    sqlite.exec("SAVEPOINT timing");
    const spent = spentMs(() => {
      for (const { seq } of rows) submit.run(today, seq);
    });
    sqlite.exec("ROLLBACK TO timing; RELEASE timing");
    return spent / rows.length;
  };
  const kept = time();
  sqlite.exec("SAVEPOINT without; DROP TRIGGER insight_counts_changed");
  const without = time();
  sqlite.exec("ROLLBACK TO without; RELEASE without");
  say(
    `a submission: ${without.toFixed(3)} ms of processor time without counts, ${kept.toFixed(3)} ms with them\n`,
  );
}

const iso = (time: number) => new Date(time).toISOString();
/** Whole days back from yesterday, or parts of days. */
const lastDays = (days: number, shift = 0): readonly [string, string] => [
  iso(today - days * dayMs + shift),
  iso(today - 1 - shift),
];

async function measure(dataDir: string): Promise<void> {
  await seeded(dataDir);
  const stored = join(dataDir, "regional-api");
  const databases = openDatabases(stored);
  const db = databases.region(region);
  const customer = db.sqlite
    .prepare<[], { id: string; organizationId: string }>(
      "SELECT id, organizationId FROM customer_directory WHERE uniqueName = 'acme-retail'",
    )
    .get();
  if (!customer) throw new Error("the demo data has no such customer");
  const vacancies = db.sqlite
    .prepare<[string], Vacancy>(
      "SELECT id, hierarchyId, externalVacancyId FROM vacancies WHERE customerId = ? ORDER BY seq",
    )
    .all(customer.id);
  const departments = db.sqlite
    .prepare<[string], { id: string }>(
      "SELECT id FROM hierarchies WHERE customerId = ? AND parentId IS NOT NULL AND archivedAt IS NULL ORDER BY id",
    )
    .all(customer.id)
    .map(({ id }) => id);
  const from = performance.now();
  fill(db, customer.id, vacancies);
  databases.close();
  const size = (statSync(join(stored, `${region}.sqlite`)).size / 1e6).toFixed(0);
  say(`${assessments} assessments in ${((performance.now() - from) / 1000).toFixed(0)} s, ${size} MB\n`);

  interface Asked {
    readonly dates?: readonly [string, string];
    readonly hierarchyIds?: readonly string[];
    readonly cohorts?: readonly string[];
    readonly product?: readonly string[];
  }
  const cohorts = vacancies.map(({ externalVacancyId }) => externalVacancyId);
  const filters: Record<string, Asked> = {
    everything: {},
    "half a year": { dates: lastDays(182) },
    "half a year, parts of days": { dates: lastDays(182, 5_000_000) },
    "one department": { hierarchyIds: departments.slice(0, 1) },
    "ten departments, 90 days": { hierarchyIds: departments.slice(0, 10), dates: lastDays(90) },
    "the vacancy with 300,000": { cohorts: cohorts.slice(0, 1) },
    "that vacancy, parts of 90 days": { cohorts: cohorts.slice(0, 1), dates: lastDays(90, 5_000_000) },
    "all vacancies by name": { cohorts },
    "both products": { product: ["FI", "SI"] },
  };
  const filterOf = (type: string, { dates, hierarchyIds, cohorts: ids, product }: Asked) => {
    const time = /Dropout|Leakage/.test(type)
      ? "consentedAt"
      : /Application/.test(type)
        ? "createdAt"
        : "submittedAt";
    return {
      organizationIds: [customer.organizationId],
      customerIds: [customer.id],
      ...(hierarchyIds && { hierarchyIds }),
      ...(ids && { [time === "createdAt" ? "externalVacancyIds" : "externalCohortIds"]: ids }),
      ...(product && /Assessment|Dropout|Leakage/.test(type) && !/Chat/.test(type) && { product }),
      ...(dates && { [`${time}From`]: dates[0], [`${time}To`]: dates[1] }),
      ...(!dates && time === "createdAt" && { createdAtFrom: iso(firstDay) }),
      ...(/Dropout/.test(type) && { dropoutDayThreshold: 5 }),
      ...(/Leakage/.test(type) && { leakageDayThreshold: 5 }),
    };
  };

  const api = await startApi(dataDir);
  try {
    const client = new Client(api.origin);
    await client.call(loginMutation, { email: "admin@acme.example", password: demoPassword }, { region });
    const names = Object.keys(figures);
    const ask = async (name: string, asked: Asked) => {
      const filter = filterOf(String(fieldOf(name)?.field.args[0]?.type), asked);
      const { error, message } = await client.call(documentFor(name), { filter }, { region });
      if (error) throw new Error(`${name}: ${message}`);
    };
    let worst = { cpu: 0, p95: 0 };
    for (const [name, asked] of Object.entries(filters)) {
      for (const one of names) {
        const took = await timed(`${name}: ${one.replace("Datalake", "")}`, api.pid, calls, () =>
          ask(one, asked),
        );
        worst = { cpu: Math.max(worst.cpu, took.cpu), p95: Math.max(worst.p95, took.p95) };
      }
      await timed(`${name}: all ${names.length} at once`, api.pid, calls, () =>
        Promise.all(names.map((one) => ask(one, asked))),
      );
    }
    const [cpu, p95] = [worst.cpu.toFixed(1), worst.p95.toFixed(1)];
    say(`\nslowest figure: ${cpu} ms of processor time, p95 ${p95} ms; the budget is ${budgetMs} ms`);
  } finally {
    await api.end("SIGTERM");
  }
}

await inFolder(undefined, measure);
