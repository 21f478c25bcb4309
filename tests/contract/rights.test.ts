import { describe, expect, test } from "vitest";
import { type PolicyStatement } from "../../regional-api/core/policy";
import { findGroup } from "../../regional-api/areas/permissions/group-grants.store";
import { sql } from "../../regional-api/store/sql";
import { atsIds } from "./fixtures/ats";
import { department } from "./fixtures/org-operations";
import { signedIn, type Client } from "./fixtures/client";
import { tenantValues } from "./fixtures/sms-and-ats-operations";
import { withVersion } from "./fixtures/edits";
import { addApplication, externalIdOf, vacancies } from "./fixtures/hiring";
import { retail } from "./fixtures/ids";
import { ssoValues } from "./fixtures/settings-operations";
import { snapshot } from "./fixtures/snapshot";
import { addGroup, ids, people } from "./fixtures/world";
import { useWorld, useClient } from "./fixtures/use-world";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");
const admin = useClient(world, "admin", "each test");

const sydney = () => world.databases.region("ap-southeast-2");
const root = `ap-southeast-2:${ids.acme}:${ids.retail}:${retail.hierarchyId}`;
const allow = (actions: string[], ...resources: string[]): PolicyStatement => ({
  effect: "Allow",
  actions,
  resources,
});
const wildcard = allow(["*"], "*");
/** A right the Customer Admin template lacks. */
const deleting = allow(["apps:deleteVacancy"], `edge:apps:${root}`);
const reading = allow(["edge:access", "org:listUser"], `edge:*:${root}`);
const elsewhere = allow(["edge:access"], `edge:edge:*:${ids.acme}:*:*`);

function group(name: string, ...statements: PolicyStatement[]): string {
  const id = addGroup(sydney(), "retail", people.departmentHead, statements);
  sydney().run(sql.updateTable("groups").set({ name }).where("id", "=", id));
  return id;
}

const archive = (client: Client, ...groupIds: string[]) => client.send("ORGArchiveGroups", { groupIds });
const restore = (client: Client, ...groupIds: string[]) => client.send("ORGRestoreGroups", { groupIds });
const createSso = (client: Client, groupIds: string[]) =>
  client.send("IDPCreateSSOConfig", {
    ...retail,
    ...ssoValues,
    groupIds,
    accountName: "acme-retail",
    region: "ap-southeast-2",
    isEdgeSSO: true,
  });
const updateSso = (client: Client, groupIds: string[]) =>
  client.send("IDPUpdateSSOConfig", {
    update: { ...ssoValues, groupIds },
    filter: { customerId: ids.retail, isEdgeSSO: true },
  });

interface Listed {
  _id: string;
  name: string;
  canChange: boolean;
}
async function listed(client: Client, filter: Record<string, unknown> = {}): Promise<Listed[]> {
  const { data, error } = await client.call(
    "query ($filter: ORGGroupsFilter!) { ORGGetGroups(filter: $filter) { data { _id name canChange } pagination { totalItems } } }",
    { filter: { ...retail, ...filter } },
  );
  expect(error).toBeUndefined();
  const page = data["ORGGetGroups"] as { data: Listed[]; pagination: { totalItems: number } };
  expect(page.pagination.totalItems).toBe(page.data.length);
  return page.data;
}

/** The own policy of a group. */
const policyOf = (groupId: string): string =>
  sydney().get(
    sql
      .selectFrom("group_policies")
      .select("policyId")
      .where("groupId", "=", groupId)
      .where("kind", "=", "OWN"),
  )?.policyId ?? "";

async function changesNothing(call: () => Promise<{ error: string | undefined }>) {
  const before = snapshot(world.databases);
  const { error } = await call();
  expect(snapshot(world.databases)).toBe(before);
  return error;
}

