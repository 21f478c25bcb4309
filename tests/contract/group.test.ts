import { describe, expect, test } from "vitest";
import { buildSchema } from "../../regional-api/schema";
import { sql } from "../../regional-api/store/sql";
import { signedIn, type Client } from "./fixtures/client";
import { emptyForm, formWith, newPolicy } from "./fixtures/group-operations";
import { retail } from "./fixtures/ids";
import { quickest } from "./fixtures/quickest";
import { snapshot } from "./fixtures/snapshot";
import { addGroup, addMembers, ids, people, rootId, scopeOf, start } from "./fixtures/world";
import { useWorld, useClient } from "./fixtures/use-world";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");
const admin = useClient(world, "admin", "each test");
const sydney = () => world.databases.region("ap-southeast-2");

const policyOf = (groupId: string, client = staff) =>
  client.result("ORGGetGroupPolicy", { filter: { groupId } });

/** Saves a form in the Console tab. */
async function save(client: Client, groupId: string, permissionTabState: object) {
  const { id, version } = await policyOf(groupId);
  return client.send("CommonUpdatePolicyV2", {
    filter: { policyId: id },
    update: { permissionTabState },
    version,
  });
}

const rule = (
  customerId: string,
  awsRegion: string,
  actions: string[],
  hierarchyIds = [rootId(customerId)],
) => ({
  customers: [{ customerId, awsRegion, organizationId: ids.acme, hierarchyIds }],
  actions,
});

describe("a group", () => {
  test("GRP-62 its own policies are renamed with it, unless they have a name of their own", async () => {
    const rename = async (name: string) => {
      const { version } = await admin.result("ORGGetGroup", { filter: { _id: ids.group } });
      await admin.result("ORGUpdateGroup", {
        filter: { _id: ids.group },
        update: { name },
        version,
      });
    };
    const names = () =>
      sydney()
        .statement<{ name: string }>(
          "SELECT p.name FROM policies p JOIN group_policies g ON g.policyId = p.id WHERE g.groupId = ? ORDER BY g.kind",
        )
        .all(ids.group)
        .map(({ name }) => name);
    const update = { groupId: ids.group, permissionTabState: emptyForm };
    await staff.send("CommonUpdatePermissionTabPolicies", { update, version: 0 });
    const { version } = await policyOf(ids.group);
    await rename("Den group");
    expect(names()).toEqual(["Den group", "Den group (Talent Hub)"]);
    // This counts as an edit: a save based on the older version would be refused.
    expect((await policyOf(ids.group)).version).toBe(version + 1);
    const addPolicyDto = newPolicy(ids.policy, "Own name");
    await staff.result("CommonUpdatePolicy", { addPolicyDto, version: version + 1 });
    await rename("Renamed group");
    expect(names()).toEqual(["Own name", "Renamed group (Talent Hub)"]);
  });

  test("GRP-10 GRP-25 GRP-26 GRP-27 GRP-35 is created with trimmed texts and its own policy without grants", async () => {
    const { _id } = await admin.result("ORGCreateGroup", { ...retail, name: "  Buyers ", description: "  " });
    const result = await admin.result("ORGGetGroup", { filter: { _id } });
    expect(result).toMatchObject({
      _id,
      organizationId: ids.acme,
      customerId: ids.retail,
      tags: [],
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
      name: "Buyers",
      description: null,
      usersCount: 0,
      archivedAt: null,
      canChange: true,
      hierarchyId: retail.hierarchyId,
      policy: { statements: [], isEditable: true, tags: [{ name: "editable", value: "true" }] },
    });
    for (const name of ["", "   ", "x".repeat(201)])
      expect((await admin.send("ORGCreateGroup", { ...retail, name })).error).toBe("Validation Error");
  });

  test("GRP-43 GRP-47 PERM-61 members can be added and removed, and have its rights from the next call", async () => {
    const id = addGroup(sydney(), "retail", people.admin, [
      {
        effect: "Allow",
        actions: ["edge:access"],
        resources: [`edge:edge:ap-southeast-2:${ids.acme}:${ids.retail}:*`],
      },
    ]);
    const noAccess = await signedIn(world.app, "noAccess");
    const reads = async () =>
      (await noAccess.send("ORGGetRootHierarchy", { filter: { customerId: ids.retail } })).error;
    expect(await reads()).toBe("FORBIDDEN");
    const members = { groupId: id, userIds: [people.noAccess, people.recruiter] };
    for (let time = 0; time < 2; time += 1) await admin.result("ORGGroupAddUsers", members);
    expect(await reads()).toBeUndefined();
    await admin.result("ORGGroupRemoveUsers", members);
    expect(await reads()).toBe("FORBIDDEN");
  });

  test("GRP-47 unknown users and other customers' are not found, archived ones are refused, and no user is added", async () => {
    const before = snapshot(world.databases);
    for (const [stranger, message] of [
      [people.globexAdmin, "Not found"],
      ["0".repeat(24), "Not found"],
      [people.archived, "An archived user cannot be changed"],
    ]) {
      const userIds = [people.newcomer, stranger];
      expect((await admin.send("ORGGroupAddUsers", { groupId: ids.group, userIds })).message).toBe(message);
    }
    expect(snapshot(world.databases)).toBe(before);
  });

  test("GRP-53 GRP-37 a group with more rights than the caller's, or an archived one, cannot be changed", async () => {
    const mighty = addGroup(sydney(), "retail", people.recruiter, [
      {
        effect: "Allow",
        actions: ["org:deleteUser"],
        resources: [`edge:org:ap-southeast-2:${ids.acme}:${ids.retail}:*`],
      },
    ]);
    const rename = (_id: string) => ({ filter: { _id }, update: { name: "Mine" }, version: 1 });
    const add = (groupId: string) => ({ groupId, userIds: [people.admin] });
    const result = await admin.result("ORGGetGroup", { filter: { _id: mighty } });
    expect(result).toMatchObject({ canChange: false });
    for (const [name, variables] of [
      ["ORGUpdateGroup", rename(mighty)],
      ["ORGGroupAddUsers", add(mighty)],
      ["ORGArchiveGroup", { filter: { _id: mighty } }],
    ] as const)
      expect((await admin.send(name, variables)).error, name).toBe("FORBIDDEN");
    sydney().run(sql.updateTable("groups").set({ archivedAt: start }).where("id", "=", ids.group));
    for (const [name, variables] of [
      ["ORGUpdateGroup", rename(ids.group)],
      ["ORGGroupAddUsers", add(ids.group)],
    ] as const)
      expect((await admin.send(name, variables)).error, name).toBe("Conflict Error");
    expect((await save(admin, ids.group, emptyForm)).error).toBe("Conflict Error");
  });
});

