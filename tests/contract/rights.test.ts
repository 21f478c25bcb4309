import { beforeEach, describe, expect, test } from "vitest";
import type { PolicyStatement } from "../../regional-api/domain/policy";
import { findGroup, groupQueries } from "../../regional-api/store/groups";
import { policyGroupings } from "../../regional-api/store/policies";
import { sql } from "../../regional-api/store/sql";
import { atsIds } from "./fixtures/ats";
import { signedIn, type Client } from "./fixtures/client";
import { tenantValues } from "./fixtures/connection-operations";
import { withVersion } from "./fixtures/edits";
import { documentOf } from "./fixtures/operations";
import { retail, ssoValues } from "./fixtures/settings-operations";
import { snapshot } from "./fixtures/snapshot";
import { addGroup, ids, people } from "./fixtures/world";
import { useWorld } from "./fixtures/use-world";

const world = useWorld("each test");
let staff: Client;
let admin: Client;
beforeEach(async () => {
  staff = await signedIn(world.app, "staff");
  admin = await signedIn(world.app, "admin");
});

const sydney = () => world.databases.region("ap-southeast-2");
const root = `ap-southeast-2:${ids.acme}:${ids.retail}:${retail.hierarchyId}`;
const allow = (actions: string[], ...resources: string[]): PolicyStatement => ({
  effect: "Allow",
  actions,
  resources,
});
const wildcard = allow(["*"], "*");
/** What the Customer Admin template does not hold. */
const deleting = allow(["apps:deleteVacancy"], `edge:apps:${root}`);
const reading = allow(["edge:access", "org:listUser"], `edge:*:${root}`);
const elsewhere = allow(["edge:access"], `edge:edge:*:${ids.acme}:*:*`);

function group(name: string, ...statements: PolicyStatement[]): string {
  const id = addGroup(sydney(), "retail", people.departmentHead, statements);
  sydney().run(sql.updateTable("groups").set({ name }).where("id", "=", id));
  return id;
}

const archive = (client: Client, ...groupIds: string[]) =>
  client.call(documentOf("ORGArchiveGroups"), { groupIds });
const restore = (client: Client, ...groupIds: string[]) =>
  client.call(documentOf("ORGRestoreGroups"), { groupIds });
const createSso = (client: Client, groupIds: string[]) =>
  client.call(documentOf("IDPCreateSSOConfig"), {
    ...retail,
    ...ssoValues,
    groupIds,
    accountName: "acme-retail",
    region: "ap-southeast-2",
    isEdgeSSO: true,
  });
const updateSso = (client: Client, groupIds: string[]) =>
  client.call(
    documentOf("IDPUpdateSSOConfig"),
    withVersion(world.databases, "IDPUpdateSSOConfig", {
      update: { ...ssoValues, groupIds },
      filter: { customerId: ids.retail, isEdgeSSO: true },
    }),
  );

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

async function changesNothing(call: () => Promise<{ error: string | undefined }>) {
  const before = snapshot(world.databases);
  const { error } = await call();
  expect(snapshot(world.databases)).toBe(before);
  return error;
}

describe("GRP-53 nobody gives more than they hold", () => {
  test("SSO-24 single sign-on puts nobody into a group with more rights than its administrator's", async () => {
    const [more, own] = [group("More", deleting), group("Own", reading)];
    expect(await changesNothing(() => createSso(admin, [own, more]))).toBe("FORBIDDEN");
    expect((await createSso(admin, [own])).error).toBeUndefined();
    expect(await changesNothing(() => updateSso(admin, [own, more]))).toBe("FORBIDDEN");
    expect((await updateSso(staff, [own, more])).error).toBeUndefined();
    // Whoever saves the settings next vouches for all of the groups.
    expect(await changesNothing(() => updateSso(admin, [own, more]))).toBe("FORBIDDEN");
  });

  test("SSO-24 nor anybody, asked by whomever, into one that reaches beyond the customer", async () => {
    const [provider, beyond] = [group("Platform staff", wildcard), group("All of Acme", elsewhere)];
    for (const groupId of [provider, beyond]) {
      expect(await changesNothing(() => createSso(staff, [groupId]))).toBe("FORBIDDEN");
    }
    // For the customer's people the provider's groups do not exist.
    expect(await changesNothing(() => createSso(admin, [provider]))).toBe("Not Found Error");
    expect(await changesNothing(() => createSso(admin, [beyond]))).toBe("FORBIDDEN");
  });

  test("an administrator restores no group that gives its members more", async () => {
    const id = group("More", deleting);
    expect((await archive(staff, id)).error).toBeUndefined();
    expect(await changesNothing(() => restore(admin, id))).toBe("FORBIDDEN");
    expect((await restore(staff, id)).error).toBeUndefined();
  });

  test("rights that are denied to somebody are not theirs to give", async () => {
    const id = group("Readers", reading);
    addGroup(sydney(), "retail", people.admin, [{ ...reading, effect: "Deny", actions: ["org:listUser"] }]);
    expect(await changesNothing(() => createSso(admin, [id]))).toBe("FORBIDDEN");
  });
});

