import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../regional-api/store/database";
import {
  dayRestQuery,
  rankedQuery,
  restQuery,
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

/** The steps of a plan, as SQLite words them. */
const planOf = (query: string): string[] =>
  rows<{ detail: string }>(
    db,
    `EXPLAIN QUERY PLAN ${query}`,
    ...Array<null>(query.split("?").length - 1).fill(null),
  ).map(({ detail }) => detail);

interface Expectation {
  /** The index that must answer alone, without the rows; "any" leaves the choice to the planner. */
  covering?: string;
}

/** Every table is searched by an index and comes out in order. */
function expectIndexed(query: string, { covering }: Expectation = {}): void {
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
  if (covering)
    expect(text).toContain(covering === "any" ? "USING COVERING INDEX" : `USING COVERING INDEX ${covering} `);
}

const orders = ["ASC", "DESC"] as const;
const page = "LIMIT ? OFFSET ?";

/** A page of seqs or ids, and the count of all, by every sort in both directions. */
function expectList(
  table: string,
  where: string,
  sorts: Readonly<Record<string, string>>,
  key: "seq" | "id",
  isCovered = true,
): void {
  for (const [column, index] of Object.entries(sorts)) {
    for (const order of orders) {
      const query = `SELECT ${key} FROM ${table} WHERE ${where} ORDER BY ${column} ${order}, ${key} ${order} ${page}`;
      expectIndexed(query, isCovered ? { covering: index } : {});
    }
  }
  expectIndexed(`SELECT count(*) FROM ${table} WHERE ${where}`, isCovered ? { covering: "any" } : {});
}

describe("every list is answered from an index, in order", () => {
  it("VAC-11 VAC-13 VAC-18 vacancies by every sort, of the departments one may see", () => {
    const scope = "customerId = ? AND hierarchyId IN (?, ?, ?)";
    const sorts = (kind: string) => ({
      createdAt: `vacancies_${kind}_created`,
      titleKey: `vacancies_${kind}_title`,
      externalVacancyId: `vacancies_${kind}_external`,
    });
    expectList("vacancies", `${scope} AND archivedAt IS NULL`, sorts("active"), "seq");
    expectList(
      "vacancies",
      `${scope} AND archivedAt IS NOT NULL`,
      { ...sorts("archived"), archivedAt: "vacancies_archived_archived" },
      "seq",
    );
  });

  it("VAC-55 APP-28 a vacancy by its id or its external id", () => {
    expectIndexed("SELECT * FROM vacancies WHERE id = ?");
    expectIndexed("SELECT * FROM vacancies WHERE customerId = ? AND externalVacancyId IN (?, ?)");
  });

  it("DEPT-29 whether a department has active vacancies", () => {
    expectIndexed("SELECT 1 FROM vacancies WHERE hierarchyId = ? AND archivedAt IS NULL LIMIT 1");
  });

  const stage = "vacancyId = ? AND stageId = ?";
  const applicationSorts = {
    assessmentSubmittedAt: "applications_submitted",
    createdAt: "applications_created",
    assessmentScore: "applications_score",
    candidateNameKey: "applications_name",
  };
  const filters = {
    "": "no filter",
    "AND assessmentStatus = ?": "APP-04 progress",
    "AND status IN (?, ?)": "APP-12 status",
    "AND assessmentResult IN (?, ?)": "APP-14 result",
    "AND assessmentSubmittedAt >= ? AND assessmentSubmittedAt < ?": "APP-16 range",
    "AND assessmentIsViewed = 0": "APP-17 unviewed",
    "AND (instr(candidateNameKey, ?) OR instr(candidateEmail, ?) OR seq = (SELECT seq FROM applications WHERE id = ?))":
      "APP-11 search",
    "AND assessmentStatus = ? AND status IN (?, ?) AND assessmentResult IN (?) AND assessmentIsViewed = 0":
      "several",
  };
  it.each(Object.entries(filters))(
    "APP-26 APP-27 applications of a stage by every sort, %s (%s)",
    (filter) => {
      const where = `${stage} ${filter}`;
      const isRange = filter.includes("SubmittedAt >=");
      for (const [column, index] of Object.entries(applicationSorts)) {
        for (const order of orders) {
          const query = `SELECT seq FROM applications WHERE ${where} ORDER BY ${column} ${order}, seq ${order} ${page}`;
          // A range on another column than the sort's must not lure the planner away from the sort's index.
          expectIndexed(
            isRange ? query.replace("FROM applications", `FROM applications INDEXED BY ${index}`) : query,
            {
              covering: index,
            },
          );
        }
      }
      expectIndexed(`SELECT count(*) FROM applications WHERE ${where}`, { covering: "any" });
    },
  );

  it("APP-13 counts per status, and of a stage and progress, come from the counters", () => {
    expectIndexed("SELECT status, count FROM application_counts WHERE vacancyId = ?");
    expectIndexed(
      "SELECT sum(count) FROM application_counts WHERE vacancyId = ? AND stageId = ? AND assessmentStatus = ? AND status IN (?, ?)",
    );
  });

  it("APP-31 the rows of a page, with candidate and assessments", () => {
    expectIndexed(
      "SELECT * FROM applications a JOIN candidates c ON c.id = a.candidateId WHERE a.seq IN (?, ?, ?)",
    );
    expectIndexed("SELECT * FROM assessments WHERE applicationId IN (?, ?, ?)");
    expectIndexed("SELECT * FROM applications WHERE id IN (?, ?, ?)");
    expectIndexed("SELECT * FROM assessments WHERE id = ?");
  });

  it("CAND-09 INV-15 the vacancies of a candidate, a candidate by email", () => {
    expectIndexed(
      "SELECT v.id, v.title FROM applications a JOIN vacancies v ON v.id = a.vacancyId WHERE a.candidateId = ?",
    );
    expectIndexed("SELECT * FROM candidates WHERE customerId = ? AND email = ?");
    expectIndexed("SELECT 1 FROM applications WHERE candidateId = ? AND vacancyId = ?");
  });

  it("SRCH-05 SRCH-07 searches run down the full-text index, newest first", () => {
    expectIndexed(
      `SELECT a.seq FROM application_search s JOIN applications a ON a.seq = s.rowid
       WHERE application_search MATCH ? AND a.customerId = ? ORDER BY s.rowid DESC ${page}`,
    );
    expectIndexed(
      `SELECT v.seq FROM vacancy_search s JOIN vacancies v ON v.seq = s.rowid
       WHERE vacancy_search MATCH ? AND v.customerId = ? AND v.archivedAt IS NULL ORDER BY s.rowid DESC ${page}`,
    );
  });

  it("WF-08 WFS-09 workflows and workflow sets by every sort", () => {
    for (const [table, column, name] of [
      ["workflows", "stageCount", "stages"],
      ["workflow_sets", "workflowsCount", "workflows"],
    ] as const) {
      const sorts = (kind: string) => ({
        createdAt: `${table}_${kind}_created`,
        nameKey: `${table}_${kind}_name`,
        [column]: `${table}_${kind}_${name}`,
      });
      expectList(table, "customerId = ? AND archivedAt IS NULL", sorts("active"), "id", false);
      const archived = { ...sorts("archived"), archivedAt: `${table}_archived_archived` };
      expectList(table, "customerId = ? AND archivedAt IS NOT NULL", archived, "id", false);
    }
    expectIndexed("SELECT name FROM workflow_sets WHERE customerId = ? AND nameKey = ?");
    expectIndexed("SELECT * FROM assessment_packages WHERE customerId = ? AND product = ? ORDER BY name, id");
  });

  const emailFilters = [
    "",
    "AND templateType IN (?, ?)",
    "AND mailRecipient LIKE ?",
    "AND templateType IN (?) AND mailRecipient LIKE ?",
  ];
  it.each(emailFilters)("LOG-13 email events of a range, newest first %s", (filter) => {
    const where = `customerId = ? AND timestamp BETWEEN ? AND ? ${filter}`;
    expectIndexed(`SELECT seq FROM email_events WHERE ${where} ORDER BY timestamp DESC, seq DESC ${page}`, {
      covering: "email_events_time",
    });
    expectIndexed(`SELECT count(*) FROM email_events WHERE ${where}`, { covering: "email_events_time" });
  });

  it("LOG-15 APP-49 the history of a mail, the latest event of a report", () => {
    expectIndexed("SELECT * FROM email_events WHERE customerId = ? AND mailMessageId = ? ORDER BY timestamp");
    expectIndexed(
      "SELECT * FROM email_events WHERE assessmentId = ? AND templateType = ? AND customerId = ? ORDER BY timestamp DESC LIMIT 1",
    );
  });

  const smsFilters = [
    "",
    "AND smsMessageStatus IN (?, ?)",
    "AND templateType IN (?, ?)",
    "AND smsMessageStatus IN (?) AND templateType IN (?)",
  ];
  it.each(smsFilters)("LOG-31 SMS events of a range in both orders %s", (filter) => {
    for (const [phone, index] of [
      ["", "sms_events_time"],
      ["AND smsDestinationPhoneNumber = ?", "sms_events_phone"],
    ] as const) {
      const where = `customerId = ? ${phone} AND timestamp BETWEEN ? AND ? ${filter}`;
      for (const order of orders) {
        expectIndexed(
          `SELECT seq FROM sms_events WHERE ${where} ORDER BY timestamp ${order}, seq ${order} ${page}`,
          { covering: index },
        );
      }
      expectIndexed(`SELECT count(*) FROM sms_events WHERE ${where}`, { covering: index });
    }
  });

  const atsFilters = [
    "",
    "AND requestType = ?",
    "AND status = ?",
    "AND externalTenantId = ?",
    "AND createdAt BETWEEN ? AND ?",
    "AND requestType = ? AND status = ? AND createdAt >= ?",
  ];
  it.each(atsFilters)("ATSR-08 ATS requests of a system, newest first %s", (filter) => {
    for (const [master, index] of [
      ["", "ats_requests_created"],
      ["AND masterId = ?", "ats_requests_master"],
    ] as const) {
      const where = `customerId = ? AND atsName = ? ${master} ${filter}`;
      expectIndexed(`SELECT seq FROM ats_requests WHERE ${where} ORDER BY createdAt DESC, seq DESC ${page}`, {
        covering: index,
      });
      expectIndexed(`SELECT count(*) FROM ats_requests WHERE ${where}`, { covering: "any" });
    }
    expectIndexed("SELECT * FROM ats_requests WHERE id = ?");
  });

  it("TEN-02 SMS-08 tenants and purchases, newest first", () => {
    expectIndexed(
      "SELECT * FROM ats_tenants WHERE customerId = ? AND archivedAt IS NULL ORDER BY createdAt DESC, id DESC",
    );
    expectIndexed(
      "SELECT * FROM sms_credit_purchases WHERE customerId = ? ORDER BY purchasedAt DESC, id DESC",
    );
  });

  it("settings and people's rows by customer", () => {
    for (const table of [
      "sso_configs",
      "brandings",
      "notification_settings",
      "notification_switches",
      "customer_settings",
      "sms_credits",
      "email_domains",
    ]) {
      expectIndexed(`SELECT * FROM ${table} WHERE customerId = ?`);
    }
    expectIndexed("SELECT * FROM sso_configs WHERE accountName = ?");
    expectIndexed("SELECT * FROM dashboard_layouts WHERE userId = ? AND customerId = ?");
    expectIndexed("SELECT * FROM end_user_uploads WHERE customerId = ? AND uploadId = ?");
  });
});

describe("every insight is answered from kept counts and indexes", () => {
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
        const { sql: text } = restQuery<string>({ ...subject, ...range, time, names }).compile();
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
