import { describe, expect, test } from "vitest";
import { actionCodes, roleTemplates } from "../../regional-api/core/permissions";
import { insertTemplatePolicies } from "../../regional-api/areas/policies/policies.store";
import { sql } from "../../regional-api/store/sql";
import { allStatementsOf, statementsOf, type StatementDraft } from "../../app/models/policies/policy-form";
import { policyDraft } from "../../app/models/policies/policy-draft.server";
import type { Policy } from "../../app/models/policies/policy.server";
import { signedIn, type Client } from "./fixtures/client";
import { withVersion } from "./fixtures/edits";
import { countAnew } from "./fixtures/engine";
import { formWith, newPolicy } from "./fixtures/group-operations";
import { retail } from "./fixtures/ids";
import { quickest } from "./fixtures/quickest";
import { snapshot } from "./fixtures/snapshot";
import { addGroup, addMembers, ids, people, rootId, scopeOf, start } from "./fixtures/world";
import { useWorld, useClient } from "./fixtures/use-world";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");
const admin = useClient(world, "admin", "each test");
const sydney = () => world.databases.region("ap-southeast-2");

const uuid = (number: number) => `0d9f4c1e-7a52-4b7e-9a5c-0c0d6f2b1b${number}`;
const first = uuid(11);
const listed = "User Management - View user list";
const deleted = "User Management - Delete user";

const create = (client: Client, dto: object) =>
  client.send("CommonCreatePolicy", { addPolicyDto: dto, customerId: ids.retail });
type Sent = Omit<ReturnType<typeof newPolicy>, "statements"> & { statements: object[] };

/** Updates the stored version, unless another is given. */
async function update(client: Client, dto: Sent, version?: number) {
  const stored = await staff.result("CommonGetPolicy", { policyId: dto.id });
  return client.send("CommonUpdatePolicy", { addPolicyDto: dto, version: version ?? stored.version });
}
const set = (client: Client, policyIds: string[], groupId = ids.group) =>
  client.send("ORGGroupSetPolicies", { groupId, policyIds });

const read = (policyId: string, client = staff) => client.result("CommonGetPolicy", { policyId });

/** The console form's options, from the API. */
async function writing() {
  const options = await staff.result("CommonGetPolicyOptions", { customerId: ids.retail });
  const { resourcePrefix: prefix } = options;
  const codes = options.ACTION_CODES as Record<string, string[]>;
  const regions = { [ids.retail]: "ap-southeast-2", [ids.ireland]: "eu-west-1" };
  return { codes, prefix, organizationId: ids.acme, regions };
}

/** Statements as the console's form sends them. */
async function sent(...drafts: Partial<StatementDraft>[]) {
  const how = await writing();
  const whole = { customer: ids.retail, departments: [rootId(ids.retail)] };
  return drafts.flatMap((draft, at) =>
    statementsOf({ effect: "Allow", rows: [whole], actions: [], kept: [], ...draft }, at, how),
  );
}

