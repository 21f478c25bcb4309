import { expect, test } from "vitest";
import { newId } from "../../regional-api/core/ids";
import { Random } from "../../regional-api/seed/random";
import { precomputedCount, keptCountQuery } from "../../regional-api/core/list-counts.store";
import { countListed } from "../../regional-api/store/schema/sqlite/counts";
import { sql } from "../../regional-api/store/sql";
import {
  collectedPage,
  listUsers,
  orderedPage,
  userSorts,
} from "../../regional-api/areas/users/user-list.store";
import { leaveOutOnPostgres } from "./fixtures/engine";
import { planOf } from "./fixtures/plan";
import { useWorld } from "./fixtures/use-world";
import { addGroup, ids, people, rootId, scopeOf } from "./fixtures/world";

const world = useWorld("each test");
const db = () => world.databases.region("ap-southeast-2");
const lists = ["users", "vacancies"] as const;

const kept = () =>
  db()
    .statement(
      "SELECT list, customerId, hierarchyId, isArchived, count FROM list_counts WHERE count <> 0 ORDER BY 1, 2, 3, 4",
    )
    .all();

const counted = () =>
  lists.flatMap((list) =>
    db()
      .statement(
        `SELECT '${list}' AS list, customerId, hierarchyId, archivedAt IS NOT NULL AS isArchived, count(*) AS count
         FROM ${list} GROUP BY 2, 3, 4 ORDER BY 2, 3, 4`,
      )
      .all(),
  );

/** Adds people to the customer's root department, with shuffled names and times. */
function addPeople(count: number): string[] {
  const random = new Random("people of a list");
  const { organizationId, customerId, hierarchyId } = scopeOf("retail");
  const added = Array.from({ length: count }, (_, index) => ({ id: newId(world.now() + index), index }));
  db().transaction(() => {
    for (const { id, index } of added) {
      const name = `Person ${random.int(1_000)}`;
      db().run(
        sql.insertInto("users").values({
          ...{ id, organizationId, customerId, hierarchyId, source: "LOCAL", userType: "END_USER" },
          ...{ username: id, email: `${id}@retail.example`, firstName: name, lastName: "" },
          nameKey: name.toLowerCase(),
          ...{ phoneNumber: null, passwordHash: null, mustChangePassword: 0, lastPasswordUpdatedAt: null },
          ...{ mfaEnabled: 0, mfaMethod: null, notes: null, defaultCustomerId: customerId },
          lastActive: index % 3 === 0 ? null : world.now() - random.int(1_000),
          createdAt: world.now() - random.int(1_000),
          updatedAt: world.now(),
          archivedAt: null,
        }),
      );
    }
  });
  return added.map(({ id }) => id);
}

test("USER-12 VAC-10 departments' user and vacancy counts follow every kind of write", async () => {
  expect(counted().length).toBeGreaterThan(4);
  expect(kept()).toEqual(counted());
  const [first = "", second = "", third = ""] = addPeople(3);
  const departments = db()
    .statement<{ id: string }>("SELECT id FROM hierarchies WHERE customerId = ? AND id <> ?")
    .all(ids.retail, rootId(ids.retail));
  const [department] = departments;
  if (!department) throw new Error("the customer has one department");
  const change = (text: string, ...parameters: unknown[]) => {
    expect(
      db()
        .statement(text)
        .run(...parameters).changes,
    ).toBeGreaterThan(0);
    expect(kept(), text).toEqual(counted());
  };
  change("UPDATE users SET archivedAt = 1 WHERE id = ?", first);
  change("UPDATE users SET archivedAt = 2 WHERE id = ?", first);
  change("UPDATE users SET archivedAt = NULL WHERE id IN (?, ?)", first, second);
  change("UPDATE users SET hierarchyId = ?, archivedAt = 3 WHERE id = ?", department.id, second);
  change("UPDATE users SET firstName = 'A' WHERE id = ?", third);
  change("DELETE FROM users WHERE id IN (?, ?)", second, third);
  change("UPDATE vacancies SET archivedAt = CASE WHEN archivedAt IS NULL THEN 5 END");
  change("UPDATE vacancies SET hierarchyId = ? WHERE customerId = ?", department.id, ids.retail);
  const whole = { list: "users", customerId: ids.retail } as const;
  const root = [rootId(ids.retail)];
  expect(await precomputedCount(db().reader, whole)).toBe(
    (await precomputedCount(db().reader, { ...whole, isArchived: true })) +
      (await precomputedCount(db().reader, { ...whole, isArchived: false })),
  );
  expect(await precomputedCount(db().reader, { ...whole, hierarchyIds: root })).toBe(
    (await precomputedCount(db().reader, whole)) -
      (await precomputedCount(db().reader, { ...whole, hierarchyIds: [department.id] })),
  );
  expect(await precomputedCount(db().reader, { ...whole, hierarchyIds: [] })).toBe(0);
});

test("USER-12 VAC-10 data inserted without triggers gets the same counts", () => {
  leaveOutOnPostgres("files alone are filled so");
  const rows = () => db().sqlite.prepare("SELECT * FROM list_counts WHERE count > 0").all();
  const byTriggers = rows();
  expect(byTriggers.length).toBeGreaterThan(2);
  db().sqlite.exec(`DELETE FROM list_counts; ${countListed("users")} ${countListed("vacancies")}`);
  expect(rows()).toEqual(byTriggers);
});

test("USER-12 VAC-10 a list's length is read from an index, not counted", () => {
  const query = keptCountQuery({
    list: "users",
    customerId: "c",
    hierarchyIds: ["a", "b"],
    isArchived: false,
  });
  expect(planOf(db(), query)).toContain("SEARCH list_counts USING PRIMARY KEY");
});

test("GRP-41 a page of many members is the same, whether walked in list order or collected", async () => {
  const group = addGroup(db(), "retail", people.recruiter, []);
  const other = addGroup(db(), "retail", people.newcomer, []);
  for (const [index, userId] of addPeople(200).entries())
    for (const groupId of index % 4 === 0 ? [] : index % 3 === 0 ? [group, other] : [group])
      db().run(sql.insertInto("group_members").values({ groupId, userId, createdAt: 1 }));
  const filter = { customerId: ids.retail, groupIds: [group, other], state: "active" } as const;
  for (const sort of Object.keys(userSorts) as (keyof typeof userSorts)[])
    for (const order of ["asc", "desc"] as const)
      for (const offset of [0, 30, 120]) {
        const walked = db().all(orderedPage(filter, { sort, order }, 30, offset, true));
        const collected = db().all(collectedPage(filter, { sort, order }, 30, offset));
        expect(walked).toHaveLength(30);
        expect(collected.map(({ total: _, ...row }) => row)).toEqual(walked);
      }
  // One group's count is stored; of several, a member of two would count twice.
  const groupIds = [group];
  const pageOf = async (asked: object, skip = 0) =>
    (
      await listUsers(
        db().reader,
        { ...filter, ...asked },
        { sort: "email", order: "asc" },
        { skip, limit: 30 },
      )
    ).page;
  expect(await pageOf({})).toEqual({ totalItems: 152, totalPages: 6, currentPage: 1, pageSize: 30 });
  for (const skip of [0, 4, 9])
    expect(await pageOf({ groupIds }, skip)).toEqual(
      await pageOf({ groupIds, hierarchyIds: [rootId(ids.retail)] }, skip),
    );
  expect((await pageOf({ groupIds })).totalItems).toBe(151);
});
