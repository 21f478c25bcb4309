import { afterEach, beforeEach, expect, test } from "vitest";
import { Client, signedIn, signedInBySso } from "./fixtures/client";
import { enterCode, mailedCode } from "./fixtures/mails";
import { make, prove, type SoftPasskey } from "./fixtures/passkeys";
import { emailOf, password, people, retail, startWorld, type World } from "./fixtures/world";

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.stop());

const minute = 60_000;
const email = emailOf("recruiter");
const notMatching = "ERROR_CUSTOM_MFA_CODE_NOT_MATCH";

const own = async (client: Client) =>
  (await client.call("{ AuthGetPasskeys { isAvailable passkeys { _id name createdAt lastUsedAt } } }")).data[
    "AuthGetPasskeys"
  ] as { isAvailable: boolean; passkeys: { _id: string; name: string; lastUsedAt: string | null }[] };
const begin = async (client: Client, given = password) => {
  const answer = await client.call(
    'mutation ($password: String!) { AuthBeginPasskey(password: $password, productName: "Edge") { options } }',
    { password: given },
  );
  const { options } = (answer.data["AuthBeginPasskey"] ?? {}) as { options?: string };
  return { ...answer, challenge: options ? (JSON.parse(options) as { challenge: string }).challenge : "" };
};
const add = async (client: Client, response: string, name = "Laptop") =>
  (await client.send("AuthAddPasskey", { name, response })).data["AuthAddPasskey"];

async function withPasskey() {
  const client = await signedIn(world.app, "recruiter");
  const { passkey, response } = make({ challenge: (await begin(client)).challenge });
  expect(await add(client, response)).toEqual({ isAdded: true });
  return { client, passkey };
}

async function atStep() {
  const browser = new Client(world.app);
  const answer = await browser.result("AuthEmailLogin", { email, password });
  const options = JSON.parse(answer.passkeyOptions ?? "{}") as {
    challenge: string;
    allowCredentials: { id: string }[];
  };
  return { browser, answer, ...options };
}
const enter = (browser: Client, response: string) => browser.send("AuthPasskeyLogin", { email, response });
const proofFor = (passkey: SoftPasskey, challenge: string, data = {}) =>
  prove(passkey, { challenge, ...data });
const isSignedIn = async (browser: Client) => (await browser.call("{ AuthMe { _id } }")).error === undefined;

test("MFA-09 is added with password and browser response, listed, notified by mail, removed with the password", async () => {
  const { client } = await withPasskey();
  const { passkeys } = await own(client);
  expect(passkeys).toMatchObject([{ name: "Laptop", lastUsedAt: null }]);
  expect((await begin(client, "Wrong-Password-1!")).error).toBe("Custom Error");
  const remove = (given: string, by = client) =>
    by.send("AuthRemovePasskey", { password: given, _id: passkeys[0]?._id });
  expect((await remove("Wrong-Password-1!")).error).toBe("Custom Error");
  // Another person's passkey is not found.
  const others = await remove(password, await signedIn(world.app, "admin"));
  expect(others.data["AuthRemovePasskey"]).toEqual({ isRemoved: false });
  expect((await own(client)).passkeys).toHaveLength(1);
  expect((await remove(password)).data["AuthRemovePasskey"]).toEqual({ isRemoved: true });
  expect((await own(client)).passkeys).toEqual([]);
  const actions = await world.databases
    .region("ap-southeast-2")
    .statement<{ action: string }>("SELECT action FROM record_entries WHERE objectId = ? ORDER BY seq")
    .all(people.recruiter);
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["PASSKEY_ADDED", "PASSKEY_REMOVED"]),
  );
});

test("MFA-09 a response for another challenge, origin, host or session, a late or reused one adds nothing", async () => {
  const client = await signedIn(world.app, "recruiter");
  const wrong = [{ challenge: "AAAA" }, { origin: "http://evil.example" }, { rpId: "evil.example" }];
  for (const data of wrong) {
    const { challenge } = await begin(client);
    const { response } = make({ challenge, ...data });
    expect(await add(client, response)).toEqual({ isAdded: false });
    // The challenge is used up.
    expect(await add(client, make({ challenge }).response)).toEqual({ isAdded: false });
  }
  const { challenge } = await begin(client);
  const other = await signedIn(world.app, "recruiter");
  expect(await add(other, make({ challenge }).response)).toEqual({ isAdded: false });
  const late = make({ challenge: (await begin(client)).challenge });
  world.pass(5 * minute);
  expect(await add(client, late.response)).toEqual({ isAdded: false });
  const { response } = make({ challenge: (await begin(client)).challenge });
  expect(await add(client, response)).toEqual({ isAdded: true });
  expect(await add(client, response)).toEqual({ isAdded: false });
});

