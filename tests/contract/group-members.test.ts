import { describe, expect, test } from "vitest";
import type { PolicyStatement } from "../../regional-api/core/policy";
import { selectCustomerGroups } from "../../regional-api/areas/permissions/group-grants.store";
import { groupListQuery } from "../../regional-api/areas/groups/groups.store";
import { sql } from "../../regional-api/store/sql";
import { collectedPage } from "../../regional-api/areas/users/user-list.store";
import { planOf } from "./fixtures/plan";
import { signedIn } from "./fixtures/client";
import { retail } from "./fixtures/ids";
import type { ResultOf } from "./fixtures/results";
import { snapshot } from "./fixtures/snapshot";
import { addGroup, ids, people, rootId } from "./fixtures/world";
import { useWorld, useClient } from "./fixtures/use-world";

// The API behind a group's Users tab.

const world = useWorld("each test");
const admin = useClient(world, "admin", "each test");
const sydney = () => world.databases.region("ap-southeast-2");

type Page = ResultOf<"ORGGetUsers">;
async function users(filter: Record<string, unknown>, client = admin): Promise<Page> {
  const { organizationId, customerId, hierarchyId } = retail;
  const scope = { organizationId, customerId, hierarchyIds: [hierarchyId] };
  return client.result("ORGGetUsers", {
    filter: { ...scope, skip: 0, limit: 30, activeOnly: true, ...filter },
  });
}
const idsOf = ({ data }: Page) => data.map(({ _id }) => _id);

const allowing = (hierarchyId: string, ...actions: string[]): PolicyStatement[] => [
  {
    effect: "Allow",
    actions,
    resources: [`edge:org:ap-southeast-2:${ids.acme}:${ids.retail}:${hierarchyId}`],
  },
];

describe("members of a group", () => {
  test("GRP-43 an Undo of a removal skips users added and removed again in between", async () => {
    const staff = await signedIn(world.app, "staff");
    const groupId = addGroup(sydney(), "retail", people.recruiter, []);
    const [taken, kept] = [people.recruiter, people.newcomer];
    await admin.result("ORGGroupAddUsers", { groupId, userIds: [kept] });
    world.pass(1000);
    const [removed] = await admin.result("ORGGroupRemoveUsers", { groupId, userIds: [taken, kept] });
    const changedAt = removed?.changedAt;
    for (const name of ["ORGGroupAddUsers", "ORGGroupRemoveUsers"]) {
      world.pass(1000);
      await staff.result(name, { groupId, userIds: [taken] });
    }
    // Changes in another group do not matter.
    const other = addGroup(sydney(), "retail", people.staff, []);
    await staff.result("ORGGroupAddUsers", { groupId: other, userIds: [kept] });
    world.pass(1000);
    const again = { groupId, userIds: [taken, kept], unchangedSince: changedAt };
    expect(await admin.result("ORGGroupAddUsers", again)).toMatchObject([{ _id: kept }]);
    expect(idsOf(await users({ groupIds: [groupId] }))).toEqual([kept]);
    // They can still be added the normal way.
    await admin.result("ORGGroupAddUsers", { groupId, userIds: [taken] });
    expect(idsOf(await users({ groupIds: [groupId] }))).toContain(taken);
  });

  test("GRP-41 GRP-42 only active members are listed, searched, sorted and paged", async () => {
    const group = addGroup(sydney(), "retail", people.recruiter, []);
    const userIds = [people.newcomer, people.noAccess];
    await admin.result("ORGGroupAddUsers", { groupId: group, userIds });
    sydney().run(
      sql.insertInto("group_members").values({ groupId: group, userId: people.archived, createdAt: 1 }),
    );
    const groupIds = [group];
    const byEmail = (order: string) => users({ groupIds, sort: { fieldName: "email", order } });
    const inOrder = [people.newcomer, people.noAccess, people.recruiter];
    expect(idsOf(await byEmail("asc"))).toEqual(inOrder);
    expect(idsOf(await byEmail("desc"))).toEqual(inOrder.toReversed());
    expect(idsOf(await users({ groupIds, searchText: "NEWCOMER" }))).toEqual([people.newcomer]);
    const second = await users({ groupIds, sort: { fieldName: "email", order: "asc" }, skip: 1, limit: 2 });
    expect(idsOf(second)).toEqual([people.recruiter]);
    expect(second.pagination).toMatchObject({ currentPage: 2, totalItems: 3, totalPages: 2 });
    // A page past the last is the last one.
    expect(await users({ groupIds, sort: { fieldName: "email", order: "asc" }, skip: 9, limit: 2 })).toEqual(
      second,
    );
    const none = await users({ groupIds, searchText: "nobody", skip: 9, limit: 2 });
    expect(none.data).toEqual([]);
    expect(none.pagination).toMatchObject({ currentPage: 1, totalItems: 0, totalPages: 1 });
    expect((await users({ groupIds, searchText: "nobody" })).data).toEqual([]);
  });

  test("GRP-45 GRP-49 users are found by id, each with their groups", async () => {
    const userIds = [people.recruiter, people.newcomer, people.archived, people.globexAdmin];
    await admin.send("ORGGroupAddUsers", { groupId: ids.group, userIds: [people.newcomer] });
    const found = await users({ userIds });
    expect(idsOf(found).sort()).toEqual([people.recruiter, people.newcomer].sort());
    const isIn = (id: string) => found.data.find(({ _id }) => _id === id)?.groupIds.includes(ids.group);
    expect([isIn(people.newcomer), isIn(people.recruiter)]).toEqual([true, false]);
    expect(idsOf(await users({ userIds: [] }))).toEqual([]);
  });
});

