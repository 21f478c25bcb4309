import { describe, expect, test } from "vitest";
import { type Client, signedIn, signedInBySso } from "./fixtures/client";
import { newIdpKey } from "./fixtures/saml";
import { normalizeCertificates } from "../../regional-api/areas/sso/sso-configs.store";
import { sql } from "../../regional-api/store/sql";
import { retail } from "./fixtures/ids";
import { ssoValues } from "./fixtures/settings-operations";
import { snapshot } from "./fixtures/snapshot";
import { addGroup, emailOf, ids, people, scopeOf, startWorld } from "./fixtures/world";
import { useClient, useWorld } from "./fixtures/use-world";

const world = useWorld("each test", { API_ORIGIN: "https://api.edge.test/" });
const staff = useClient(world, "staff", "each test");

const filter = { customerId: ids.retail, isEdgeSSO: true };
const create = (values: Record<string, unknown> = {}, client = staff, region = "ap-southeast-2") =>
  client.send(
    "IDPCreateSSOConfig",
    { ...retail, ...ssoValues, accountName: "acme-retail", region, isEdgeSSO: true, ...values },
    { region },
  );
const update = (values: Record<string, unknown> = {}) =>
  staff.send("IDPUpdateSSOConfig", { update: { ...ssoValues, ...values }, filter });
const get = (customerFilter: Record<string, unknown> = filter) =>
  staff.result("IDPGetSSOConfig", { filter: customerFilter });

const pem = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`;
const unreadable =
  "This cannot be read as a certificate. Please enter an X.509 certificate as Base64 or PEM text";

const before = {
  accountName: "acme-retail",
  organizationId: ids.acme,
  region: "ap-southeast-2",
  customerId: ids.retail,
  hierarchyId: retail.hierarchyId,
  groupIds: [],
  newcomerGroupIds: [],
  enabled: false,
  loginUrl: null,
  userProvisionMode: "IN_TIME",
  publicCertificates: null,
  attributeClaimKeys: { firstName: "firstName", lastName: "lastName", email: "email" },
  edgeEntityId: `https://api.edge.test/saml/ap-southeast-2/${ids.retail}`,
  edgeSamlAudience: `https://api.edge.test/saml/ap-southeast-2/${ids.retail}`,
  metadataUrl: `https://api.edge.test/saml/ap-southeast-2/${ids.retail}/metadata`,
  assertionUrl: `https://api.edge.test/saml/ap-southeast-2/${ids.retail}/acs`,
  initialized: false,
  enabledCustomerIdAsUsernamePrefix: false,
  createdAt: null,
};