test("MFA-09 signs in by its proof after the password, in that browser, and records the time", async () => {
  const { client, passkey } = await withPasskey();
  const { browser, answer, challenge, allowCredentials } = await atStep();
  expect(answer).toMatchObject({ mfa: true, hasAuthenticator: false });
  expect(allowCredentials.map(({ id }) => id)).toEqual([passkey.id.toString("base64url")]);
  const proof = proofFor(passkey, challenge);
  expect((await enter(new Client(world.app), proof)).message).toBe(notMatching);
  expect(await isSignedIn(browser)).toBe(false);
  expect((await enter(browser, proof)).data["AuthPasskeyLogin"]).toMatchObject({ mustEnrol: false });
  expect(await isSignedIn(browser)).toBe(true);
  expect((await own(client)).passkeys[0]?.lastUsedAt).not.toBeNull();
  // The same proof again, in the next step.
  const next = await atStep();
  expect((await enter(next.browser, proof)).message).toBe(notMatching);
});

test("MFA-09 a proof for another challenge, origin or host, or with a lower counter, is wrong and ends the step", async () => {
  const { passkey } = await withPasskey();
  const wrong = [{ challenge: "AAAA" }, { origin: "http://127.0.0.1:3001" }, { rpId: "evil.example" }];
  for (const data of wrong) {
    const { browser, challenge } = await atStep();
    expect((await enter(browser, proofFor(passkey, challenge, data))).message).toBe(notMatching);
    expect((await enter(browser, proofFor(passkey, challenge))).message).toBe(notMatching);
  }
  const right = await atStep();
  expect((await enter(right.browser, proofFor(passkey, right.challenge))).error).toBeUndefined();
  const cloned = { ...passkey, counter: 0 };
  const { browser, challenge } = await atStep();
  expect((await enter(browser, proofFor(cloned, challenge))).message).toBe(notMatching);
  // Another key with the same id.
  const stranger = { ...make({ challenge: "AAAA" }).passkey, id: passkey.id, counter: 50 };
  const last = await atStep();
  expect((await enter(last.browser, proofFor(stranger, last.challenge))).message).toBe(notMatching);
});

test("MFA-09 is never the only way in: a code by email works as well", async () => {
  await withPasskey();
  const { browser } = await atStep();
  expect((await browser.send("AuthResendMfaCode", { email, password })).data["AuthResendMfaCode"]).toEqual({
    isResendCodeSuccess: true,
  });
  const entered = await enterCode(browser, email, await mailedCode(world, email));
  expect(entered.error).toBeUndefined();
});

test("MFA-09 is renamed by its owner alone, and its name follows the rules", async () => {
  const { client } = await withPasskey();
  const [passkey] = (await own(client)).passkeys;
  const rename = (name: string, by = client) => by.send("AuthRenamePasskey", { name, _id: passkey?._id });
  const others = await rename("Mine", await signedIn(world.app, "admin"));
  expect(others.data["AuthRenamePasskey"]).toEqual({ isRenamed: false });
  for (const wrong of ["", " \u200B ", "a".repeat(101)])
    expect((await rename(wrong)).error).toBe("Validation Error");
  expect((await own(client)).passkeys).toMatchObject([{ name: "Laptop" }]);
  expect((await rename("  Work \n laptop ")).data["AuthRenamePasskey"]).toEqual({ isRenamed: true });
  expect((await own(client)).passkeys).toMatchObject([{ name: "Work laptop" }]);
});

test("MFA-01 MFA-07 people with a passkey are listed with it, always asked for it, and offered the reset", async () => {
  await withPasskey();
  const admin = await signedIn(world.app, "admin");
  const { organizationId, customerId, hierarchyId } = retail;
  const listed = async (secondFactors: string[]) => {
    const filter = { organizationId, customerId, hierarchyIds: [hierarchyId], skip: 0, limit: 100 };
    const { data } = await admin.call(
      "query ($filter: ORGUsersFilter!) { ORGGetUsers(filter: $filter) { data { email mfaEnabled mfaMethod hasPasskey hasAuthenticator } } }",
      { filter: { ...filter, activeOnly: true, secondFactors } },
    );
    return (data["ORGGetUsers"] as { data: { email: string }[] }).data;
  };
  expect(await listed(["PASSKEY"])).toEqual([
    { email, mfaEnabled: true, mfaMethod: "Passkey", hasPasskey: true, hasAuthenticator: false },
  ]);
  for (const other of ["APP", "EMAIL", "NONE"])
    expect((await listed([other])).map((user) => user.email)).not.toContain(email);
});

test("MFA-09 MFA-11 single sign-on accounts have none; MFA-07 a reset removes them; five at most", async () => {
  const sso = await signedInBySso(world, "sso");
  expect((await own(sso)).isAvailable).toBe(false);
  const { client } = await withPasskey();
  for (let more = 0; more < 4; more += 1)
    expect(await add(client, make({ challenge: (await begin(client)).challenge }).response)).toEqual({
      isAdded: true,
    });
  expect((await begin(client)).error).toBe("Conflict Error");
  const admin = await signedIn(world.app, "admin");
  const reset = await admin.result("ORGResetUserFactors", {
    filter: { _id: people.recruiter, ...retail },
    reason: "Lost it",
  });
  expect(reset).toEqual({ isResetSuccess: true });
  expect((await atStep()).answer).toMatchObject({ mfa: false, passkeyOptions: null });
});
