import { describe, expect, test } from "vitest";
import { createApp } from "../../regional-api/app";
import { sweep } from "../../regional-api/sweep";
import { Client, signedIn } from "./fixtures/client";
import { addGroup, ids, people, rootId, scopeOf } from "./fixtures/world";
import { useClient, useWorld } from "./fixtures/use-world";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");

const minute = 60_000;
const hour = 60 * minute;
const me = (client: Client, region = "ap-southeast-2") => client.call("{ AuthMe { _id } }", {}, { region });
const refresh = (client: Client, region = "eu-west-1", headers?: Record<string, string>) =>
  client.call("{ AuthRefreshToken { expiresAt logout } }", {}, { region, withoutCsrf: true, headers });
const check = async (client: Client) =>
  (
    await client.call(
      "{ AuthCheckToken { logout tokenCheckResult { isAccessTokenExpired isRefreshTokenExpired } } }",
    )
  ).data["AuthCheckToken"];
const loggedOut = { AuthRefreshToken: { expiresAt: null, logout: true } };

describe("a session", () => {
  test("SESS-10 is valid at all three regions", async () => {
    for (const region of ["ap-southeast-2", "eu-west-1", "us-east-1"]) {
      expect((await me(staff, region)).data).toEqual({ AuthMe: { _id: people.staff } });
    }
  });

  test("SESS-11 the access token lasts 60 minutes, the refresh token 24 hours", async () => {
    world.pass(hour - 1);
    expect((await me(staff)).error).toBeUndefined();
    world.pass(1);
    expect((await me(staff)).error).toBe("UNAUTHENTICATED");
    world.pass(23 * hour - 1);
    expect((await refresh(staff.clone())).data).toMatchObject({ AuthRefreshToken: { logout: false } });
    world.pass(1);
    expect((await refresh(staff.clone())).data).toEqual(loggedOut);
  });

  test("SESS-11 both lifetimes can be set, and a session has an absolute end", async () => {
    const config = { ...world.config, accessTokenMs: minute, refreshTokenMs: hour, sessionMs: 2 * hour };
    const app = await createApp({ config, databases: world.databases, clock: world.now });
    const client = await signedIn(app, "recruiter");
    world.pass(minute);
    expect((await me(client)).error).toBe("UNAUTHENTICATED");
    for (let half = 0; half < 3; half += 1) {
      world.pass(hour / 2);
      expect((await refresh(client)).data).toMatchObject({ AuthRefreshToken: { logout: false } });
    }
    world.pass(hour / 2);
    expect((await refresh(client)).data).toEqual(loggedOut);
    await app.close();
  });

  test("SESS-27 SESS-28 AuthLogout ends the whole family and removes the cookies", async () => {
    const saved = staff.clone();
    const answer = await staff.call("mutation { AuthLogout { isLogoutSuccess } }");
    expect(answer.data).toEqual({ AuthLogout: { isLogoutSuccess: true } });
    expect(staff.cookies.size).toBe(0);
    expect((await me(saved)).error).toBe("UNAUTHENTICATED");
    expect((await refresh(saved)).data).toEqual(loggedOut);
    expect((await staff.call("mutation { AuthLogout { isLogoutSuccess } }")).data).toMatchObject({
      AuthLogout: {},
    });
  });

  test("SESS-27 AuthLogout works with an expired access token", async () => {
    const saved = staff.clone();
    world.pass(2 * hour);
    await staff.call("mutation { AuthLogout { isLogoutSuccess } }");
    expect((await refresh(saved)).data).toEqual(loggedOut);
  });

  test("SESS-10 only digests of the tokens are stored", async () => {
    const dump = JSON.stringify(
      world.databases
        .region("eu-west-1")
        .sqlite.prepare("SELECT * FROM session_tokens")
        .all()
        .concat(world.databases.region("eu-west-1").sqlite.prepare("SELECT * FROM sessions").all()),
    );
    expect(dump).not.toContain(staff.cookies.get("access-token"));
    expect(dump).not.toContain(staff.cookies.get("refresh-token"));
  });
});