describe("POL-41 removed departments and archived customers", () => {
  const onDepartment = (id: string) => ({
    ...newPolicy(first),
    statements: [
      {
        effect: "Allow",
        actions: ["org:listUser"],
        resources: [`edge:org:ap-southeast-2:${ids.acme}:${ids.retail}:${id}`],
      },
    ],
  });
  const onCustomer = (id: string) => ({
    ...newPolicy(first),
    statements: [
      { effect: "Allow", actions: ["org:listUser"], resources: [`edge:org:*:${ids.acme}:${id}:*`] },
    ],
  });
  const remove = (id: string) =>
    sydney().run(sql.updateTable("hierarchies").set({ archivedAt: start }).where("id", "=", id));
  const archive = () =>
    staff.send("ORGArchiveCustomers", { customerIds: [ids.bank], organizationId: ids.acme });
  const removed = "This department has since been removed. Please select another one";
  const archived = "This customer has since been archived. Please select another one";

  test("refuses a policy or tab that newly names one, even from staff", async () => {
    remove(ids.department);
    expect(await create(staff, onDepartment(ids.department))).toMatchObject({ message: removed });
    await archive();
    expect(await create(staff, onCustomer(ids.bank))).toMatchObject({ message: archived });
    expect((await create(staff, newPolicy(first))).error).toBeUndefined();
    expect(await update(staff, onDepartment(ids.department))).toMatchObject({ message: removed });
    const before = snapshot(world.databases);
    const place = { customerId: ids.retail, awsRegion: "ap-southeast-2", organizationId: ids.acme };
    const customers = [{ ...place, hierarchyIds: [ids.department] }];
    const tab = { ...formWith(listed), basic: { ...formWith(listed).basic, customers } };
    const filter = { policyId: ids.policy };
    const sentTab = withVersion(world.databases, "CommonUpdatePolicyV2", {
      filter,
      update: { permissionTabState: tab },
    });
    expect(await staff.send("CommonUpdatePolicyV2", sentTab)).toMatchObject({ message: removed });
    expect(snapshot(world.databases)).toBe(before);
  });

  test("keeps policies that already named it, and shows its name to readers of policies", async () => {
    expect((await create(staff, onDepartment(ids.department))).error).toBeUndefined();
    remove(ids.department);
    const dto = { ...onDepartment(ids.department), name: "Renamed" };
    expect((await update(staff, dto)).error).toBeUndefined();
    const names = async (client: Client) =>
      client.send("ORGGetRemovedHierarchies", {
        customerId: ids.retail,
        hierarchyIds: [ids.department, rootId(ids.retail)],
      });
    expect((await names(admin)).result).toEqual([
      { _id: ids.department, name: expect.any(String) as string },
    ]);
    expect((await names(await signedIn(world.app, "recruiter"))).error).toBe("FORBIDDEN");
  });
});