describe("GRP-53 granting is limited to one's own rights", () => {
  test("SSO-24 single sign-on cannot add users to a group with more rights than its administrator", async () => {
    const [more, own] = [group("More", deleting), group("Own", reading)];
    expect(await changesNothing(() => createSso(admin, [own, more]))).toBe("FORBIDDEN");
    expect((await createSso(staff, [own])).error).toBeUndefined();
    expect(await changesNothing(() => updateSso(admin, [own, more]))).toBe("FORBIDDEN");
    expect((await updateSso(admin, [own])).error).toBeUndefined();
    expect((await updateSso(staff, [own, more])).error).toBeUndefined();
    // The next save of the settings covers all groups again.
    expect(await changesNothing(() => updateSso(admin, [own, more]))).toBe("FORBIDDEN");
  });

  test("SSO-24 single sign-on cannot add users to a group that reaches beyond the customer, even if staff save it", async () => {
    const [provider, beyond] = [group("Platform staff", wildcard), group("All of Acme", elsewhere)];
    for (const groupId of [provider, beyond]) {
      expect(await changesNothing(() => createSso(staff, [groupId]))).toBe("FORBIDDEN");
    }
    // The provider's groups do not exist for the customer's users.
    expect(await changesNothing(() => createSso(admin, [provider]))).toBe("Not Found Error");
    expect(await changesNothing(() => createSso(admin, [beyond]))).toBe("FORBIDDEN");
  });

  test("an administrator cannot restore a group that would give its members more rights", async () => {
    const id = group("More", deleting);
    expect((await archive(staff, id)).error).toBeUndefined();
    expect(await changesNothing(() => restore(admin, id))).toBe("FORBIDDEN");
    expect((await restore(staff, id)).error).toBeUndefined();
  });

  test("callers cannot grant rights that are denied to them", async () => {
    const id = group("Readers", reading);
    addGroup(sydney(), "retail", people.admin, [{ ...reading, effect: "Deny", actions: ["org:listUser"] }]);
    expect(await changesNothing(() => createSso(admin, [id]))).toBe("FORBIDDEN");
  });
});

