import { describe, expect, test } from "vitest";
import { roleTemplateStatements } from "../../regional-api/core/permissions";
import { findGroup } from "../../regional-api/areas/permissions/group-grants.store";
import { searchKey } from "../../regional-api/core/text";
import { groupListQuery, type GroupsQuery } from "../../regional-api/areas/groups/groups.store";
import { sql } from "../../regional-api/store/sql";
import { planOf } from "./fixtures/plan";
import { signedIn } from "./fixtures/client";
import { retail } from "./fixtures/ids";
import type { ResultOf } from "./fixtures/results";
import { addGroup, ids, people, scopeOf, start } from "./fixtures/world";
import { useClient, useWorld } from "./fixtures/use-world";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");

const sydney = () => world.databases.region("ap-southeast-2");

/** Creates a group of the retail customer. */
function group(
  name: string,
  changed: { hierarchyId?: string; archivedAt?: number; createdAt?: number } = {},
) {
  const id = addGroup(sydney(), "retail", people.admin, []);
  const values = { name, nameKey: searchKey(name), ...changed };
  sydney().run(sql.updateTable("groups").set(values).where("id", "=", id));
  return id;
}

type Page = ResultOf<"ORGGetGroups">;
const list = (filter: Record<string, unknown> = {}, client = staff) =>
  client.result("ORGGetGroups", { filter: { ...retail, ...filter } });
const names = ({ data }: Page) => data.map(({ name }) => name);
const mine = (page: Page) => names(page).filter((name) => !name.startsWith("Group "));