describe("the list", () => {
  const list = (filter: object = {}, client = admin) =>
    client.result("CommonGetPolicies", {
      filter: {
        organizationId: ids.acme,
        customerId: ids.retail,
        skip: 0,
        limit: 100,
        ...filter,
      },
    });

  test("POL-03 POL-04 POL-05 a customer starts with a policy per role template, listed with each group's own", async () => {
    const customer = {
      id: ids.retail,
      ...scopeOf("retail"),
      rootHierarchyId: rootId(ids.retail),
      createdAt: start,
    };
    await sydney().write((writer) => insertTemplatePolicies(writer, customer, "edge"));
    const { data } = await list();
    const templates = data.filter(({ groups }) => groups.length === 0);
    expect(templates.map(({ name }) => name)).toEqual(["Customer Admin", "Hiring Manager", "Recruiter"]);
    for (const { name, statementForms } of templates) {
      const { actions = [] } = roleTemplates.find((template) => template.name === name) ?? {};
      expect(statementForms.map((form) => form.effect)).toEqual(["Allow"]);
      expect(new Set(statementForms[0]?.actions)).toEqual(new Set(actions));
    }
    const groups = sydney()
      .statement<{ n: number }>("SELECT count(*) AS n FROM groups WHERE customerId = ?")
      .all(ids.retail)[0]?.n;
    // The staff group's policy is hidden from people with fewer rights.
    expect(data.filter((policy) => policy.groups.some(({ isOwn }) => isOwn))).toHaveLength((groups ?? 0) - 1);
    expect((await list({}, staff)).pagination.totalItems).toBe(data.length + 1);
  });

  test("GRP-53 POL-02 does not name or count groups of the provider's for people with fewer rights", async () => {
    const id = uuid(33);
    expect((await create(admin, newPolicy(id, "zz Shared"))).error).toBeUndefined();
    const [own] = sydney().all(
      sql.selectFrom("group_members").selectAll().where("userId", "=", people.staff),
    );
    expect((await set(staff, [id], own?.groupId ?? "")).error).toBeUndefined();
    const groupsOf = async (client: Client) => {
      const { data } = await list({ searchText: "zz Shared" }, client);
      return data[0]?.groups.length;
    };
    expect([await groupsOf(admin), await groupsOf(staff)]).toEqual([0, 1]);
  });

  test("POL-03 POL-39 pages, sorts, searches by name, filters by kind, and shows no policy of another customer", async () => {
    for (const [number, name] of ["Delta", "alpha", "Charlie"].entries()) {
      expect((await create(admin, newPolicy(uuid(20 + number), `zz ${name}`))).error).toBeUndefined();
      world.pass(1_000);
    }
    const names = async (filter: object) =>
      (await list({ searchText: "ZZ", ...filter })).data.map(({ name }) => name);
    expect(await names({})).toEqual(["zz alpha", "zz Charlie", "zz Delta"]);
    expect(await names({ sort: { fieldName: "updatedAt", order: "desc" } })).toEqual([
      "zz Charlie",
      "zz alpha",
      "zz Delta",
    ]);
    expect(await names({ skip: 1, limit: 2 })).toEqual(["zz Delta"]);
    // POL-39: shared policies, or groups' own.
    const all = (await list({})).data.map(({ id }) => id);
    const [shared, own] = [await list({ kind: "SHARED" }), await list({ kind: "OWN" })].map(({ data }) =>
      data.map(({ id }) => id),
    );
    expect(new Set([...(shared ?? []), ...(own ?? [])])).toEqual(new Set(all));
    expect(shared).toEqual(expect.arrayContaining([uuid(20), uuid(21), uuid(22)]));
    expect(own).toContain(ids.policy);
    expect(shared).not.toContain(ids.policy);
    const globex = await signedIn(world.app, "globexAdmin");
    const filter = { organizationId: ids.globex, customerId: ids.globexSydney, skip: 0, limit: 100 };
    const theirs = await globex.result("CommonGetPolicies", { filter });
    expect(theirs.data.length).toBeGreaterThan(0);
    expect(theirs.data.some(({ name }) => name.startsWith("zz"))).toBe(false);
    expect((await globex.send("CommonGetPolicy", { policyId: uuid(20) })).error).toBe("Not Found Error");
  });

  test("POL-04 PERM-62 policies of a Talent Hub tab are neither listed nor found by id", async () => {
    const before = (await list()).pagination.totalItems;
    await admin.send("CommonUpdatePermissionTabPolicies", {
      update: { groupId: ids.group, permissionTabState: formWith(listed) },
      version: 0,
    });
    expect((await list()).pagination.totalItems).toBe(before);
    const [hub] = sydney()
      .statement<{ policyId: string }>("SELECT policyId FROM group_policies WHERE kind = 'TALENT_HUB'")
      .all();
    expect((await admin.send("CommonGetPolicy", { policyId: hub?.policyId })).error).toBe("Not Found Error");
  });
});