describe("AuthRefreshToken", () => {
  test("SESS-04 SESS-12 gives new tokens without the anti-forgery header", async () => {
    const before = new Map(staff.cookies);
    world.pass(40 * minute);
    const answer = await refresh(staff);
    expect(answer.data).toEqual({
      AuthRefreshToken: { expiresAt: new Date(world.now() + hour).toISOString(), logout: false },
    });
    expect(staff.cookies.get("access-token")).not.toBe(before.get("access-token"));
    expect(staff.cookies.get("refresh-token")).not.toBe(before.get("refresh-token"));
    world.pass(30 * minute);
    expect((await me(staff)).error).toBeUndefined();
  });

  test("parallel tabs within the grace of 30 s get the same new tokens, at any endpoint", async () => {
    const tabs = Array.from({ length: 10 }, () => staff.clone());
    const regions = ["ap-southeast-2", "eu-west-1", "us-east-1"];
    await Promise.all(tabs.map((tab, index) => refresh(tab, regions[index % 3])));
    world.pass(30_000);
    const late = staff.clone();
    await refresh(late);
    const pairs = [...tabs, late].map((tab) => [...tab.cookies].sort().join());
    expect(new Set(pairs).size).toBe(1);
    expect(pairs[0]).not.toBe([...staff.cookies].sort().join());
    expect((await me(late)).error).toBeUndefined();
  });

  test("the grace outlives a restart of the API", async () => {
    const tab = staff.clone();
    await refresh(tab);
    const restarted = await createApp({ config: world.config, databases: world.databases, clock: world.now });
    const other = new Client(restarted);
    for (const [name, value] of staff.cookies) other.cookies.set(name, value);
    await refresh(other);
    expect(other.cookies).toEqual(tab.cookies);
    await restarted.close();
  });

  test("SESS-18 a token used again after the grace revokes the family", async () => {
    const stolen = staff.clone();
    await refresh(staff);
    expect((await me(staff)).error).toBeUndefined();
    world.pass(30_001);
    expect((await refresh(stolen)).data).toEqual(loggedOut);
    expect(stolen.cookies.size).toBe(0);
    expect((await me(staff)).error).toBe("UNAUTHENTICATED");
    expect((await refresh(staff)).data).toEqual(loggedOut);
  });

  describe("SESS-12 an answer that was lost", () => {
    const from = (address: string) => ({ "x-forwarded-for": address });

    test("is repeated for the same client, long after the grace, while its tokens were not used", async () => {
      const [lost, again] = [staff.clone(), staff.clone()];
      await refresh(lost, "eu-west-1", from("203.0.113.7"));
      world.pass(59 * minute);
      const answer = await refresh(again, "us-east-1", from("203.0.113.7"));
      expect(answer.data).toMatchObject({ AuthRefreshToken: { logout: false } });
      // SESS-43: a shorter lifetime would tell the console that no refresh extends the session.
      expect(answer.setCookies.find((text) => text.startsWith("refresh-token="))).toContain("Max-Age=86400;");
      expect(again.cookies).toEqual(lost.cookies);
      expect((await me(again)).error).toBeUndefined();
      // It has arrived now: the old token's next use counts as theft.
      expect((await refresh(staff, "eu-west-1", from("203.0.113.7"))).data).toEqual(loggedOut);
      expect((await me(again)).error).toBe("UNAUTHENTICATED");
    });

    test.each([
      ["another client", minute, from("203.0.113.8")],
      ["the end of what was in it", hour, from("203.0.113.7")],
    ])("is not repeated for or after %s, and the session ends", async (_, wait, headers) => {
      const lost = staff.clone();
      await refresh(lost, "eu-west-1", from("203.0.113.7"));
      world.pass(wait);
      expect((await refresh(staff, "eu-west-1", headers)).data).toEqual(loggedOut);
      expect((await refresh(lost)).data).toEqual(loggedOut);
    });

    test.each([
      ["refreshed with", (client: Client) => refresh(client)],
      ["asked about", (client: Client) => check(client)],
      [
        "refused without the anti-forgery value",
        (client: Client) => client.call("{ AuthMe { _id } }", {}, { withoutCsrf: true }),
      ],
    ])("is treated as a stolen token once its new tokens were %s", async (_, show) => {
      const arrived = staff.clone();
      await refresh(arrived);
      await show(arrived);
      world.pass(30_001);
      expect((await refresh(staff)).data).toEqual(loggedOut);
      expect((await me(arrived)).error).toBe("UNAUTHENTICATED");
    });
  });

  test("SESS-14 a missing or unknown refresh token gets a logout", async () => {
    expect((await refresh(new Client(world.app))).data).toEqual(loggedOut);
    staff.cookies.set("refresh-token", staff.cookies.get("access-token") ?? "");
    expect((await refresh(staff)).data).toEqual(loggedOut);
  });
});

