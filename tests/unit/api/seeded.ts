import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { openDatabases, type Database, type Databases } from "../../../regional-api/store/database";
import { seedDatabase } from "../../../regional-api/seed/index";

/** Time of the seeding. Rows are dated up to the midnight before. */
export const seededAt = Date.UTC(2026, 10, 20, 7);

/** A separate store with the demo data for the tests of a file, in the system's temporary directory. */
export function useSeeded(): { databases: Databases } {
  const seeded = {} as { databases: Databases };
  let dir = "";
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "edge-seed-"));
    seeded.databases = openDatabases(dir);
    await seedDatabase(seeded.databases, { size: "demo", now: seededAt });
  }, 60_000);
  afterAll(() => {
    seeded.databases.close();
    rmSync(dir, { recursive: true });
  });
  return seeded;
}

/** The rows of a query on one region's connection. */
export const rows = <Result = Record<string, unknown>>(
  db: Database,
  query: string,
  ...values: unknown[]
): Result[] => db.sqlite.prepare<unknown[], Result>(query).all(...values);

/** The first column of a query's first row, as a number. */
export const count = (db: Database, query: string, ...values: unknown[]): number =>
  Number(
    db.sqlite
      .prepare(query)
      .pluck()
      .get(...values),
  );

/** Recomputes from the rows everything the triggers maintain, and expects both to match. */
export function expectKept(db: Database): void {
  const counted =
    "SELECT vacancyId, stageId, status, assessmentStatus, count(*) AS count FROM applications GROUP BY 1, 2, 3, 4";
  const kept =
    "SELECT vacancyId, stageId, status, assessmentStatus, count FROM application_counts WHERE count <> 0";
  expect(count(db, `SELECT count(*) FROM (${counted} EXCEPT ${kept})`)).toBe(0);
  expect(count(db, `SELECT count(*) FROM (${kept} EXCEPT ${counted})`)).toBe(0);
  expect(
    count(
      db,
      `SELECT count(*) FROM vacancies v
       WHERE applicationCount <> (SELECT count(*) FROM applications a WHERE a.vacancyId = v.id)`,
    ),
  ).toBe(0);
  expect(
    count(
      db,
      `SELECT count(*) FROM applications a JOIN candidates c ON c.id = a.candidateId
       LEFT JOIN assessments s ON s.applicationId = a.id AND s.stageId = a.stageId
       WHERE a.candidateNameKey <> c.nameKey OR a.candidateEmail <> coalesce(c.email, '')
         OR a.assessmentStatus <> coalesce(s.status, '') OR a.assessmentScore IS NOT s.recommendationScore
         OR a.assessmentResult IS NOT coalesce(s.recommendation, s.rating)
         OR a.assessmentIsViewed <> coalesce(s.isViewed, 0) OR a.assessmentSubmittedAt IS NOT s.submittedAt
         OR s.durationMs IS NOT s.submittedAt - s.consentedAt`,
    ),
  ).toBe(0);
  expect(
    count(
      db,
      "SELECT count(*) FROM users u WHERE groupCount <> (SELECT count(*) FROM group_members m WHERE m.userId = u.id)",
    ),
  ).toBe(0);
  expect(count(db, "SELECT count(*) FROM application_search")).toBe(
    count(db, "SELECT count(*) FROM applications"),
  );
}
