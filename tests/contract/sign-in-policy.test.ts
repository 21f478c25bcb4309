import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { codeOf, keyOf, withApp } from "./fixtures/authenticator";
import { Client, signedIn, signedInBySso } from "./fixtures/client";
import { enterCode, mailedCode as newestCode, mailsTo } from "./fixtures/mails";
import {
  addGroup,
  emailOf,
  ids,
  password,
  people,
  startWorld,
  type Person,
  type World,
} from "./fixtures/world";

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.stop());

const minute = 60_000;
const day = 24 * 60 * minute;
const over = "ERROR_CUSTOM_MFA_CODE_EXPIRED";
const notMatching = "ERROR_CUSTOM_MFA_CODE_NOT_MATCH";

const today = () => new Date(world.now() - (world.now() % day));
const dayIn = (days: number) => new Date(today().getTime() + days * day).toISOString();

const policyFields = "{ asks groupIds fromDay isCallerReady version }";
const policyOf = async (client: Client, customerId: string = ids.retail) =>
  client.call(`query ($customerId: ID!) { AuthGetSignInPolicy(customerId: $customerId) ${policyFields} }`, {
    customerId,
  });

interface Values {
  asks: "NOBODY" | "GROUPS" | "EVERYBODY";
  groupIds?: string[];
  fromDay?: string | null;
  customerId?: string;
}
const save = async (client: Client, { groupIds = [], fromDay = null, ...values }: Values) => {
  const read = await policyOf(client, values.customerId);
  const { version = 0 } = (read.data["AuthGetSignInPolicy"] ?? {}) as { version?: number };
  return client.call(
    `mutation ($customerId: ID!, $asks: AuthAppAskedOf!, $groupIds: [ID!]!, $fromDay: DateTime, $version: Int!) {
      AuthUpdateSignInPolicy(customerId: $customerId, asks: $asks, groupIds: $groupIds, fromDay: $fromDay, version: $version) ${policyFields}
    }`,
    { customerId: ids.retail, groupIds, fromDay, version, ...values },
  );
};

const logIn = async (browser: Client, person: Person) =>
  (
    await browser.call(
      `mutation ($email: String!, $password: String!) {
        AuthEmailLogin(email: $email, password: $password) { mfa expiresAt hasAuthenticator takesMailedCode isDeviceRemembered }
      }`,
      { email: emailOf(person), password },
    )
  ).data["AuthEmailLogin"];
const enter = (browser: Client, person: Person, code: string, isRememberDevice = false) =>
  enterCode(browser, emailOf(person), code, isRememberDevice);
const enrolmentOf = (browser: Client, person: Person) =>
  browser.call("query ($email: String!) { AuthGetEnrolment(email: $email) { key } }", {
    email: emailOf(person),
  });
const enrol = (browser: Client, person: Person, code: string) =>
  browser.call(
    "mutation ($email: String!, $code: String!) { AuthEnrol(email: $email, code: $code) { refusal recoveryCodes expiresAt } }",
    { email: emailOf(person), code },
  );
const resend = (browser: Client, person: Person) =>
  browser.call(
    "mutation ($email: String!, $password: String!) { AuthResendMfaCode(email: $email, password: $password) { isResendCodeSuccess } }",
    { email: emailOf(person), password },
  );

const mails = (person: Person) => mailsTo(world, emailOf(person));
const mailedCode = (person: Person) => newestCode(world, emailOf(person));

const isSignedIn = async (browser: Client) => (await browser.call("{ AuthMe { _id } }")).error === undefined;

/** Requires an app for all of the customer's users from today. */
async function inForce(values: Partial<Values> = {}) {
  const { client, key } = await withApp(world, "staff");
  const { error } = await save(client, { asks: "EVERYBODY", fromDay: dayIn(0), ...values });
  expect(error).toBeUndefined();
  return { client, key };
}

/** A browser in which the password and the mailed code were given. */
async function atEnrolment(person: Person) {
  const browser = new Client(world.app);
  expect(await logIn(browser, person)).toMatchObject({ mfa: true, hasAuthenticator: false });
  const entered = await enter(browser, person, await mailedCode(person), true);
  expect(entered.data["AuthMfaLogin"]).toMatchObject({ expiresAt: null, mustEnrol: true });
  const { key } = (await enrolmentOf(browser, person)).data["AuthGetEnrolment"] as { key: string };
  return { browser, key };
}

