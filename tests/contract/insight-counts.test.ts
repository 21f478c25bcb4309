import type { Async } from "../../regional-api/store/engine";
import { beforeAll, describe, expect, test } from "vitest";
import { dayMs, type Period } from "../../regional-api/areas/insights/insights.rules";
import { Random } from "../../regional-api/seed/random";
import { findAssessment } from "../../regional-api/areas/applications/applications.store";
import { advanceAssessment } from "../../regional-api/areas/applications/assessment-progress.store";
import {
  deidentifyCandidate,
  deleteCandidate,
  findCandidate,
} from "../../regional-api/areas/applications/candidates.store";
import {
  applicationsByDay,
  consentedSums,
  median,
  scoreCounts,
  submittedSums,
  trendPoints,
  type InsightSubject,
} from "../../regional-api/areas/insights/insights.store";
import { fillInsightCounts } from "../../regional-api/store/schema/sqlite/counts";
import type { Row } from "../../regional-api/store/tables";
import { leaveOutOnPostgres, onPostgres } from "./fixtures/engine";
import { addApplication, stages, vacancies } from "./fixtures/hiring";
import { useWorld, useClient } from "./fixtures/use-world";
import { ids, people, rootId, scopeOf, start } from "./fixtures/world";

const world = useWorld("all tests");
const staff = useClient(world, "staff", "all tests");
const db = () => world.databases.region("ap-southeast-2");
const random = new Random("insight counts");
const places = ["main", "second", "archived", "department"] as const;
const maybe = <Value>(probability: number, value: () => Value): Value | null =>
  random.chance(probability) ? value() : null;

/** A time within half a year, sometimes the first or last moment of a day. */
function someTime(): number {
  const time = start - random.int(180 * dayMs);
  const midnight = time - (time % dayMs);
  return random.pick([time, time, time, midnight, midnight - 1]);
}

const results = () => ({
  recommendation: random.pick(["YES", "MAYBE", "NO"] as const),
  recommendationScore: random.pick([0, 5, 9.99, 10, 50, 64.5, 99.9, 100, random.next() * 100]),
  isPlagiarism: random.chance(0.2),
  isProfanity: random.chance(0.2),
  isLowTextQuality: random.chance(0.2),
});

function add(): void {
  const consentedAt = maybe(0.85, someTime);
  const taken = random.pick([0, 1, 120_000, 119_999, 2_400_000, random.int(3 * dayMs), 40 * dayMs]);
  const submittedAt = consentedAt === null ? null : maybe(0.7, () => consentedAt + taken);
  const scored = submittedAt === null ? {} : (maybe(0.9, results) ?? {});
  addApplication(db(), {
    vacancy: random.pick(places),
    stageId: random.pick([stages.chat, stages.chat, stages.video]),
    createdAt: someTime(),
    consentedAt,
    submittedAt,
    answeredCount: random.int(3),
    deviceType: maybe(0.7, () => random.pick(["Desktop", "Mobile", "Tablet", "Unknown"] as const)),
    feedbackRating: submittedAt === null ? null : maybe(0.6, () => random.int(11)),
    ...Object.fromEntries(
      Object.entries(scored).map(([name, value]) => [
        name,
        typeof value === "boolean" ? Number(value) : value,
      ]),
    ),
  });
}

const one = <Table extends "assessments" | "applications" | "candidates">(table: Table) =>
  db()
    .statement<Row<Table>>(`SELECT * FROM ${table} ORDER BY seq LIMIT 1 OFFSET ?`)
    .get(random.int(db().statement<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0));