describe("statements", () => {
  test("POL-09 POL-16 POL-19 statements sent by the console's form are returned unchanged, with the same resources", async () => {
    const other = { customer: ids.ireland, departments: [rootId(ids.ireland)] };
    const drafts: Partial<StatementDraft>[] = [
      { actions: ["Portal Access - Access to the console", listed] },
      { actions: [listed] },
      { effect: "Deny", actions: [deleted], rows: [{ customer: "*", departments: ["*"] }] },
      { actions: [listed], rows: [{ customer: ids.retail, departments: [ids.department] }, other] },
    ];
    const statements = await sent(...drafts);
    expect(statements[0]).toEqual({
      effect: "Allow",
      rule: 0,
      actions: ["edge:access"],
      resources: [`edge:edge:ap-southeast-2:${ids.acme}:${ids.retail}:${rootId(ids.retail)}`],
    });
    expect(statements[3]?.resources).toEqual([`edge:org:*:${ids.acme}:*:*`]);
    expect((await create(staff, { ...newPolicy(first), statements })).error).toBeUndefined();
    const { statementForms, statementsCount } = await read(first);
    expect(statementsCount).toBe(4);
    expect(statementForms).toMatchObject(
      drafts.map(({ effect = "Allow", actions, rows }) => ({
        effect,
        actions,
        isKept: false,
        ...(rows && {
          customers: rows.map(({ customer, departments }) => ({
            customerId: customer,
            hierarchyIds: departments,
          })),
        }),
      })),
    );
  });

  test("POL-25 statements the form cannot express are shown raw and survive updates, here and in the Console tab", async () => {
    const odd = [
      { effect: "Allow", actions: ["org:*"], resources: [`edge:org:*:${ids.acme}:${ids.retail}:*`] },
      { effect: "Deny", actions: ["apps:unknown"], resources: [`edge:apps:*:${ids.acme}:*:*`] },
    ];
    const statements = [...odd, ...(await sent({ actions: [listed] }))];
    expect((await update(staff, { ...newPolicy(ids.policy), statements })).error).toBeUndefined();
    const { statementForms, keptCount, wideRules } = await read(ids.policy);
    expect(statementForms.map(({ isKept, statements: stored }) => [isKept, stored])).toMatchObject([
      [true, [odd[0]]],
      [true, [odd[1]]],
      [false, [{ actions: ["org:listUser"] }]],
    ]);
    expect(keptCount).toBe(2);
    // PERM-75
    expect(wideRules).toMatchObject([{ customers: [{ customerId: ids.retail, hierarchyIds: ["*"] }] }]);
    const ofOrg = (label: string) => actionCodes[label]?.every((code) => code.startsWith("org:"));
    expect(wideRules[0]?.actions).toEqual(Object.keys(actionCodes).filter(ofOrg));
    const { error } = await staff.send("CommonUpdatePolicyV2", {
      filter: { policyId: ids.policy },
      update: { permissionTabState: formWith(deleted) },
      version: (await read(ids.policy)).version,
    });
    expect(error).toBeUndefined();
    const after = (await read(ids.policy)).statementForms;
    expect(after.filter(({ isKept }) => isKept).flatMap((form) => form.statements)).toMatchObject(odd);
    expect(after.filter(({ isKept }) => !isKept).map(({ actions }) => actions)).toEqual([[deleted]]);
  });

  test("POL-25 POL-28 saving without changes stores the same statements, and the Console tab the same rules", async () => {
    const at = (service: string, place = `ap-southeast-2:${ids.acme}:${ids.retail}:${rootId(ids.retail)}`) =>
      `edge:${service}:${place}`;
    const allow = (rule: number | undefined, code: string, ...resources: string[]) => ({
      ...{ effect: "Allow", actions: [code], resources },
      ...(rule !== undefined && { rule }),
    });
    const elsewhere = `ap-southeast-2:${ids.globex}:${ids.globexSydney}:${rootId(ids.globexSydney)}`;
    const stored = [
      allow(2, "org:*", at("org", `*:${ids.acme}:${ids.retail}:*`)),
      { ...allow(0, "org:deleteUser", at("org")), effect: "Deny" },
      allow(0, "org:listUser", at("org")),
      allow(1, "org:viewUser", at("org", elsewhere)),
      allow(undefined, "org:viewUser", at("org", `*:${ids.globex}:*:*`)),
      allow(3, "org:viewUser", at("org", `ap-southeast-2:${ids.acme}:${ids.retail}:${ids.department}`)),
    ];
    sydney().run(
      sql
        .updateTable("policies")
        .set({ statements: JSON.stringify(stored) })
        .where("id", "=", ids.policy),
    );
    const tab = async () =>
      (await staff.result("ORGGetGroupPolicy", { filter: { groupId: ids.group } })).formState;
    const before = await tab();
    expect(before.basic.actions).toEqual([listed]);
    expect(before.advanced.map(({ actions }) => actions)).toEqual([["User Management - View user details"]]);
    const found = await read(ids.policy);
    const statements = allStatementsOf(policyDraft(found as never as Policy), await writing());
    const saved = { id: ids.policy, name: found.name, description: found.description ?? "", statements };
    expect((await update(staff, saved)).error).toBeUndefined();
    const storedNow = () =>
      JSON.parse(
        sydney().all(sql.selectFrom("policies").selectAll().where("id", "=", ids.policy))[0]?.statements ??
          "",
      ) as object[];
    expect(storedNow()).toEqual(stored);
    expect(await tab()).toEqual(before);
    // The tab does not claim statements about another organisation either.
    const fromTab = {
      filter: { policyId: ids.policy },
      update: { permissionTabState: before },
      version: (await read(ids.policy)).version,
    };
    await staff.result("CommonUpdatePolicyV2", fromTab);
    const keptByTab = stored.filter((_statement, index) => index !== 2 && index !== 5);
    expect(storedNow().slice(0, keptByTab.length)).toEqual(keptByTab);
  });

  test("POL-11 a policy has between one and 20 statements, or more if it had more before", async () => {
    const many = (count: number) =>
      sent(
        ...Array.from({ length: count }, () => ({
          actions: ["Portal Access - Access to the console", listed],
        })),
      );
    expect((await create(staff, { ...newPolicy(first), statements: [] })).error).toBe("Validation Error");
    expect((await create(staff, { ...newPolicy(first), statements: await many(21) })).error).toBe(
      "Validation Error",
    );
    expect((await create(staff, { ...newPolicy(first), statements: await many(20) })).error).toBeUndefined();
    sydney().run(
      sql
        .updateTable("policies")
        .set({ statements: JSON.stringify(await many(22)) })
        .where("id", "=", first),
    );
    const { version } = await staff.result("CommonGetPolicy", { policyId: first });
    const saved = async (count: number) =>
      (await update(staff, { ...newPolicy(first), statements: await many(count) }, version)).error;
    expect(await saved(23)).toBe("Validation Error");
    const elsewhere = { filter: { policyId: first }, update: { statements: await many(23) }, version };
    expect((await staff.send("CommonUpdatePolicyV2", elsewhere)).error).toBe("Validation Error");
    expect(await saved(22)).toBeUndefined();
  });
});