describe("the permission tabs", () => {
  const listed = "User Management - View user list";

  test("PERM-03 PERM-05 PERM-06 PERM-09 PERM-62 each tab keeps its own rules, and those of the Talent Hub grant nothing here", async () => {
    const form = formWith("Portal Access - Access to the console", listed);
    const noAccess = await signedIn(world.app, "noAccess");
    await admin.result("CommonUpdatePermissionTabPolicies", {
      update: { groupId: ids.group, permissionTabState: form },
      version: 0,
    });
    const result = await admin.result("CommonGetPermissionTabState", { filter: { groupId: ids.group } });
    expect(result).toMatchObject({
      formState: form,
      edition: { version: 1 },
      ROLE_TEMPLATE_OPTIONS: [
        { label: "Hiring Manager" },
        { label: "Recruiter" },
        { label: "Customer Admin" },
      ],
    });
    expect((await policyOf(ids.group)).statements).toEqual([]);
    const reading = { filter: { customerId: ids.retail } };
    expect((await noAccess.send("ORGGetRootHierarchy", reading)).error).toBe("FORBIDDEN");
    expect((await save(admin, ids.group, form)).error).toBeUndefined();
    await noAccess.result("ORGGetRootHierarchy", reading);
  });

  test("PERM-68 the Talent Hub's preview considers what members have through other groups", async () => {
    const group = addGroup(sydney(), "retail", people.newcomer, []);
    const of = (groupId: string, ...actions: string[]) => ({
      groupId,
      permissionTabState: formWith(...actions),
    });
    const lists = (impacts: unknown, isAdded: boolean) =>
      (impacts as { action: string; isAdded: boolean; people: number }[])
        .filter((impact) => impact.action === listed && impact.isAdded === isAdded)
        .map((impact) => impact.people);
    const checkActions = async (groupId: string, ...actions: string[]) => {
      const result = await admin.result("CommonGetPermissionChange", {
        ...of(groupId, ...actions),
        tab: "TALENT_HUB",
      });
      return result.impacts;
    };
    const joins = { groupId: ids.group, userIds: [people.newcomer] };
    await admin.send("ORGGroupAddUsers", joins);
    const { usersCount } = await admin.result("ORGGetGroup", { filter: { _id: ids.group } });
    const update = of(group, listed);
    await admin.result("CommonUpdatePermissionTabPolicies", { update, version: 0 });
    // One member has it already.
    expect(lists(await checkActions(ids.group, listed), true)).toEqual([usersCount - 1]);
    const both = { update: of(ids.group, listed), version: 0 };
    await admin.result("CommonUpdatePermissionTabPolicies", both);
    expect(lists(await checkActions(group), false)).toEqual([0]);
    expect(lists(await checkActions(ids.group), false)).toEqual([usersCount - 1]);
  });

  test("PERM-08 PERM-59 the Console tab returns its rules as saved, including departments and other regions", async () => {
    const form = {
      basic: rule(ids.retail, "ap-southeast-2", [listed], [ids.department]),
      advanced: [
        rule(ids.ireland, "eu-west-1", ["User Management - View user details"]),
        rule(ids.retail, "ap-southeast-2", [listed], [ids.department]),
      ],
    };
    expect((await save(staff, ids.group, form)).error).toBeUndefined();
    const { formState, statements } = await policyOf(ids.group);
    expect(formState).toEqual(form);
    expect(statements.every((statement) => !("rule" in statement))).toBe(true);
  });

  test("PERM-04 PERM-07 a group's policy is returned with its statements, and as the form they represent", async () => {
    const name = await admin.result("ORGGetGroup", { filter: { _id: ids.group } });
    expect((await save(admin, ids.group, formWith(listed))).error).toBeUndefined();
    const resource = `edge:org:ap-southeast-2:${ids.acme}:${ids.retail}:${rootId(ids.retail)}`;
    expect(await policyOf(ids.group, admin)).toMatchObject({
      id: ids.policy,
      name: (name as { name: string }).name,
      description: null,
      tags: [],
      statements: [{ actions: ["org:listUser"], resources: [resource], effect: "Allow" }],
      formState: {
        basic: {
          actions: [listed],
          customers: [
            {
              customerId: ids.retail,
              hierarchyIds: [rootId(ids.retail)],
              awsRegion: "ap-southeast-2",
              organizationId: ids.acme,
            },
          ],
        },
        advanced: [],
      },
    });
  });

  test("PERM-77 actions kept for Talent Insights gate no operation", () => {
    const schema = buildSchema();
    const codes = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}).flatMap((field) => {
        const { access } = field.extensions["operation"] as { access: string | { code?: string } };
        return typeof access === "object" && access.code !== undefined ? [access.code] : [];
      }),
    );
    expect(codes).toContain("org:listUser");
    for (const kept of ["ti:access", "fi:viewOwnInsights", "si:viewOwnInsights"])
      expect(codes).not.toContain(kept);
  });

  test("PERM-60 USER-86 refuses granting rights the caller lacks, but keeps what the group had", async () => {
    const before = snapshot(world.databases);
    for (const form of [
      formWith("User Management - Delete user"),
      { ...emptyForm, advanced: [rule(ids.ireland, "eu-west-1", [listed])] },
      {
        ...emptyForm,
        advanced: [
          {
            customers: [{ customerId: "*", awsRegion: "*", organizationId: ids.acme, hierarchyIds: ["*"] }],
            actions: [listed],
          },
        ],
      },
    ])
      expect((await save(admin, ids.group, form)).error).toBe("FORBIDDEN");
    expect(snapshot(world.databases)).toBe(before);
    const had = formWith("User Management - Delete user");
    expect((await save(staff, ids.group, had)).error).toBeUndefined();
    expect(
      (await save(admin, ids.group, formWith("User Management - Delete user", listed))).error,
    ).toBeUndefined();
    expect((await save(admin, ids.group, formWith(listed))).error).toBe("FORBIDDEN");
  });

  test("PERM-60 PERM-68 the preview refuses whatever the save would refuse", async () => {
    const { id, version } = await policyOf(ids.group);
    /** The preview's and both saves' distinct results. */
    const answers = async (client: Client, form: object) => {
      const before = snapshot(world.databases);
      const answers = await Promise.all([
        ...["CONSOLE", "TALENT_HUB"].map((tab) =>
          client.send("CommonGetPermissionChange", { groupId: ids.group, tab, permissionTabState: form }),
        ),
        client.send("CommonUpdatePolicyV2", {
          filter: { policyId: id },
          update: { permissionTabState: form },
          version,
        }),
        client.send("CommonUpdatePermissionTabPolicies", {
          update: { groupId: ids.group, permissionTabState: form },
          version: 0,
        }),
      ]);
      expect(snapshot(world.databases)).toBe(before);
      return [...new Set(answers.map(({ error, message }) => `${error}: ${message}`))];
    };
    expect(await answers(admin, formWith("User Management - Delete user"))).toEqual([
      "FORBIDDEN: You can only give or take away rights that you have yourself",
    ]);
    const tags = JSON.stringify([{ name: "editable", value: "false" }]);
    sydney().run(sql.updateTable("policies").set({ tags }).where("id", "=", ids.policy));
    expect(await answers(staff, formWith(listed))).toEqual(["FORBIDDEN: This policy cannot be changed"]);
    sydney().run(sql.updateTable("groups").set({ archivedAt: start }).where("id", "=", ids.group));
    expect(await answers(staff, formWith(listed))).toEqual([expect.stringMatching(/^Conflict Error: /)]);
  });

  test("PERM-21 PERM-22 PERM-23 PERM-18 refuses incomplete rules and places that do not exist", async () => {
    const customer = emptyForm.basic.customers[0];
    for (const [advanced, error] of [
      [[{ customers: [customer], actions: [] }], "Validation Error"],
      [[{ customers: [{ ...customer, hierarchyIds: [] }], actions: [listed] }], "Validation Error"],
      [[{ customers: [], actions: [listed] }], "Validation Error"],
      [[{ customers: [customer, customer], actions: [listed] }], "Validation Error"],
      [[{ customers: [customer], actions: ["Nothing - Such"] }], "Validation Error"],
      [Array(21).fill({ customers: [customer], actions: [listed] }), "Validation Error"],
      [[rule(ids.retail, "eu-west-1", [listed])], "Not Found Error"],
      [[rule(ids.retail, "ap-southeast-2", [listed], [rootId(ids.bank)])], "Not Found Error"],
    ] as const)
      expect((await save(staff, ids.group, { ...emptyForm, advanced })).error).toBe(error);
  });

  test("PERM-26 PERM-27 a policy tagged not editable cannot be changed", async () => {
    for (const [value, error] of [
      ["false", "FORBIDDEN"],
      ["maybe", "FORBIDDEN"],
      ["true", undefined],
    ] as const) {
      const tags = JSON.stringify([{ name: "editable", value }]);
      sydney().run(sql.updateTable("policies").set({ tags }).where("id", "=", ids.policy));
      expect((await save(staff, ids.group, formWith(listed))).error).toBe(error);
    }
  });

  test("PERM-68 the preview shows a change's effects, the number of people, and if the caller is affected", async () => {
    const group = addGroup(sydney(), "retail", people.recruiter, []);
    await staff.send("ORGGroupAddUsers", { groupId: group, userIds: [people.newcomer, people.admin] });
    const variables = {
      groupId: group,
      tab: "CONSOLE",
      permissionTabState: formWith(listed, "User Management - Delete user"),
    };
    const result = await staff.result("CommonGetPermissionChange", variables);
    const at = { place: scopeOf("retail"), except: [], isAdded: true, isDenied: false, isCallerAmong: false };
    expect(result).toEqual({
      // The admin can already view users through another group.
      impacts: [
        { ...at, action: "User Management - Delete user", people: 3 },
        { ...at, action: listed, people: 2 },
      ],
      isComplete: true,
      members: 3,
      restorable: 0,
      losingConsole: 0,
      losingSignIn: 0,
      losesOwnRights: false,
      losesLastAdministrator: false,
      unsaid: 0,
    });
  });

  test("PERM-10 all regions' customers of the organisation, limited to those whose users are visible", async () => {
    const names = async (client: Client) => {
      const list = await client.result("ORGGetOrganizationGlobalCustomers", { _id: ids.acme });
      return list.map(({ customerDisplayName }) => customerDisplayName);
    };
    expect(await names(staff)).toEqual(["Acme Ireland", "Acme Retail", "acme Bank"]);
    expect(await names(admin)).toEqual(["Acme Retail"]);
  });
});