/** Every kind of write, and raw ones a later release might make. */
const writes: Record<string, () => Async<unknown>> = {
  invite: add,
  advance: async () => {
    const assessment = one("assessments");
    if (!assessment || assessment.status === "APPS_ASSESSMENT_COMPLETED") return;
    const status = random.pick(["APPS_ASSESSMENT_INPROGRESS", "APPS_ASSESSMENT_COMPLETED"] as const);
    const read = await findAssessment(db().reader, assessment.id);
    if (read)
      await db().write((writer) =>
        advanceAssessment(writer, read, status, results(), {
          now: start + random.int(3_600_000),
          config: { texts: "OUTBOX" },
        }),
      );
  },
  answer: () => {
    const id = one("assessments")?.id;
    const set = random.pick([
      "answeredCount = answeredCount + 1",
      "deviceType = 'Tablet'",
      "feedbackRating = 7",
      "recommendationScore = 12.5",
      "submittedAt = NULL",
      "consentedAt = consentedAt - 86400000",
    ]);
    db().statement(`UPDATE assessments SET ${set} WHERE id = ?`).run(id);
  },
  move: async () => {
    const { organizationId, customerId, hierarchyId } = scopeOf("retail");
    const _ids = [one("applications")?.id];
    const variables = { organizationId, customerId, hierarchyId, stageId: stages.video, _ids };
    await staff.send("AppsMoveApplication", { ...variables, isManuallyProgressed: true });
  },
  archive: () =>
    db().statement("UPDATE vacancies SET archivedAt = ? WHERE id = ?").run(start, vacancies.second),
  deidentify: async () => {
    const candidate = await findCandidate(db().reader, one("candidates")?.id ?? "");
    const author = { changedBy: people.staff, now: start };
    if (candidate && candidate.deidentifiedAt === null)
      await db().write((writer) => deidentifyCandidate(writer, candidate, author));
  },
  delete: async () => {
    const candidate = await findCandidate(db().reader, one("candidates")?.id ?? "");
    if (candidate) await db().write((writer) => deleteCandidate(writer, candidate));
  },
  "delete one assessment": () =>
    db().statement("DELETE FROM assessments WHERE id = ?").run(one("assessments")?.id),
  "undone delete": () => {
    try {
      db().transaction(() => {
        db().statement("DELETE FROM applications WHERE id = ?").run(one("applications")?.id);
        throw new Error("undone");
      });
    } catch {
      // Rolled back on purpose.
    }
  },
};

/** The kept counts; rows of zeros are equivalent to none. */
const kept = () =>
  ["insight_counts", "application_day_counts"].map((table) =>
    db()
      .statement<Record<string, unknown>>(`SELECT * FROM ${table}`)
      .all()
      .filter(({ scopeId: _s, product: _p, span: _n, bucket: _b, day: _d, ...sums }) =>
        Object.values(sums).some((value) => value !== 0),
      ),
  );

/** The same counts, recomputed from the rows. */
function recomputed() {
  const { sqlite } = db();
  sqlite.exec(
    `SAVEPOINT recount; DELETE FROM insight_counts; DELETE FROM application_day_counts; ${fillInsightCounts}`,
  );
  try {
    return kept();
  } finally {
    sqlite.exec("ROLLBACK TO recount; RELEASE recount");
  }
}

// ---- figures computed from the rows ----

const isIn = ({ from = -Infinity, to = Infinity }: Period, time: number | null): time is number =>
  time !== null && time >= from && time < to;

const belongs = (
  { customerId, departments, vacancyIds }: InsightSubject,
  row: Row<"assessments"> | Row<"applications">,
) =>
  row.customerId === customerId &&
  (vacancyIds ? vacancyIds.includes(row.vacancyId) : (departments?.includes(row.hierarchyId) ?? true));

function middle(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

const fromCounts = async (subject: InsightSubject, period: Required<Period>, when: Period) => ({
  sums: await submittedSums(db().reader, subject, when, [
    "submitted",
    "garbage",
    "rated",
    "ratings",
    "maybe",
    "unknownDevice",
  ]),
  consents: await consentedSums(db().reader, subject, when, ["consented", "leaked", "dropped"]),
  scores: await scoreCounts(db().reader, subject, when),
  medianScore: await median(db().reader, subject, when, "recommendationScore"),
  medianTime: await median(db().reader, subject, when, "durationMs"),
  days: (await applicationsByDay(db().reader, subject, period))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.day - b.day),
});

