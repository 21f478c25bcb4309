import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { resealSecrets } from "../../regional-api/areas/auth/second-factors";
import { bytesOf } from "./fixtures/app-keys";
import { codeOf as codeIn, keyOf } from "./fixtures/authenticator";
import { Client, signedIn, signedInBySso } from "./fixtures/client";
import { enterCode, mailsTo } from "./fixtures/mails";
import { onPostgres } from "./fixtures/engine";
import { emailOf, password, people, retail, startWorld, type World } from "./fixtures/world";

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.stop());

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const email = emailOf("recruiter");
const notMatching = "ERROR_CUSTOM_MFA_CODE_NOT_MATCH";
const held = "ERROR_CUSTOM_MFA_APP_HELD";

const own = "{ AuthGetAuthenticator { isAvailable addedAt recoveryCodesLeft key } }";
const begin = "mutation { AuthBeginAuthenticator { key } }";
const change = (name: string) =>
  `mutation ($password: String!, $code: String!) { change: ${name}(password: $password, code: $code) { refusal recoveryCodes } }`;
const logIn = `mutation ($email: String!, $password: String!) {
  AuthEmailLogin(email: $email, password: $password) { mfa expiresAt hasAuthenticator isDeviceRemembered }
}`;
const resendCode =
  "mutation ($email: String!, $password: String!) { AuthResendMfaCode(email: $email, password: $password) { isResendCodeSuccess } }";

/** The app's code now, or `by` steps from now. */
const codeOf = (key: string, by = 0) => codeIn(world, key, by);

const wrongFor = (key: string) => {
  const right = [-2, -1, 0, 1, 2].map((by) => codeOf(key, by));
  return (
    ["000000", "111111", "222222", "333333", "444444", "555555"].find((one) => !right.includes(one)) ?? ""
  );
};

interface Changed {
  refusal: string | null;
  recoveryCodes: string[];
}

const changed = async (client: Client, name: string, code: string, given = password, key?: string) => {
  const answer = await client.call(
    change(name),
    { password: given, code },
    key ? { headers: { "idempotency-key": key } } : {},
  );
  return { ...answer, change: answer.data["change"] as Changed | undefined };
};

/** The recruiter with an app: its key, the recovery codes, and the client that added it. */
async function withApp() {
  const client = await signedIn(world.app, "recruiter");
  const key = await keyOf(client);
  const { change } = await changed(client, "AuthConfirmAuthenticator", codeOf(key));
  // That code's step is used up.
  world.pass(minute);
  return { client, key, codes: change?.recoveryCodes ?? [] };
}

/** A browser in which the right password was typed. */
async function atCodeStep() {
  const browser = new Client(world.app);
  const { data } = await browser.call(logIn, { email, password });
  return { browser, answer: data["AuthEmailLogin"] };
}

const enter = (browser: Client, code: string, isRememberDevice = false) =>
  enterCode(browser, email, code, isRememberDevice);
const mails = (templateType?: string) => mailsTo(world, email, templateType);

const entries = () =>
  world.databases
    .region("ap-southeast-2")
    .statement<{ action: string; details: string }>(
      "SELECT action, details FROM record_entries WHERE objectId = ? ORDER BY seq",
    )
    .all(people.recruiter);