describe("GRP-53 nobody takes away from more than they hold", () => {
  test("the provider's own group is out of a customer administrator's reach, and staff keep their rights", async () => {
    const [provider] = sydney().all(
      sql.selectFrom("group_members").select("groupId").where("userId", "=", people.staff),
    );
    const id = provider?.groupId ?? "";
    expect(await changesNothing(() => archive(admin, id))).toBe("Not Found Error");
    const own = group("Own", reading);
    expect(await changesNothing(() => archive(admin, own, id))).toBe("Not Found Error");
    expect(findGroup(sydney(), id)?.archivedAt).toBeNull();
    expect((await staff.call("{ ORGGetOrganizations { _id } }")).error).toBeUndefined();
  });

  test("a group with more rights is archived by who holds them, not by others, alone or among their own", async () => {
    const [more, own] = [group("More", deleting), group("Own", reading)];
    expect(await changesNothing(() => archive(admin, more))).toBe("FORBIDDEN");
    expect(await changesNothing(() => archive(admin, own, more))).toBe("FORBIDDEN");
    expect((await archive(admin, own)).error).toBeUndefined();
    expect((await archive(staff, more)).error).toBeUndefined();
  });

  test("lifting a Deny gives, so it takes the right that was denied", async () => {
    const [own, more] = [
      group("No listing", { ...reading, effect: "Deny" }),
      group("No deleting", { ...deleting, effect: "Deny" }),
    ];
    expect(await changesNothing(() => archive(admin, more))).toBe("FORBIDDEN");
    expect((await archive(admin, own)).error).toBeUndefined();
  });

  test("a Deny is imposed on nobody with more rights", async () => {
    const id = group("No listing", { ...reading, effect: "Deny" });
    expect((await archive(admin, id)).error).toBeUndefined();
    sydney().run(sql.insertInto("group_members").values({ groupId: id, userId: people.staff, createdAt: 1 }));
    expect(await changesNothing(() => restore(admin, id))).toBe("FORBIDDEN");
    expect((await restore(staff, id)).error).toBeUndefined();
  });

  test("USER-86 unlocking somebody with more rights would let their password be guessed at leisure", async () => {
    const unlock = (client: Client, id: string) => client.call(documentOf("AuthUnlockUser"), { id });
    expect(await changesNothing(() => unlock(admin, people.staff))).toBe("FORBIDDEN");
    expect((await unlock(admin, people.recruiter)).error).toBeUndefined();
    expect((await unlock(staff, people.admin)).error).toBeUndefined();
  });
});

describe("GRP-54 what is shown and offered", () => {
  test("the provider's groups are listed for staff alone; others with more rights without their buttons", async () => {
    group("Platform staff", wildcard);
    group("More", deleting);
    group("Own", reading);
    const named = async (client: Client) =>
      Object.fromEntries((await listed(client)).map(({ name, canChange }) => [name, canChange]));
    expect(await named(admin)).toMatchObject({ More: false, Own: true });
    expect(await named(admin)).not.toHaveProperty("Platform staff");
    expect(await named(staff)).toMatchObject({ "Platform staff": true, More: true, Own: true });
    // Staff of one organisation do not see those of all.
    addGroup(sydney(), "retail", people.recruiter, [allow(["*"], `edge:*:*:${ids.acme}:*:*`)]);
    const partner = await named(await signedIn(world.app, "recruiter"));
    expect(partner).toMatchObject({ More: true, Own: true });
    expect(partner).not.toHaveProperty("Platform staff");
  });

  test("SSO-29 USER-64 a choice leaves out what could not be chosen", async () => {
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
      await createSso(admin, []);
      expect((await updateSso(admin, [_id])).error).toBeUndefined();
    }
  });
});

test("TEN-14 the groups of an ATS tenant are those its administrator may give", async () => {
  const [more, own] = [group("More", deleting), group("Own", reading)];
  addGroup(sydney(), "retail", people.admin, [
    allow(["ats:createTenant", "ats:editTenant", "ats:listTenant"], `edge:ats:${root}`),
  ]);
  const update = (client: Client, groupId: string) =>
    client.call(
      documentOf("AtsUpdateTenant"),
      withVersion(world.databases, "AtsUpdateTenant", {
        ...retail,
        ...tenantValues,
        _id: atsIds.tenant,
        atsName: "USED_ATS",
        extra: { groupIds: { HIRING_MANAGER: [groupId], RECRUITER: [] } },
      }),
    );
  expect(await changesNothing(() => update(admin, more))).toBe("FORBIDDEN");
  expect((await update(admin, own)).error).toBeUndefined();
  expect((await update(staff, more)).error).toBeUndefined();
  // What the tenant had may stay.
  expect((await update(admin, more)).error).toBeUndefined();
});

test.each(Object.entries({ ...groupQueries, ...policyGroupings }))("%s scans no table", (_name, query) => {
  const parameters = (query.text.match(/\?/g) ?? []).map(() => "x");
  const plan = sydney()
    .sqlite.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${query.text}`)
    .all(...parameters);
  expect(plan.map(({ detail }) => detail).join("\n")).not.toMatch(/SCAN \w+$/m);
});