function fromRows(
  subject: InsightSubject,
  period: Required<Period>,
  when: Period,
): Awaited<ReturnType<typeof fromCounts>> {
  const all = db().statement<Row<"assessments">>("SELECT * FROM assessments").all();
  const rows = all.filter((row) => belongs(subject, row) && subject.products.includes(row.product));
  const submitted = rows.filter((row) => isIn(when, row.submittedAt));
  const begun = rows.filter((row) => isIn(when, row.consentedAt));
  const open = begun.filter((row) => row.submittedAt === null);
  const how = (some: readonly unknown[]) => some.length;
  const scores = submitted.flatMap(({ recommendationScore }) => recommendationScore ?? []);
  const ratings = submitted.flatMap(({ feedbackRating }) => feedbackRating ?? []);
  const days = new Map<number, number>();
  for (const row of db().statement<Row<"applications">>("SELECT * FROM applications").all()) {
    const day = Math.floor(row.createdAt / dayMs);
    if (belongs(subject, row) && isIn(period, row.createdAt)) days.set(day, (days.get(day) ?? 0) + 1);
  }
  return {
    sums: {
      submitted: how(submitted),
      garbage: how(submitted.filter((row) => row.isLowTextQuality === 1)),
      rated: how(ratings),
      ratings: ratings.reduce((sum, rating) => sum + rating, 0),
      maybe: how(submitted.filter((row) => row.recommendation === "MAYBE")),
      unknownDevice: how(submitted.filter((row) => (row.deviceType ?? "Unknown") === "Unknown")),
    },
    consents: {
      consented: how(begun),
      leaked: how(open.filter((row) => row.answeredCount === 0)),
      dropped: how(open.filter((row) => row.answeredCount > 0)),
    },
    scores: Array.from({ length: 11 }, (_, index) =>
      how(scores.filter((score) => Math.floor(score / 10) === index)),
    ),
    medianScore: middle(scores),
    medianTime: middle(
      submitted.flatMap((row) => (row.consentedAt === null ? [] : (row.submittedAt ?? 0) - row.consentedAt)),
    ),
    days: [...days].map(([day, count]) => ({ day, count })).sort((a, b) => a.day - b.day),
  };
}

beforeAll(async () => {
  // Without holds, so that any candidate may be removed.
  db().statement("DELETE FROM retention_holds").run();
  // Speeds up hundreds of small commits; a power cut is not tested here.
  for (const name of onPostgres ? [] : ["main", "directory"]) db().sqlite.pragma(`${name}.synchronous = OFF`);
  for (let number = 0; number < 150; number += 1) add();
  const names = Object.keys(writes);
  for (let number = 0; number < 600; number += 1)
    await writes[number % 3 === 0 ? "invite" : random.pick(names)]?.();
}, 60_000);

describe("DI-29 DI-40 after 600 random writes", () => {
  test("the kept counts match the rows", () => {
    const [insights, applications] = kept();
    expect(insights?.length).toBeGreaterThan(300);
    expect(applications?.length).toBeGreaterThan(300);
    leaveOutOnPostgres("counts that are recomputed");
    expect(kept()).toEqual(recomputed());
  });

  test("every figure under any filter matches the rows", async () => {
    let counted = 0;
    for (let number = 0; number < 150; number += 1) {
      const [a, b] = [someTime(), someTime()];
      const period = { from: Math.min(a, b), to: Math.max(a, b) + random.pick([0, 1, dayMs]) };
      const subject: InsightSubject = {
        customerId: ids.retail,
        products: random.pick([["FI"], ["FI"], ["SI"], ["FI", "SI"]] as const),
        departments: maybe(0.4, () =>
          random.sample([rootId(ids.retail), ids.department, ids.subDepartment], 2),
        ),
        vacancyIds: maybe(0.4, () => random.sample(Object.values(vacancies).slice(0, 4), 2)),
      };
      const when = random.pick([period, period, { from: period.from }, { to: period.to }, {}]);
      const expected = fromRows(subject, period, when);
      counted += expected.sums.submitted;
      expect(await fromCounts(subject, period, when), JSON.stringify({ subject, when })).toEqual(expected);
    }
    expect(counted).toBeGreaterThan(2_000);
  });

  test("DI-59 the values of a line match the sums of their days", async () => {
    const subject = {
      ...{ customerId: ids.retail, products: ["FI", "SI"] as const, vacancyIds: null },
      departments: [rootId(ids.retail), ids.department],
    };
    const today = Math.floor(start / dayMs);
    for (const span of [1, 32] as const) {
      const points = { span, first: Math.ceil((today - 100) / span), end: Math.floor(today / span) };
      const line = await trendPoints(db().reader, subject, points, start);
      for (const [index, { submitted, ratings, consented }] of line.entries()) {
        const from = (points.first + index) * span * dayMs;
        const period = { from, to: from + span * dayMs };
        const sums = await submittedSums(db().reader, subject, period, ["submitted", "ratings"]);
        const begun = await consentedSums(db().reader, subject, period, ["consented"]);
        expect({ submitted, ratings, consented }).toEqual({ ...sums, ...begun });
      }
      expect(line.reduce((sum, { submitted }) => sum + submitted, 0)).toBeGreaterThan(30);
    }
  });
});