describe("an authenticator app", () => {
  test("MFA-02 is active after its code and the password were given, with a mail to the person", async () => {
    const client = await signedIn(world.app, "recruiter");
    expect((await client.call(own)).data["AuthGetAuthenticator"]).toEqual({
      isAvailable: true,
      addedAt: null,
      recoveryCodesLeft: 0,
      key: null,
    });
    const key = await keyOf(client);
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect((await client.call(own)).data["AuthGetAuthenticator"]).toMatchObject({ key, addedAt: null });
    // Until it is confirmed no code is required.
    expect((await atCodeStep()).answer).toMatchObject({ mfa: false, hasAuthenticator: false });

    expect((await changed(client, "AuthConfirmAuthenticator", wrongFor(key))).change).toEqual({
      refusal: "NOT_MATCH",
      recoveryCodes: [],
    });
    expect(
      (await changed(client, "AuthConfirmAuthenticator", codeOf(key), "Wrong-Password-1!")).message,
    ).toBe("ERROR_CUSTOM_INVALID_FINGERPRINT_OR_PASSWORD:4");
    const { change } = await changed(
      client,
      "AuthConfirmAuthenticator",
      ` ${codeOf(key).replace(/^.../, "$& ")}.`,
    );
    expect(change?.refusal).toBeNull();
    expect(change?.recoveryCodes).toHaveLength(10);
    // The key is not returned again.
    expect((await client.call(own)).data["AuthGetAuthenticator"]).toEqual({
      isAvailable: true,
      addedAt: new Date(world.now()).toISOString(),
      recoveryCodesLeft: 10,
      key: null,
    });
    expect((await client.call(begin)).error).toBe("Conflict Error");
    expect(await mails("EMAIL_APP_ADDED")).toHaveLength(1);
    expect((await entries()).map(({ action }) => action)).toContain("APP_ADDED");
  });

  test("MFA-02 a key must be confirmed within half an hour", async () => {
    const client = await signedIn(world.app, "recruiter");
    const key = await keyOf(client);
    world.pass(30 * minute);
    expect((await client.call(own)).data["AuthGetAuthenticator"]).toMatchObject({ key: null });
    expect((await changed(client, "AuthConfirmAuthenticator", codeOf(key))).change?.refusal).toBe(
      "NOT_MATCH",
    );
  });

  test("MFA-11 an account of single sign-on cannot have one", async () => {
    const client = await signedInBySso(world, "sso");
    expect((await client.call(own)).data["AuthGetAuthenticator"]).toMatchObject({ isAvailable: false });
    expect((await client.call(begin)).error).toBe("Validation Error");
  });

  test("MFA-04 its code signs in without a mail, also if the user's multi-factor is off", async () => {
    const { key } = await withApp();
    const { browser, answer } = await atCodeStep();
    expect(answer).toEqual({ mfa: true, expiresAt: null, hasAuthenticator: true, isDeviceRemembered: false });
    expect(await mails("EMAIL_MFA")).toEqual([]);
    // In another browser, without the password, it is useless.
    expect((await enter(new Client(world.app), codeOf(key))).message).toBe(notMatching);
    expect((await enter(browser, codeOf(key), true)).error).toBeUndefined();
    expect((await browser.call("{ AuthMe { _id } }")).data).toEqual({ AuthMe: { _id: people.recruiter } });
    expect((await entries()).at(-1)).toMatchObject({ action: "SIGNED_IN", details: '{"by":"APP"}' });
    const again = await browser.call(logIn, { email, password });
    expect(again.data["AuthEmailLogin"]).toMatchObject({ mfa: false, isDeviceRemembered: true });
  });

  test("MFA-04 an emailed code, if requested, works as well", async () => {
    const { key } = await withApp();
    const { browser } = await atCodeStep();
    expect((await browser.call(resendCode, { email, password })).data).toEqual({
      AuthResendMfaCode: { isResendCodeSuccess: true },
    });
    const [mail] = await mails("EMAIL_RESEND_MFA");
    expect((await enter(browser, mail?.data["code"] ?? "")).error).toBeUndefined();
    const other = await atCodeStep();
    world.pass(minute);
    await other.browser.call(resendCode, { email, password });
    expect((await enter(other.browser, codeOf(key))).error).toBeUndefined();
  });

  test("MFA-05 accepts a code one step before and after its own, once, and none older", async () => {
    const { key } = await withApp();
    for (const by of [2, -2]) {
      const { browser } = await atCodeStep();
      expect((await enter(browser, codeOf(key, by))).message, String(by)).toBe(notMatching);
    }
    for (const by of [-1, 0, 1]) {
      const { browser } = await atCodeStep();
      const code = codeOf(key, by);
      expect((await enter(browser, code)).error, String(by)).toBeUndefined();
      const { browser: other } = await atCodeStep();
      expect((await enter(other, code)).message).toBe(notMatching);
    }
    const { browser } = await atCodeStep();
    expect((await enter(browser, codeOf(key))).message).toBe(notMatching);
  });

  test("MFA-05 only one of ten simultaneous uses of a code succeeds", async () => {
    const { key } = await withApp();
    const { browser } = await atCodeStep();
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter(browser.clone(), codeOf(key))));
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1);
  });

  test("MFA-04 AUTH-87 five wrong codes void the step and lock the account, and the person is notified", async () => {
    const { key } = await withApp();
    const { browser } = await atCodeStep();
    for (let tries = 0; tries < 5; tries += 1)
      expect((await enter(browser, wrongFor(key))).message).toBe(notMatching);
    expect((await enter(browser, codeOf(key))).message).toBe(notMatching);
    expect((await browser.call(logIn, { email, password })).message).toBe("ERROR_CUSTOM_USER_LOCKED");
    expect(await mails("EMAIL_MFA_WRONG_CODES")).toHaveLength(1);
    world.pass(5 * minute);
    expect((await enter((await atCodeStep()).browser, codeOf(key))).error).toBeUndefined();
  });

  test("MFA-04 only 25 of 100 guesses with the password are checked in a day; other ways stay open", async () => {
    await world.stop();
    world = await startWorld({ AUTH_CALLS_PER_MINUTE: "100000" });
    const { key, codes } = await withApp();
    const messages: string[] = [];
    let { browser } = await atCodeStep();
    for (let tries = 0; tries < 100; tries += 1) {
      const { message } = await enter(browser, wrongFor(key));
      messages.push(message);
      if (tries % 5 === 4) {
        world.pass(5 * minute);
        ({ browser } = await atCodeStep());
      }
    }
    expect(messages.filter((message) => message === notMatching).length).toBe(25);
    expect(new Set(messages)).toEqual(new Set([notMatching, held]));
    // The right one is refused as well, since accepting it would reveal it.
    expect((await enter(browser, codeOf(key))).message).toBe(held);
    expect((await enter((await atCodeStep()).browser, codes[0] ?? "")).error).toBeUndefined();
    world.pass(day);
    expect((await enter((await atCodeStep()).browser, codeOf(key))).error).toBeUndefined();
  });

  test("MFA-02 is removed with the password and a code, together with its recovery codes", async () => {
    const { client, key, codes } = await withApp();
    const name = "AuthRemoveAuthenticator";
    expect((await changed(client, name, codeOf(key), "Wrong-Password-1!")).error).toBe("Custom Error");
    expect((await changed(client, name, wrongFor(key))).change?.refusal).toBe("NOT_MATCH");
    expect((await changed(client, name, codes[3] ?? "")).change?.refusal).toBeNull();
    expect((await client.call(own)).data["AuthGetAuthenticator"]).toMatchObject({
      addedAt: null,
      recoveryCodesLeft: 0,
    });
    expect((await atCodeStep()).answer).toMatchObject({ mfa: false });
    expect(await mails("EMAIL_APP_REMOVED")).toHaveLength(1);
  });
});

