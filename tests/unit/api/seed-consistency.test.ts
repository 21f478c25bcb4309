import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standardTemplate, tabOf } from "../../../regional-api/areas/notifications/notifications.rules";
import { ruleResults, type StoredResults } from "../../../regional-api/areas/workflows/assessment-results";
import { triggerHolds } from "../../../regional-api/areas/workflows/stage-rules";
import type { Stage } from "../../../regional-api/areas/workflows/workflow-stages";
import { demoCustomers } from "../../../regional-api/seed/ids";
import { subjects } from "../../../regional-api/seed/messages";
import { planOf } from "../../../regional-api/seed/plan";
import type { Databases } from "../../../regional-api/store/database";
import {
  applicationsByDay,
  consentedSums,
  median,
  scoreCounts,
  submittedSums,
} from "../../../regional-api/areas/insights/insights.store";
import { count, rows, seededDatabases, total } from "./seeded";

const midnight = Date.UTC(2026, 10, 20);
const dayMs = 86_400_000;
const firstEventDay = midnight - 90 * dayMs;
let databases: Databases;
let remove: () => void;

beforeAll(async () => {
  ({ databases, remove } = await seededDatabases(midnight));
}, 60_000);
afterAll(() => remove());

/** Says how many rows of all regions break a rule. */
const broken = (query: string) => total(databases, `SELECT count(*) FROM ${query}`);