describe("AuthCheckToken", () => {
  const state = (isAccessTokenExpired: boolean, isRefreshTokenExpired: boolean, logout: boolean) => ({
    tokenCheckResult: { isAccessTokenExpired, isRefreshTokenExpired },
    logout,
  });

  test("SESS-15 SESS-18 reports what has expired", async () => {
    expect(await check(staff)).toEqual(state(false, false, false));
    world.pass(hour);
    expect(await check(staff)).toEqual(state(true, false, false));
    world.pass(23 * hour);
    expect(await check(staff)).toEqual(state(true, true, true));
    expect(await check(new Client(world.app))).toEqual(state(true, true, true));
  });

  test("SESS-18 a revoked session is a logout", async () => {
    const saved = staff.clone();
    await staff.call("mutation { AuthLogout { isLogoutSuccess } }");
    expect(await check(saved)).toEqual(state(true, true, true));
  });

  test("SESS-15 tokens of two sessions do not form a pair", async () => {
    const other = await signedIn(world.app, "recruiter");
    staff.cookies.set("refresh-token", other.cookies.get("refresh-token") ?? "");
    expect(await check(staff)).toEqual(state(false, true, true));
  });
});

test("SESS-23 SESS-24 SESS-25 AuthMe returns the user with the customers by name, of all regions", async () => {
  const recruiter = await signedIn(world.app, "recruiter");
  const { data } = await recruiter.call(/* GraphQL */ `
    {
      AuthMe {
        _id
        hierarchyId
        organizationId
        customerId
        groupIds
        source
        userType
        createdAt
        updatedAt
        archivedAt
        email
        firstName
        lastName
        username
        phoneNumber
        defaultCustomer {
          awsRegion
          customerId
        }
        customers {
          customerId
          customerDisplayName
          organizationDisplayName
          organizationId
          awsRegion
          rootHierarchyId
          uniqueName
        }
      }
    }
  `);
  expect(data["AuthMe"]).toEqual({
    _id: people.recruiter,
    hierarchyId: rootId(ids.retail),
    organizationId: ids.acme,
    customerId: ids.retail,
    groupIds: [expect.stringMatching(/^[0-9a-f]{24}$/)],
    source: "LOCAL",
    userType: "END_USER",
    createdAt: "2026-01-15T12:00:00.000Z",
    updatedAt: "2026-01-15T12:00:00.000Z",
    archivedAt: null,
    email: "recruiter@test.example",
    firstName: "recruiter",
    lastName: "Test",
    username: "recruiter@test.example",
    phoneNumber: null,
    defaultCustomer: { awsRegion: "ap-southeast-2", customerId: ids.retail },
    customers: [
      {
        customerId: ids.retail,
        customerDisplayName: "Acme Retail",
        organizationDisplayName: "acme",
        organizationId: ids.acme,
        awsRegion: "ap-southeast-2",
        rootHierarchyId: rootId(ids.retail),
        uniqueName: "acme-retail",
      },
    ],
  });
  const all = await staff.call("{ AuthMe { userType customers { customerDisplayName } } }");
  expect(all.data["AuthMe"]).toEqual({
    userType: "INTERNAL",
    customers: ["acme Bank", "Acme Ireland", "Acme Retail", "Globex Sydney", "Globex US"].map(
      (customerDisplayName) => ({
        customerDisplayName,
      }),
    ),
  });
});