describe("recovery codes", () => {
  test("MFA-03 ten, each for one sign-in, accepted as typed or pasted", async () => {
    const { client, codes } = await withApp();
    for (const code of codes) expect(code).toMatch(/^([a-hj-km-z2-9]{4}-){3}[a-hj-km-z2-9]{4}$/);
    expect(new Set(codes).size).toBe(10);
    const [first = "", second = ""] = codes;
    for (const typed of [first, ` ${second.replaceAll("-", " ").toUpperCase()}\n`]) {
      expect((await enter((await atCodeStep()).browser, typed)).error).toBeUndefined();
      expect((await enter((await atCodeStep()).browser, typed)).message).toBe(notMatching);
    }
    expect((await client.call(own)).data["AuthGetAuthenticator"]).toMatchObject({ recoveryCodesLeft: 8 });
    expect((await entries()).filter(({ details }) => details.includes("RECOVERY_CODE"))).toHaveLength(2);
    expect(await mails("EMAIL_RECOVERY_CODE_USED")).toHaveLength(2);
  });

  test("MFA-03 a new set voids the previous one; resending the form returns the same codes", async () => {
    const { client, key, codes } = await withApp();
    const name = "AuthMakeRecoveryCodes";
    expect((await changed(client, name, wrongFor(key))).change).toEqual({
      refusal: "NOT_MATCH",
      recoveryCodes: [],
    });
    const code = codeOf(key);
    const [made, again] = [
      await changed(client, name, code, password, "one-key"),
      await changed(client, name, code, password, "one-key"),
    ];
    expect(made.change?.recoveryCodes).toHaveLength(10);
    expect(again.change).toEqual(made.change);
    expect((await enter((await atCodeStep()).browser, codes[0] ?? "")).message).toBe(notMatching);
    expect(
      (await enter((await atCodeStep()).browser, made.change?.recoveryCodes[0] ?? "")).error,
    ).toBeUndefined();
    expect(await mails("EMAIL_RECOVERY_CODES_MADE")).toHaveLength(1);
  });
});