describe("single sign-on of a customer", () => {
  test("SSO-26 SSO-27 is not initialised before set-up, and proposes the customer's account name and In-time", async () => {
    expect(await get()).toEqual(before);
  });

  test("SSO-56 reports which default groups can still be granted to single sign-on users", async () => {
    const group = () => addGroup(world.databases.region("ap-southeast-2"), "retail", people.admin, []);
    const [first, second] = [group(), group()];
    await create({ groupIds: [first, second] });
    const moved = (name: "ORGArchiveGroups" | "ORGRestoreGroups", ...groupIds: string[]) =>
      staff.result(name, { groupIds });
    await moved("ORGArchiveGroups", first);
    expect(await get()).toMatchObject({ newcomerGroupIds: [second] });
    await moved("ORGArchiveGroups", second);
    expect(await get()).toMatchObject({ groupIds: [first, second], newcomerGroupIds: [] });
    await moved("ORGRestoreGroups", first);
    expect(await get()).toMatchObject({ newcomerGroupIds: [first] });
  });

  test("SSO-23 SSO-17 set-up stores what was sent, the account name trimmed and in lower case", async () => {
    const groupId = addGroup(world.databases.region("ap-southeast-2"), "retail", people.admin, []);
    const answer = await create({ accountName: " Acme-RETAIL ", groupIds: [groupId, groupId] });
    const after = {
      ...before,
      groupIds: [groupId],
      newcomerGroupIds: [groupId],
      enabled: true,
      loginUrl: "https://idp.example/login",
      publicCertificates: ssoValues.publicCertificates,
      initialized: true,
      createdAt: new Date(world.now()).toISOString(),
    };
    expect(answer.data["IDPCreateSSOConfig"]).toEqual(after);
    expect(await get()).toEqual(after);
    expect((await create()).error).toBe("Conflict Error");
  });

  test("SSO-24 an update changes only groups, switch, login URL and certificate", async () => {
    await create();
    const created = (await get()) as Record<string, unknown>;
    world.pass(1000);
    const { certificate } = newIdpKey();
    const loginUrl = "http://idp.example/2";
    const values = { enabled: false, loginUrl, publicCertificates: `  ${certificate}\n` };
    await update(values);
    expect(await get()).toEqual({
      ...created,
      enabled: false,
      loginUrl,
      publicCertificates: certificate,
    });
  });

  test("SSO-24 nothing can be updated before set-up", async () => {
    expect((await update()).error).toBe("Not Found Error");
  });

  test.each([
    [{ loginUrl: " " }, "Please enter the login url"],
    [{ loginUrl: "idp.example" }, "Please enter a valid url"],
    [{ loginUrl: "javascript:alert(1)" }, "Please enter a valid url"],
    [
      { loginUrl: `https://x.example/${"a".repeat(983)}` },
      "Please keep the login url within 1000 characters",
    ],
    [{ publicCertificates: "\n" }, "Please enter the public certificate"],
    [{ publicCertificates: "a".repeat(5001) }, "Please keep the public certificate within 5000 characters"],
    [{ publicCertificates: "MIIB" }, unreadable],
    [{ publicCertificates: pem(ssoValues.publicCertificates) + pem("MIIB") }, unreadable],
    [{ publicCertificates: `subject=CN=x\n${ssoValues.publicCertificates}` }, unreadable],
    [
      { publicCertificates: `${pem(ssoValues.publicCertificates)}-----BEGIN PRIVATE KEY-----\nMIIE` },
      "This contains a private key. Please paste only the public certificate",
    ],
    [{ groupIds: Array.from({ length: 101 }, String) }, "Please select no more than 100 user groups"],
  ])("SSO-13 SSO-15 SSO-16 SSO-39 SSO-59 GEN-16 refuses %j", async (values, message) => {
    const untouched = snapshot(world.databases);
    expect(await create(values)).toMatchObject({ error: "Validation Error", message });
    expect(snapshot(world.databases)).toBe(untouched);
    await create();
    const saved = snapshot(world.databases);
    expect(await update(values)).toMatchObject({ error: "Validation Error", message });
    expect(snapshot(world.databases)).toBe(saved);
  });

  test("SSO-13 SSO-15 accepts the bounds: 1000 and 5000 characters", async () => {
    const loginUrl = `https://x.example/${"a".repeat(982)}`;
    expect(loginUrl).toHaveLength(1000);
    // The text openssl adds around a certificate does not count.
    const publicCertificates = pem(ssoValues.publicCertificates).padStart(5000, "Bag Attributes\n");
    expect((await create({ loginUrl, publicCertificates })).error).toBeUndefined();
  });

  test("SSO-59 data of an older version is reduced to the certificates at the next start", async () => {
    const [first, second] = [ssoValues.publicCertificates, newIdpKey().certificate];
    await create();
    const sydney = world.databases.region("ap-southeast-2");
    const key = "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n";
    for (const [text, left] of [
      [`Bag Attributes\n${pem(first)}${key}`, first],
      [`${key}${first}\nhello`, first],
      [`${pem(first)}\n${second}`, `${first}\n${second}`],
      ["none", "none"],
    ] as const) {
      sydney
        .statement("UPDATE sso_configs SET publicCertificates = ? WHERE customerId = ?")
        .run(text, ids.retail);
      await normalizeCertificates(world.databases);
      expect(await get()).toMatchObject({ publicCertificates: left });
    }
  });

  test("GEN-16 refuses groups of other customers, other regions' customers and foreign flags", async () => {
    const foreign = addGroup(world.databases.region("ap-southeast-2"), "bank", people.admin, []);
    for (const groupIds of [[foreign], ["0".repeat(24)], [""]]) {
      expect((await create({ groupIds })).error).toBe("Not Found Error");
    }
    expect((await create({ region: "eu-west-1" })).error).toBe("Validation Error");
    expect((await create({ isEdgeSSO: false })).error).toBe("Validation Error");
    expect((await create({ organizationId: ids.globex })).error).toBe("Not Found Error");
    expect((await create({ hierarchyId: scopeOf("bank").hierarchyId })).error).toBe("Not Found Error");
  });

  test("SSO-34 an account name of another customer is refused across all regions, in any case", async () => {
    const irish = { ...scopeOf("ireland"), region: "eu-west-1" };
    const { awsRegion: _, ...place } = irish;
    expect((await create({ ...place, accountName: "shared" }, staff, "eu-west-1")).error).toBeUndefined();
    for (const accountName of ["shared", "SHARED", "acme-bank", "globex-us"]) {
      expect(await create({ accountName })).toMatchObject({
        error: "Conflict Error",
        message: "Account name is associated with another customer",
      });
    }
    expect(await get()).toEqual(before);
    expect((await create()).error).toBeUndefined();
  });

  test("SSO-55 USER-90 single sign-on-only accounts are no administrators while it is off, in either order of changes", async () => {
    const sydney = world.databases.region("ap-southeast-2");
    const resources = [`edge:*:ap-southeast-2:${ids.acme}:${ids.retail}:*`];
    addGroup(sydney, "retail", people.sso, [
      { effect: "Allow", actions: ["edge:access", "org:*", "apps:*", "edge:*"], resources },
    ]);
    const move = async (name: string) =>
      (
        await staff.send(name, {
          ...retail,
          userIds: sydney
            .statement<{ id: string }>(
              "SELECT id FROM users WHERE customerId = ? AND source = 'LOCAL' AND userType = 'END_USER'",
            )
            .all(ids.retail)
            .map(({ id }) => id),
        })
      ).message;
    const locksOut = expect.stringContaining("No one at Acme Retail could edit users any more") as string;

    expect((await create({ enabled: false })).error).toBeUndefined();
    expect(await move("ORGArchiveUsers")).toEqual(locksOut);
    expect((await update({ enabled: true })).error).toBeUndefined();
    expect(await move("ORGArchiveUsers")).toBe("");

    const stored = snapshot(world.databases);
    expect(await update({ enabled: false })).toMatchObject({ error: "Conflict Error", message: locksOut });
    expect(snapshot(world.databases)).toBe(stored);
    expect((await update({ enabled: true, loginUrl: "https://new.example/" })).error).toBeUndefined();
    expect(await move("ORGRestoreUsers")).toBe("");
    expect((await update({ enabled: false })).error).toBeUndefined();
  });

  test("SSO-57 USER-90 PERM-68 rights beyond the customer end single sign-on: previewed, and no longer an administrator", async () => {
    const sydney = world.databases.region("ap-southeast-2");
    const own = `edge:*:ap-southeast-2:${ids.acme}:${ids.retail}:*`;
    const beyond = `edge:*:ap-southeast-2:${ids.acme}:${ids.bank}:*`;
    const rights = (...resources: string[]) => [
      { effect: "Allow" as const, actions: ["edge:access", "org:*", "apps:*", "edge:*"], resources },
    ];
    const group = addGroup(sydney, "retail", people.sso, rights(own));
    const visitors = addGroup(sydney, "retail", people.recruiter, rights(beyond));
    const [policy] = sydney
      .statement<{ policyId: string }>("SELECT policyId FROM group_policies WHERE groupId = ?")
      .all(group);
    const policyId = policy?.policyId ?? "";
    const change = async (...resources: string[]) =>
      (
        await staff.send("CommonGetPolicyChange", {
          policyId,
          statements: rights(...resources),
        })
      ).data["CommonGetPolicyChange"];
    const save = (...resources: string[]) =>
      staff.send("CommonUpdatePolicyV2", {
        filter: { policyId },
        update: { statements: rights(...resources) },
      });
    const locals = sydney
      .statement<{ id: string }>(
        "SELECT id FROM users WHERE customerId = ? AND source = 'LOCAL' AND userType = 'END_USER'",
      )
      .all(ids.retail)
      .map(({ id }) => id);
    const move = (name: string) => staff.send(name, { ...retail, userIds: locals });

    // Without single sign-on they cannot sign in anyway.
    expect(await change(own, beyond)).toMatchObject({ losingSignIn: 0, losesLastAdministrator: false });
    await create();
    expect(await change(own)).toMatchObject({ losingSignIn: 0 });
    expect(await change(own, beyond)).toMatchObject({ losingSignIn: 1, losesLastAdministrator: false });

    expect((await move("ORGArchiveUsers")).error).toBeUndefined();
    expect(await change(own, beyond)).toMatchObject({ losingSignIn: 1, losesLastAdministrator: true });
    const stored = snapshot(world.databases);
    const locksOut = {
      error: "Conflict Error",
      message: expect.stringContaining("No one at Acme Retail could edit users any more") as string,
    };
    expect(await save(own, beyond)).toMatchObject(locksOut);
    const join = { groupId: visitors, userIds: [people.sso] };
    expect(await staff.send("ORGGroupAddUsers", join)).toMatchObject(locksOut);
    expect(snapshot(world.databases)).toBe(stored);

    expect((await move("ORGRestoreUsers")).error).toBeUndefined();
    expect((await save(own, beyond)).error).toBeUndefined();
    // Already locked out, they lose nothing by it.
    expect(await change(own, beyond)).toMatchObject({ losingSignIn: 0 });
    expect(await move("ORGArchiveUsers")).toMatchObject(locksOut);
  });

  test("SSO-40 changing the identity provider requires all rights of the customer's users; changing groups does not", async () => {
    const sydney = world.databases.region("ap-southeast-2");
    const resources = [`edge:*:ap-southeast-2:${ids.acme}:${ids.retail}:*`];
    addGroup(sydney, "retail", people.departmentHead, [
      { effect: "Allow", actions: ["edge:access", "org:viewSettings", "org:editSettings"], resources },
    ]);
    const clerk = await signedIn(world.app, "departmentHead");
    const change = (values: Record<string, unknown>, client = clerk) =>
      client.send("IDPUpdateSSOConfig", { update: { ...ssoValues, ...values }, filter });
    const refused = {
      error: "FORBIDDEN",
      message: expect.stringContaining("opens every account of the customer"),
    };
    expect(await create({}, clerk)).toMatchObject(refused);
    expect((await create()).error).toBeUndefined();
    const stored = await get();
    for (const values of [
      { loginUrl: "https://evil.example/" },
      { publicCertificates: newIdpKey().certificate },
      { enabled: !ssoValues.enabled },
    ]) {
      expect(await change(values)).toMatchObject(refused);
    }
    expect(await get()).toEqual(stored);
    expect((await change({ groupIds: [] })).error).toBeUndefined();
    // With all of these rights it is allowed.
    expect((await change({ loginUrl: "https://new.example/" }, staff)).error).toBeUndefined();
  });

  test("SSO-40 PERM-62 a group's Talent Hub rules reaching beyond the customer do not exempt its rights here", async () => {
    const sydney = world.databases.region("ap-southeast-2");
    const scope = { organizationId: ids.acme, customerId: ids.retail };
    const allow = (actions: string[], customerId: string) => [
      { effect: "Allow" as const, actions, resources: [`edge:*:ap-southeast-2:${ids.acme}:${customerId}:*`] },
    ];
    const clerkRights = ["edge:access", "org:viewSettings", "org:editSettings"];
    addGroup(sydney, "retail", people.departmentHead, allow(clerkRights, ids.retail));
    // Removes all others, except for one with more rights than the clerk.
    const mighty = addGroup(
      sydney,
      "retail",
      people.newcomer,
      allow([...clerkRights, "org:editUser"], ids.retail),
    );
    sydney
      .statement("DELETE FROM group_members WHERE userId NOT IN (?, ?, ?)")
      .run(people.departmentHead, people.newcomer, people.staff);
    const clerk = await signedIn(world.app, "departmentHead");
    expect((await create({}, clerk)).error).toBe("FORBIDDEN");
    const hub = { ...scope, id: "0d9f4c1e-7a52-4b7e-9a5c-0c0d6f2b1b99", name: "Hub", description: null };
    sydney.transaction(() => {
      sydney.run(
        sql.insertInto("policies").values({
          ...hub,
          statements: JSON.stringify(allow(["edge:access"], ids.bank)),
          createdAt: 1,
          updatedAt: 1,
        }),
      );
      sydney.run(
        sql.insertInto("group_policies").values({ groupId: mighty, policyId: hub.id, kind: "TALENT_HUB" }),
      );
    });
    expect((await create({}, clerk)).error).toBe("FORBIDDEN");
    // An account that really reaches beyond cannot use single sign-on, so it does not count.
    sydney
      .statement("UPDATE group_policies SET kind = 'ATTACHED' WHERE groupId = ? AND policyId = ?")
      .run(mighty, hub.id);
    expect((await create({}, clerk)).error).toBeUndefined();
  });

  test("SSO-41 the customer's administrators get a mail when the identity provider changes, and otherwise none", async () => {
    const mails = async () => {
      const { messages } = (await world.app.inject("/outbox?format=json")).json() as {
        messages: { templateType: string; to: string; text: string }[];
      };
      return messages.filter(({ templateType }) => templateType === "EMAIL_SSO_CHANGED");
    };
    await create();
    expect((await mails()).map(({ to }) => to)).toEqual([emailOf("admin")]);
    await update({ groupIds: [] });
    expect(await mails()).toHaveLength(1);
    await update({ loginUrl: "https://new.example/", groupIds: [] });
    const [newest, ...others] = await mails();
    expect(others).toHaveLength(1);
    expect(newest?.text).toContain("https://new.example/");
  });

  test("SSO-42 users must confirm again when the login URL or every certificate is replaced", async () => {
    const providerId = () =>
      world.databases
        .region("ap-southeast-2")
        .sqlite.prepare("SELECT providerId FROM sso_configs WHERE customerId = ?")
        .pluck()
        .get(ids.retail);
    const [first, second] = [newIdpKey().certificate, newIdpKey().certificate];
    await create({ publicCertificates: first });
    const initial = providerId();
    await update({ publicCertificates: `${pem(first)}\n${pem(second)}` });
    await update({ publicCertificates: second, enabled: false });
    expect(providerId()).toBe(initial);
    await update({ publicCertificates: first });
    const next = providerId();
    expect(next).not.toBe(initial);
    await update({ publicCertificates: first, loginUrl: "https://other.example/" });
    expect(providerId()).not.toBe(next);
  });

  describe("SSO-58 sessions started by single sign-on", () => {
    const isOpen = async (client: Client) => {
      const { error } = await client.call("{ AuthMe { _id } }");
      const { data } = await client.call("{ AuthCheckToken { logout } }");
      expect(data["AuthCheckToken"]).toEqual({ logout: error === "UNAUTHENTICATED" });
      return error === undefined;
    };
    const change = (values: Record<string, unknown>, client = staff) =>
      client.result("IDPGetSSOChange", {
        update: { ...ssoValues, ...values },
        filter,
      });
    const elsewhere = { loginUrl: "https://other.example/" };

    test.each([
      ["is turned off", { enabled: false }],
      ["has another login URL", elsewhere],
      ["has none of the certificates any more", { publicCertificates: newIdpKey().certificate }],
    ])("end when it %s, and no others do", async (_, values) => {
      await create();
      const [sso, second, recruiter] = [
        await signedInBySso(world, "sso"),
        await signedInBySso(world, "sso"),
        await signedInBySso(world, "recruiter"),
      ];
      const others = [await signedIn(world.app, "recruiter"), await signedInBySso(world, "globexAdmin")];
      expect(await change(values)).toEqual({ needsTest: false, peopleSignedOut: 2, isCallerBySso: false });
      expect((await update(values)).error).toBeUndefined();
      for (const client of [sso, second, recruiter]) {
        expect(await isOpen(client)).toBe(false);
        expect((await client.call("{ AuthRefreshToken { logout } }")).data).toEqual({
          AuthRefreshToken: { logout: true },
        });
      }
      for (const client of [...others, staff]) expect(await isOpen(client)).toBe(true);
      expect(await change({ enabled: false })).toEqual({
        needsTest: false,
        peopleSignedOut: 0,
        isCallerBySso: false,
      });
    });

    test("continue when the groups change, a certificate is added, or the save is refused", async () => {
      await create();
      const sso = await signedInBySso(world, "sso");
      const groupIds = [addGroup(world.databases.region("ap-southeast-2"), "retail", people.admin, [])];
      const publicCertificates = `${pem(ssoValues.publicCertificates)}\n${pem(newIdpKey().certificate)}`;
      for (const values of [{}, { groupIds }, { publicCertificates }]) {
        expect(await change(values)).toEqual({ needsTest: false, peopleSignedOut: 0, isCallerBySso: false });
        expect((await update(values)).error).toBeUndefined();
      }
      expect((await update({ ...elsewhere, groupIds: ["0".repeat(24)] })).error).toBe("Not Found Error");
      const stale = { update: { ...ssoValues, enabled: false }, filter, version: 1 };
      expect((await staff.send("IDPUpdateSSOConfig", stale)).code).toBe("CONFLICT");
      expect(await isOpen(sso)).toBe(true);
    });

    test("the person replacing the identity provider stays, and is signed out when turning it off", async () => {
      await create();
      const [admin, elsewhereToo] = [
        await signedInBySso(world, "admin"),
        await signedInBySso(world, "admin"),
      ];
      const save = (values: Record<string, unknown>) =>
        admin.send("IDPUpdateSSOConfig", { update: { ...ssoValues, ...values }, filter });
      expect(await change(elsewhere, admin)).toEqual({
        needsTest: false,
        peopleSignedOut: 1,
        isCallerBySso: true,
      });
      expect((await save(elsewhere)).error).toBeUndefined();
      expect(await isOpen(elsewhereToo)).toBe(false);
      expect(await isOpen(admin)).toBe(true);
      const off = { ...elsewhere, enabled: false };
      expect(await change(off, admin)).toEqual({ needsTest: false, peopleSignedOut: 1, isCallerBySso: true });
      expect((await save(off)).error).toBeUndefined();
      expect(await isOpen(admin)).toBe(false);
    });

    test("are counted while active; before set-up there are none to end", async () => {
      await signedInBySso(world, "sso");
      expect(await change({ enabled: false })).toEqual({
        needsTest: false,
        peopleSignedOut: 0,
        isCallerBySso: false,
      });
      await create();
      expect(await change(elsewhere)).toMatchObject({ peopleSignedOut: 1 });
      world.pass(24 * 3_600_000);
      expect(await change(elsewhere, await signedIn(world.app, "staff"))).toMatchObject({
        peopleSignedOut: 0,
      });
    });
  });

  test("SSO-28 the search returns account names by customer and switch", async () => {
    const search = async (enabled: boolean | null) =>
      (await staff.send("IDPSearchSSOConfigs", { customerId: ids.retail, enabled })).data;
    expect(await search(null)).toEqual({ IDPSearchSSOConfigs: [] });
    await create();
    expect(await search(true)).toEqual({ IDPSearchSSOConfigs: [{ accountName: "acme-retail" }] });
    expect(await search(false)).toEqual({ IDPSearchSSOConfigs: [] });
    await update({ enabled: false });
    expect(await search(true)).toEqual({ IDPSearchSSOConfigs: [] });
    expect(await search(null)).toEqual({ IDPSearchSSOConfigs: [{ accountName: "acme-retail" }] });
  });
});