describe("GRP-53 taking away is limited to one's own rights", () => {
  test("a customer admin cannot reach the provider's own group, and staff keep their rights", async () => {
    const [provider] = sydney().all(
      sql.selectFrom("group_members").select("groupId").where("userId", "=", people.staff),
    );
    const id = provider?.groupId ?? "";
    expect(await changesNothing(() => archive(admin, id))).toBe("Not Found Error");
    const own = group("Own", reading);
    expect(await changesNothing(() => archive(admin, own, id))).toBe("Not Found Error");
    expect((await findGroup(sydney().reader, id))?.archivedAt).toBeNull();
    expect((await staff.call("{ ORGGetOrganizations { _id } }")).error).toBeUndefined();
  });

  test("a group with more rights is archived by their holders, not by others, single or in bulk", async () => {
    const [more, own] = [group("More", deleting), group("Own", reading)];
    expect(await changesNothing(() => archive(admin, more))).toBe("FORBIDDEN");
    expect(await changesNothing(() => archive(admin, own, more))).toBe("FORBIDDEN");
    expect((await archive(admin, own)).error).toBeUndefined();
    expect((await archive(staff, more)).error).toBeUndefined();
  });

  test("lifting a Deny grants, so it requires the denied right", async () => {
    const [own, more] = [
      group("No listing", { ...reading, effect: "Deny" }),
      group("No deleting", { ...deleting, effect: "Deny" }),
    ];
    expect(await changesNothing(() => archive(admin, more))).toBe("FORBIDDEN");
    expect((await archive(admin, own)).error).toBeUndefined();
  });

  test("a Deny cannot be imposed on people with more rights", async () => {
    const id = group("No listing", { ...reading, effect: "Deny" });
    expect((await archive(admin, id)).error).toBeUndefined();
    sydney().run(sql.insertInto("group_members").values({ groupId: id, userId: people.staff, createdAt: 1 }));
    expect(await changesNothing(() => restore(admin, id))).toBe("FORBIDDEN");
    expect((await restore(staff, id)).error).toBeUndefined();
  });

  test("no Deny reaches the provider's staff or others with more rights, by any operation", async () => {
    const denying = [{ ...reading, effect: "Deny" as const }];
    await admin.result("CommonCreatePolicy", {
      addPolicyDto: { id: "0d9f4c1e-7a52-4b7e-9a5c-0c0d6f2b1b77", name: "No reading", statements: denying },
      customerId: ids.retail,
    });
    const policyIds = ["0d9f4c1e-7a52-4b7e-9a5c-0c0d6f2b1b77"];
    const join = (client: Client, groupId: string, ...userIds: string[]) =>
      client.send("ORGGroupAddUsers", { groupId, userIds });
    const attach = (client: Client, groupId: string) =>
      client.send("ORGGroupSetPolicies", { groupId, policyIds });
    const save = async (client: Client, groupId: string) => {
      const policyId = policyOf(groupId);
      const update = { filter: { policyId }, update: { statements: denying } };
      return client.send("CommonUpdatePolicyV2", update);
    };
    addGroup(sydney(), "retail", people.recruiter, [deleting]);
    for (const mightier of [people.staff, people.recruiter]) {
      const [denies, harmless] = [group("Denies", ...denying), group("Harmless")];
      // Checks both ways: adding the person, and changing the policy.
      expect(await changesNothing(() => join(admin, denies, mightier))).toBe("FORBIDDEN");
      const { message } = await join(admin, denies, mightier);
      expect(message).toContain("deny something to people with more rights");
      expect((await join(admin, harmless, mightier)).error).toBeUndefined();
      expect(await changesNothing(() => attach(admin, harmless))).toBe("FORBIDDEN");
      expect(await changesNothing(() => save(admin, harmless))).toBe("FORBIDDEN");
      expect((await join(admin, denies, people.newcomer)).error).toBeUndefined();
      // A Deny that takes nothing from the person is allowed.
      const elsewhere = group("Denies what they lack", {
        ...{ effect: "Deny" as const, actions: ["org:listUser"] },
        resources: [`edge:org:${root}`],
      });
      const isStaff = mightier === people.staff;
      expect((await join(admin, elsewhere, mightier)).error).toBe(isStaff ? "FORBIDDEN" : undefined);
      if (!isStaff) expect((await attach(staff, harmless)).error).toBeUndefined();
    }
  });

  test("GRP-61 no Deny reaches archived people with more rights, who would be affected once restored", async () => {
    const harmless = group("Harmless");
    const denying = [{ ...reading, effect: "Deny" as const }];
    sydney().run(
      sql.insertInto("group_members").values({ groupId: harmless, userId: people.recruiter, createdAt: 1 }),
    );
    const save = () =>
      admin.send("CommonUpdatePolicyV2", {
        filter: { policyId: policyOf(harmless) },
        update: { statements: denying },
      });
    addGroup(sydney(), "retail", people.recruiter, [deleting, reading]);
    await staff.result("ORGArchiveUsers", { ...retail, userIds: [people.recruiter] });
    expect(await changesNothing(save)).toBe("FORBIDDEN");
    // For people with fewer rights it is allowed, archived or not.
    sydney()
      .statement("DELETE FROM group_members WHERE userId = ? AND groupId <> ?")
      .run(people.recruiter, harmless);
    expect((await save()).error).toBeUndefined();
  });

  test("GRP-61 no Deny reaches members of archived groups, who would be affected by a restore, by any operation", async () => {
    const lay = (client: Client, policyId: string, statements: PolicyStatement[]) => {
      const addPolicyDto = { id: policyId, name: "Shared", statements };
      return client.send("CommonUpdatePolicy", { addPolicyDto });
    };
    const policyId = "0d9f4c1e-7a52-4b7e-9a5c-0c0d6f2b1b78";
    const addPolicyDto = { id: policyId, name: "Shared", statements: [reading] };
    await admin.result("CommonCreatePolicy", { addPolicyDto, customerId: ids.retail });
    const waiting = addGroup(sydney(), "retail", people.staff, []);
    const attached = withVersion(world.databases, "ORGGroupSetPolicies", {
      groupId: waiting,
      policyIds: [policyId],
    });
    await admin.result("ORGGroupSetPolicies", attached);
    expect((await archive(admin, waiting)).error).toBeUndefined();
    const deny = (actions: string[], at = root): PolicyStatement => ({
      ...{ effect: "Deny", actions },
      resources: [`edge:*:${at}`],
    });
    const console = [deny(["edge:access", "org:editUser"])];
    // Tries the shared policy with each saving call and the preview.
    for (const save of [
      () => lay(admin, policyId, console),
      () => admin.send("CommonGetPolicyChange", { policyId, statements: console }),
      () => {
        const update = { filter: { policyId }, update: { statements: console } };
        return admin.send("CommonUpdatePolicyV2", update);
      },
    ])
      expect(await changesNothing(save)).toBe("FORBIDDEN");
    // Moves a department below one where the group is denied something.
    const below = root.replace(retail.hierarchyId, ids.department);
    expect((await lay(staff, policyId, [deny(["org:listUser"], below)])).error).toBeUndefined();
    const move = (version: number, _id: string, parentId: string) => {
      const hierarchies = [department({ _id, parentId, name: "Elsewhere" })];
      return admin.send("ORGUpdateHierarchies", { hierarchies, version });
    };
    expect((await move(0, "new-a", retail.hierarchyId)).error).toBeUndefined();
    const [elsewhere] = sydney().all(
      sql.selectFrom("hierarchies").select("id").where("name", "=", "Elsewhere"),
    );
    expect(await changesNothing(() => move(1, elsewhere?.id ?? "", ids.department))).toBe("FORBIDDEN");
    // Uses a group whose member has more rights through an archived group.
    const mighty = addGroup(sydney(), "retail", people.recruiter, [deleting, reading]);
    const harmless = addGroup(sydney(), "retail", people.recruiter, []);
    expect((await archive(staff, mighty)).error).toBeUndefined();
    const own = { filter: { policyId: policyOf(harmless) }, update: { statements: console } };
    const saveOwn = () => admin.send("CommonUpdatePolicyV2", own);
    expect(await changesNothing(saveOwn)).toBe("FORBIDDEN");
    // With the right to do it, the preview counts them.
    const preview = await staff.result("CommonGetPolicyChange", { policyId, statements: console });
    expect(preview).toMatchObject({ members: 0, restorable: 1 });
  });

  test("PERM-84 GRP-54 the preview shows which rights restoring or joining a group takes away, and is refused to callers who may not do it", async () => {
    const denying: PolicyStatement = {
      ...{ effect: "Deny", actions: ["edge:access", "org:editUser"] },
      resources: [`edge:*:${root}`],
    };
    const trap = addGroup(sydney(), "retail", people.staff, [denying]);
    sydney().run(
      sql.insertInto("group_members").values({ groupId: trap, userId: people.newcomer, createdAt: 1 }),
    );
    sydney().run(sql.updateTable("groups").set({ archivedAt: 1 }).where("id", "=", trap));
    const takesOwn = { losesOwnRights: true, losingConsole: 1 };
    const preview = async (client: Client, name: string, variables: object) => {
      const { data, error } = await client.send(name, { ...variables });
      return error ?? data[name];
    };
    const restoring = { groupIds: [trap] };
    expect(await preview(staff, "ORGGetRestoreGroupsChange", restoring)).toMatchObject({
      ...takesOwn,
      members: 2,
    });
    expect(await preview(admin, "ORGGetRestoreGroupsChange", restoring)).toBe("FORBIDDEN");
    expect(await changesNothing(() => restore(admin, trap))).toBe("FORBIDDEN");
    const archived = await listed(admin, { archivedOnly: true });
    expect(archived.find(({ _id }) => _id === trap)).toMatchObject({ canChange: false });
    // One group that only grants, and one that denies what its members lack.
    const harmless = group("Gives", reading);
    expect((await archive(staff, harmless)).error).toBeUndefined();
    expect(await preview(admin, "ORGGetRestoreGroupsChange", { groupIds: [harmless] })).toMatchObject({
      ...{ losesOwnRights: false, losingConsole: 0 },
      impacts: expect.not.arrayContaining([expect.objectContaining({ isAdded: false })]) as unknown,
    });
    const joined = group("Denies", denying);
    const joining = { groupId: joined, userIds: [people.staff] };
    expect(await preview(staff, "ORGGetAddUsersChange", joining)).toMatchObject(takesOwn);
    expect(await preview(admin, "ORGGetAddUsersChange", joining)).toBe("FORBIDDEN");
  });

  test("PERM-68 every preview warns callers who would lose a right they could not restore", async () => {
    const groupId = group("Shared", deleting, reading);
    const bystanders = group("Others", deleting, reading);
    sydney().run(sql.insertInto("group_members").values({ groupId, userId: people.admin, createdAt: 1 }));
    const policyOf = (id: string) =>
      sydney()
        .statement<{ policyId: string }>(
          "SELECT policyId FROM group_policies WHERE groupId = ? AND kind = 'OWN'",
        )
        .all(id)[0]?.policyId;
    const denying: PolicyStatement = { ...deleting, effect: "Deny" };
    const ofPolicy = (id: string, statements: PolicyStatement[]) => ({ policyId: policyOf(id), statements });
    const preview = async (variables: object) => {
      const { data, error } = await admin.send("CommonGetPolicyChange", { ...variables });
      return error ?? (data["CommonGetPolicyChange"] as { losesOwnRights: boolean }).losesOwnRights;
    };
    const joining = { groupId: group("Denies", denying), userIds: [people.admin] };
    const joined = await admin.result("ORGGetAddUsersChange", joining);
    expect({
      denied: await preview(ofPolicy(groupId, [deleting, reading, denying])),
      kept: await preview(ofPolicy(groupId, [deleting])),
      others: await preview(ofPolicy(bystanders, [deleting, reading, denying])),
      joined: (joined as { losesOwnRights: boolean }).losesOwnRights,
    }).toEqual({ denied: true, kept: false, others: false, joined: true });
    // The same person may not undo it.
    const save = (statements: PolicyStatement[]) => {
      const update = { filter: { policyId: policyOf(groupId) }, update: { statements } };
      return admin.send("CommonUpdatePolicyV2", update);
    };
    expect((await save([deleting, reading, denying])).error).toBeUndefined();
    expect(await changesNothing(() => save([deleting, reading]))).toBe("FORBIDDEN");
  });

  test("USER-86 unlocking people with more rights is refused: it would help guess their password", async () => {
    const unlock = (client: Client, id: string) => client.send("AuthUnlockUser", { id });
    expect(await changesNothing(() => unlock(admin, people.staff))).toBe("FORBIDDEN");
    expect((await unlock(admin, people.recruiter)).error).toBeUndefined();
    expect((await unlock(staff, people.admin)).error).toBeUndefined();
  });
});