describe("at rest", () => {
  const stored = () =>
    world.databases
      .region("ap-southeast-2")
      .statement<{ userId: string; secret: Buffer; keyId: string }>(
        "SELECT userId, secret, keyId FROM authenticators",
      )
      .all();

  test.skipIf(onPostgres)("MFA-08 no key, code or password is readable in the files", async () => {
    const { client, key, codes } = await withApp();
    const made = await changed(client, "AuthMakeRecoveryCodes", codeOf(key), password, "kept-answer");
    const bytes = readdirSync(world.dataDir)
      .map((file) => readFileSync(join(world.dataDir, file)).toString("latin1"))
      .join();
    expect(bytes).toContain("EMAIL_APP_ADDED");
    for (const secret of [key, bytesOf(key).toString("latin1"), bytesOf(key).toString("hex"), password])
      expect(bytes).not.toContain(secret);
    for (const code of [...codes, ...(made.change?.recoveryCodes ?? [""])])
      for (const way of [code, code.replaceAll("-", "")]) expect(bytes).not.toContain(way);
  });

  test("MFA-08 MFA_SECRET rotates: values sealed with the previous one open, and are sealed again", async () => {
    const { key } = await withApp();
    const [before] = await stored();
    const [first = ""] = world.config.mfaSecrets;
    const rotated = { ...world.config, mfaSecrets: ["another-secret-of-the-tests-9876543210", first] };
    expect(await resealSecrets(world.databases, rotated)).toBe(1);
    expect(await resealSecrets(world.databases, rotated)).toBe(0);
    const [after] = await stored();
    expect(after?.keyId).not.toBe(before?.keyId);
    expect(after?.secret).not.toEqual(before?.secret);
    // Neither the old secret on its own nor another row opens it.
    Object.assign(world.config, { mfaSecrets: [first] });
    expect((await enter((await atCodeStep()).browser, codeOf(key))).error).toBe("Unexpected Error");
    Object.assign(world.config, { mfaSecrets: rotated.mfaSecrets.slice(0, 1) });
    expect((await enter((await atCodeStep()).browser, codeOf(key))).error).toBeUndefined();
  });

  test("MFA-08 without MFA_SECRET outside of production no app can be added", async () => {
    await world.stop();
    world = await startWorld({ MFA_SECRET: "" });
    const client = await signedIn(world.app, "recruiter");
    expect((await client.call(own)).data["AuthGetAuthenticator"]).toMatchObject({ isAvailable: false });
    expect((await client.call(begin)).error).toBe("Validation Error");
  });
});

describe("a reset by an administrator", () => {
  const reset = (client: Client, _id: string, reason = "Lost the phone") =>
    client.send("ORGResetUserFactors", { filter: { _id, ...retail }, reason });

  test("MFA-07 needs a reason, ends all sessions at once, and is mailed to the person and audited", async () => {
    const { client, key } = await withApp();
    const { browser } = await atCodeStep();
    await enter(browser, codeOf(key), true);
    const open = await atCodeStep();
    const admin = await signedIn(world.app, "admin");
    expect(await reset(admin, people.recruiter, "  ")).toMatchObject({
      error: "Validation Error",
      message: "Please enter a reason",
    });
    expect((await reset(admin, people.recruiter)).data).toEqual({
      ORGResetUserFactors: { isResetSuccess: true },
    });
    expect((await reset(admin, people.recruiter)).data).toEqual({
      ORGResetUserFactors: { isResetSuccess: false },
    });
    for (const ended of [client, browser])
      expect((await ended.call("{ AuthMe { _id } }")).error).toBe("UNAUTHENTICATED");
    world.pass(minute);
    expect((await enter(open.browser, codeOf(key))).message).toBe(notMatching);
    expect((await atCodeStep()).answer).toMatchObject({ mfa: false });
    const [mail] = await mails("EMAIL_FACTORS_RESET");
    expect(mail?.text).toContain("Lost the phone");
    expect(mail?.text).toContain("admin Test");
    const [entry] = await world.databases
      .region("ap-southeast-2")
      .statement<{ changes: string; actorId: string }>(
        "SELECT changes, actorId FROM record_entries WHERE action = 'FACTORS_RESET'",
      )
      .all();
    expect(entry?.actorId).toBe(people.admin);
    expect(entry?.changes).toContain("Lost the phone");
  });

  test("MFA-07 is refused for oneself, and for people with more rights", async () => {
    const admin = await signedIn(world.app, "admin");
    expect((await reset(admin, people.admin)).error).toBe("Validation Error");
    expect((await reset(admin, people.staff)).error).toBe("FORBIDDEN");
    expect((await reset(await signedIn(world.app, "recruiter"), people.noAccess)).error).toBe("FORBIDDEN");
  });
});

