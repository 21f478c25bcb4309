import { describe, expect, test } from "vitest";
import { sweep } from "../../regional-api/sweep";
import { refuse } from "./fixtures/engine";
import { Client, signedIn, signedInByPassword } from "./fixtures/client";
import { enterCode, mailedCode, mailsTo, otherThan } from "./fixtures/mails";
import { entriesAfter, lastPlace } from "./fixtures/record";
import { newIdpKey } from "./fixtures/saml";
import { retail } from "./fixtures/ids";
import { ssoValues } from "./fixtures/settings-operations";
import { addGroup, emailOf, ids, password, people, type Person } from "./fixtures/world";
import { useWorld } from "./fixtures/use-world";

const world = useWorld("each test");

const db = () => world.databases.region("ap-southeast-2");
const audited = (from = 0) =>
  entriesAfter(db(), from).map(({ action, outcome, actorId, objectId, customerId, details }) => ({
    action,
    outcome,
    actorId,
    objectId,
    customerId,
    details,
  }));
const customerId = ids.retail;
const wrong = "Wrong-Password-1!";
const success = { outcome: "SUCCESS", customerId };
const failure = { outcome: "FAILURE", customerId, actorId: null };

describe("AUD-16 the record of sign-ins", () => {
  test("successes, failures, lock-outs and unlocks: who, when, from which network", async () => {
    const client = new Client(world.app);
    for (let tries = 0; tries < 5; tries += 1) await client.logIn("recruiter", wrong);
    await client.logIn("recruiter");
    const details = { by: "PASSWORD" };
    const wrongOne = {
      ...{ ...failure, action: "SIGNED_IN", objectId: people.recruiter },
      details: { ...details, reason: "WRONG_PASSWORD" },
    };
    const locked = { ...wrongOne, action: "LOCKED", details };
    expect(audited()).toEqual([...Array<object>(5).fill(wrongOne), locked]);

    const from = lastPlace(db());
    const admin = await signedInByPassword(world.app, "admin");
    await admin.send("AuthUnlockUser", { id: people.recruiter });
    const who = { ...success, actorId: people.admin };
    expect(audited(from)).toEqual([
      { ...who, action: "SIGNED_IN", objectId: people.admin, details },
      { ...who, action: "UNLOCKED", objectId: people.recruiter, details: {} },
    ]);
    const [signIn] = entriesAfter(db(), from);
    expect(signIn).toMatchObject({ at: world.now(), network: "127.0.0.0/24" });
    expect(signIn?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("codes: wrong, voided and right ones, and the remembered browser", async () => {
    const client = new Client(world.app);
    const email = emailOf("mfa");
    const enter = async (right: boolean) => {
      const sent = await mailedCode(world, email);
      await enterCode(client, email, right ? sent : otherThan(sent), true);
    };
    await client.logIn("mfa");
    expect(audited()).toEqual([]);
    for (let tries = 0; tries < 5; tries += 1) await enter(false);
    expect(audited().map(({ action, details }) => [action, details])).toEqual([
      ...Array<unknown>(5).fill(["SIGNED_IN", { by: "CODE", reason: "WRONG_CODE" }]),
      ["CODE_VOIDED", {}],
      ["LOCKED", { by: "CODE" }],
    ]);
    const from = lastPlace(db());
    world.pass(5 * 60_000);
    await client.logIn("mfa");
    await enter(true);
    await client.logIn("mfa");
    expect(audited(from).map(({ outcome, details }) => [outcome, details])).toEqual([
      ["SUCCESS", { by: "CODE" }],
      ["SUCCESS", { by: "REMEMBERED_DEVICE" }],
    ]);
  });

  test("contains no email, full address or password, and identifies strangers by a pseudonym", async () => {
    const client = new Client(world.app);
    const signInFrom = (address: string, person: string) =>
      client.send(
        "AuthEmailLogin",
        { email: emailOf(person as Person), password: wrong },
        { headers: { "x-forwarded-for": address } },
      );
    await signInFrom("192.0.2.77", "nobody");
    await signInFrom("2001:db8:1:2:3:4:5:6", "nobody");
    await signInFrom("192.0.2.77", "staff");
    const entries = entriesAfter(db());
    expect(entries.map(({ network }) => network)).toEqual([
      "192.0.2.0/24",
      "2001:db8:1::/48",
      "192.0.2.0/24",
    ]);
    const [first, second, third] = entries;
    expect(first?.objectId).toMatch(/^email:[0-9a-f]{32}$/);
    expect(second?.objectId).toBe(first?.objectId);
    expect(third?.objectId).toBe(people.staff);
    const text = JSON.stringify(entries);
    for (const secret of ["test.example", "192.0.2.77", "3:4:5:6", wrong, password])
      expect(text).not.toContain(secret);
  });

  test("a new password", async () => {
    await new Client(world.app).send("AuthForgetPassword", { email: emailOf("recruiter") });
    const [mail] = await mailsTo(world, emailOf("recruiter"));
    const resetToken = new URL(mail?.data["link"] ?? "").searchParams.get("token");
    await new Client(world.app).send("AuthResetPassword", {
      resetToken,
      password: "Another-Password-2?",
    });
    const who = { actorId: people.recruiter, objectId: people.recruiter };
    expect(audited()).toEqual([{ ...success, ...who, action: "PASSWORD_SET", details: {} }]);
  });
});

describe("the record of changes", () => {
  test("AUD-03 of single sign-on: its fields, and whether the certificate was replaced", async () => {
    const admin = await signedIn(world.app, "admin");
    const from = lastPlace(db());
    await admin.send("IDPCreateSSOConfig", {
      ...retail,
      ...ssoValues,
      accountName: "acme-retail",
      region: "ap-southeast-2",
      isEdgeSSO: true,
    });
    const update = (changes: object) =>
      admin.send("IDPUpdateSSOConfig", {
        update: { ...ssoValues, ...changes },
        filter: { customerId, isEdgeSSO: true },
      });
    await update({ enabled: false });
    await update({ publicCertificates: newIdpKey().certificate });
    const replaced = { field: "publicCertificates", hidden: "REPLACED" };
    expect(entriesAfter(db(), from).map(({ action, changes }) => [action, changes[0]?.fields])).toEqual([
      [
        "CREATED",
        [
          { field: "accountName", before: null, after: "acme-retail" },
          { field: "enabled", before: null, after: true },
          { field: "loginUrl", before: null, after: ssoValues.loginUrl },
          { field: "nameIdFormat", before: null, after: "EMAIL" },
          replaced,
        ],
      ],
      ["CHANGED", [{ field: "enabled", before: true, after: false }]],
      ["CHANGED", [{ field: "enabled", before: false, after: true }, replaced]],
    ]);
  });

  test("a change that cannot be recorded is not made", async () => {
    const admin = await signedIn(world.app, "admin");
    const own = addGroup(db(), "retail", people.recruiter, []);
    refuse(db(), { table: "record_entries", on: "INSERT", when: "NEW.seq IS NOT NULL" });
    expect((await admin.send("ORGArchiveGroups", { groupIds: [own] })).error).toBe("Unexpected Error");
    expect(db().sqlite.prepare("SELECT archivedAt FROM groups WHERE id = ?").pluck().get(own)).toBeNull();
    const sessions = () => db().sqlite.prepare("SELECT count(*) FROM sessions").pluck().get();
    const before = sessions();
    expect((await new Client(world.app).logIn("recruiter")).error).toBe("Unexpected Error");
    expect(sessions()).toBe(before);
  });
});

test("AUD-12 the record is kept for 400 days", async () => {
  await new Client(world.app).logIn("recruiter", wrong);
  const day = 24 * 3_600_000;
  await sweep(world.databases, world.now() + 400 * day);
  expect(entriesAfter(db())).toHaveLength(1);
  await sweep(world.databases, world.now() + 400 * day + 1);
  expect(entriesAfter(db())).toHaveLength(0);
  expect(db().sqlite.prepare("SELECT count(*) FROM sign_in_sources").pluck().get()).toBe(0);
});