describe("ORGGetGroups", () => {
  test("SSO-29 GRP-07 GRP-09 sorts by name case-insensitively or by creation, either way", async () => {
    group("beta", { createdAt: start + 3 });
    group("Alpha", { createdAt: start + 1 });
    group("Gamma", { createdAt: start + 2 });
    const sorted = async (fieldName: string, order: string) =>
      mine(await list({ sort: { fieldName, order } }));
    expect(await sorted("name", "asc")).toEqual(["Alpha", "beta", "Gamma"]);
    expect(await sorted("name", "desc")).toEqual(["Gamma", "beta", "Alpha"]);
    expect(await sorted("createdAt", "asc")).toEqual(["Alpha", "Gamma", "beta"]);
    const refused = await staff.send("ORGGetGroups", {
      filter: { ...retail, sort: { fieldName: "usersCount", order: "asc" } },
    });
    expect(refused.error).toBe("Validation Error");
  });

  test("GRP-07 GRP-08 skip counts pages; without skip and limit all groups are returned", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) group(name);
    const whole = await list({ sort: { fieldName: "name", order: "asc" } });
    expect(mine(whole)).toEqual(["a", "b", "c", "d", "e"]);
    const { length } = whole.data;
    expect(whole.pagination).toEqual({ totalPages: 1, currentPage: 1, pageSize: length, totalItems: length });
    const page = await list({ sort: { fieldName: "name", order: "asc" }, skip: 1, limit: 2 });
    expect(names(page)).toEqual(["c", "d"]);
    expect(page.pagination).toMatchObject({ currentPage: 2, pageSize: 2, totalItems: whole.data.length });
  });

  test("GRP-07 GRP-18 USER-17 activeOnly and archivedOnly filter; without them both kinds are listed", async () => {
    group("active");
    group("gone", { archivedAt: start });
    expect(mine(await list({ activeOnly: true }))).toEqual(["active"]);
    expect(mine(await list({ archivedOnly: true }))).toEqual(["gone"]);
    expect(mine(await list()).sort()).toEqual(["active", "gone"]);
  });

  test("GEN-95 GRP-07 a search finds parts of names ignoring case and accents, and counts its matches", async () => {
    for (const name of ["Zürich Office", "office two", "Warehouse"]) group(name);
    group("Old office", { archivedAt: start });
    group("Office below", { hierarchyId: ids.subDepartment });
    const found = await list({
      searchText: " OFFICE",
      activeOnly: true,
      sort: { fieldName: "name", order: "asc" },
    });
    expect(names(found)).toEqual(["Office below", "office two", "Zürich Office"]);
    expect(found.pagination).toMatchObject({ totalItems: 3, totalPages: 1 });
    expect(names(await list({ searchText: "office", archivedOnly: true }))).toEqual(["Old office"]);
    expect(names(await list({ searchText: "zurich" }))).toEqual(["Zürich Office"]);
    expect(names(await list({ searchText: "office", hierarchyIds: [ids.subDepartment] }))).toEqual([
      "Office below",
    ]);
    const second = await list({ searchText: "office", activeOnly: true, skip: 1, limit: 2 });
    expect(second.data).toHaveLength(1);
    expect(second.pagination).toMatchObject({ totalItems: 3, currentPage: 2 });
    expect((await list({ searchText: "%" })).pagination["totalItems"]).toBe(0);
    const long = await staff.send("ORGGetGroups", {
      filter: { ...retail, searchText: "x".repeat(201) },
    });
    expect(long.error).toBe("Validation Error");
  });

  test("GRP-07 USER-86 groupIds narrow the list to these groups, within what the caller may see", async () => {
    const [one, two] = [group("one"), group("two", { hierarchyId: ids.department })];
    const gone = group("gone", { archivedAt: start });
    group("other");
    const groupIds = [two, one, gone, "0".repeat(24)];
    const sorted = { groupIds, sort: { fieldName: "name", order: "asc" } };
    const found = await list({ ...sorted, activeOnly: true });
    expect(names(found)).toEqual(["one", "two"]);
    expect(found.pagination).toMatchObject({ totalItems: 2 });
    expect(names(await list({ ...sorted, archivedOnly: true }))).toEqual(["gone"]);
    expect(names(await list({ ...sorted, searchText: "TW" }))).toEqual(["two"]);
    expect(names(await list({ ...sorted, skip: 1, limit: 2 }))).toEqual(["two"]);
    expect(names(await list({ groupIds: [] }))).toEqual([]);
    const resource = `edge:org:ap-southeast-2:${ids.acme}:${ids.retail}:${ids.department}`;
    addGroup(sydney(), "retail", people.departmentHead, [
      { effect: "Allow", actions: ["org:listUser"], resources: [resource] },
    ]);
    const head = await signedIn(world.app, "departmentHead");
    expect(names(await list(sorted, head))).toEqual(["two"]);
  });

  test("SSO-30 GRP-10 GRP-11 has its department's name and counts only active users", async () => {
    const id = group("counted", { hierarchyId: ids.department });
    for (const userId of [people.recruiter, people.archived]) {
      sydney().run(sql.insertInto("group_members").values({ groupId: id, userId, createdAt: start }));
    }
    const found = (await list()).data.find(({ _id }) => _id === id);
    expect(found).toEqual({
      _id: id,
      organizationId: ids.acme,
      hierarchyId: ids.department,
      customerId: ids.retail,
      name: "counted",
      description: null,
      tags: [],
      createdAt: new Date(start).toISOString(),
      updatedAt: new Date(start).toISOString(),
      archivedAt: null,
      hierarchy: { name: "Department 1" },
      usersCount: 2,
    });
  });

  test("PERM-13 GRP-07 hierarchyIds and hierarchyId narrow to departments including those below", async () => {
    group("root");
    group("department", { hierarchyId: ids.department });
    group("below", { hierarchyId: ids.subDepartment });
    expect(mine(await list({ hierarchyIds: [ids.department] })).sort()).toEqual(["below", "department"]);
    expect(mine(await list({ hierarchyIds: [ids.subDepartment] }))).toEqual(["below"]);
    expect(mine(await list({ hierarchyId: ids.subDepartment }))).toEqual(["below"]);
    expect(mine(await list({ hierarchyIds: [] }))).toHaveLength(3);
    expect(mine(await list({ hierarchyIds: ["0".repeat(24)] }))).toEqual([]);
  });

  test("GEN-16 USER-86 users of one department see only its groups", async () => {
    group("root");
    group("below", { hierarchyId: ids.subDepartment });
    const resource = `edge:org:ap-southeast-2:${ids.acme}:${ids.retail}:${ids.department}`;
    addGroup(sydney(), "retail", people.departmentHead, [
      { effect: "Allow", actions: ["org:listUser"], resources: [resource] },
    ]);
    const head = await signedIn(world.app, "departmentHead");
    expect(names(await list({}, head))).toEqual(["below"]);
    const other = await staff.send("ORGGetGroups", {
      filter: { ...retail, organizationId: ids.globex },
    });
    expect(other.error).toBe("Not Found Error");
  });
});

const cases: [string, Omit<GroupsQuery, "customerId">][] = [
  ["active", { state: "active" }],
  ["archived", { state: "archived" }],
  ["some active", { state: "active", ids: ["a", "b"] }],
  ["some archived", { state: "archived", ids: ["a", "b"] }],
  ["active of departments", { state: "active", hierarchyIds: ["a", "b"] }],
];
test.each(cases)("the list of %s groups walks an index: no scan, no sorting", (_name, wanted) => {
  for (const fieldName of ["name", "createdAt"] as const) {
    for (const order of ["asc", "desc"] as const) {
      const query = groupListQuery(
        { customerId: "x", ...wanted },
        { fieldName, order },
        { limit: 30, offset: 0 },
      );
      const details = planOf(sydney(), query);
      expect(details).not.toMatch(/SCAN (?!json_each)\w+$/m);
      expect(details).not.toContain("TEMP B-TREE");
    }
  }
});

