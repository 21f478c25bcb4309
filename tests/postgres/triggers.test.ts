import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { awsRegions } from "../../shared/regions";
import { demoAccounts } from "../../regional-api/seed/ids";
import { seedDatabase } from "../../regional-api/seed/index";
import { openDatabases, type Databases } from "../../regional-api/store/database";
import { directorySchema, schemaOf } from "../../regional-api/store/postgres/connection";
import { migratePostgres } from "../../regional-api/store/postgres/migrate";
import { moveDataDir, verifyCopy } from "../../regional-api/store/postgres/move";
import { withDatabase } from "../../regional-api/store/postgres/open";
import { postgresPrograms } from "../../scripts/lib/postgres.mjs";
import { startPostgres, type PostgresServer } from "../support/postgres-server";
import { spelled, SynchronousPostgres } from "../support/synchronous-postgres";

// The triggers of both engines have the same effects.

describe.skipIf(postgresPrograms() === undefined)("the triggers of PostgreSQL", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "edge-triggers-"));
  const [region] = awsRegions;
  let server: PostgresServer;
  let url: string;
  let databases: Databases;
  let postgres: SynchronousPostgres;

  beforeAll(async () => {
    server = await startPostgres({ settings: ["fsync=off"] });
    url = server.url("postgres");
    databases = openDatabases(dataDir);
    await seedDatabase(databases, { size: "demo", now: Date.UTC(2026, 10, 20), policyPrefix: "edge" });
    await withDatabase(url, (client) =>
      migratePostgres(client, () => moveDataDir(client, dataDir).then(() => undefined)),
    );
    postgres = new SynchronousPostgres(url, [schemaOf(region), directorySchema]);
  });
  afterAll(async () => {
    postgres.close();
    databases.close();
    await server.stop();
    rmSync(dataDir, { recursive: true });
  });

  /** Runs a statement on both engines and expects the same number of changed rows, or a refusal by both. */
  function both(text: string, ...params: unknown[]): void {
    const attempt = (run: () => number): number | string => {
      try {
        return run();
      } catch (error) {
        return `refused: ${error instanceof Error ? error.message : String(error)}`;
      }
    };
    const one = attempt(
      () =>
        databases
          .region(region)
          .statement(text)
          .run(...params).changes,
    );
    const other = attempt(() => {
      const query = spelled(text, params);
      return postgres.query(query.text, query.values).changes;
    });
    expect(other, text).toEqual(one);
  }
  const alike = () =>
    withDatabase(url, async (client) => {
      await client.query("BEGIN");
      await verifyCopy(client, dataDir);
      await client.query("ROLLBACK");
    });
  const one = <Value>(text: string, ...params: unknown[]): Value =>
    Object.values(
      databases
        .region(region)
        .statement<object>(text)
        .get(...params) ?? {},
    )[0] as Value;
  /** Copies a row with some columns changed. */
  function again(table: string, id: string, changes: Record<string, unknown>): void {
    const row = databases
      .region(region)
      .statement<Record<string, unknown>>(`SELECT * FROM ${table} WHERE id = ?`)
      .get(id);
    const { seq: _seq, ...rest } = { ...row, ...changes } as Record<string, unknown>;
    for (const generated of ["stageCount", "workflowsCount"]) delete rest[generated];
    const names = Object.keys(rest);
    both(
      `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
      ...Object.values(rest),
    );
  }

  test("both engines have the same rows after the copy", alike);

  test("people, groups and their counts", async () => {
    const user = one<string>(
      "SELECT id FROM users WHERE archivedAt IS NULL AND email <> ? ORDER BY id LIMIT 1",
      demoAccounts.admin.email,
    );
    const group = one<string>(
      "SELECT id FROM groups WHERE customerId = (SELECT customerId FROM users WHERE id = ?) ORDER BY id LIMIT 1",
      user,
    );
    again("users", user, { id: "a".repeat(24), email: "new@trigger.example", groupCount: 0 });
    both("INSERT INTO group_members VALUES (?, ?, 1)", group, "a".repeat(24));
    both("UPDATE users SET archivedAt = 5 WHERE id = ?", "a".repeat(24));
    both("UPDATE users SET archivedAt = NULL WHERE id = ?", "a".repeat(24));
    both(
      "UPDATE users SET hierarchyId = (SELECT id FROM hierarchies WHERE customerId = users.customerId ORDER BY id DESC LIMIT 1) WHERE id = ?",
      "a".repeat(24),
    );
    both("DELETE FROM group_members WHERE userId = ?", "a".repeat(24));
    both("DELETE FROM users WHERE id = ?", "a".repeat(24));
    await alike();
  });

  test("applications, their assessments and figures", async () => {
    const assessment = one<string>(
      "SELECT id FROM assessments WHERE submittedAt IS NOT NULL ORDER BY seq LIMIT 1",
    );
    const application = one<string>("SELECT applicationId FROM assessments WHERE id = ?", assessment);
    const candidate = one<string>("SELECT candidateId FROM applications WHERE id = ?", application);
    const [c, a, s] = ["c", "d", "e"].map((letter) => letter.repeat(24)) as [string, string, string];
    again("candidates", candidate, { id: c, email: "trigger@example.com", nameKey: "trigger tina" });
    again("applications", application, { id: a, candidateId: c });
    again("assessments", assessment, { id: s, applicationId: a, durationMs: null });
    for (const [set, ...values] of [
      ["submittedAt = NULL"],
      ["submittedAt = ?, consentedAt = ?", 86_400_000 * 32 - 1, -5],
      ["submittedAt = ?, recommendationScore = 100, recommendation = 'MAYBE'", 86_400_000 * 33],
      ["deviceType = NULL, feedbackRating = 4, isPlagiarism = 1"],
      ["recommendationScore = NULL, recommendation = NULL, rating = 'YES'"],
      ["status = 'APPS_ASSESSMENT_INPROGRESS', answeredCount = 0, submittedAt = NULL"],
      ["updatedAt = ?", 9_999_999_999_999],
    ] as [string, ...number[]][])
      both(`UPDATE assessments SET ${set} WHERE id = ?`, ...values, s);
    await alike();
    both("UPDATE applications SET stageId = ? WHERE id = ?", "f".repeat(24), a);
    both(
      "UPDATE applications SET stageId = (SELECT stageId FROM assessments WHERE id = ?) WHERE id = ?",
      s,
      a,
    );
    both(
      "UPDATE applications SET status = 'APPS_APPLICATION_DECLINED', updatedAt = updatedAt + 1 WHERE id = ?",
      a,
    );
    both("UPDATE applications SET createdAt = ? WHERE id = ?", -1, a);
    both(
      "UPDATE candidates SET nameKey = 'other', email = NULL, updatedAt = ? WHERE id = ?",
      99_999_999_999_999,
      c,
    );
    await alike();
    for (const [event, at] of [
      ["Open", 10],
      ["Send", 20],
    ] as const)
      both(
        `INSERT INTO email_events (id, customerId, eventType, mailMessageId, mailRecipient, mailSender, assessmentId,
           subject, templateId, templateType, timestamp)
         SELECT ?, customerId, ?, 'm', 'trigger@example.com', 's', ?, 'x', 't', 'FI_INVITE', ? FROM candidates WHERE id = ?`,
        event.repeat(4),
        event,
        s,
        100_000_000_000_000 + at,
        c,
      );
    both("UPDATE email_events SET mailRecipient = 'elsewhere@example.com' WHERE id = 'OpenOpenOpenOpen'");
    both("DELETE FROM email_events WHERE mailMessageId = 'm'");
    both("DELETE FROM sms_events WHERE seq IN (SELECT seq FROM sms_events ORDER BY seq LIMIT 5)");
    await alike();
    both("DELETE FROM candidates WHERE id = ?", c);
    await alike();
  });

  test("legal holds and forgotten candidates", async () => {
    const candidate = one<string>(
      `SELECT id FROM candidates WHERE deidentifiedAt IS NULL AND id NOT IN (SELECT heldId FROM candidate_holds) ORDER BY seq LIMIT 1`,
    );
    const hold = (id: string) =>
      both(
        `INSERT INTO retention_holds (id, customerId, candidateId, reason, placedBy, placedAt, reviewAt)
         SELECT ?, customerId, id, 'Why', 'x', 1, 2 FROM candidates WHERE id = ?`,
        id,
        candidate,
      );
    hold("h1");
    for (const refused of [
      "DELETE FROM candidates WHERE id = ?",
      "DELETE FROM applications WHERE candidateId = ?",
      "UPDATE candidates SET deidentifiedAt = 1 WHERE id = ?",
      "DELETE FROM assessments WHERE applicationId IN (SELECT id FROM applications WHERE candidateId = ?)",
    ])
      both(refused, candidate);
    both("UPDATE retention_holds SET releasedAt = 3 WHERE id = 'h1'");
    both("UPDATE candidates SET deidentifiedAt = 1 WHERE id = ?", candidate);
    both("UPDATE record_entries SET action = 'x' WHERE seq = 1");
    both("DELETE FROM record_entries WHERE seq = 1");
    await alike();
  });

  test("vacancies and their counts", async () => {
    const vacancy = one<string>("SELECT id FROM vacancies WHERE archivedAt IS NULL ORDER BY seq LIMIT 1");
    const v = "b".repeat(24);
    again("vacancies", vacancy, { id: v, externalVacancyId: "trigger-1", applicationCount: 0 });
    both("UPDATE vacancies SET archivedAt = 4 WHERE id = ?", v);
    both("UPDATE vacancies SET titleKey = 'renamed' WHERE id = ?", v);
    await alike();
    const named = {
      firstName: 'Half \ud83d, "email":"no@trigger.example"',
      lastName: "L",
      externalId: "email",
    };
    const managers = ["One@trigger.example", "two@trigger.example"].map((email) => ({ ...named, email }));
    both("UPDATE vacancies SET managers = ? WHERE id = ?", JSON.stringify(managers), v);
    const emails = "SELECT group_concat(email) FROM vacancy_people WHERE vacancyId = ?";
    expect(one(emails, v)).toBe("one@trigger.example,two@trigger.example");
    await alike();
    both("UPDATE vacancies SET managers = '[]' WHERE id = ?", v);
    await alike();
    both("DELETE FROM vacancies WHERE id = ?", v);
    await alike();
  });
});