describe("assessments and applications", () => {
  it("every application has an assessment for its current stage, and one for the first", () => {
    expect(
      broken(`applications a WHERE NOT EXISTS
        (SELECT 1 FROM assessments s WHERE s.applicationId = a.id AND s.stageId = a.stageId)`),
    ).toBe(0);
    expect(
      broken(`applications a JOIN vacancies v ON v.id = a.vacancyId WHERE NOT EXISTS
        (SELECT 1 FROM assessments s WHERE s.applicationId = a.id
          AND s.stageId = json_extract(v.workflow, '$.stages[0]._id'))`),
    ).toBe(0);
  });

  it("an assessment is about its vacancy's stage: product, package, customer, department, cohort", () => {
    expect(
      broken(`assessments s JOIN vacancies v ON v.id = s.vacancyId WHERE v.customerId <> s.customerId
        OR v.hierarchyId <> s.hierarchyId OR v.externalVacancyId <> s.externalCohortId
        OR NOT EXISTS (SELECT 1 FROM json_each(v.workflow, '$.stages') stage
          WHERE stage.value ->> '_id' = s.stageId AND stage.value ->> 'product' = s.product
            AND stage.value ->> 'externalAssessmentPackageId' = s.externalAssessmentPackageId)`),
    ).toBe(0);
  });

  it("times run forward and fit the status", () => {
    expect(
      broken(
        "assessments WHERE consentedAt < createdAt OR submittedAt < consentedAt OR predictedAt < submittedAt",
      ),
    ).toBe(0);
    expect(
      broken("assessments WHERE (status = 'APPS_ASSESSMENT_COMPLETED') <> (submittedAt IS NOT NULL)"),
    ).toBe(0);
    expect(
      broken("assessments WHERE (status = 'APPS_ASSESSMENT_ORDER_COMPLETED') <> (consentedAt IS NULL)"),
    ).toBe(0);
    expect(
      broken(
        `assessments WHERE status = 'APPS_ASSESSMENT_DROPPED_OUT' AND consentedAt > ${midnight - 7 * dayMs}`,
      ),
    ).toBe(0);
    expect(
      broken("applications a JOIN vacancies v ON v.id = a.vacancyId WHERE a.createdAt < v.createdAt"),
    ).toBe(0);
    expect(
      broken("applications a JOIN vacancies v ON v.id = a.vacancyId WHERE a.createdAt > v.archivedAt"),
    ).toBe(0);
  });

  it("APP-33 completed assessments have results of their product, others none", () => {
    expect(
      broken(
        "assessments WHERE submittedAt IS NULL AND coalesce(recommendation, rating, comment, feedbackRating, insightsLink) IS NOT NULL",
      ),
    ).toBe(0);
    expect(
      broken(`assessments WHERE product = 'FI' AND submittedAt IS NOT NULL AND (recommendation IS NULL
        OR recommendationScore NOT BETWEEN 0 AND 100 OR isPlagiarism <> (plagiarismQuestionCount > 0)
        OR isProfanity <> (profanityQuestionCount > 0) OR isOutlier <> (outlierQuestionCount > 0)
        OR isAgc <> (agcQuestionCount > 0) OR rating IS NOT NULL OR durationMs IS NOT submittedAt - consentedAt)`),
    ).toBe(0);
    expect(
      broken(
        "assessments WHERE product = 'SI' AND submittedAt IS NOT NULL AND (reviewerIds IS NULL OR recommendation IS NOT NULL)",
      ),
    ).toBe(0);
    expect(
      broken(`assessments, json_each(reviewerIds) reviewer
        WHERE reviewer.value NOT IN (SELECT id FROM users)`),
    ).toBe(0);
  });

  it("RULE-23 applications moved and labelled as their vacancy's rules say", () => {
    let held = 0;
    for (const db of databases.all()) {
      const found = rows<
        StoredResults & {
          stages: string;
          applicationId: string;
          stageId: string;
          isManuallyProgressed: number;
        }
      >(
        db,
        `SELECT s.*, a.stageId AS nowAt, json_extract(v.workflow, '$.stages') AS stages, a.isManuallyProgressed
         FROM assessments s JOIN applications a ON a.id = s.applicationId JOIN vacancies v ON v.id = a.vacancyId
         WHERE s.submittedAt IS NOT NULL AND s.product = 'FI'`,
      );
      for (const { stages, applicationId, isManuallyProgressed, ...results } of found) {
        const [first, second] = JSON.parse(stages) as Stage[];
        const moves = first?.triggers.find(({ action }) => action.type === "MOVE_STAGE");
        if (!moves || !second || !triggerHolds(moves, ruleResults(results))) continue;
        held += 1;
        const next = count(
          db,
          "SELECT count(*) FROM assessments WHERE applicationId = ? AND stageId = ?",
          applicationId,
          second._id,
        );
        expect([next, isManuallyProgressed]).toEqual([1, 0]);
      }
    }
    expect(held).toBeGreaterThan(100);
  });

  it("CAND-27 de-identified candidates keep nothing personal", () => {
    expect(broken("candidates WHERE deidentifiedAt IS NOT NULL")).toBeGreaterThan(0);
    expect(
      broken(`candidates WHERE deidentifiedAt IS NOT NULL AND (firstName <> 'Deleted' OR lastName <> 'Candidate'
        OR nameKey <> '' OR coalesce(email, phoneNumber, locationAddress, locationLat, locationLng) IS NOT NULL)`),
    ).toBe(0);
    expect(
      broken(`assessments s JOIN applications a ON a.id = s.applicationId JOIN candidates c ON c.id = a.candidateId
        WHERE c.deidentifiedAt IS NOT NULL AND s.insightsLink IS NOT NULL`),
    ).toBe(0);
  });

  it("CAND-09 some candidates applied for several vacancies, all of one customer", () => {
    expect(
      broken("(SELECT candidateId FROM applications GROUP BY candidateId HAVING count(*) > 1)"),
    ).toBeGreaterThan(50);
    expect(
      broken("applications a JOIN candidates c ON c.id = a.candidateId WHERE a.customerId <> c.customerId"),
    ).toBe(0);
  });

  it("every application status and every progress occurs", () => {
    const values = (column: string) =>
      new Set(
        databases
          .all()
          .flatMap((db) =>
            rows(db, `SELECT DISTINCT ${column} AS value FROM applications`).map(({ value }) => value),
          ),
      );
    expect(values("status").size).toBe(8);
    expect(values("assessmentStatus").size).toBe(4);
  });
});

