import BetterSqlite3 from "better-sqlite3";
import { expect, test } from "vitest";
import { migrations } from "../../regional-api/store/migrations/index";
import type { Migration } from "../../regional-api/store/migrations/migration";
import { regionEditions } from "../../regional-api/store/migrations/0050-region-editions";
import { regionApostrophes } from "../../regional-api/store/migrations/0130-region-apostrophes";
import { regionNoCustomerJobs } from "../../regional-api/store/migrations/0155-region-no-customer-jobs";
import { directoryOrganizationEditions } from "../../regional-api/store/migrations/0064-directory-organization-editions";

/** A file as it was before a migration. */
function before(migration: Migration) {
  const db = new BetterSqlite3(":memory:");
  db.pragma("foreign_keys = OFF");
  for (const { file, number, sql } of migrations)
    if (file === migration.file && number < migration.number) db.exec(sql);
  return db;
}

test("GEN-22 what was stored before editions were kept is version 1, by nobody known; its SMS alerts were never saved", () => {
  const db = before(regionEditions);
  db.exec(`
    INSERT INTO brandings (customerId, id, hierarchyId, customerName, theme, createdAt, updatedAt)
      VALUES ('c', 'b', 'h', 'Acme', '[]', 1, 2);
    INSERT INTO customer_settings
      (customerId, id, hierarchyId, candidatePiiRetentionPeriod, videoRetentionPeriod, createdAt, updatedAt)
      VALUES ('c', 's', 'h', 12, 12, 1, 2)`);
  db.exec(regionEditions.sql);
  const old = { version: 1, changedAt: null, changedBy: null };
  expect(db.prepare("SELECT version, changedAt, changedBy FROM brandings").get()).toEqual(old);
  expect(db.prepare("SELECT version, changedAt, changedBy, smsVersion FROM customer_settings").get()).toEqual(
    { ...old, smsVersion: 0 },
  );
  db.close();
});

test("ORG-48 a rename that only the record of changes knew of is the edition of its organisation", () => {
  const db = before(directoryOrganizationEditions);
  const event = (id: string, at: number, version: number) =>
    `('${id}', ${at}, 'ORGANIZATION_RENAMED', 'SUCCESS', 'u', 'a', 'eu-west-1', '', 'r', '{"version":${version}}')`;
  db.exec(`
    INSERT INTO organizations (id, uniqueName, displayName, createdAt, updatedAt)
      VALUES ('a', 'a', 'A', 1, 1), ('b', 'b', 'B', 1, 1);
    INSERT INTO audit_events (id, at, event, outcome, actorId, subject, awsRegion, network, requestId, details)
      VALUES ${event("1", 10, 1)}, ${event("2", 20, 2)};`);
  db.exec(directoryOrganizationEditions.sql);
  expect(db.prepare("SELECT version, changedAt, changedBy FROM organizations ORDER BY id").all()).toEqual([
    { version: 2, changedAt: 20, changedBy: "u" },
    { version: 0, changedAt: null, changedBy: null },
  ]);
  db.close();
});

test("SRCH-07 USER-11 names that were stored with a telephone's apostrophe are found by either", () => {
  const db = before(regionApostrophes);
  db.exec(`
    INSERT INTO candidates (id, customerId, externalApplicantId, firstName, lastName, email, nameKey, createdAt, updatedAt)
      VALUES ('c', 'acme', 'x', 'Sean', 'O’Brien', 'so@mail.example', 'sean o’brien', 1, 1)`);
  db.exec(regionApostrophes.sql);
  expect(db.prepare("SELECT nameKey FROM candidates").get()).toEqual({ nameKey: "sean o'brien" });
  db.close();
});

test("BULK-02 jobs over all customers that are still kept go, with their rows; those over vacancies stay", () => {
  const db = before(regionNoCustomerJobs);
  const job = (seq: number, work: string) =>
    `(${seq}, 'job-${seq}', 'acme', 'u', 'eu-west-1', '${work}', 'DONE', 1, 1)`;
  db.exec(`
    INSERT INTO bulk_jobs (seq, jobId, customerId, createdBy, homeRegion, work, state, asOf, createdAt)
      VALUES ${job(1, '{"action":"CUSTOMER_ARCHIVE","organizationId":"o"}')}, ${job(2, '{"action":"VACANCY_ARCHIVE"}')};
    INSERT INTO bulk_job_rows (job, position, rowId, unchangedSince, outcome)
      VALUES (1, 1, 'c', 1, 'DONE'), (2, 1, 'v', 1, 'DONE')`);
  db.pragma("foreign_keys = ON");
  db.exec(regionNoCustomerJobs.sql);
  expect(db.prepare("SELECT seq FROM bulk_jobs").all()).toEqual([{ seq: 2 }]);
  expect(db.prepare("SELECT job FROM bulk_job_rows").all()).toEqual([{ job: 2 }]);
  db.close();
});