describe("changing a group's members", () => {
  test("GRP-43 PERM-61 a removal lists the removed users, and is undone for those not archived since", async () => {
    const group = addGroup(sydney(), "retail", people.recruiter, []);
    await admin.send("ORGGroupAddUsers", { groupId: group, userIds: [people.newcomer] });
    world.pass(1_000);
    const changedAt = new Date(world.now()).toISOString();
    const userIds = [people.recruiter, people.newcomer, people.noAccess];
    const removed = await admin.result("ORGGroupRemoveUsers", { groupId: group, userIds });
    expect(removed).toEqual([
      { _id: people.recruiter, changedAt },
      { _id: people.newcomer, changedAt },
      { _id: people.noAccess, changedAt: null },
    ]);
    sydney().run(sql.updateTable("users").set({ archivedAt: world.now() }).where("id", "=", people.newcomer));
    const again = { groupId: group, userIds: [people.recruiter, people.newcomer] };
    // Archived users cannot be added; the Undo adds the others.
    expect((await admin.send("ORGGroupAddUsers", again)).error).toBe("Conflict Error");
    const taken = await admin.result("ORGGroupAddUsers", { ...again, unchangedSince: changedAt });
    expect(taken).toEqual([{ _id: people.recruiter, changedAt }]);
    expect(idsOf(await users({ groupIds: [group] }))).toEqual([people.recruiter]);
  });

  test("USER-86 GRP-53 editors of one department cannot add or remove users of another, visible or not", async () => {
    const of = (hierarchyId: string, ...userIds: string[]) =>
      sydney().run(sql.updateTable("users").set({ hierarchyId }).where("id", "in", userIds));
    of(ids.department, people.departmentHead, people.newcomer);
    addGroup(
      sydney(),
      "retail",
      people.departmentHead,
      allowing(ids.department, "org:editUser", "org:listUser"),
    );
    const team = addGroup(sydney(), "retail", people.departmentHead, []);
    sydney().run(sql.updateTable("groups").set({ hierarchyId: ids.department }).where("id", "=", team));
    const head = await signedIn(world.app, "departmentHead");
    const add = (...userIds: string[]) => head.send("ORGGroupAddUsers", { groupId: team, userIds });
    expect((await add(people.newcomer)).error).toBeUndefined();
    const before = snapshot(world.databases);
    expect((await add(people.recruiter)).error).toBe("Not Found Error");
    expect(snapshot(world.databases)).toBe(before);
    addGroup(sydney(), "retail", people.departmentHead, allowing(rootId(ids.retail), "org:listUser"));
    expect((await add(people.recruiter)).error).toBe("FORBIDDEN");
    const out = { groupId: team, userIds: [people.recruiter] };
    expect((await head.send("ORGGroupRemoveUsers", out)).error).toBe("FORBIDDEN");
  });
});

describe("GRP-41 thousands of members", () => {
  const wanted = { customerId: ids.retail, groupIds: [ids.group], state: "active" } as const;

  test.each(["firstName", "email", "lastActive"] as const)(
    "a page by %s reads only the group's members",
    (sort) => {
      for (const plan of [
        planOf(sydney(), collectedPage(wanted, { sort, order: "asc" }, 30, 0)),
        planOf(sydney(), collectedPage({ ...wanted, searchText: "a" }, { sort, order: "asc" }, 30, 0)),
      ]) {
        expect(plan).toContain("SEARCH group_members USING PRIMARY KEY");
        expect(plan).not.toMatch(/(SCAN (u|users|group_members)|SEARCH u USING INDEX users_)/);
      }
    },
  );

  test("GRP-11 a list of groups counts no members: each group stores its number", () => {
    const query = groupListQuery(
      { customerId: ids.retail, state: "active" },
      { fieldName: "name", order: "asc" },
      { limit: 30, offset: 0 },
    );
    expect(planOf(sydney(), query)).not.toMatch(/group_members|users/);
  });

  test("USER-90 searches for user editors only among members of groups that grant it", () => {
    const plan = planOf(sydney(), selectCustomerGroups);
    expect(plan).toContain("SEARCH u USING INDEX sqlite_autoindex_users_1 (id=?)");
  });

  test("GRP-11 the number follows additions, removals, archiving and restoring", async () => {
    const counted = () => admin.result("ORGGetGroup", { filter: { _id: ids.group } });
    const variables = { groupId: ids.group, userIds: [people.newcomer, people.recruiter] };
    const before = ((await counted()) as { usersCount: number }).usersCount;
    await admin.send("ORGGroupAddUsers", variables);
    await admin.send("ORGGroupAddUsers", variables);
    expect(await counted()).toMatchObject({ usersCount: before + 2 });
    const user = { ...retail, userIds: [people.newcomer] };
    await admin.send("ORGArchiveUsers", user);
    expect(await counted()).toMatchObject({ usersCount: before + 1 });
    await admin.send("ORGRestoreUsers", user);
    expect(await counted()).toMatchObject({ usersCount: before + 2 });
    await admin.send("ORGGroupRemoveUsers", { groupId: ids.group, userIds: [people.recruiter] });
    expect(await counted()).toMatchObject({ usersCount: before + 1 });
  });
});