test("the list of all groups of a customer scans no table", () => {
  const query = groupListQuery(
    { customerId: "x", state: "all" },
    { fieldName: "name", order: "asc" },
    { limit: 30, offset: 0 },
  );
  expect(planOf(sydney(), query)).not.toMatch(/SCAN \w+$/m);
});

describe("ORGArchiveGroups and ORGRestoreGroups", () => {
  const change = (name: string, groupIds: string[], client = staff) => client.send(name, { groupIds });

  test("SHELL-47 GRP-13 GRP-16 groups can be archived and restored; repeating it keeps the time", async () => {
    const [first, second] = [group("One"), group("Two", { archivedAt: start })];
    const archived = await change("ORGArchiveGroups", [first, second, first]);
    expect(archived.data["ORGArchiveGroups"]).toEqual([{ _id: first }]);
    expect(mine(await list({ activeOnly: true }))).toEqual([]);
    expect(mine(await list({ archivedOnly: true })).sort()).toEqual(["One", "Two"]);
    expect((await findGroup(sydney().reader, second))?.archivedAt).toBe(start);
    await change("ORGRestoreGroups", [first, second]);
    expect(mine(await list({ activeOnly: true })).sort()).toEqual(["One", "Two"]);
  });

  test("SHELL-47 all or nothing: an unknown group or one of another customer stops the call", async () => {
    const admin = await signedIn(world.app, "admin");
    const own = group("Own");
    const foreign = addGroup(sydney(), "globexSydney", people.globexAdmin, []);
    for (const other of [foreign, "nonsense"]) {
      for (const groupIds of [[own, other], [other]]) {
        expect((await change("ORGArchiveGroups", groupIds, admin)).error).toBe("Not Found Error");
      }
    }
    // A person with rights on both cannot mix two customers either.
    expect((await change("ORGArchiveGroups", [own, foreign])).error).toBe("Not Found Error");
    // Naming the other customer does not help either.
    const named = `mutation M($groupIds: [ID!]!) { ORGArchiveGroups(groupIds: $groupIds, customerId: "${ids.retail}") { _id } }`;
    expect((await staff.call(named, { groupIds: [foreign] })).error).toBe("Not Found Error");
    expect((await change("ORGArchiveGroups", [])).error).toBe("Not Found Error");
    expect((await findGroup(sydney().reader, own))?.archivedAt).toBeNull();
  });

  test("GRP-55 refuses archiving the only group by which the caller could restore it", async () => {
    const own = sydney().get(
      sql.selectFrom("group_members").select("groupId").where("userId", "=", people.staff),
    );
    for (const [name, variables] of [
      ["ORGArchiveGroups", { groupIds: [own?.groupId] }],
      ["ORGArchiveGroup", { filter: { _id: own?.groupId } }],
    ] as const)
      expect(await staff.send(name, variables)).toMatchObject({
        error: "Conflict Error",
        message: "You could not restore this group: your right to do so comes from it",
      });
    const all = [{ effect: "Allow" as const, actions: ["*"], resources: ["edge:*:*:*:*:*"] }];
    addGroup(sydney(), "retail", people.staff, all);
    expect((await change("ORGArchiveGroups", [own?.groupId ?? ""])).error).toBeUndefined();
    expect((await change("ORGRestoreGroups", [own?.groupId ?? ""])).error).toBeUndefined();
  });

  test("PERM-61 an archived group grants its members nothing from the next call", async () => {
    const admin = await signedIn(world.app, "admin");
    const id = group("Helpers");
    // Another person keeps the right to edit users, without which archiving is refused.
    addGroup(
      sydney(),
      "retail",
      people.newcomer,
      roleTemplateStatements("ph-role-customer-admin", scopeOf("retail"), "edge"),
    );
    expect((await change("ORGArchiveGroups", [id], admin)).error).toBeUndefined();
    const granting = sydney().get(
      sql
        .selectFrom("group_members")
        .select("groupId")
        .where("userId", "=", people.admin)
        .where("groupId", "<>", id),
    );
    expect((await change("ORGArchiveGroups", [granting?.groupId ?? ""])).error).toBeUndefined();
    expect((await change("ORGRestoreGroups", [id], admin)).error).toBe("FORBIDDEN");
  });
});