describe("saving", () => {
  test("POL-16 POL-22 POL-12 POL-13 POL-14 texts are trimmed and bounded, the id stays", async () => {
    await create(admin, newPolicy(first, "  Readers "));
    const saved = await update(admin, { ...newPolicy(first, "  Viewers  "), description: "  " }, 1);
    expect(saved.result).toMatchObject({ id: first, name: "Viewers", description: null, version: 2 });
    for (const wrong of [{ name: " " }, { name: "x".repeat(201) }, { description: "x".repeat(1_401) }])
      expect((await update(admin, { ...newPolicy(first), ...wrong }, 2)).error).toBe("Validation Error");
  });

  test("USER-86 PERM-60 refuses saving or previewing rights the caller lacks; reading includes no right to write", async () => {
    await create(admin, newPolicy(first));
    const mighty = newPolicy(first, "Mighty", ["org:deleteUser"]);
    expect((await update(admin, mighty, 1)).error).toBe("FORBIDDEN");
    const variables = { policyId: first, statements: mighty.statements };
    expect((await admin.send("CommonGetPolicyChange", variables)).error).toBe("FORBIDDEN");
    const reader = await signedIn(world.app, "noAccess");
    expect((await reader.send("CommonGetPolicy", { policyId: first })).error).toBe("FORBIDDEN");
    addGroup(sydney(), "retail", people.noAccess, [
      {
        effect: "Allow",
        actions: ["edge:access"],
        resources: [`edge:edge:ap-southeast-2:${ids.acme}:${ids.retail}:*`],
      },
      {
        effect: "Allow",
        actions: ["org:listUser"],
        resources: [`edge:org:ap-southeast-2:${ids.acme}:${ids.retail}:*`],
      },
    ]);
    await reader.result("CommonGetPolicy", { policyId: first });
    expect((await update(reader, newPolicy(first, "Mine"), 1)).error).toBe("FORBIDDEN");
    expect((await create(reader, newPolicy(uuid(12)))).error).toBe("FORBIDDEN");
    expect((await set(reader, [first])).error).toBe("FORBIDDEN");
    expect((await read(first)).name).toBe("Readers");
  });

  test("PERM-60 an editor of one department changes no policy of the whole customer, by any call", async () => {
    await create(staff, newPolicy(first));
    addGroup(
      sydney(),
      "retail",
      people.noAccess,
      ["edge:access", "org:listUser", "org:editUser"].map((code) => ({
        effect: "Allow",
        actions: [code],
        resources: [
          `edge:${code.slice(0, code.indexOf(":"))}:ap-southeast-2:${ids.acme}:${ids.retail}:${ids.department}`,
        ],
      })),
    );
    const editor = await signedIn(world.app, "noAccess");
    const { statements } = newPolicy(first);
    expect((await update(editor, newPolicy(first), 1)).error).toBe("FORBIDDEN");
    const again = { filter: { policyId: first }, update: { statements }, version: 1 };
    expect((await editor.send("CommonUpdatePolicyV2", again)).error).toBe("FORBIDDEN");
    await staff.result("CommonUpdatePolicyV2", again);
  });

  test("POL-21 refuses a policy tagged not editable, and one of an archived group", async () => {
    await create(staff, newPolicy(first));
    const tags = JSON.stringify([{ name: "editable", value: "false" }]);
    sydney().run(sql.updateTable("policies").set({ tags }).where("id", "=", first));
    expect((await update(staff, newPolicy(first, "Other"), 1)).error).toBe("FORBIDDEN");
    // The preview is refused as well.
    const { statements } = newPolicy(first);
    const preview = async (policyId: string) =>
      (await staff.send("CommonGetPolicyChange", { policyId, statements })).error;
    expect(await preview(first)).toBe("FORBIDDEN");
    sydney().run(sql.updateTable("groups").set({ archivedAt: start }).where("id", "=", ids.group));
    expect((await update(staff, newPolicy(ids.policy, "Other"))).error).toBe("Conflict Error");
    expect(await preview(ids.policy)).toBe("Conflict Error");
  });

  test("POL-22 PERM-68 an update's preview counts members of every group with the policy once, including Deny", async () => {
    await create(staff, newPolicy(first));
    const other = addGroup(sydney(), "retail", people.newcomer, []);
    await staff.send("ORGGroupAddUsers", { groupId: ids.group, userIds: [people.newcomer, people.mfa] });
    await set(staff, [first]);
    await set(staff, [first], other);
    const change = async (...drafts: Partial<StatementDraft>[]) => {
      const variables = { policyId: first, statements: await sent(...drafts) };
      return await staff.result("CommonGetPolicyChange", variables);
    };
    const at = { place: scopeOf("retail"), except: [], isDenied: false, isCallerAmong: false };
    // noAccess and mfa are in the first group, newcomer in both.
    expect(await change({ actions: [listed, deleted] })).toEqual({
      impacts: [{ ...at, action: deleted, isAdded: true, people: 3 }],
      isComplete: true,
      members: 3,
      restorable: 0,
      losingConsole: 0,
      losingSignIn: 0,
      losesOwnRights: false,
      losesLastAdministrator: false,
      unsaid: 0,
    });
    // The preview accepts whatever a save accepts, also without statements.
    expect(await change()).toMatchObject({ members: 3, isComplete: true });
    const empty = { policyId: first, statements: [{ effect: "Allow", actions: [], resources: [] }] };
    expect((await staff.send("CommonGetPolicyChange", empty)).message).toMatch(
      /Please select an action.*Please select a department/s,
    );
    expect(await change({ actions: [listed] }, { effect: "Deny", actions: [listed] })).toMatchObject({
      impacts: [{ ...at, action: listed, isAdded: false, people: 3 }],
    });
    const odd = { effect: "Allow" as const, actions: ["org:*"], resources: ["*"] };
    // Statements the form cannot express are previewed by their effect.
    const preview = (await change({ actions: [listed] }, { kept: [odd] })) as { impacts: object[] };
    expect(preview).toMatchObject({ unsaid: 1 });
    const everywhere = { awsRegion: "*", organizationId: "*", customerId: "*", hierarchyId: "*" };
    expect(preview.impacts).toContainEqual({
      ...at,
      action: deleted,
      place: everywhere,
      isAdded: true,
      people: 3,
    });
    const archived = { groupIds: [ids.group] };
    await staff.send("ORGArchiveGroups", archived);
    expect(await change({ actions: [deleted] })).toMatchObject({ members: 1 });
  });

  test("PERM-68 USER-90 the preview shows loss of one's own access, and the last administrator stays", async () => {
    const [own] = sydney()
      .statement<{ policyId: string }>(
        "SELECT p.policyId FROM group_policies p JOIN group_members m ON m.groupId = p.groupId WHERE m.userId = ?",
      )
      .all(people.admin);
    const policyId = own?.policyId ?? "";
    const statements = await sent({ actions: [listed] });
    expect(await admin.result("CommonGetPolicyChange", { policyId, statements })).toMatchObject({
      losesOwnRights: true,
      losesLastAdministrator: true,
      members: 1,
    });
    const before = snapshot(world.databases);
    expect(await update(admin, { ...newPolicy(policyId), statements })).toMatchObject({
      error: "Conflict Error",
      message: expect.stringContaining("could edit users any more"),
    });
    expect(snapshot(world.databases)).toBe(before);
  });
});