describe("GRP-54 what is shown and offered", () => {
  test("the provider's groups are listed for staff only, others with more rights without their buttons", async () => {
    group("Platform staff", wildcard);
    group("More", deleting);
    group("Own", reading);
    const named = async (client: Client) =>
      Object.fromEntries((await listed(client)).map(({ name, canChange }) => [name, canChange]));
    expect(await named(admin)).toMatchObject({ More: false, Own: true });
    expect(await named(admin)).not.toHaveProperty("Platform staff");
    expect(await named(staff)).toMatchObject({ "Platform staff": true, More: true, Own: true });
    // Staff of one organisation do not see groups of the whole platform's staff.
    addGroup(sydney(), "retail", people.recruiter, [allow(["*"], `edge:*:*:${ids.acme}:*:*`)]);
    const partner = await named(await signedIn(world.app, "recruiter"));
    expect(partner).toMatchObject({ More: true, Own: true });
    expect(partner).not.toHaveProperty("Platform staff");
  });

  test("SSO-29 USER-64 a picker leaves out groups that cannot be chosen", async () => {
    for (const [name, statement] of [
      ["Platform staff", wildcard],
      ["All of Acme", elsewhere],
      ["More", deleting],
      ["Own", reading],
    ] as const)
      group(name, statement);
    const offered = async (client: Client, choice: string) =>
      (await listed(client, { choice, activeOnly: true }))
        .map(({ name }) => name)
        .filter((name) => !name.startsWith("Group "))
        .sort();
    expect(await offered(admin, "SINGLE_SIGN_ON")).toEqual(["Own"]);
    expect(await offered(admin, "PERSON")).toEqual(["Own"]);
    expect(await offered(staff, "SINGLE_SIGN_ON")).toEqual(["More", "Own"]);
    expect(await offered(staff, "PERSON")).toEqual(["All of Acme", "More", "Own", "Platform staff"]);
    for (const { _id } of await listed(admin, { choice: "SINGLE_SIGN_ON", activeOnly: true })) {
      await createSso(staff, []);
      expect((await updateSso(admin, [_id])).error).toBeUndefined();
    }
  });
});

