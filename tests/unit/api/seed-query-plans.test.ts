import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../regional-api/store/database";
import {
  dayRestQuery,
  rankedQuery,
  partialDayQuery,
  type InsightSubject,
} from "../../../regional-api/areas/insights/insights.store";
import { countedDays, countedSums } from "../../../regional-api/store/counts/insights";
import { rows, seededDatabases } from "./seeded";

let db: Database;
let remove: () => void;

beforeAll(async () => {
  const seeded = await seededDatabases(Date.UTC(2026, 10, 20));
  db = seeded.databases.region("ap-southeast-2");
  remove = seeded.remove;
}, 60_000);
afterAll(() => remove());

/** The steps of a query plan, in SQLite's words. */
const planOf = (query: string): string[] =>
  rows<{ detail: string }>(
    db,
    `EXPLAIN QUERY PLAN ${query}`,
    ...Array<null>(query.split("?").length - 1).fill(null),
  ).map(({ detail }) => detail);

/** Expects an index search on every table without sorting; `covering` must suffice without reading rows. */
function expectIndexed(query: string, { covering }: { covering?: string } = {}): void {
  const plan = planOf(query);
  const text = `${query}\n  ${plan.join("\n  ")}`;
  expect(
    plan.filter((step) => /^SCAN (?!days|CONSTANT)/.test(step) && !step.includes("VIRTUAL TABLE")),
    text,
  ).toEqual([]);
  expect(
    plan.filter((step) => step.includes("TEMP B-TREE")),
    text,
  ).toEqual([]);
  if (covering) expect(text).toContain(`USING COVERING INDEX ${covering} `);
}

describe("every insight is answered from maintained counts and indexes", () => {
  const root: InsightSubject = { customerId: "c", products: ["FI"], departments: null, vacancyIds: null };
  const subjects: Record<string, InsightSubject> = {
    "a customer": root,
    departments: { ...root, departments: ["d", "e"] },
    vacancies: { ...root, vacancyIds: ["v", "w"] },
  };
  const textOf = (query: string) => planOf(query).join("\n");
  const counted = (...names: string[]) =>
    countedSums({ names, scopeIds: ["s"], products: ["FI"], spans: [[1, 1, 2]] }).compile().sql;
  const range = { from: 1, to: 2 };

  it("DI-43 DI-26 DI-27 DI-28 whole days are ranges of the counts' primary key", () => {
    expectIndexed(counted("submitted", "rated"));
    expect(textOf(counted("submitted"))).toContain(
      "SEARCH c USING PRIMARY KEY (scopeId=? AND product=? AND span=? AND bucket>? AND bucket<?)",
    );
    expect(textOf(countedDays.text)).toContain("SEARCH c USING PRIMARY KEY (scopeId=? AND day>? AND day<?)");
  });

  it.each(Object.entries(subjects))(
    "DI-26 DI-27 DI-13 the part of a day of %s is a range of an index",
    (_name, subject) => {
      for (const [time, names] of [
        ["consentedAt", ["consented", "dropped"]],
        ["submittedAt", ["submitted", "garbage"]],
      ] as const) {
        const { sql: text } = partialDayQuery<string>({ ...subject, ...range, time, names }).compile();
        expectIndexed(text);
        expect(textOf(text)).toMatch(
          new RegExp(
            `INDEX assessments_${time.slice(0, -2)} \\(customerId=\\? AND product=\\? AND ${time}>\\? AND ${time}<\\?`,
          ),
        );
      }
      expectIndexed(
        dayRestQuery({ ...subject, ...range }).compile().sql,
        subject.vacancyIds ? {} : { covering: "applications_day" },
      );
    },
  );

  it.each(Object.entries(subjects))(
    "DI-43 DI-22 DI-26 the medians of %s read what lies between two bounds of an index alone, a customer's in order",
    (_name, subject) => {
      for (const column of ["recommendationScore", "durationMs"] as const) {
        const { sql: text } = rankedQuery({
          ...subject,
          ...range,
          column,
          least: 1,
          end: 2,
          rank: 1,
        }).compile();
        const index = `assessments_${subject.vacancyIds ? "vacancy_" : ""}${column === "durationMs" ? "duration" : "score"}`;
        if (!subject.vacancyIds) expectIndexed(text, { covering: index });
        else
          expect(textOf(text)).toContain(
            `USING COVERING INDEX ${index} (vacancyId=? AND product=? AND ${column}>? AND ${column}<?)`,
          );
      }
    },
  );
});
