import { describe, expect, it } from "vitest";
import {
  applicationsByDay,
  consentedSums,
  dayRestQuery,
  type InsightSubject,
  partialDayQuery,
  rankedQuery,
  scoreCounts,
  submittedSums,
} from "../../../regional-api/areas/insights/insights.store";
import { verifyPassword } from "../../../regional-api/core/passwords";
import { demoAccounts, demoCustomers, demoPassword, demoPasswordHash } from "../../../regional-api/seed/ids";
import { planOf } from "../../../regional-api/seed/plan";
import { countedDays, countedSeries, countedSums } from "../../../regional-api/store/counts/insights";
import type { Database } from "../../../regional-api/store/database";
import type { AwsRegion } from "../../../shared/regions";
import { count, expectKept, rows, seededAt, useSeeded } from "./seeded";

const dayMs = 86_400_000;
const midnight = Math.floor(seededAt / dayMs) * dayMs;
const seeded = useSeeded();
const region = (awsRegion: AwsRegion) => seeded.databases.region(awsRegion);

describe("demo data", () => {
  it("is sound: integrity, foreign keys, maintained columns, directory, ids, and no time past midnight", () => {
    for (const db of seeded.databases.all()) {
      expectKept(db);
      expect(db.sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
      expect(db.sqlite.pragma("foreign_key_check")).toEqual([]);
      expect(db.sqlite.pragma("foreign_keys", { simple: true })).toBe(1);
      expect(db.sqlite.pragma("main.synchronous", { simple: true })).toBe(2);
      for (const [table, directory, columns] of [
        ["users", "user_directory", "id, email, organizationId, customerId, archivedAt"],
        ["customers", "customer_directory", "id, uniqueName, organizationId, archivedAt"],
      ])
        expect(
          count(
            db,
            `SELECT count(*) FROM (SELECT ${columns} FROM ${table} EXCEPT SELECT ${columns} FROM ${directory})`,
          ),
        ).toBe(0);
      const tables = rows<{ name: string; type: string; column: string }>(
        db,
        `SELECT t.name, c.type, c.name AS "column" FROM sqlite_master t, pragma_table_xinfo(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE '%_search%'
           AND t.name <> 'schema_migrations'`,
      );
      for (const { name, column } of tables.filter(
        // A hold's review date is in the future.
        (t) => /^(.*At|timestamp)$/.test(t.column) && t.column !== "reviewAt",
      )) {
        const latest = count(db, `SELECT coalesce(max(${column}), 0) FROM ${name}`);
        expect(latest, `${name}.${column}`).toBeLessThanOrEqual(midnight);
      }
      for (const { name } of tables.filter((t) => t.column === "id" && t.name !== "policies")) {
        const strange = count(
          db,
          `SELECT count(*) FROM ${name} WHERE id GLOB ? OR length(id) <> 24`,
          "*[^0-9a-f]*",
        );
        expect(strange, name).toBe(0);
      }
    }
  });

  it("keeps every index and trigger of the migrations", () => {
    const names = (db: Database) =>
      rows<{ name: string }>(
        db,
        "SELECT name FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
      )
        .map(({ name }) => name)
        .sort();
    expect(names(region("us-east-1"))).toEqual(names(region("eu-west-1")));
    expect(names(region("us-east-1"))).toEqual(
      expect.arrayContaining([
        "applications_submitted",
        "applications_added",
        "email_events_time",
        "assessments_changed",
      ]),
    );
  });

  it("AUTH-81 has every account of the README, in its region and state", async () => {
    expect(await verifyPassword(demoPasswordHash, demoPassword)).toBe(true);
    const states = Object.entries(demoAccounts).map(([key, { id, email, customer }]) => {
      const db = region(demoCustomers[customer].awsRegion);
      const [user] = rows<Record<string, unknown>>(
        db,
        `SELECT email, userType, source, mfaEnabled, archivedAt IS NOT NULL AS archived, passwordHash IS NOT NULL AS password,
           (SELECT group_concat(customerId) FROM user_customers WHERE userId = users.id) AS customers,
           (SELECT awsRegion FROM user_directory WHERE id = users.id) AS home,
           (SELECT lockedUntil FROM login_attempts a WHERE a.email = users.email AND a.awsRegion = ?) AS lockedUntil
         FROM users WHERE id = ?`,
        db.awsRegion,
        id,
      );
      expect(user, key).toMatchObject({ email, home: db.awsRegion });
      return [key, user] as const;
    });
    const byName = Object.fromEntries(states);
    expect(byName["admin"]).toMatchObject({
      userType: "INTERNAL",
      mfaEnabled: 0,
      lockedUntil: null,
      archived: 0,
    });
    expect(String(byName["admin"]?.["customers"]).split(",")).toEqual(
      expect.arrayContaining(Object.values(demoCustomers).map(({ id }) => id)),
    );
    expect(byName["mfa"]).toMatchObject({ userType: "INTERNAL", mfaEnabled: 1 });
    expect(byName["recruiter"]).toMatchObject({
      userType: "END_USER",
      customers: demoCustomers.acmeRetail.id,
    });
    expect(byName["usAdmin"]).toMatchObject({ customers: demoCustomers.globexCorporation.id });
    expect(Number(byName["locked"]?.["lockedUntil"])).toBeGreaterThan(midnight + 10_000 * dayMs);
    expect(byName["archived"]).toMatchObject({ archived: 1 });
    expect(byName["sso"]).toMatchObject({ source: "SSO", password: 0 });
  });

  it("TEN-33 has templates that use all seven kinds of item", () => {
    const kinds = rows<{ atsTemplateItems: string }>(region("us-east-1"), "SELECT * FROM ats_templates")
      .flatMap(({ atsTemplateItems }) => JSON.parse(atsTemplateItems) as { uiComponent: string }[])
      .map(({ uiComponent }) => uiComponent);
    expect([...new Set(kinds)].sort()).toEqual([
      "appsApplicationStatusConfig",
      "flagWorkflowIdsConfig",
      "groupIdsConfig",
      "multiStringArray",
      "singleNumber",
      "singleRadio",
      "singleString",
    ]);
  });

  it("SMS-02 MAIL-13 SSO-04 has settings in several states", () => {
    const values = (query: string) =>
      seeded.databases.all().flatMap((db) => rows<{ value: unknown }>(db, query).map(({ value }) => value));
    const credits = values("SELECT credits AS value FROM sms_credits").map(Number);
    expect(Math.min(...credits)).toBeLessThan(100);
    expect(Math.max(...credits)).toBeGreaterThan(100);
    expect(
      new Set(values("SELECT verificationStatus AS value FROM email_domains")).size,
    ).toBeGreaterThanOrEqual(4);
    expect(values("SELECT accountName AS value FROM sso_configs WHERE enabled = 1")).toEqual(["initech"]);
    expect(values("SELECT customerId AS value FROM brandings").length).toBeGreaterThanOrEqual(3);
  });
});

// Initech has only video interviews: its dashboard shows the empty state.
const chatting = planOf("demo").customers.filter(({ key }) => key !== "initech");

describe.each(chatting)("Discover Insights of $key", ({ customer: { id, awsRegion } }) => {
  const db = () => region(awsRegion);
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

/** The steps of a query plan, in SQLite's words. */
const stepsOf = (query: string): string[] =>
  rows<{ detail: string }>(
    region("ap-southeast-2"),
    `EXPLAIN QUERY PLAN ${query}`,
    ...Array<null>(query.split("?").length - 1).fill(null),
  ).map(({ detail }) => detail);

/** Expects an index search on every table without sorting; `covering` must suffice without reading rows. */
function expectIndexed(query: string, { covering }: { covering?: string } = {}): void {
  const plan = stepsOf(query);
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
  const textOf = (query: string) => stepsOf(query).join("\n");
  const counted = (...names: string[]) =>
    countedSums({ names, scopeIds: ["s"], products: ["FI"], spans: [[1, 1, 2]] }).compile().sql;
  const range = { from: 1, to: 2 };

  it("DI-43 DI-26 DI-27 DI-28 DI-59 whole days are ranges of the counts' primary key", () => {
    expectIndexed(counted("submitted", "rated"));
    expect(textOf(counted("submitted"))).toContain(
      "SEARCH c USING PRIMARY KEY (scopeId=? AND product=? AND span=? AND bucket>? AND bucket<?)",
    );
    const series = { names: ["submitted"], scopeIds: ["s"], products: ["FI"], first: 1, end: 2 };
    expect(textOf(countedSeries({ ...series, span: 1 }).compile().sql)).toContain(
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
