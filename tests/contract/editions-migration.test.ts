import BetterSqlite3 from "better-sqlite3";
import { expect, test } from "vitest";
import { migrations } from "../../regional-api/store/migrations/index";
import { regionEditions } from "../../regional-api/store/migrations/0050-region-editions";

test("GEN-22 what was stored before editions were kept is version 1, by nobody known; its SMS alerts were never saved", () => {
  const db = new BetterSqlite3(":memory:");
  db.pragma("foreign_keys = OFF");
  for (const { file, number, sql } of migrations)
    if (file === "region" && number < regionEditions.number) db.exec(sql);
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