describe("MFA-01 multi-factor of users", () => {
  const set = (client: Client, userIds: string[], mfaEnabled: boolean) =>
    client.send("ORGSetUsersMfa", { ...retail, userIds, mfaEnabled });
  const list = async (client: Client, secondFactors: string[], more: object = {}) => {
    const { organizationId, customerId, hierarchyId } = retail;
    const filter = { organizationId, customerId, hierarchyIds: [hierarchyId], skip: 0, limit: 100 };
    return client.result("ORGGetUsers", {
      filter: { ...filter, activeOnly: true, secondFactors, ...more },
    });
  };

  test("is turned on and off in bulk, audited; an app's code is required either way", async () => {
    await withApp();
    const admin = await signedIn(world.app, "admin");
    const both = [people.recruiter, people.noAccess];
    expect((await set(admin, both, true)).data["ORGSetUsersMfa"]).toHaveLength(2);
    expect((await set(admin, both, true)).data["ORGSetUsersMfa"]).toEqual([]);
    expect((await new Client(world.app).logIn("noAccess")).data["AuthEmailLogin"]).toMatchObject({
      mfa: true,
    });
    expect((await set(admin, both, false)).data["ORGSetUsersMfa"]).toHaveLength(2);
    expect((await new Client(world.app).logIn("noAccess")).data["AuthEmailLogin"]).toMatchObject({
      mfa: false,
    });
    expect((await atCodeStep()).answer).toMatchObject({ mfa: true, hasAuthenticator: true });
    const changes = world.databases
      .region("ap-southeast-2")
      .statement<{ changes: string }>("SELECT changes FROM record_entries WHERE operation = 'ORGSetUsersMfa'")
      .all();
    expect((await changes).map(({ changes }) => changes.includes("mfaEnabled"))).toEqual([true, true]);
  });

  test("is refused for people with more rights, and for single sign-on accounts", async () => {
    const admin = await signedIn(world.app, "admin");
    expect((await set(admin, [people.recruiter, people.staff], true)).error).toBe("FORBIDDEN");
    expect((await set(admin, [people.sso], true)).data["ORGSetUsersMfa"]).toEqual([]);
    expect((await set(await signedIn(world.app, "recruiter"), [people.noAccess], true)).error).toBe(
      "FORBIDDEN",
    );
  });

  test("can be filtered by in the list, whose rows show the method", async () => {
    await withApp();
    const admin = await signedIn(world.app, "admin");
    const app = await list(admin, ["APP"]);
    expect(app.data).toMatchObject([{ email, mfaEnabled: true, mfaMethod: "Authenticator app" }]);
    const mailed = await list(admin, ["EMAIL"]);
    expect(mailed.data.map((user) => user.email)).toEqual([emailOf("mfa")]);
    const none = await list(admin, ["NONE"]);
    expect(none.data.some((user) => user.email === emailOf("sso"))).toBe(false);
    expect(none.data.every(({ mfaEnabled }) => !mfaEnabled)).toBe(true);
    const all = await list(admin, ["NONE", "APP", "EMAIL"]);
    expect(all.pagination.totalItems).toBe(none.pagination.totalItems + 2);
    expect((await list(admin, ["APP"], { searchText: "mfa" })).data).toEqual([]);
  });
});