describe("SSO-10 the metadata document", () => {
  const fetchMetadata = (url: string) => world.app.inject({ method: "GET", url });

  test("contains Entity ID and Assertion Url, without signing in, even before set-up", async () => {
    const answer = await fetchMetadata(new URL(before.metadataUrl).pathname);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toMatch(/^application\/samlmetadata\+xml/);
    expect(answer.body).toContain(`entityID="${before.edgeEntityId}"`);
    expect(answer.body).toContain(`Location="${before.assertionUrl}"`);
    expect(answer.body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<EntityDescriptor /);
  });

  test("differs per customer, and does not exist for unknown, archived and mismatched ones", async () => {
    const bank = await fetchMetadata(`/saml/ap-southeast-2/${ids.bank}/metadata`);
    expect(bank.body).toContain(`entityID="https://api.edge.test/saml/ap-southeast-2/${ids.bank}"`);
    for (const path of [
      `eu-west-1/${ids.bank}`,
      `ap-southeast-2/${ids.closed}`,
      `mars-1/${ids.bank}`,
      `ap-southeast-2/${"0".repeat(24)}`,
    ]) {
      expect((await fetchMetadata(`/saml/${path}/metadata`)).statusCode).toBe(404);
    }
  });
});

test("SSO-10 without a configured origin the addresses are those the API listens on", async () => {
  const local = await startWorld({ HOST: "127.0.0.1" });
  const origin = await local.app.listen({ host: "127.0.0.1", port: 0 });
  const client = await signedIn(origin, "staff");
  const result = await client.result("IDPGetSSOConfig", { filter });
  expect(result).toMatchObject({ metadataUrl: expect.stringContaining(`${origin}/saml/`) });
  await local.stop();
});