describe("the policy", () => {
  test("MFA-06 has no effect until saved; its author needs an app, or single sign-on", async () => {
    const admin = await signedIn(world.app, "admin");
    expect((await policyOf(admin)).data["AuthGetSignInPolicy"]).toEqual({
      asks: "NOBODY",
      groupIds: [],
      fromDay: null,
      isCallerReady: false,
      version: 0,
    });
    const values = { asks: "EVERYBODY", fromDay: dayIn(0) } as const;
    expect(await save(admin, values)).toMatchObject({
      error: "Conflict Error",
      message: "Set up your own authenticator app first",
    });
    // Turning it off needs no app.
    expect((await save(admin, { asks: "NOBODY" })).error).toBeUndefined();
    const { client } = await withApp(world, "admin");
    expect((await save(client, values)).data["AuthUpdateSignInPolicy"]).toMatchObject({
      ...values,
      isCallerReady: true,
      version: 2,
    });
    const entries = await world.databases
      .region("ap-southeast-2")
      .statement<{ changes: string }>(
        "SELECT changes FROM record_entries WHERE operation = 'AuthUpdateSignInPolicy' ORDER BY seq",
      )
      .all();
    expect(entries.at(-1)?.changes).toContain("EVERYBODY");
  });

  test("MFA-06 starts today or a later day within a year; a past start day may stay", async () => {
    const { client } = await withApp(world, "staff");
    const saved = (fromDay: string) => save(client, { asks: "EVERYBODY", fromDay });
    expect((await saved(dayIn(-1))).message).toBe("The day must not be before today");
    expect((await saved(dayIn(400))).message).toBe("The day must be within a year");
    expect((await save(client, { asks: "EVERYBODY" })).message).toBe("Please enter a day");
    const first = dayIn(0);
    expect((await saved(first)).error).toBeUndefined();
    world.pass(3 * day);
    const later = await signedIn(world.app, "staff");
    expect((await save(later, { asks: "EVERYBODY", fromDay: first })).error).toBeUndefined();
    expect((await save(later, { asks: "EVERYBODY", fromDay: dayIn(-2) })).error).toBe("Conflict Error");
  });

  test("MFA-06 accepts only groups of the customer, and at least one", async () => {
    const { client } = await withApp(world, "staff");
    const saved = (groupIds: string[]) => save(client, { asks: "GROUPS", groupIds, fromDay: dayIn(0) });
    expect((await saved([])).message).toBe("Please select a user group");
    const others = addGroup(world.databases.region("ap-southeast-2"), "bank", people.staff, []);
    for (const groupId of [await others, "5a7ed0000000000000009999"])
      expect((await saved([groupId])).error).toBe("Not Found Error");
    expect((await saved([ids.group])).error).toBeUndefined();
  });

  test("MFA-06 saving it requires all rights of the customer's users, on the same customer", async () => {
    const values = { asks: "EVERYBODY", fromDay: dayIn(0) } as const;
    const recruiter = (await withApp(world, "recruiter")).client;
    expect((await save(recruiter, values)).error).toBe("FORBIDDEN");
    const { client } = await withApp(world, "admin");
    for (const customerId of [ids.bank, "5a7ed0000000000000009999"]) {
      expect((await policyOf(client, customerId)).error).toBeDefined();
      expect((await save(client, { ...values, customerId })).error).toBeDefined();
    }
    // A person who may only change settings.
    const groupId = await addGroup(world.databases.region("ap-southeast-2"), "retail", people.noAccess, [
      {
        effect: "Allow",
        actions: ["edge:access", "org:viewSettings", "org:editSettings"],
        resources: [`${world.config.policyPrefix}:organization:*:customer:${ids.retail}:hierarchy:*`],
      },
    ]);
    expect(groupId).toBeTruthy();
    const few = (await withApp(world, "noAccess")).client;
    expect((await save(few, values)).error).toBe("FORBIDDEN");
  });
});