test("TEN-14 the groups of an ATS tenant are those its administrator may grant", async () => {
  const [more, own] = [group("More", deleting), group("Own", reading)];
  addGroup(sydney(), "retail", people.admin, [
    allow(["ats:createTenant", "ats:editTenant", "ats:listTenant"], `edge:ats:${root}`),
  ]);
  const update = (client: Client, groupId: string) =>
    client.send("AtsUpdateTenant", {
      ...retail,
      ...tenantValues,
      _id: atsIds.tenant,
      atsName: "USED_ATS",
      extra: { groupIds: { HIRING_MANAGER: [groupId], RECRUITER: [] } },
    });
  expect(await changesNothing(() => update(admin, more))).toBe("FORBIDDEN");
  expect((await update(admin, own)).error).toBeUndefined();
  expect((await update(staff, more)).error).toBeUndefined();
  // The tenant's existing groups may stay.
  expect((await update(admin, more)).error).toBeUndefined();
});

test("PERM-85 each row has the right to open it, in every list, the search and the record", async () => {
  const listing = [
    "edge:access",
    "org:listUser",
    "apps:listVacancy",
    "apps:listApplication",
    "org:viewRecord",
  ];
  const viewing = ["org:viewUser", "apps:viewVacancy", "apps:viewApplication"];
  addGroup(sydney(), "retail", people.noAccess, [
    allow([...listing, ...viewing], `edge:*:${root}`),
    {
      effect: "Deny",
      actions: viewing,
      resources: [`edge:*:${root.replace(retail.hierarchyId, ids.department)}`],
    },
  ]);
  const made = (["main", "department"] as const).map((vacancy) => {
    const { id } = addApplication(sydney(), { vacancy });
    return { id, vacancyId: vacancies[vacancy], externalId: externalIdOf(vacancy) };
  });
  await archive(staff, ids.archivableGroup);
  await restore(admin, ids.archivableGroup);
  const inDepartment = sql.updateTable("users").set({ hierarchyId: ids.department });
  sydney().run(inDepartment.where("id", "=", people.staff));
  const person = await signedIn(world.app, "noAccess");
  const searchFor = async (text: string) => {
    const customer = `organizationId: "${retail.organizationId}" customerId: "${retail.customerId}"`;
    const scoped = text.replace("SCOPE", `CUSTOMER hierarchyId: "${retail.hierarchyId}"`);
    const { data, error } = await person.call(`{ answer: ${scoped.replace("CUSTOMER", customer)} }`, {});
    return { isOpen: error === undefined, answer: data["answer"] as Record<string, unknown> };
  };
  const opens = {
    user: (id: string) => searchFor(`ORGGetUser(filter: { _id: "${id}" SCOPE }) { _id }`),
    vacancy: (id: string) => searchFor(`AppsGetVacancyById(vacancyId: "${id}" SCOPE) { _id }`),
    application: (id: string) => searchFor(`AppsGetApplicationThread(_id: "${id}" SCOPE) { asOf }`),
  };

  /** The lists' `canView` of each row, by the kind of record to open. */
  const canViewByRow: [of: keyof typeof opens, id: string, canView: unknown][] = [];
  const page = "skipEq: 0 limitEq: 30";
  for (const [of, list] of [
    ["user", "ORGGetUsers(filter: { CUSTOMER skip: 0 limit: 100 })"],
    ["vacancy", `AppsGetVacancyList(filter: { SCOPE ${page} })`],
    ["vacancy", `AppsGetVacancyListV2(filter: { SCOPE ${page} })`],
  ] as const) {
    const { data } = (await searchFor(`${list} { data { _id canView } }`)).answer as {
      data: { _id: string; canView: boolean }[];
    };
    expect(new Set(data.map(({ canView }) => canView))).toEqual(new Set([true, false]));
    canViewByRow.push(...data.map(({ _id, canView }) => [of, _id, canView] as (typeof canViewByRow)[number]));
  }
  for (const { id, vacancyId, externalId } of made) {
    const search = `AppsSearchApplications(filter: { SCOPE searchText: "${id}" ${page} })`;
    const { viewedVacancyIds } = (await searchFor(`${search} { viewedVacancyIds }`)).answer;
    canViewByRow.push(["vacancy", vacancyId, (viewedVacancyIds as string[]).includes(vacancyId)]);
    const list = `AppsGetApplicationList(filter: { SCOPE externalVacancyId: "${externalId}" ${page} })`;
    canViewByRow.push(["application", id, (await searchFor(`${list} { canView }`)).answer["canView"]]);
  }
  const entries = `AudGetEntries(SCOPE objectKind: GROUP objectId: "${ids.archivableGroup}" ${page})`;
  const { data } = (await searchFor(`${entries} { data { _id actor { _id } } }`)).answer as {
    data: { _id: string; actor: { _id: string } }[];
  };
  expect(data.map(({ actor }) => actor._id)).toEqual([people.admin, people.staff]);
  for (const { _id, actor } of data) {
    const { answer } = await searchFor(`AudGetEntry(SCOPE _id: "${_id}") { canViewActor }`);
    canViewByRow.push(["user", actor._id, answer["canViewActor"]]);
  }
  for (const [of, id, canView] of canViewByRow)
    expect([of, id, (await opens[of](id)).isOpen]).toEqual([of, id, canView]);
});