describe("events", () => {
  it("INV-14 every invitation of the last 90 days has its email, sent when it was ordered", () => {
    const ordered = `assessments s JOIN applications a ON a.id = s.applicationId JOIN candidates c ON c.id = a.candidateId
      WHERE s.createdAt >= ${firstEventDay}`;
    expect(broken(ordered)).toBeGreaterThan(1_000);
    expect(
      broken(`${ordered} AND NOT EXISTS (SELECT 1 FROM email_events e
        WHERE e.assessmentId = s.id AND e.templateType = s.product || '_INVITE' AND e.eventType = 'Send'
          AND e.timestamp = s.createdAt AND e.mailRecipient = c.email AND e.customerId = s.customerId
          AND e.masterId = s.externalAssessmentPackageId)`),
    ).toBe(0);
  });

  it("submitted chats were answered with a My Insights mail, unsubmitted ones were not", () => {
    const mail = `EXISTS (SELECT 1 FROM email_events e WHERE e.assessmentId = s.id AND e.templateType LIKE 'MI@_%' ESCAPE '@')`;
    const recent = `s.product = 'FI' AND s.createdAt >= ${firstEventDay}`;
    expect(
      broken(`assessments s WHERE ${recent} AND s.predictedAt < ${midnight - dayMs} AND NOT ${mail}`),
    ).toBe(0);
    expect(broken(`assessments s WHERE ${recent} AND s.submittedAt IS NULL AND ${mail}`)).toBe(0);
  });

  it("all lie within the last 90 days, and seq runs with time", () => {
    for (const table of ["email_events", "sms_events"]) {
      expect(broken(`${table} WHERE timestamp < ${firstEventDay} OR timestamp >= ${midnight}`)).toBe(0);
      expect(
        broken(`${table} e JOIN ${table} next ON next.seq = e.seq + 1 WHERE next.timestamp < e.timestamp`),
      ).toBe(0);
    }
    expect(
      broken(
        "applications e JOIN applications next ON next.seq = e.seq + 1 WHERE next.createdAt < e.createdAt",
      ),
    ).toBe(0);
  });

  it("LOG-18 to LOG-23 every template type occurs", () => {
    const types = databases
      .all()
      .flatMap((db) => rows<{ templateType: string }>(db, "SELECT DISTINCT templateType FROM email_events"));
    expect([...new Set(types.map(({ templateType }) => templateType))].sort()).toEqual(
      Object.keys(subjects).sort(),
    );
  });

  it("LOG-06 LOG-25 a message names the template of the tab that it is set on, as the API does", () => {
    for (const table of ["email_events", "sms_events"]) {
      const named = databases
        .all()
        .flatMap((db) =>
          rows<{ templateType: string; templateId: string }>(
            db,
            `SELECT DISTINCT templateType, templateId FROM ${table}`,
          ),
        );
      expect(named.length).toBeGreaterThan(0);
      for (const { templateType, templateId } of named)
        expect(templateId).toBe(standardTemplate(templateType, tabOf(templateType, "en-US")));
    }
  });

  it("a mail begins with Send, and is not opened unless delivered", () => {
    const mails = `(SELECT mailMessageId, min(timestamp) AS first, max(eventType = 'Send') AS sent,
      max(eventType = 'Delivery') AS delivered, max(eventType IN ('Open', 'Click', 'Complaint')) AS opened,
      max(eventType = 'Bounce') AS bounced FROM email_events GROUP BY mailMessageId)`;
    // Mails sent shortly before the first day have only their later events.
    const later = `first >= ${firstEventDay + 3 * dayMs}`;
    expect(broken(`${mails} WHERE ${later} AND NOT sent`)).toBe(0);
    expect(broken(`${mails} WHERE ${later} AND (opened AND NOT delivered OR bounced AND delivered)`)).toBe(0);
  });

  it("LOG-26 LOG-27 SMS events have every status and only the templates that can be sent by SMS", () => {
    const statuses = rows(
      databases.region("ap-southeast-2"),
      "SELECT DISTINCT smsMessageStatus FROM sms_events",
    );
    expect(statuses).toHaveLength(11);
    expect(
      broken(`sms_events WHERE templateType LIKE 'MI@_%' ESCAPE '@' OR templateType LIKE 'EMAIL@_%' ESCAPE '@'
        OR templateType LIKE 'SMS@_%' ESCAPE '@' OR templateType IN ('TI_PDF_DOWNLOAD', 'CREATE_NEW_USER')`),
    ).toBe(0);
    expect(
      broken(
        "sms_events e JOIN assessments s ON s.id = e.assessmentId JOIN applications a ON a.id = s.applicationId JOIN candidates c ON c.id = a.candidateId WHERE c.phoneNumber IS NOT e.smsDestinationPhoneNumber",
      ),
    ).toBe(0);
  });

  it("ATS requests use systems their customer has a tenant for", () => {
    expect(
      broken(`ats_requests r WHERE NOT EXISTS (SELECT 1 FROM ats_tenants t WHERE t.customerId = r.customerId
        AND t.atsName = r.atsName AND t.externalTenantId = r.externalTenantId AND t.archivedAt IS NULL)`),
    ).toBe(0);
    expect(
      broken(
        "ats_requests WHERE status = 'ATS_REQUEST_COMPLETED' AND json_extract(responses, '$[#-1].status') <> 200",
      ),
    ).toBe(0);
  });
});

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

  it("SMS credits bought add up", () => {
    expect(
      broken(`sms_credits c WHERE totalCredits <>
        (SELECT sum(purchaseAmount) FROM sms_credit_purchases p WHERE p.customerId = c.customerId)
        OR credits > totalCredits`),
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

// Initech has video interviews alone: its dashboard shows what one without data looks like.
const chatting = planOf("demo").customers.filter(({ key }) => key !== "initech");

describe.each(chatting)("Discover Insights of $key", ({ customer: { id, awsRegion } }) => {
  const db = () => databases.region(awsRegion);
  const subject = { customerId: id, products: ["FI"], departments: null, vacancyIds: null } as const;
  const submitted = `assessments WHERE customerId = '${id}' AND product = 'FI' AND submittedAt IS NOT NULL`;
  const begun = `assessments WHERE customerId = '${id}' AND product = 'FI' AND consentedAt IS NOT NULL`;
  const how = (what: string) => count(db(), `SELECT count(*) FROM ${what}`);
  const middle = (column: string) => {
    const values = rows<{ value: number }>(
      db(),
      `SELECT ${column} AS value FROM ${submitted} AND ${column} IS NOT NULL ORDER BY 1`,
    ).map(({ value }) => value);
    const [low = 0, high = 0] = [values[(values.length - 1) >> 1], values[values.length >> 1]];
    return (low + high) / 2;
  };

  it("DI-26 DI-28 DI-29 the figures are those of plain SQL over the rows", async () => {
    const names = [
      "submitted",
      "plagiarism",
      "profanity",
      "garbage",
      "rated",
      "ratings",
      "yes",
      "mobile",
    ] as const;
    expect(await submittedSums(db().reader, subject, {}, names)).toEqual({
      submitted: how(submitted),
      plagiarism: how(`${submitted} AND isPlagiarism = 1`),
      profanity: how(`${submitted} AND isProfanity = 1`),
      garbage: how(`${submitted} AND isLowTextQuality = 1`),
      rated: how(`${submitted} AND feedbackRating IS NOT NULL`),
      ratings: count(db(), `SELECT sum(feedbackRating) FROM ${submitted}`),
      yes: how(`${submitted} AND recommendation = 'YES'`),
      mobile: how(`${submitted} AND deviceType = 'Mobile'`),
    });
    const limit = midnight - 5 * dayMs;
    expect((await consentedSums(db().reader, subject, {}, ["consented"])).consented).toBe(how(begun));
    expect(await consentedSums(db().reader, subject, { to: limit }, ["dropped", "leaked"])).toEqual({
      dropped: how(`${begun} AND consentedAt < ${limit} AND submittedAt IS NULL AND answeredCount > 0`),
      leaked: how(`${begun} AND consentedAt < ${limit} AND submittedAt IS NULL AND answeredCount = 0`),
    });
    expect(await median(db().reader, subject, {}, "recommendationScore")).toBe(middle("recommendationScore"));
    expect(await median(db().reader, subject, {}, "durationMs")).toBe(middle("submittedAt - consentedAt"));
  });

  it("DI-04 every card has something to show: flags, devices, verdicts, scores far apart, weeks of candidates", async () => {
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

it("DI-20 a customer without chat interviews has no figures but the candidates by day", async () => {
  const { id, awsRegion } = demoCustomers.initech;
  const subject = { customerId: id, products: ["FI"], departments: null, vacancyIds: null } as const;
  const db = databases.region(awsRegion);
  expect(await consentedSums(db.reader, subject, {}, ["consented"])).toEqual({ consented: 0 });
  expect(await median(db.reader, subject, {}, "durationMs")).toBeNull();
  const month = { from: midnight - 30 * dayMs, to: midnight };
  expect((await applicationsByDay(db.reader, subject, month)).length).toBeGreaterThan(15);
});