describe("from the start day", () => {
  test("MFA-06 sign-in is unchanged before the start day, then leads to adding an app and nowhere else", async () => {
    await inForce({ fromDay: dayIn(1) });
    world.pass(Date.parse(dayIn(1)) - world.now() - 1);
    expect(await logIn(new Client(world.app), "recruiter")).toMatchObject({ mfa: false });
    world.pass(1);
    const browser = new Client(world.app);
    expect(await logIn(browser, "recruiter")).toEqual({
      mfa: true,
      expiresAt: null,
      hasAuthenticator: false,
      takesMailedCode: true,
      isDeviceRemembered: false,
    });
    // No session exists, before or after the code.
    expect(await isSignedIn(browser)).toBe(false);
    expect((await enrolmentOf(browser, "recruiter")).message).toBe(over);
    expect((await enrol(browser, "recruiter", "000000")).message).toBe(over);
    const entered = await enter(browser, "recruiter", await mailedCode("recruiter"), true);
    expect(entered.data["AuthMfaLogin"]).toMatchObject({ expiresAt: null, mustEnrol: true });
    expect([...browser.cookies.keys()]).toEqual(["mfa-state"]);
    expect(await isSignedIn(browser)).toBe(false);
    for (const name of ["AuthGetAuthenticator", "AuthMe"] as const)
      expect((await browser.send(name)).error).toBe("UNAUTHENTICATED");
    expect((await browser.call("mutation { AuthBeginAuthenticator { key } }")).error).toBe("UNAUTHENTICATED");

    const { key } = (await enrolmentOf(browser, "recruiter")).data["AuthGetEnrolment"] as { key: string };
    const wrong = codeOf(world, key, 5);
    expect((await enrol(browser, "recruiter", wrong)).data["AuthEnrol"]).toEqual({
      refusal: "NOT_MATCH",
      recoveryCodes: [],
      expiresAt: null,
    });
    expect(await isSignedIn(browser)).toBe(false);
    const { data } = await enrol(browser, "recruiter", codeOf(world, key));
    expect(data["AuthEnrol"]).toMatchObject({ refusal: null, expiresAt: expect.any(String) });
    expect((data["AuthEnrol"] as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await mails("recruiter")).map(({ templateType }) => templateType)).toContain("EMAIL_APP_ADDED");
    // It works once.
    expect((await enrol(browser, "recruiter", codeOf(world, key))).message).toBe(over);
    expect((await enrolmentOf(browser, "recruiter")).message).toBe(over);

    world.pass(minute);
    const again = new Client(world.app);
    expect(await logIn(again, "recruiter")).toMatchObject({ hasAuthenticator: true, takesMailedCode: false });
    expect((await enter(again, "recruiter", codeOf(world, key))).data["AuthMfaLogin"]).toMatchObject({
      mustEnrol: false,
    });
  });

  test("MFA-06 MFA-04 with an app no emailed code signs in, not even one from before the start day", async () => {
    const { key } = await withApp(world, "recruiter");
    await inForce({ fromDay: dayIn(1) });
    world.pass(Date.parse(dayIn(1)) - world.now() - 1);
    const early = new Client(world.app);
    await logIn(early, "recruiter");
    expect((await resend(early, "recruiter")).data["AuthResendMfaCode"]).toEqual({
      isResendCodeSuccess: true,
    });
    const code = await mailedCode("recruiter");
    world.pass(1);
    expect((await enter(early, "recruiter", code)).message).toBe(notMatching);
    world.pass(minute);
    expect((await resend(early, "recruiter")).data["AuthResendMfaCode"]).toEqual({
      isResendCodeSuccess: false,
    });
    expect((await enter(early, "recruiter", codeOf(world, key))).error).toBeUndefined();
  });

  test("MFA-06 a previously remembered browser gives no exemption without an app", async () => {
    const browser = new Client(world.app);
    await logIn(browser, "mfa");
    expect((await enter(browser, "mfa", await mailedCode("mfa"), true)).error).toBeUndefined();
    expect(await logIn(browser, "mfa")).toMatchObject({ isDeviceRemembered: true });
    await inForce();
    world.pass(minute);
    expect(await logIn(browser, "mfa")).toMatchObject({ mfa: true, isDeviceRemembered: false });
  });

  test("MFA-06 for groups only members are affected, and no account once it is turned off", async () => {
    const { client } = await inForce({ asks: "GROUPS", groupIds: [ids.group] });
    const members = await world.databases
      .region("ap-southeast-2")
      .statement<{ userId: string }>("SELECT userId FROM group_members WHERE groupId = ?")
      .all(ids.group);
    const isMember = (person: Person) => members.some(({ userId }) => userId === people[person]);
    for (const person of ["recruiter", "admin", "noAccess"] as const)
      expect(await logIn(new Client(world.app), person), person).toMatchObject({ mfa: isMember(person) });
    const groupId = await addGroup(
      world.databases.region("ap-southeast-2"),
      "retail",
      people.recruiter,
      [],
      "Asked",
    );
    expect((await save(client, { asks: "GROUPS", groupIds: [groupId], fromDay: dayIn(0) })).error).toBe(
      undefined,
    );
    expect(await logIn(new Client(world.app), "recruiter")).toMatchObject({ mfa: true });
    await save(client, { asks: "NOBODY" });
    world.pass(minute);
    expect(await logIn(new Client(world.app), "recruiter")).toMatchObject({ mfa: false });
  });

  test("MFA-06 MFA-11 single sign-on is exempt", async () => {
    await inForce();
    const sso = await signedInBySso(world, "sso");
    expect(await isSignedIn(sso)).toBe(true);
  });

  test("MFA-06 the step is bound to one browser, 30 minutes and the key it began with", async () => {
    await inForce();
    const { browser, key } = await atEnrolment("recruiter");
    // Another browser, and one with an invented cookie.
    const stranger = new Client(world.app);
    stranger.cookies.set("mfa-state", "A".repeat(43));
    for (const other of [new Client(world.app), stranger]) {
      expect((await enrolmentOf(other, "recruiter")).message).toBe(over);
      expect((await enrol(other, "recruiter", codeOf(world, key))).message).toBe(over);
    }
    // Another person's step in this browser.
    expect((await enrolmentOf(browser, "noAccess")).message).toBe(over);
    expect((await enrol(browser, "noAccess", codeOf(world, key))).message).toBe(over);
    // Neither the new app's code nor the mailed one finishes it as a normal sign-in.
    expect((await enter(browser, "recruiter", codeOf(world, key))).message).toBe(notMatching);
    expect((await enter(browser, "recruiter", await mailedCode("recruiter"))).message).toBe(notMatching);
    // Another session of the account plants a different key, which this step must not accept.
    const session = await signedIn(world.app, "recruiter");
    const planted = await keyOf(session);
    expect((await enrolmentOf(browser, "recruiter")).message).toBe(over);
    expect((await enrol(browser, "recruiter", codeOf(world, planted))).message).toBe(over);

    world.pass(minute);
    const second = await atEnrolment("recruiter");
    world.pass(30 * minute);
    expect((await enrol(second.browser, "recruiter", codeOf(world, second.key))).message).toBe(over);
  });

  test("MFA-06 an open step does not replace an app added in the meantime", async () => {
    await inForce();
    const { browser, key } = await atEnrolment("recruiter");
    world.pass(minute);
    const other = await atEnrolment("recruiter");
    // The later step ended this one.
    expect((await enrol(browser, "recruiter", codeOf(world, key))).message).toBe(over);
    expect((await enrol(other.browser, "recruiter", codeOf(world, other.key))).error).toBeUndefined();
    world.pass(minute);
    const third = new Client(world.app);
    expect(await logIn(third, "recruiter")).toMatchObject({ hasAuthenticator: true });
    expect((await enrolmentOf(third, "recruiter")).message).toBe(over);
  });

  test("MFA-06 five wrong mailed codes also end the step for adding an app", async () => {
    await inForce();
    const browser = new Client(world.app);
    await logIn(browser, "recruiter");
    const code = await mailedCode("recruiter");
    const wrong = code === "000000" ? "111111" : "000000";
    for (let tries = 0; tries < 5; tries += 1)
      expect((await enter(browser, "recruiter", wrong)).message).toBe(notMatching);
    expect((await enter(browser, "recruiter", code)).message).toBe(notMatching);
    expect((await enrolmentOf(browser, "recruiter")).message).toBe(over);
  });

  test("MFA-06 only one of ten simultaneous first codes of an app succeeds", async () => {
    await inForce();
    const { browser, key } = await atEnrolment("recruiter");
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => enrol(browser.clone(), "recruiter", codeOf(world, key))),
    );
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1);
  });
});