describe("groups that use a policy", () => {
  const use = (client: Client, policyId = first) => client.result("CommonGetPolicyUse", { policyId });

  test("POL-26 POL-27 are listed, and attaching or detaching is previewed", async () => {
    await create(admin, newPolicy(first));
    await create(admin, newPolicy(uuid(12), "Others", ["org:viewUser"]));
    const offered = await use(admin);
    expect(offered.groups).toEqual([]);
    expect(offered.attachable.map(({ _id }) => _id)).toContain(ids.group);
    const variables = { groupId: ids.group, policyIds: [first, uuid(12)] };
    const details = "User Management - View user details";
    expect(await admin.result("ORGGetGroupPoliciesChange", variables)).toMatchObject({
      impacts: expect.arrayContaining(
        [listed, details].map((action) =>
          expect.objectContaining({ action, isAdded: true, people: 1, isCallerAmong: false }),
        ),
      ),
      members: 1,
    });
    expect((await set(admin, variables.policyIds)).error).toBeUndefined();
    expect((await use(admin)).groups).toMatchObject([
      {
        _id: ids.group,
        isOwn: false,
        canChange: true,
        policies: variables.policyIds.map((_id) => ({ _id })),
      },
    ]);
    expect((await use(admin)).attachable.map(({ _id }) => _id)).not.toContain(ids.group);
    const less = { groupId: ids.group, policyIds: [uuid(12)] };
    expect(await admin.result("ORGGetGroupPoliciesChange", less)).toMatchObject({
      impacts: [{ action: listed, isAdded: false, people: 1 }],
    });
  });

  test("POL-28 USER-86 GRP-53 GRP-54 refuses attaching rights beyond the caller's, to groups with more rights, and other groups' own policies", async () => {
    const mighty = newPolicy(first, "Mighty", ["org:deleteUser"]);
    await create(staff, mighty);
    expect((await use(admin)).attachable).toEqual([]);
    const before = snapshot(world.databases);
    expect((await set(admin, [first])).error).toBe("FORBIDDEN");
    const variables = { groupId: ids.group, policyIds: [first] };
    expect((await admin.send("ORGGetGroupPoliciesChange", variables)).error).toBe("FORBIDDEN");
    expect((await set(staff, [ids.policy], ids.archivableGroup)).error).toBe("FORBIDDEN");
    expect(snapshot(world.databases)).toBe(before);
    expect((await use(staff, ids.policy)).attachable).toEqual([]);
    expect((await use(staff, ids.policy)).groups).toMatchObject([{ isOwn: true, canChange: false }]);
    expect((await set(staff, [first])).error).toBeUndefined();
    expect((await use(admin)).groups).toMatchObject([{ _id: ids.group, canChange: false }]);
    expect((await set(admin, [])).error).toBe("FORBIDDEN");
    expect((await set(staff, [first], ids.archivableGroup)).error).toBeUndefined();
    sydney().run(sql.updateTable("groups").set({ archivedAt: start }).where("id", "=", ids.group));
    expect((await set(staff, [])).error).toBe("Conflict Error");
  });

  test("POL-26 PERM-68 USER-90 the preview shows that detaching would remove the last administrator", async () => {
    const db = sydney();
    const [own] = db
      .statement<{ id: string; statements: string }>(
        "SELECT p.id, p.statements FROM policies p JOIN group_policies gp ON gp.policyId = p.id JOIN group_members m ON m.groupId = gp.groupId WHERE m.userId = ?",
      )
      .all(people.admin);
    const admins = JSON.parse(own?.statements ?? "[]") as object[];
    await create(staff, { ...newPolicy(first, "Admins"), statements: admins });
    await create(staff, newPolicy(uuid(12)));
    const group = addGroup(db, "retail", people.newcomer, []);
    const tells = async (...policyIds: string[]) =>
      await staff.result("ORGGetGroupPoliciesChange", { groupId: group, policyIds });
    expect((await set(staff, [first, uuid(12)], group)).error).toBeUndefined();
    // Another person can still edit users.
    expect(await tells(uuid(12))).toMatchObject({ losesLastAdministrator: false });
    db.run(
      sql
        .updateTable("policies")
        .set({ statements: "[]" })
        .where("id", "=", own?.id ?? ""),
    );
    expect(await tells(first)).toMatchObject({ losesLastAdministrator: false });
    expect(await tells(uuid(12))).toMatchObject({ losesLastAdministrator: true });
    expect((await set(staff, [uuid(12)], group)).error).toBe("Conflict Error");
  });

  test("POL-26 with 500 groups and 5,000 people, a policy and its preview load within a second", async () => {
    const db = sydney();
    await create(staff, newPolicy(first));
    const groups: string[] = [];
    db.transaction(() => {
      for (let index = 0; index < 500; index += 1) groups.push(addGroup(db, "retail", people.newcomer, []));
      for (const groupId of groups)
        db.run(sql.insertInto("group_policies").values({ groupId, policyId: first, kind: "ATTACHED" }));
    });
    countAnew(db, "groups", "group_policies");
    addMembers(db, groups, 5_000);
    const within = async (ms: number, name: string, variables: Record<string, unknown>) => {
      const callAgain = () => admin.result(name, variables);
      expect(await quickest(callAgain, ms)).toBeLessThan(ms);
    };
    const statements = await sent({ actions: [listed, "User Management - View user details"] });
    await within(1_000, "CommonGetPolicyChange", { policyId: first, statements });
    await within(1_000, "CommonGetPolicyUse", { policyId: first });
    const filter = { organizationId: ids.acme, customerId: retail.customerId, skip: 0, limit: 100 };
    await within(1_000, "CommonGetPolicies", { filter });
  });
});