test("GRP-41 PERM-68 a group of 5,000 members answers within a second, and 500 groups list as fast", async () => {
  const db = sydney();
  const group = addGroup(db, "retail", people.recruiter, []);
  addMembers(db, [group], 5_000);
  db.transaction(() => {
    for (let index = 0; index < 500; index += 1) addGroup(db, "retail", people.newcomer, []);
  });
  const within = async (ms: number, name: string, variables: Record<string, unknown>) => {
    const call = () => admin.result(name, variables);
    expect(await quickest(call, ms)).toBeLessThan(ms);
  };
  const form = {
    groupId: group,
    tab: "CONSOLE",
    permissionTabState: formWith("User Management - View user list"),
  };
  await within(1_000, "CommonGetPermissionChange", form);
  await within(500, "ORGGetGroup", { filter: { _id: group } });
  await within(1_000, "ORGGetGroups", { filter: { ...retail, activeOnly: true, skip: 0, limit: 100 } });
});

describe("access policies", () => {
  const create = (client: Client, dto: object) =>
    client.send("CommonCreatePolicy", { addPolicyDto: dto, customerId: ids.retail });
  const set = (client: Client, policyIds: string[]) =>
    client.send("ORGGroupSetPolicies", { groupId: ids.group, policyIds });
  const id = "0d9f4c1e-7a52-4b7e-9a5c-0c0d6f2b1a11";

  test("POL-03 POL-04 POL-16 POL-18 USER-86 are created once by id, within the creator's rights, and listed by name", async () => {
    expect((await create(admin, newPolicy(id, "  Beta  "))).data["CommonCreatePolicy"]).toMatchObject({
      id,
      name: "Beta",
      version: 1,
      isEditable: true,
    });
    expect((await create(admin, newPolicy(id))).error).toBe("Conflict Error");
    const other = "0d9f4c1e-7a52-4b7e-9a5c-0c0d6f2b1a12";
    expect((await create(admin, newPolicy(other, "Mighty", ["org:deleteUser"]))).error).toBe("FORBIDDEN");
    expect((await create(admin, newPolicy(other, " "))).error).toBe("Validation Error");
    const scope = { organizationId: ids.acme, customerId: ids.retail };
    const filter = { ...scope, skip: 0, limit: 30, searchText: "bet" };
    const { data } = await admin.result("CommonGetPolicies", { filter });
    expect(data.map(({ name }) => name)).toEqual(["Beta"]);
  });

  test("POL-26 POL-27 POL-28 groups have shared policies besides their own, rights add up, and Deny beats Allow", async () => {
    await create(staff, newPolicy(id, "Console", ["edge:access"]));
    sydney().run(
      sql
        .updateTable("policies")
        .set({
          statements: JSON.stringify([{ effect: "Allow", actions: ["edge:access"], resources: ["*"] }]),
        })
        .where("id", "=", id),
    );
    const noAccess = await signedIn(world.app, "noAccess");
    const reads = async () =>
      (await noAccess.send("ORGGetRootHierarchy", { filter: { customerId: ids.retail } })).error;
    expect((await set(staff, [id])).error).toBeUndefined();
    expect(await reads()).toBeUndefined();
    expect(
      (await save(staff, ids.group, formWith("User Management - View user list"))).error,
    ).toBeUndefined();
    expect(await reads()).toBeUndefined();
    expect((await set(staff, [])).error).toBeUndefined();
    expect(await reads()).toBe("FORBIDDEN");
    const group = addGroup(sydney(), "retail", people.newcomer, []);
    const own = await policyOf(group);
    expect((await set(staff, [own.id])).error).toBe("FORBIDDEN");
  });
});
