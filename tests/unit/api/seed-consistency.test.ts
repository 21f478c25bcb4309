import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoCustomers } from "../../../regional-api/seed/ids";
import { planOf } from "../../../regional-api/seed/plan";
import type { Databases } from "../../../regional-api/store/database";
import {
  applicationsByDay,
  consentedSums,
  scoreCounts,
  submittedSums,
} from "../../../regional-api/areas/insights/insights.store";
import { count, rows, seededDatabases, total } from "./seeded";

const midnight = Date.UTC(2026, 10, 20);
const dayMs = 86_400_000;
let databases: Databases;
let remove: () => void;

beforeAll(async () => {
  ({ databases, remove } = await seededDatabases(midnight));
}, 60_000);
afterAll(() => remove());

/** Counts the rows of all regions that break a rule. */
const broken = (query: string) => total(databases, `SELECT count(*) FROM ${query}`);

describe("maintained columns", () => {
  it("counters equal the rows", () => {
    expect(
      broken(
        `vacancies v WHERE applicationCount <> (SELECT count(*) FROM applications a WHERE a.vacancyId = v.id)`,
      ),
    ).toBe(0);
    for (const db of databases.all()) {
      const kept = rows(db, "SELECT * FROM application_counts WHERE count <> 0 ORDER BY 1, 2, 3, 4");
      const counted = rows(
        db,
        `SELECT vacancyId, stageId, status, assessmentStatus, count(*) AS count FROM applications
         GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
      );
      expect(kept).toEqual(counted);
    }
    expect(
      broken("users u WHERE groupCount <> (SELECT count(*) FROM group_members m WHERE m.userId = u.id)"),
    ).toBe(0);
  });

  it("applications carry their candidate and their current stage's assessment", () => {
    expect(
      broken(`applications a JOIN candidates c ON c.id = a.candidateId
        JOIN assessments s ON s.applicationId = a.id AND s.stageId = a.stageId
        WHERE a.candidateNameKey <> c.nameKey OR a.candidateEmail <> coalesce(c.email, '')
          OR a.assessmentStatus <> s.status OR a.assessmentResult IS NOT coalesce(s.recommendation, s.rating)
          OR a.assessmentScore IS NOT s.recommendationScore OR a.assessmentIsViewed <> s.isViewed
          OR a.assessmentSubmittedAt IS NOT s.submittedAt`),
    ).toBe(0);
  });

  it("the directory lists every customer and user", () => {
    for (const db of databases.all()) {
      expect(count(db, "SELECT count(*) FROM users WHERE id NOT IN (SELECT id FROM user_directory)")).toBe(0);
      expect(
        count(db, "SELECT count(*) FROM customers WHERE id NOT IN (SELECT id FROM customer_directory)"),
      ).toBe(0);
    }
    const [retail] = rows(
      databases.region("eu-west-1"),
      "SELECT * FROM customer_directory WHERE uniqueName = 'acme-retail'",
    );
    expect(retail).toMatchObject({ ...demoCustomers.acmeRetail, archivedAt: null });
  });
});

// Initech has only video interviews: its dashboard shows the empty state.
const chatting = planOf("demo").customers.filter(({ key }) => key !== "initech");

describe.each(chatting)("Discover Insights of $key", ({ customer: { id, awsRegion } }) => {
  const db = () => databases.region(awsRegion);
  const subject = { customerId: id, products: ["FI"], departments: null, vacancyIds: null } as const;
  const submitted = `assessments WHERE customerId = '${id}' AND product = 'FI' AND submittedAt IS NOT NULL`;

  it("DI-04 every card has data: flags, devices, verdicts, spread-out scores, weeks of candidates", async () => {
    const sums = await submittedSums(db().reader, subject, {}, [
      ...(["plagiarism", "profanity", "garbage", "rated", "yes", "maybe", "no"] as const),
      ...(["desktop", "mobile", "tablet", "unknownDevice"] as const),
    ]);
    expect(Object.entries(sums).filter(([, sum]) => sum === 0)).toEqual([]);
    const open = await consentedSums(db().reader, subject, { to: midnight - 5 * dayMs }, [
      "dropped",
      "leaked",
    ]);
    expect(Math.min(open.dropped, open.leaked)).toBeGreaterThan(0);
    const scores = await scoreCounts(db().reader, subject, {});
    expect(scores.filter((sum) => sum > 0).length).toBeGreaterThanOrEqual(7);
    const month = await applicationsByDay(db().reader, subject, {
      from: midnight - 30 * dayMs,
      to: midnight,
    });
    expect(month.filter((day) => day.count > 0).length).toBeGreaterThanOrEqual(15);
    expect(
      new Set(rows(db(), `SELECT vacancyId FROM ${submitted}`).map((row) => row["vacancyId"])).size,
    ).toBeGreaterThan(10);
  });
});
