import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyPassword } from "../../../regional-api/core/passwords";
import { demoAccounts, demoCustomers, demoPassword, demoPasswordHash } from "../../../regional-api/seed/ids";
import type { Database, Databases } from "../../../regional-api/store/database";
import { count, rows, seededDatabases } from "./seeded";

const midnight = Date.UTC(2026, 9, 14);
const dayMs = 86_400_000;
let databases: Databases;
let remove: () => void;

beforeAll(async () => {
  ({ databases, remove } = await seededDatabases(midnight + 7 * 3_600_000));
}, 60_000);
afterAll(() => remove());

describe("demo data", () => {
  it("is sound: integrity, foreign keys, ids, and no time past midnight", () => {
    for (const db of databases.all()) {
      expect(db.sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
      expect(db.sqlite.pragma("foreign_key_check")).toEqual([]);
      expect(db.sqlite.pragma("foreign_keys", { simple: true })).toBe(1);
      expect(db.sqlite.pragma("main.synchronous", { simple: true })).toBe(2);
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
    expect(names(databases.region("us-east-1"))).toEqual(names(databases.region("eu-west-1")));
    expect(names(databases.region("us-east-1"))).toEqual(
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
      const db = databases.region(demoCustomers[customer].awsRegion);
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
    const of = Object.fromEntries(states);
    expect(of["admin"]).toMatchObject({
      userType: "INTERNAL",
      mfaEnabled: 0,
      lockedUntil: null,
      archived: 0,
    });
    expect(String(of["admin"]?.["customers"]).split(",")).toEqual(
      expect.arrayContaining(Object.values(demoCustomers).map(({ id }) => id)),
    );
    expect(of["mfa"]).toMatchObject({ userType: "INTERNAL", mfaEnabled: 1 });
    expect(of["recruiter"]).toMatchObject({ userType: "END_USER", customers: demoCustomers.acmeRetail.id });
    expect(of["usAdmin"]).toMatchObject({ customers: demoCustomers.globexCorporation.id });
    expect(Number(of["locked"]?.["lockedUntil"])).toBeGreaterThan(midnight + 10_000 * dayMs);
    expect(of["archived"]).toMatchObject({ archived: 1 });
    expect(of["sso"]).toMatchObject({ source: "SSO", password: 0 });
  });

  it("TEN-33 has templates that use all seven kinds of item", () => {
    const kinds = rows<{ atsTemplateItems: string }>(
      databases.region("us-east-1"),
      "SELECT * FROM ats_templates",
    )
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
      databases.all().flatMap((db) => rows<{ value: unknown }>(db, query).map(({ value }) => value));
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