test("SHELL-05 an archived default customer counts as none", async () => {
  world.databases
    .region("us-east-1")
    .statement("UPDATE customer_directory SET archivedAt = 1 WHERE id = ?")
    .run(ids.retail);
  const { data } = await staff.call("{ AuthMe { defaultCustomer { customerId } } }");
  expect(data["AuthMe"]).toEqual({ defaultCustomer: null });
});

describe("SHELL-40 CommonCheckPolicy", () => {
  const check = (client: Client, userId: string, resources: string[], actions = ["edge:access"]) =>
    client.send("CommonCheckPolicy", {
      policy: {
        identity: { userId, groupIds: ["0123456789abcdef01234567"] },
        todos: Object.fromEntries(resources.map((resource) => [resource, actions])),
      },
    });
  const resultOf = async (...args: Parameters<typeof check>) =>
    (await check(...args)).data["CommonCheckPolicy"] as { policyResult: boolean };
  const resourceOf = (customer: Parameters<typeof scopeOf>[0]) => Object.values(scopeOf(customer)).join(":");

  test("grants what the caller's policies grant, if every part is granted", async () => {
    const recruiter = await signedIn(world.app, "recruiter");
    expect(await resultOf(recruiter, people.recruiter, [resourceOf("retail")])).toEqual({
      policyResult: true,
    });
    expect(await resultOf(recruiter, people.recruiter, [resourceOf("bank")])).toEqual({
      policyResult: false,
    });
    expect(await resultOf(recruiter, people.recruiter, [resourceOf("retail"), resourceOf("bank")])).toEqual({
      policyResult: false,
    });
    expect(
      await resultOf(recruiter, people.recruiter, [resourceOf("retail")], ["edge:access", "org:createUser"]),
    ).toEqual({ policyResult: false });
    expect(
      await resultOf(staff, people.staff, [resourceOf("globexUs")], ["edge:access", "org:createUser"]),
    ).toEqual({
      policyResult: true,
    });
  });

  test("PERM-67 a four-part resource matches a stored one without prefix and service, part by part or by wildcard", async () => {
    const { awsRegion, organizationId } = scopeOf("bank");
    addGroup(world.databases.region("ap-southeast-2"), "retail", people.noAccess, [
      {
        effect: "Allow",
        actions: ["org:listUser"],
        resources: [`edge:org:${awsRegion}:${organizationId}:*:*`],
      },
    ]);
    const noAccess = await signedIn(world.app, "noAccess");
    const granted = async (resource: string) =>
      (await resultOf(noAccess, people.noAccess, [resource], ["org:listUser"])).policyResult;
    expect(await granted(resourceOf("bank"))).toBe(true);
    expect(await granted(resourceOf("retail"))).toBe(true);
    // Another region, another organisation.
    expect(await granted(resourceOf("ireland"))).toBe(false);
    expect(await granted(resourceOf("globexSydney"))).toBe(false);
  });

  test("PERM-66 returns which of the requested actions are granted, by resource", async () => {
    const recruiter = await signedIn(world.app, "recruiter");
    const admin = await signedIn(world.app, "admin");
    const document = `query ($policy: CommonCheckPolicyInput!) {
      CommonCheckPolicy(policy: $policy) { policyResult granted { resource actions } }
    }`;
    const actions = ["edge:access", "org:viewSettings", "org:editSettings"];
    const [retail, bank] = [resourceOf("retail"), resourceOf("bank")];
    const granted = async (client: Client, userId: string) => {
      const todos = { [retail]: actions, [bank]: actions };
      const policy = { identity: { userId, groupIds: [] }, todos };
      return (await client.call(document, { policy })).data["CommonCheckPolicy"];
    };
    expect(await granted(recruiter, people.recruiter)).toEqual({
      policyResult: false,
      granted: [
        { resource: retail, actions: ["edge:access"] },
        { resource: bank, actions: [] },
      ],
    });
    expect(await granted(admin, people.admin)).toEqual({
      policyResult: false,
      granted: [
        { resource: retail, actions: actions },
        { resource: bank, actions: [] },
      ],
    });
  });

  test("SHELL-41 unknown, archived and mismatched customers are denied to everyone", async () => {
    const good = scopeOf("retail");
    for (const resource of [
      resourceOf("closed"),
      [good.awsRegion, good.organizationId, ids.acme, good.hierarchyId].join(":"),
      ["eu-west-1", good.organizationId, good.customerId, good.hierarchyId].join(":"),
      [good.awsRegion, ids.globex, good.customerId, good.hierarchyId].join(":"),
      [good.awsRegion, good.organizationId, good.customerId, rootId(ids.bank)].join(":"),
      `${resourceOf("retail")}:more`,
      "*:*:*:*",
      "",
    ]) {
      expect(await resultOf(staff, people.staff, [resource])).toEqual({ policyResult: false });
    }
  });

  test("the identity must be the caller's own, and todos well-formed", async () => {
    const recruiter = await signedIn(world.app, "recruiter");
    expect((await check(recruiter, people.staff, [resourceOf("retail")])).error).toBe("FORBIDDEN");
    for (const todos of [{}, [], "x", { a: [] }, { a: "edge:access" }]) {
      const policy = { identity: { userId: people.staff, groupIds: [] }, todos };
      expect((await staff.send("CommonCheckPolicy", { policy })).error).toBe("Validation Error");
    }
  });

  test("GRP-18 PERM-61 POL-27 changes to groups and policies apply from the next call", async () => {
    const noAccess = await signedIn(world.app, "noAccess");
    const sydney = world.databases.region("ap-southeast-2");
    const allowed = async () =>
      (await resultOf(noAccess, people.noAccess, [resourceOf("retail")])).policyResult;
    expect(await allowed()).toBe(false);
    const resources = [`edge:edge:${resourceOf("retail")}`];
    const groupId = addGroup(sydney, "retail", people.noAccess, [
      { effect: "Allow", actions: ["edge:access"], resources },
    ]);
    expect(await allowed()).toBe(true);
    sydney.statement("UPDATE groups SET archivedAt = 1 WHERE id = ?").run(groupId);
    expect(await allowed()).toBe(false);
    sydney.statement("UPDATE groups SET archivedAt = NULL WHERE id = ?").run(groupId);
    expect(await allowed()).toBe(true);
    const denying = addGroup(sydney, "retail", people.noAccess, [
      { effect: "Deny", actions: ["edge:*"], resources },
    ]);
    expect(await allowed()).toBe(false);
    sydney.statement("DELETE FROM group_members WHERE groupId = ?").run(denying);
    expect(await allowed()).toBe(true);
    sydney
      .statement(
        "UPDATE policies SET statements = '[]' WHERE id IN (SELECT policyId FROM group_policies WHERE groupId = ?)",
      )
      .run(groupId);
    expect(await allowed()).toBe(false);
  });
});

test("expired rows are deleted, live ones are kept", async () => {
  const db = world.databases.region("ap-southeast-2");
  const count = (table: string) =>
    db.sqlite.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get();
  await new Client(world.app).logIn("recruiter", "Wrong-Password-1!");
  await new Client(world.app).logIn("mfa");
  world.pass(1);
  await refresh(staff);
  const successors = () =>
    db.sqlite.prepare("SELECT count(*) FROM session_tokens WHERE successor IS NOT NULL").pluck().get();
  // Its tokens have not been used yet, so the answer may have been lost.
  await sweep(world.databases, world.now() + 31_000);
  expect(successors()).toBe(1);
  await me(staff);
  await sweep(world.databases, world.now() + 31_000);
  expect(successors()).toBe(0);
  // The world has its own session.
  expect([count("sessions"), count("session_tokens"), count("login_attempts")]).toEqual([2, 4, 1]);
  expect((await me(staff)).error).toBeUndefined();
  await sweep(world.databases, world.now() + 8 * 24 * hour);
  expect([
    count("sessions"),
    count("session_tokens"),
    count("login_attempts"),
    count("one_time_codes"),
  ]).toEqual([0, 0, 0, 0]);
});
