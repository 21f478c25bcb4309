import BetterSqlite3 from "better-sqlite3";
import { expect, test } from "vitest";
import { migrations } from "../../regional-api/store/migrations/index";
import { regionSettingsCodes } from "../../regional-api/store/migrations/0070-region-settings-codes";

test("PERM-65 whoever could change settings before they had codes of their own still can, and nobody else", () => {
  const db = new BetterSqlite3(":memory:");
  db.pragma("foreign_keys = OFF");
  for (const { file, number, sql } of migrations)
    if (file === "region" && number < regionSettingsCodes.number) db.exec(sql);
  const stored = {
    admins: [
      { effect: "Allow", actions: ["edge:access"], resources: ["a"] },
      { effect: "Allow", actions: ["org:createUser", "org:editUser"], resources: ["b", "c"] },
    ],
    recruiters: [{ effect: "Allow", actions: ["edge:access", "org:listUser"], resources: ["a"] }],
    kept: [{ effect: "Deny", actions: ["org:editUser"], resources: ["a"] }],
    staff: [{ effect: "Allow", actions: ["*"], resources: ["*"] }],
  };
  const insert = db.prepare(
    `INSERT INTO policies (id, organizationId, customerId, name, statements, createdAt, updatedAt)
     VALUES (?, 'o', 'c', ?, ?, 1, 2)`,
  );
  for (const [id, statements] of Object.entries(stored)) insert.run(id, id, JSON.stringify(statements));
  db.exec(regionSettingsCodes.sql);
  const now = (id: string) =>
    JSON.parse(String(db.prepare("SELECT statements FROM policies WHERE id = ?").pluck().get(id))) as unknown;
  const [access, users] = stored.admins;
  expect(now("admins")).toEqual([
    access,
    { ...users, actions: ["org:createUser", "org:editUser", "org:viewSettings", "org:editSettings"] },
  ]);
  expect(now("recruiters")).toEqual(stored.recruiters);
  expect(now("kept")).toEqual([
    { effect: "Deny", actions: ["org:editUser", "org:editSettings"], resources: ["a"] },
  ]);
  expect(now("staff")).toEqual(stored.staff);
  db.close();
});
