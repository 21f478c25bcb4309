import { afterAll, beforeAll, expect, test } from "vitest";
import { Loader } from "../../../regional-api/seed/bulk";
import { demoCustomers } from "../../../regional-api/seed/ids";
import { planOf } from "../../../regional-api/seed/plan";
import { largeGroup, seedTeams } from "../../../regional-api/seed/teams";
import { seedWorkforce } from "../../../regional-api/seed/workforce";
import type { Database } from "../../../regional-api/store/database";
import { count, rows, seededDatabases } from "./seeded";

const now = Date.UTC(2026, 10, 20);
const { id: customerId } = demoCustomers.acmeRetail;
let db: Database;
let remove: () => void;
let before: unknown;

/** The people who were there before those of the large data came. */
const others = () => rows(db, "SELECT id, email, nameKey FROM users WHERE email NOT LIKE '%.w%' ORDER BY id");

beforeAll(async () => {
  const seeded = await seededDatabases(now);
  db = seeded.databases.region("ap-southeast-2");
  remove = seeded.remove;
  before = others();
  const plan = planOf("large").customers.find(({ key }) => key === "acmeRetail");
  if (!plan) throw new Error("There is no such customer");
  const departments = rows<{ id: string; name: string }>(
    db,
    "SELECT id, name FROM hierarchies WHERE customerId = ? ORDER BY id",
    customerId,
  ).map((department) => ({ ...department, level: 1 }));
  db.transaction(() => {
    const loader = new Loader(db);
    const workforce = seedWorkforce(loader, { ...plan, workforce: 6_000 }, now);
    seedTeams(loader, plan, departments, workforce, now, "edge");
  });
}, 60_000);
afterAll(() => remove());

test("GRP-01 the large data's customer has 500 groups, one of them of 5,000 people, and the others stay as they are", () => {
  expect(
    count(db, "SELECT count(*) FROM groups WHERE customerId = ? AND archivedAt IS NULL", customerId),
  ).toBe(500);
  expect(
    rows(db, "SELECT usersCount FROM groups WHERE customerId = ? AND name = ?", customerId, largeGroup.name),
  ).toEqual([{ usersCount: 5_000 }]);
  expect(
    count(
      db,
      `SELECT count(*) FROM groups g WHERE usersCount <> (SELECT count(*) FROM group_members m
         JOIN users u ON u.id = m.userId WHERE m.groupId = g.id AND u.archivedAt IS NULL)`,
    ),
  ).toBe(0);
  expect(others()).toEqual(before);
});
