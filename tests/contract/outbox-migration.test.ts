import BetterSqlite3 from "better-sqlite3";
import { expect, test } from "vitest";
import { migrations } from "../../regional-api/store/migrations/index";
import { regionOutboxWaiting } from "../../regional-api/store/migrations/0160-region-outbox-waiting";

test("SMS-30 texts of releases before, which were logged as accepted, wait for no gateway; mails wait as they did", () => {
  const db = new BetterSqlite3(":memory:");
  for (const { file, number, sql } of migrations)
    if (file === "region" && number < regionOutboxWaiting.number) db.exec(sql);
  const insert = db.prepare(
    `INSERT INTO outbox (id, channel, recipient, subject, text, templateType, createdAt, sentAt, attempts)
     VALUES (?, ?, 'r', 's', 't', 'T', 5, ?, ?)`,
  );
  insert.run("text", "SMS", null, 0);
  insert.run("mail", "EMAIL", null, 7);
  insert.run("sent", "EMAIL", 6, 1);
  insert.run("tried", "EMAIL", null, 8);
  db.exec(regionOutboxWaiting.sql);
  const waiting = "SELECT id FROM outbox WHERE sentAt IS NULL AND givenUpAt IS NULL";
  expect(db.prepare(waiting).pluck().all()).toEqual(["mail"]);
  expect(db.prepare("SELECT sentAt FROM outbox WHERE id = 'text'").pluck().get()).toBe(5);
  const plan = db.prepare<[], { detail: string }>(
    `EXPLAIN QUERY PLAN ${waiting} AND channel = 'SMS' AND createdAt >= 1 AND nextAttemptAt <= 2 ORDER BY createdAt, id`,
  );
  expect(plan.all().map(({ detail }) => detail)).toEqual([
    "SEARCH outbox USING INDEX outbox_waiting (channel=? AND createdAt>?)",
  ]);
  db.close();
});
