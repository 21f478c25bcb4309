import { addAccountInVirginia, email as sharedEmail, virginia } from "./fixtures/email-accounts";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { AwsRegion } from "../../shared/regions";
import { insertSsoConfig, linkAccount } from "../../regional-api/areas/sso/sso-configs.store";
import { sweep } from "../../regional-api/sweep";
import { accountsWithEmail, findUser, groupIdsOf } from "../../regional-api/core/users.store";
import { Client, signedIn, signedInByPassword } from "./fixtures/client";
import {
  assertionXml,
  encode,
  newIdpKey,
  newXmlId,
  readAuthnRequest,
  responseXml,
  signXml,
  soundly,
  type Answer,
  type Signing,
} from "./fixtures/saml";
import { withVersion } from "./fixtures/edits";
import { snapshot } from "./fixtures/snapshot";
import { addGroup, emailOf, ids, people, rootId } from "./fixtures/world";
import { useWorld } from "./fixtures/use-world";
import { entriesAfter, lastPlace } from "./fixtures/record";

const redirect = "http://127.0.0.1:3000/region/x?y=1&z=ü";
const failed = "ERROR_CUSTOM_SSO_LOGIN_FAILED";
const notFound = "ERROR_CUSTOM_SSO_CONFIG_NOT_FOUND_BY_EMAIL";
const keyA = newIdpKey();
const keyB = newIdpKey();

const world = useWorld("all tests", { AUTH_CALLS_PER_MINUTE: "100000", NODE_ENV: "test" });
let origin: string;
let defaultGroup: string;
let archivedGroup: string;

async function configure(
  customerId: string,
  awsRegion: AwsRegion,
  accountName: string,
  changes: Partial<Parameters<typeof insertSsoConfig>[1]> = {},
) {
  await world.databases.region(awsRegion).write((writer) =>
    insertSsoConfig(writer, {
      customerId,
      id: `sso-${accountName}`,
      hierarchyId: rootId(customerId),
      accountName,
      groupIds: "[]",
      enabled: 1,
      loginUrl: `https://idp.${accountName}.example/login?tenant=1`,
      publicCertificates: keyA.certificate,
      userProvisionMode: "IN_TIME",
      enabledCustomerIdAsUsernamePrefix: 0,
      idpIssuer: null,
      createdAt: 1,
      updatedAt: 1,
      ...changes,
    }),
  );
}

beforeAll(async () => {
  origin = await world.app.listen({ host: "127.0.0.1", port: 0 });
  const sydney = world.databases.region("ap-southeast-2");
  defaultGroup = addGroup(sydney, "retail", people.sso, []);
  archivedGroup = addGroup(sydney, "retail", people.sso, []);
  sydney.statement("UPDATE groups SET archivedAt = 1 WHERE id = ?").run(archivedGroup);
  await sydney.write((writer) => linkAccount(writer, { userId: people.sso, providerId: "", linkedAt: 1 }));
  await configure(ids.retail, "ap-southeast-2", "acme-retail", {
    groupIds: JSON.stringify([defaultGroup, archivedGroup]),
  });
  await configure(ids.bank, "ap-southeast-2", "acme-bank", { userProvisionMode: "BEFORE" });
  const lines = keyB.certificate.replace(/.{64}/g, "$&\r\n");
  await configure(ids.ireland, "eu-west-1", "acme-ireland", {
    publicCertificates: `-----BEGIN CERTIFICATE-----\r\n${lines}\r\n-----END CERTIFICATE-----`,
  });
  await configure(ids.globexUs, "us-east-1", "globex-us", { enabled: 0 });
});

// ---- the three steps of a sign-in ----

const begin = (browser: Client, who: Record<string, unknown>, region?: AwsRegion) =>
  browser.send(
    "IDPAuthSSOLogin",
    { ssoLoginDto: { redirect, isEdgeSSO: true, ...who } },
    region ? { region } : {},
  );

/** Begins in a new browser. Returns it with an honest answer to the request. */
async function begun(accountName = "acme-retail") {
  const browser = new Client(origin);
  const answer = await begin(browser, { accountName });
  expect(answer.error).toBeUndefined();
  const { redirectUrl } = answer.data["IDPAuthSSOLogin"] as { redirectUrl: string };
  const request = readAuthnRequest(redirectUrl);
  const honest: Answer = {
    requestId: request.id,
    acs: request.acs,
    audience: request.issuer,
    issuer: `https://idp.${accountName}.example/`,
    responseIssuer: undefined,
    destination: request.acs,
    recipient: request.acs,
    responseRequestId: undefined,
    notBefore: world.now(),
    notOnOrAfter: world.now() + 300_000,
    email: emailOf("sso"),
    firstName: "Sam",
    lastName: "Single",
    assertionId: newXmlId(),
    extra: "",
    claims: undefined,
  };
  return { browser, honest, redirectUrl };
}

async function post(acs: string, samlResponse: string) {
  const response = await fetch(acs, {
    method: "POST",
    body: new URLSearchParams({ SAMLResponse: samlResponse, RelayState: "https://evil.example/" }),
    redirect: "manual",
  });
  expect(response.status).toBe(303);
  const location = new URL(response.headers.get("location") ?? "");
  expect(location.origin + location.pathname).toBe("http://127.0.0.1:3000/ssoCallback");
  const { code, error, confirm, redirect: back, ...others } = Object.fromEntries(location.searchParams);
  expect(others).toEqual({});
  return { code, error, back, ...(confirm !== undefined && { confirm }) };
}

const answerOf = (answer: Answer, signing: Signing = soundly(keyA)) =>
  encode(signXml(responseXml(answer, assertionXml(answer)), signing));

const exchange = (
  browser: Client,
  code: string | undefined,
  to = redirect,
  region: AwsRegion = "us-east-1",
  mailedCode?: string,
) =>
  browser.send(
    "AuthSSOLogin",
    { ssoLoginDto: { code: code ?? "", redirect: to, ...(mailedCode !== undefined && { mailedCode }) } },
    { region },
  );

/** The last code mailed to a recipient in Sydney. */
async function mailedCode(to: string): Promise<string> {
  const { messages } = (
    await world.app.inject(`/outbox?format=json&to=${encodeURIComponent(to)}`)
  ).json() as { messages: { templateType: string; data: Record<string, string> }[] };
  return messages.find(({ templateType }) => templateType === "EMAIL_SSO_CODE")?.data["code"] ?? "none";
}

const me = (browser: Client) => browser.call("{ AuthMe { email source userType username firstName } }");

describe("signing in", () => {
  test("AUTH-70 AUTH-72 SESS-01 SESS-10 by account name, in any case, from any region", async () => {
    const browser = new Client(origin);
    const answer = await begin(browser, { accountName: "Acme-RETAIL" }, "eu-west-1");
    const { redirectUrl } = answer.data["IDPAuthSSOLogin"] as { redirectUrl: string };
    const entityId = `${origin}/saml/ap-southeast-2/${ids.retail}`;
    expect(new URL(redirectUrl).searchParams.get("tenant")).toBe("1");
    expect(readAuthnRequest(redirectUrl)).toMatchObject({
      at: "https://idp.acme-retail.example/login",
      issuer: entityId,
      acs: `${entityId}/acs`,
      destination: "https://idp.acme-retail.example/login?tenant=1",
    });
    const { honest, browser: mine } = await begun();
    const { code, error, back } = await post(honest.acs, answerOf(honest));
    expect({ error, back }).toEqual({ error: undefined, back: redirect });
    const signedIn = await exchange(mine, code);
    expect(signedIn.data["AuthSSOLogin"]).toEqual({
      defaultAwsRegion: "ap-southeast-2",
      expiresAt: new Date(world.now() + 3_600_000).toISOString(),
    });
    expect([...mine.cookies.keys()].sort()).toEqual(["access-token", "csrf-token", "refresh-token"]);
    expect((await me(mine)).data["AuthMe"]).toMatchObject({ email: emailOf("sso"), source: "SSO" });
    expect((await findUser(world.databases.region("ap-southeast-2").reader, people.sso))?.lastActive).toBe(
      world.now(),
    );
  });

  test("AUTH-70 AUTH-71 by email, in any case, from any region", async () => {
    for (const region of ["ap-southeast-2", "us-east-1"] as const) {
      const answer = await begin(new Client(origin), { email: ` ${emailOf("sso").toUpperCase()} ` }, region);
      const { redirectUrl } = answer.data["IDPAuthSSOLogin"] as { redirectUrl: string };
      expect(readAuthnRequest(redirectUrl).issuer).toBe(`${origin}/saml/ap-southeast-2/${ids.retail}`);
    }
  });

  test("SSO-43 single sign-on requires no second factor", async () => {
    const sydney = world.databases.region("ap-southeast-2");
    await sydney.write((writer) => linkAccount(writer, { userId: people.mfa, providerId: "", linkedAt: 1 }));
    const { browser, honest } = await begun();
    const { code } = await post(honest.acs, answerOf({ ...honest, email: emailOf("mfa") }));
    expect((await exchange(browser, code)).error).toBeUndefined();
    expect((await me(browser)).data["AuthMe"]).toMatchObject({ email: emailOf("mfa") });
    sydney.statement("DELETE FROM sso_links WHERE userId = ?").run(people.mfa);
  });

  test("SSO-42 a whole response may be signed too; an existing account is confirmed once by mail, then signs in", async () => {
    const { browser, honest } = await begun();
    const xml = responseXml(
      { ...honest, email: "Recruiter@test.example" },
      assertionXml({ ...honest, email: "Recruiter@test.example" }),
    );
    const twice = signXml(signXml(xml, soundly(keyA)), { ...soundly(keyA), element: "Response" });
    const { code, confirm } = await post(honest.acs, encode(twice));
    expect(confirm).toBe("1");
    const mailed = await mailedCode(emailOf("recruiter"));
    // Not without the code, nor with it in another browser, which uses the sign-in up.
    expect((await exchange(browser, code)).message).toBe("ERROR_CUSTOM_MFA_CODE_NOT_MATCH");
    const wrong = mailed === "000000" ? "111111" : "000000";
    expect((await exchange(browser, code, redirect, "us-east-1", wrong)).message).toBe(
      "ERROR_CUSTOM_MFA_CODE_NOT_MATCH",
    );
    expect((await exchange(browser, code, redirect, "us-east-1", ` ${mailed} `)).error).toBeUndefined();
    expect((await me(browser)).data["AuthMe"]).toMatchObject({
      email: emailOf("recruiter"),
      source: "LOCAL",
    });
    const again = await begun();
    const second = await post(again.honest.acs, answerOf({ ...again.honest, email: emailOf("recruiter") }));
    expect(second.confirm).toBeUndefined();
    expect((await exchange(again.browser, second.code)).error).toBeUndefined();
  });

  test("SSO-42 the mailed code: five attempts, ten minutes, once, in the browser that began", async () => {
    const sydney = world.databases.region("ap-southeast-2").sqlite;
    const first = async () => {
      sydney.exec("DELETE FROM outbox");
      const { browser, honest } = await begun();
      const { code } = await post(honest.acs, answerOf({ ...honest, email: emailOf("departmentHead") }));
      const mailed = await mailedCode(emailOf("departmentHead"));
      const enter = (given: string, by = browser) => exchange(by, code, redirect, "us-east-1", given);
      return { mailed, enter, wrong: mailed === "000000" ? "111111" : "000000" };
    };
    const guessed = await first();
    for (let at = 0; at < 5; at += 1) await guessed.enter(guessed.wrong);
    expect((await guessed.enter(guessed.mailed)).message).toBe(failed);
    const stolen = await first();
    expect((await stolen.enter(stolen.mailed, new Client(origin))).message).toBe(failed);
    const late = await first();
    world.pass(600_000);
    expect((await late.enter(late.mailed)).message).toBe("ERROR_CUSTOM_MFA_CODE_EXPIRED");
    const right = await first();
    expect((await right.enter(right.mailed)).error).toBeUndefined();
    expect((await right.enter(right.mailed)).message).toBe(failed);
  });

  test("AUTH-117 SSO-42 the browser is known as long as a code mailed at the last moment works", async () => {
    const { setCookies } = await begin(new Client(origin), { accountName: "acme-retail" });
    const state = setCookies.find((line) => line.startsWith("sso-state="));
    // Fifteen minutes at the identity provider, and ten for the code.
    expect(state).toContain("Max-Age=1500");
  });

  test("SSO-42 a hostile identity provider causes at most five mails an hour to one account", async () => {
    const outcomes = [];
    for (let at = 0; at < 6; at += 1) {
      const { honest } = await begun();
      outcomes.push(
        (await post(honest.acs, answerOf({ ...honest, email: emailOf("mfa") }))).confirm ?? "none",
      );
    }
    expect(outcomes).toEqual(["1", "1", "1", "1", "1", "none"]);
  });

  test("AUTH-80 In-time: the first sign-in creates the account once, in the existing default groups", async () => {
    const { browser, honest } = await begun();
    const email = "New.Person@Test.Example";
    const { code } = await post(
      honest.acs,
      answerOf({ ...honest, email, firstName: "Zo&#xEB;", lastName: "O'Neil" }),
    );
    expect((await exchange(browser, code)).error).toBeUndefined();
    expect((await me(browser)).data["AuthMe"]).toEqual({
      email: "new.person@test.example",
      username: "new.person@test.example",
      source: "SSO",
      userType: "END_USER",
      firstName: "Zoë",
    });
    const sydney = world.databases.region("ap-southeast-2");
    const [account, ...more] = await accountsWithEmail(sydney.reader, "new.person@test.example");
    expect(more).toEqual([]);
    expect(account).toMatchObject({ customerId: ids.retail, awsRegion: "ap-southeast-2", archivedAt: null });
    expect(await groupIdsOf(sydney.reader, account?.id ?? "")).toEqual([defaultGroup]);
    expect(await findUser(sydney.reader, account?.id ?? "")).toMatchObject({
      lastName: "O'Neil",
      passwordHash: null,
      hierarchyId: rootId(ids.retail),
      defaultCustomerId: ids.retail,
      groupCount: 1,
    });
    const again = await begun();
    const second = await post(again.honest.acs, answerOf({ ...again.honest, email }));
    expect(second.error).toBeUndefined();
    expect(await accountsWithEmail(sydney.reader, "new.person@test.example")).toHaveLength(1);
  });

  test.each([
    ["a&b@mail.example", true],
    ["jo.@x.example", false],
    ["a/b=c@x.example", true],
    ["user@mail.xn--p1ai", true],
    ["a;b@x.example", false],
  ])("AUTH-80 USER-69 the account's address follows the create form's rule: %s", async (email, isRight) => {
    const { honest } = await begun();
    const written = email.replace("&", "&amp;");
    const { error } = await post(honest.acs, answerOf({ ...honest, email: written, lastName: "Neil" }));
    expect(error === undefined).toBe(isRight);
    expect(await accountsWithEmail(world.databases.region("ap-southeast-2").reader, email)).toHaveLength(
      isRight ? 1 : 0,
    );
  });

  test.each([
    [
      "cut.name",
      { firstName: "x".repeat(51), lastName: "\u2067Levi\u2069" },
      { firstName: "x".repeat(50), lastName: "Levi" },
    ],
    ["one.name", { firstName: "Suharto", lastName: "" }, { firstName: "Suharto", lastName: "" }],
  ])("SSO-60 AUTH-80 takes %s as in the directory", async (local, names, stored) => {
    const { honest } = await begun();
    const email = `${local}@test.example`;
    expect((await post(honest.acs, answerOf({ ...honest, email, ...names }))).error).toBeUndefined();
    const sydney = world.databases.region("ap-southeast-2").reader;
    const [account] = await accountsWithEmail(sydney, email);
    expect(await findUser(sydney, account?.id ?? "")).toMatchObject(stored);
  });

  test("GRP-53 AUTH-80 a default group that now reaches beyond the customer is not granted", async () => {
    const sydney = world.databases.region("ap-southeast-2");
    const beyond = addGroup(sydney, "retail", people.departmentHead, [
      { effect: "Allow", actions: ["*"], resources: ["*"] },
    ]);
    const set = (groupIds: string[]) =>
      sydney
        .statement("UPDATE sso_configs SET groupIds = ? WHERE customerId = ?")
        .run(JSON.stringify(groupIds), ids.retail);
    set([defaultGroup, beyond]);
    const { browser, honest } = await begun();
    const { code } = await post(honest.acs, answerOf({ ...honest, email: "climber@test.example" }));
    set([defaultGroup, archivedGroup]);
    expect((await exchange(browser, code)).error).toBeUndefined();
    const [account] = await accountsWithEmail(sydney.reader, "climber@test.example");
    expect(await groupIdsOf(sydney.reader, account?.id ?? "")).toEqual([defaultGroup]);
  });

  test("GRP-53 AUTH-76 at each sign-in: an account with rights beyond the customer is refused", async () => {
    const sydney = world.databases.region("ap-southeast-2");
    const before = await begun();
    const waiting = await post(before.honest.acs, answerOf(before.honest));
    const beyond = addGroup(sydney, "retail", people.sso, [
      { effect: "Allow", actions: ["edge:access"], resources: [`edge:edge:*:${ids.acme}:*:*`] },
    ]);
    const { honest } = await begun();
    expect((await post(honest.acs, answerOf(honest))).error).toBe(notFound);
    // A code issued before does not work either.
    expect((await exchange(before.browser, waiting.code)).message).toBe(failed);
    sydney.statement("DELETE FROM group_members WHERE groupId = ?").run(beyond);
    const after = await begun();
    expect((await post(after.honest.acs, answerOf(after.honest))).error).toBeUndefined();
  });

  test("SSO-57 SESS-18 such a session ends once its user gets rights beyond the customer; one by password continues", async () => {
    const sydney = world.databases.region("ap-southeast-2");
    await sydney.write((writer) =>
      linkAccount(writer, { userId: people.recruiter, providerId: "", linkedAt: 1 }),
    );
    const { browser, honest } = await begun();
    const { code } = await post(honest.acs, answerOf({ ...honest, email: emailOf("recruiter") }));
    expect((await exchange(browser, code)).error).toBeUndefined();
    const byPassword = await signedInByPassword(world.app, "recruiter");
    const checked = (client: Client) =>
      client.call("{ AuthCheckToken { logout } }").then(({ data }) => data["AuthCheckToken"]);
    expect((await me(browser)).error).toBeUndefined();
    expect(await checked(browser)).toEqual({ logout: false });

    const beyond = addGroup(sydney, "retail", people.recruiter, [
      { effect: "Allow", actions: ["edge:access"], resources: [`edge:edge:*:${ids.acme}:*:*`] },
    ]);
    expect((await me(browser)).error).toBe("UNAUTHENTICATED");
    expect(await checked(browser)).toEqual({ logout: true });
    expect((await browser.call("{ AuthRefreshToken { logout } }")).data).toEqual({
      AuthRefreshToken: { logout: true },
    });
    expect((await me(byPassword)).error).toBeUndefined();
    expect(await checked(byPassword)).toEqual({ logout: false });

    sydney.statement("DELETE FROM group_members WHERE groupId = ?").run(beyond);
  });

  test("sign-ins, refusals and created accounts are audited", async () => {
    const retailHome = world.databases.region("ap-southeast-2");
    const from = lastPlace(retailHome);
    const { browser, honest } = await begun();
    const { code } = await post(honest.acs, answerOf({ ...honest, email: "recorded@test.example" }));
    await exchange(browser, code);
    const other = await begun("acme-bank");
    await post(other.honest.acs, answerOf({ ...other.honest, email: "stranger@test.example" }));
    const [account] = await accountsWithEmail(
      world.databases.region("eu-west-1").reader,
      "recorded@test.example",
    );
    const id = account?.id ?? "";
    const recordedActions = entriesAfter(retailHome, from).map((entry) => [
      entry.action,
      entry.outcome,
      entry.actorId,
      entry.objectId,
      entry.customerId,
      entry.details,
    ]);
    expect(recordedActions).toEqual([
      ["CREATED", "SUCCESS", null, id, ids.retail, { by: "SSO" }],
      ["SIGNED_IN", "SUCCESS", id, id, ids.retail, { by: "SSO" }],
      ["SIGNED_IN", "FAILURE", null, null, ids.bank, { by: "SSO", reason: "no such account" }],
    ]);
  });

  test("AUTH-93 a locked account cannot use it either; one without a password cannot be locked out", async () => {
    const sydney = world.databases.region("ap-southeast-2");
    const waiting = await begun();
    const before = await post(
      waiting.honest.acs,
      answerOf({ ...waiting.honest, email: emailOf("recruiter") }),
    );
    for (const person of ["recruiter", "sso"] as const) {
      for (let tries = 0; tries < 5; tries += 1)
        await new Client(world.app).logIn(person, "Wrong-Password-1!");
      expect((await new Client(world.app).logIn(person)).message).toBe("ERROR_CUSTOM_USER_LOCKED");
    }
    const { honest } = await begun();
    const { error } = await post(honest.acs, answerOf({ ...honest, email: emailOf("recruiter") }));
    expect(error).toBe("ERROR_CUSTOM_USER_LOCKED");
    // A code issued before does not work either.
    expect((await exchange(waiting.browser, before.code)).message).toBe("ERROR_CUSTOM_USER_LOCKED");
    const other = await begun();
    expect((await post(other.honest.acs, answerOf(other.honest))).error).toBeUndefined();
    sydney.statement("DELETE FROM login_attempts").run();
    sydney.statement("DELETE FROM sign_in_sources").run();
  });

  describe("a sign-in in progress when single sign-on changes does not end in a session", () => {
    const sydney = () => world.databases.region("ap-southeast-2");
    const set = (text: string) =>
      sydney().statement(`UPDATE sso_configs SET ${text} WHERE customerId = ?`).run(ids.retail);
    const archive = (at: number | null) =>
      sydney().statement("UPDATE customer_directory SET archivedAt = ? WHERE id = ?").run(at, ids.retail);
    afterEach(() => {
      set("enabled = 1, providerId = ''");
      archive(null);
    });

    /** Two such sign-ins: with just a code, and with one that the account's owner confirms. */
    async function exchanges() {
      sydney().sqlite.exec("DELETE FROM outbox");
      const known = await begun();
      const first = await post(known.honest.acs, answerOf(known.honest));
      const owner = await begun();
      const email = emailOf("admin");
      const second = await post(owner.honest.acs, answerOf({ ...owner.honest, email }));
      expect([first.confirm, second.confirm]).toEqual([undefined, "1"]);
      const mailed = await mailedCode(email);
      return async () => [
        (await exchange(known.browser, first.code)).message,
        (await exchange(owner.browser, second.code, redirect, "us-east-1", mailed)).message,
      ];
    }

    test("AUTH-78 SSO-22 it was turned off", async () => {
      const exchanged = await exchanges();
      set("enabled = 0");
      expect(await exchanged()).toEqual(["ERROR_CUSTOM_SSO_DISABLED", "ERROR_CUSTOM_SSO_DISABLED"]);
    });

    test("SSO-42 another identity provider took its place, still unconfirmed", async () => {
      const exchanged = await exchanges();
      set("providerId = 'another'");
      expect(await exchanged()).toEqual([failed, failed]);
    });

    test("AUTH-79 the customer was archived", async () => {
      const exchanged = await exchanges();
      archive(1);
      expect(await exchanged()).toEqual([failed, failed]);
    });
  });

  test("AUTH-80 AUTH-76 Before: an unknown person is refused, a known one signs in", async () => {
    const { honest } = await begun("acme-bank");
    const unknown = await post(honest.acs, answerOf({ ...honest, email: "nobody@test.example" }));
    expect(unknown).toEqual({ code: undefined, error: notFound, back: redirect });
    expect(
      await accountsWithEmail(world.databases.region("eu-west-1").reader, "nobody@test.example"),
    ).toEqual([]);
  });

  test("accepts a PEM with CRLF line ends, and two tabs of one browser both sign in", async () => {
    const { browser, honest } = await begun("acme-ireland");
    const first = await post(honest.acs, answerOf({ ...honest, email: "tab@test.example" }, soundly(keyB)));
    const tab = await begin(browser, { accountName: "acme-ireland" });
    const { redirectUrl } = tab.data["IDPAuthSSOLogin"] as { redirectUrl: string };
    const request = readAuthnRequest(redirectUrl);
    const other = { ...honest, requestId: request.id, assertionId: newXmlId(), email: "tab2@test.example" };
    const second = await post(honest.acs, answerOf(other, soundly(keyB)));
    const copy = browser.clone();
    expect((await exchange(browser, first.code)).data["AuthSSOLogin"]).toMatchObject({
      defaultAwsRegion: "eu-west-1",
    });
    expect((await exchange(copy, second.code)).error).toBeUndefined();
  });
});

describe("refusals", () => {
  test.each([
    ["AUTH-76 an unknown email", { email: "nobody@test.example" }, notFound],
    ["AUTH-76 an archived account", { email: emailOf("archived") }, notFound],
    ["AUTH-76 a customer without single sign-on", { email: emailOf("globexAdmin") }, notFound],
    ["AUTH-77 an unknown account name", { accountName: "nobody" }, "ERROR_CUSTOM_SSO_CONFIG_NOT_INITIALIZED"],
    [
      "AUTH-77 a customer not set up",
      { accountName: "globex-sydney" },
      "ERROR_CUSTOM_SSO_CONFIG_NOT_INITIALIZED",
    ],
    ["AUTH-78 switched off", { accountName: "GLOBEX-us" }, "ERROR_CUSTOM_SSO_DISABLED"],
    ["neither email nor account name", {}, "Please enter your account name or email"],
    [
      "both",
      { email: emailOf("sso"), accountName: "acme-retail" },
      "Please enter your account name or email",
    ],
    [
      "a redirect that is none",
      { accountName: "acme-retail", redirect: "javascript:alert(1)" },
      "Invalid redirect url",
    ],
    ["a bare path", { accountName: "acme-retail", redirect: "/users" }, "Invalid redirect url"],
  ])("%s", async (_what, who, message) => {
    const before = snapshot(world.databases);
    const browser = new Client(origin);
    expect((await begin(browser, who)).message).toBe(message);
    expect(browser.cookies.size).toBe(0);
    expect(snapshot(world.databases)).toBe(before);
  });

  test("SSO-22 AUTH-78 switched off between the two steps, and on again", async () => {
    const set = (enabled: number) =>
      world.databases
        .region("ap-southeast-2")
        .statement("UPDATE sso_configs SET enabled = ? WHERE customerId = ?")
        .run(enabled, ids.bank);
    const { honest } = await begun("acme-bank");
    set(0);
    const off = await post(honest.acs, answerOf(honest));
    set(1);
    expect(off.error).toBe("ERROR_CUSTOM_SSO_DISABLED");
    await begun("acme-bank");
  });

  /** An honest answer of the customer's identity provider for a person it is not responsible for. */
  const asksForCode = async (email: string, accountName = "acme-retail", key = keyA) => {
    const { honest } = await begun(accountName);
    return post(honest.acs, answerOf({ ...honest, email }, soundly(key)));
  };

  test("AUTH-80 accounts of others: archived, another customer's, another region's, the provider's staff", async () => {
    for (const person of ["archived", "staff", "globexAdmin"] as const) {
      expect(await asksForCode(emailOf(person))).toEqual({
        code: undefined,
        error: notFound,
        back: redirect,
      });
    }
    // Ireland is in another region, where the email would still be free.
    expect((await asksForCode(emailOf("recruiter"), "acme-ireland", keyB)).error).toBe(notFound);
    expect(
      await accountsWithEmail(world.databases.region("eu-west-1").reader, emailOf("recruiter")),
    ).toHaveLength(1);
  });

  test("an account with a password and rights at another customer", async () => {
    const sydney = world.databases.region("ap-southeast-2");
    addGroup(sydney, "retail", people.noAccess, [
      {
        effect: "Allow",
        actions: ["edge:access"],
        resources: [`edge:edge:ap-southeast-2:${ids.acme}:${ids.bank}:*`],
      },
    ]);
    expect((await asksForCode(emailOf("noAccess"))).error).toBe(notFound);
  });

  test.each([
    ["no email", ""],
    ["an empty email", '<saml:Attribute Name="email"><saml:AttributeValue/></saml:Attribute>'],
    [
      "two emails",
      '<saml:Attribute Name="email"><saml:AttributeValue>a@test.example</saml:AttributeValue><saml:AttributeValue>b@test.example</saml:AttributeValue></saml:Attribute>',
    ],
    [
      "no names for a new account",
      '<saml:Attribute Name="email"><saml:AttributeValue>nameless@test.example</saml:AttributeValue></saml:Attribute>',
    ],
  ])("AUTH-79 claims with %s", async (_what, claims) => {
    const { honest } = await begun();
    expect(await post(honest.acs, answerOf({ ...honest, claims }))).toEqual({
      code: undefined,
      error: failed,
      back: redirect,
    });
  });
});

// ---- attacks on the assertion ----

type Attack = (honest: Answer) => string | Promise<string>;

/** The parts of an honest, signed response, to be combined wrongly. */
function parts(honest: Answer) {
  const signed = signXml(responseXml(honest, assertionXml(honest)), soundly(keyA));
  const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(signed)?.[0] ?? "";
  const signature = /<Signature[\s\S]*<\/Signature>/.exec(assertion)?.[0] ?? "";
  expect(signature).not.toBe("");
  const bare = assertion.replace(signature, "");
  const evil = assertionXml({ ...honest, email: emailOf("admin"), assertionId: newXmlId() });
  return { assertion, signature, bare, evil, signed };
}

const wrapped = (honest: Answer, content: string) => encode(responseXml(honest, content));

const attacks: Record<string, Attack> = {
  "an unsigned response": (honest) => encode(responseXml(honest, assertionXml(honest))),
  "a signature by another key": (honest) => answerOf(honest, soundly(keyB)),
  "a signature by another key that it brings along": (honest) => {
    const xml = signXml(responseXml(honest, assertionXml(honest)), soundly(keyB));
    const info = `<KeyInfo><X509Data><X509Certificate>${keyB.certificate}</X509Certificate></X509Data></KeyInfo>`;
    return encode(xml.replace("</SignatureValue>", `</SignatureValue>${info}`));
  },
  "a changed email under the old signature": (honest) =>
    encode(parts(honest).signed.replaceAll(emailOf("sso"), emailOf("admin"))),
  "a signature of the response alone, taken off": (honest) => {
    const xml = signXml(responseXml(honest, assertionXml(honest)), { ...soundly(keyA), element: "Response" });
    return encode(xml.replaceAll(emailOf("sso"), emailOf("admin")));
  },
  "XSW1: the signed response inside the signature of a forged one": (honest) => {
    const xml = signXml(responseXml(honest, assertionXml(honest)), { ...soundly(keyA), element: "Response" });
    const signature = /<Signature[\s\S]*?<\/Signature>/.exec(xml)?.[0] ?? "";
    const inner = xml.replace(signature, "");
    const holding = signature.replace("</Signature>", `<Object>${inner}</Object></Signature>`);
    return encode(
      responseXml(honest, parts(honest).evil).replace("<samlp:Status>", `${holding}<samlp:Status>`),
    );
  },
  "XSW2: the signed response next to its detached signature in a forged one": (honest) => {
    const xml = signXml(responseXml(honest, assertionXml(honest)), { ...soundly(keyA), element: "Response" });
    const signature = /<Signature[\s\S]*?<\/Signature>/.exec(xml)?.[0] ?? "";
    const inner = xml.replace(signature, "");
    const forged = responseXml(honest, parts(honest).evil);
    return encode(forged.replace("<samlp:Status>", `${signature}${inner}<samlp:Status>`));
  },
  "XSW3: a forged assertion before the signed one": (honest) => {
    const { evil, assertion } = parts(honest);
    return wrapped(honest, evil + assertion);
  },
  "XSW3 reversed: a forged assertion after the signed one": (honest) => {
    const { evil, assertion } = parts(honest);
    return wrapped(honest, assertion + evil);
  },
  "XSW4: the signed assertion inside a forged one": (honest) => {
    const { evil, assertion } = parts(honest);
    return wrapped(honest, evil.replace("</saml:Assertion>", `${assertion}</saml:Assertion>`));
  },
  "XSW5: the signature in a forged assertion, the signed one without it at the end": (honest) => {
    const { evil, bare, signature } = parts(honest);
    return wrapped(honest, evil.replace("</saml:Issuer>", `</saml:Issuer>${signature}`) + bare);
  },
  "XSW6: the signed assertion inside the signature of a forged one": (honest) => {
    const { evil, bare, signature } = parts(honest);
    const holding = signature.replace("</Signature>", `${bare}</Signature>`);
    return wrapped(honest, evil.replace("</saml:Issuer>", `</saml:Issuer>${holding}`));
  },
  "XSW7: a forged assertion in an extension": (honest) => {
    const { evil, assertion } = parts(honest);
    return wrapped(honest, `<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`);
  },
  "XSW8: the signed assertion in an object of the forged one's signature": (honest) => {
    const { evil, bare, signature } = parts(honest);
    const holding = signature.replace("</Signature>", `<Object>${bare}</Object></Signature>`);
    return wrapped(honest, evil.replace("</saml:Issuer>", `</saml:Issuer>${holding}`));
  },
  "a forged assertion with the signed one's id": (honest) => {
    const { assertion } = parts(honest);
    return wrapped(honest, assertionXml({ ...honest, email: emailOf("admin") }) + assertion);
  },
  "a forged assertion, with the signed one hidden under another name": (honest) => {
    const { evil, bare, signature } = parts(honest);
    const hidden = bare.replaceAll("saml:Assertion", "saml:Advice");
    return wrapped(honest, evil.replace("</saml:Issuer>", `</saml:Issuer>${signature}`) + hidden);
  },
  "an empty reference, which means the whole document": (honest) =>
    encode(parts(honest).signed.replace(/URI="#[^"]*"/, 'URI=""')),
  "a comment that cuts the email in two": (honest) => {
    const email = `${emailOf("admin")}.evil.example`;
    const xml = signXml(responseXml({ ...honest, email }, assertionXml({ ...honest, email })), soundly(keyA));
    return encode(xml.replaceAll(email, `${emailOf("admin")}<!---->.evil.example`));
  },
  "a comment that was signed along": (honest) => {
    const email = `${emailOf("admin")}<!---->.evil.example`;
    const canonicalization = "http://www.w3.org/2001/10/xml-exc-c14n#WithComments";
    return answerOf({ ...honest, email }, { ...soundly(keyA), canonicalization });
  },
  "a CDATA section": (honest) =>
    encode(parts(honest).signed.replaceAll(emailOf("sso"), `<![CDATA[${emailOf("sso")}]]>`)),
  "a processing instruction": (honest) =>
    encode(parts(honest).signed.replaceAll(emailOf("sso"), `s<?x?>${emailOf("sso").slice(1)}`)),
  "an entity": (honest) => {
    const xml = parts(honest).signed.replaceAll(emailOf("sso"), "&who;");
    return encode(`<!DOCTYPE r [<!ENTITY who "${emailOf("sso")}">]>${xml}`);
  },
  "an external entity": (honest) => {
    const xml = parts(honest).signed.replaceAll(emailOf("sso"), "&who;");
    return encode(`<!DOCTYPE r [<!ENTITY who SYSTEM "file:///etc/hostname">]>${xml}`);
  },
  "entities that grow": (honest) => {
    const names = "abcdefgh".split("").map((name, at, all) => {
      const former = all[at - 1];
      return `<!ENTITY ${name} "${former ? `&${former};`.repeat(10) : "lol"}">`;
    });
    return encode(
      `<!DOCTYPE r [${names.join("")}]>${parts(honest).signed.replaceAll(emailOf("sso"), "&h;")}`,
    );
  },
  "an expired answer": (honest) => {
    const notOnOrAfter = world.now() - 61_000;
    return answerOf({ ...honest, notBefore: notOnOrAfter - 300_000, notOnOrAfter });
  },
  "one from the future": (honest) => answerOf({ ...honest, notBefore: world.now() + 61_000 }),
  "one without an end": (honest) =>
    encode(
      signXml(
        responseXml(honest, assertionXml(honest).replaceAll(/ NotOnOrAfter="[^"]*"/g, "")),
        soundly(keyA),
      ),
    ),
  "one without conditions": (honest) =>
    encode(
      signXml(
        responseXml(honest, assertionXml(honest).replace(/<saml:Conditions[\s\S]*<\/saml:Conditions>/, "")),
        soundly(keyA),
      ),
    ),
  "another audience": (honest) => answerOf({ ...honest, audience: "https://other.example/" }),
  "the audience of another customer": (honest) =>
    answerOf({ ...honest, audience: honest.audience.replace(ids.retail, ids.bank) }),
  "an audience of another namespace": (honest) =>
    encode(
      signXml(
        responseXml(
          honest,
          assertionXml(honest).replace(
            /<(\/?)saml:AudienceRestriction>/g,
            (_all, end: string) => `<${end}x:AudienceRestriction${end ? "" : ' xmlns:x="urn:x"'}>`,
          ),
        ),
        soundly(keyA),
      ),
    ),
  "an element within the name": (honest) =>
    encode(
      signXml(
        responseXml(honest, assertionXml(honest).replace(/(<saml:NameID[^>]*>[^@<]*)@/, "$1<x/>@")),
        soundly(keyA),
      ),
    ),
  "no audience": (honest) =>
    encode(
      signXml(
        responseXml(
          honest,
          assertionXml(honest).replace(/<saml:AudienceRestriction>[\s\S]*<\/saml:AudienceRestriction>/, ""),
        ),
        soundly(keyA),
      ),
    ),
  "another recipient": (honest) => answerOf({ ...honest, recipient: "https://other.example/acs" }),
  "the recipient of another customer": (honest) =>
    answerOf({ ...honest, recipient: honest.acs.replace(ids.retail, ids.bank) }),
  "another destination": (honest) => answerOf({ ...honest, destination: "https://other.example/acs" }),
  "another issuer than before": (honest) => answerOf({ ...honest, issuer: "https://tenant-2.example/" }),
  "an envelope of another issuer": (honest) =>
    answerOf({ ...honest, responseIssuer: "https://tenant-2.example/" }),
  "no request": (honest) => answerOf({ ...honest, requestId: "" }),
  "no request in the signed part": (honest) =>
    answerOf({ ...honest, requestId: "", responseRequestId: honest.requestId }),
  "an unknown request": (honest) => answerOf({ ...honest, requestId: newXmlId() }),
  "an envelope of another request": (honest) => answerOf({ ...honest, responseRequestId: newXmlId() }),
  "another customer's request": async (honest) => {
    const other = await begun("acme-bank");
    return answerOf({ ...honest, requestId: other.honest.requestId });
  },
  "a request that was begun too long ago": (honest) => {
    world.pass(15 * 60_000);
    return answerOf({ ...honest, notBefore: world.now(), notOnOrAfter: world.now() + 300_000 });
  },
  "SHA-1 signature": (honest) =>
    answerOf(honest, { ...soundly(keyA), signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" }),
  "SHA-1 digest": (honest) =>
    answerOf(honest, { ...soundly(keyA), digest: "http://www.w3.org/2000/09/xmldsig#sha1" }),
  "a symmetric signature with the certificate as its key": (honest) =>
    encode(
      parts(honest).signed.replace(
        "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
        "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
      ),
    ),
  "no algorithm": (honest) =>
    encode(parts(honest).signed.replace("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "none")),
  "a status that is no success": (honest) =>
    encode(parts(honest).signed.replace("status:Success", "status:Responder")),
  "an older version": (honest) =>
    answerOf(honest).replace(/^/, "") &&
    encode(parts(honest).signed.replace('Version="2.0"', 'Version="1.1"')),
  "something that is no response": () => encode("<a/>"),
  "no XML": () => encode("SAML"),
  "no Base64": () => "<samlp:Response/>",
  "not UTF-8": () => Buffer.from([0x3c, 0xff, 0xfe]).toString("base64"),
  "elements without end": () => encode("<a>".repeat(20_000)),
  "elements in elements": () => encode("<a>".repeat(20_000) + "</a>".repeat(20_000)),
  nothing: () => "",
};

describe("AUTH-75 AUTH-79 refused at the assertion URL", () => {
  beforeAll(async () => {
    // The issuer is pinned by an honest sign-in first.
    const { honest } = await begun();
    expect((await post(honest.acs, answerOf(honest))).error).toBeUndefined();
  });

  test.each(Object.entries(attacks))("%s", async (_what, attack) => {
    const { honest } = await begun();
    const forged = await attack(honest);
    const { code, error } = await post(honest.acs, forged);
    expect({ code, error }).toEqual({ code: undefined, error: failed });
  });

  test("no attack has created or signed in an account", async () => {
    const sydney = world.databases.region("ap-southeast-2");
    expect(await accountsWithEmail(sydney.reader, `${emailOf("admin")}.evil.example`)).toEqual([]);
    expect((await findUser(sydney.reader, people.admin))?.lastActive).toBeNull();
  });

  test("the genuine answer that each was forged from is accepted, to within a minute", async () => {
    const early = await begun();
    expect(
      (await post(early.honest.acs, answerOf({ ...early.honest, notBefore: world.now() + 59_000 }))).error,
    ).toBeUndefined();
    const late = await begun();
    const times = { notBefore: world.now() - 300_000, notOnOrAfter: world.now() - 59_000 };
    expect((await post(late.honest.acs, answerOf({ ...late.honest, ...times }))).error).toBeUndefined();
  });

  test("SSO-53 the administrator sees why the last one was refused, until one succeeds", async () => {
    const admin = await signedIn(world.app, "admin");
    const last = async () => {
      const answer = await admin.call(
        "query ($filter: IDPSSOConfigFilter!) { IDPGetSSOConfig(filter: $filter) { lastRefusal { reason } } }",
        { filter: { customerId: ids.retail, isEdgeSSO: true } },
      );
      return (answer.data["IDPGetSSOConfig"] as { lastRefusal: { reason: string } | null }).lastRefusal
        ?.reason;
    };
    const right = async () => {
      const { honest } = await begun();
      expect((await post(honest.acs, answerOf(honest))).error).toBeUndefined();
    };
    await right();
    expect(await last()).toBeUndefined();
    const refuse = async (changed: (honest: Answer) => string) => {
      const { honest } = await begun();
      expect((await post(honest.acs, changed(honest))).error).toBeDefined();
      return last();
    };
    expect(await refuse((honest) => answerOf(honest, soundly(keyB)))).toBe("SIGNATURE");
    const late = { notBefore: world.now() - 900_000, notOnOrAfter: world.now() - 600_000 };
    expect(await refuse((honest) => answerOf({ ...honest, ...late }))).toBe("TIME");
    expect(await refuse((honest) => answerOf({ ...honest, audience: "https://other.example" }))).toBe(
      "AUDIENCE",
    );
    // An answer to no request of ours changes nothing.
    expect(await refuse((honest) => answerOf({ ...honest, requestId: newXmlId() }, soundly(keyB)))).toBe(
      "AUDIENCE",
    );
    await right();
    expect(await last()).toBeUndefined();
  });

  test("an accepted response sent again, and its assertion for a new request", async () => {
    const { honest } = await begun();
    const response = answerOf(honest);
    expect((await post(honest.acs, response)).error).toBeUndefined();
    expect((await post(honest.acs, response)).error).toBe(failed);
    const next = await begun();
    const reused = { ...next.honest, assertionId: honest.assertionId };
    expect((await post(honest.acs, answerOf(reused))).error).toBe(failed);
  });

  test("another customer's identity provider, at this customer's address and at its own", async () => {
    const { honest } = await begun();
    expect((await post(honest.acs, answerOf(honest, soundly(keyB)))).error).toBe(failed);
    // Posted to the address of the customer whose key it is, for this customer's request.
    const ireland = `${origin}/saml/eu-west-1/${ids.ireland}/acs`;
    expect((await post(ireland, answerOf(honest, soundly(keyB)))).error).toBe(failed);
    const bank = honest.acs.replace(ids.retail, ids.bank);
    expect((await post(bank, answerOf(honest))).error).toBe(failed);
  });

  test("unknown customers, regions and archived customers", async () => {
    const { honest } = await begun();
    for (const [from, to] of [
      [ids.retail, "0".repeat(24)],
      [ids.retail, ids.closed],
      [ids.retail, ids.ireland],
      ["ap-southeast-2", "mars-1"],
      ["ap-southeast-2", "eu-west-1"],
    ] as const) {
      expect((await post(honest.acs.replace(from, to), answerOf(honest))).error).toBe(failed);
    }
  });

  test("a huge body, and one that is not a form", async () => {
    const { honest } = await begun();
    expect((await post(honest.acs, "A".repeat(300_000))).error).toBe(failed);
    const send = async (body: string, type: string) => {
      const response = await fetch(honest.acs, {
        method: "POST",
        body,
        headers: { "content-type": type },
        redirect: "manual",
      });
      expect(response.status).toBe(303);
      return response.headers.get("location");
    };
    const expected = `http://127.0.0.1:3000/ssoCallback?error=${failed}`;
    expect(await send(JSON.stringify({ SAMLResponse: answerOf(honest) }), "application/json")).toBe(expected);
    expect(await send(answerOf(honest), "text/plain")).toBe(expected);
    expect((await fetch(honest.acs)).status).toBe(404);
  });

  test("forms are accepted nowhere else: GraphQL answers 415", async () => {
    const response = await fetch(`${origin}/api/ap-southeast-2/graphql`, {
      method: "POST",
      body: new URLSearchParams({ query: "mutation { AuthLogout { isLogoutSuccess } }" }),
    });
    expect(response.status).toBe(415);
  });

  test("a new issuer is accepted after the settings are saved again", async () => {
    const { honest } = await begun();
    const moved = { ...honest, issuer: "https://moved.example/" };
    expect((await post(honest.acs, answerOf(moved))).error).toBe(failed);
    const admin = new Client(origin);
    await admin.logIn("admin");
    await admin.result(
      "IDPUpdateSSOConfig",
      withVersion(world.databases, "IDPUpdateSSOConfig", {
        update: {
          groupIds: [],
          enabled: true,
          loginUrl: "https://idp.example/",
          publicCertificates: keyA.certificate,
        },
        filter: { customerId: ids.retail, isEdgeSSO: true },
      }),
    );
    const next = await begun();
    expect(
      (await post(next.honest.acs, answerOf({ ...next.honest, issuer: "https://moved.example/" }))).error,
    ).toBeUndefined();
    const former = await begun();
    expect((await post(former.honest.acs, answerOf(former.honest))).error).toBe(failed);
    // Restores what the other tests expect.
    world.databases
      .region("ap-southeast-2")
      .statement("UPDATE sso_configs SET idpIssuer = NULL, providerId = ''")
      .run();
  });
});

describe("AUTH-73 the one-time code", () => {
  const coded = async () => {
    const { browser, honest } = await begun();
    const { code } = await post(honest.acs, answerOf(honest));
    expect(code).toMatch(/^[\w-]{43}$/);
    return { browser, code: code ?? "" };
  };
  const refused = async (browser: Client, code: string, to?: string) => {
    const { error, message, setCookies } = await exchange(browser, code, to);
    expect({ error, message, setCookies }).toEqual({
      error: "Custom Error",
      message: failed,
      setCookies: [],
    });
  };

  test("works once", async () => {
    const { browser, code } = await coded();
    const state = browser.cookies.get("sso-state") ?? "";
    expect((await exchange(browser, code)).error).toBeUndefined();
    browser.cookies.set("sso-state", state);
    await refused(browser, code);
  });

  test("works for 60 seconds", async () => {
    const inTime = await coded();
    world.pass(59_999);
    expect((await exchange(inTime.browser, inTime.code)).error).toBeUndefined();
    const late = await coded();
    world.pass(60_000);
    await refused(late.browser, late.code);
  });

  test("is unknown if it was never issued", async () => {
    const { browser } = await coded();
    await refused(browser, "x".repeat(43));
    await refused(browser, "");
  });

  test("does not work in another browser, and then no longer in its own", async () => {
    const { browser, code } = await coded();
    const other = await begun();
    await refused(other.browser, code);
    await refused(browser, code);
    const stolen = await coded();
    await refused(new Client(origin), stolen.code);
  });

  test("works for no other redirect", async () => {
    const { browser, code } = await coded();
    await refused(browser, code, "https://evil.example/");
  });

  test("does not work if the account was archived since", async () => {
    const { browser, code } = await coded();
    const set = (archivedAt: number | null) =>
      world.databases
        .region("ap-southeast-2")
        .statement("UPDATE users SET archivedAt = ? WHERE id = ?")
        .run(archivedAt, people.sso);
    set(1);
    await refused(browser, code);
    set(null);
  });

  test("neither it nor the browser's state is stored in readable form", async () => {
    const { browser, code } = await coded();
    const state = browser.cookies.get("sso-state") ?? "";
    const rows = world.databases.region("us-east-1").sqlite;
    for (const table of ["one_time_codes", "sso_requests"]) {
      const text = rows
        .prepare(`SELECT * FROM ${table}`)
        .raw()
        .all()
        .flatMap((row) =>
          (row as unknown[]).map((value) =>
            value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value),
          ),
        )
        .join();
      expect(text).not.toContain(code);
      expect(text).not.toContain(state);
    }
  });

  test("expired requests and assertions are deleted", async () => {
    await coded();
    const count = (table: string) =>
      world.databases.region("us-east-1").sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    await sweep(world.databases, world.now());
    expect([count("sso_requests"), count("sso_assertions")]).not.toContain(0);
    await sweep(world.databases, world.now() + 3_600_000);
    expect([count("sso_requests"), count("sso_assertions")]).toEqual([0, 0]);
  });
});

test("AUTH-120 an email with accounts at several customers leads only to where its owner has signed in before", async () => {
  const virginiaDb = world.databases.region("us-east-1");
  const sydney = world.databases.region("ap-southeast-2");
  // An account created by another customer's administrator, who runs their own identity provider.
  await addAccountInVirginia(world);
  virginiaDb.statement("UPDATE sso_configs SET enabled = 1 WHERE customerId = ?").run(ids.globexUs);
  sydney.statement("DELETE FROM sso_links WHERE userId = ?").run(people.recruiter);
  const led = async () => {
    const { data, message } = await begin(new Client(origin), { email: sharedEmail });
    const { redirectUrl } = (data["IDPAuthSSOLogin"] ?? {}) as { redirectUrl?: string };
    return redirectUrl ? readAuthnRequest(redirectUrl).issuer : message;
  };
  const refusal = "ERROR_CUSTOM_SSO_ACCOUNT_NAME_NEEDED";
  const link = (region: typeof sydney, userId: string) =>
    region.write((writer) => linkAccount(writer, { userId, providerId: "", linkedAt: 1 }));
  expect(await led()).toBe(refusal);
  // The same if theirs is the only customer with single sign-on.
  for (const enabled of [0, 1]) {
    sydney.statement("UPDATE sso_configs SET enabled = ? WHERE customerId = ?").run(enabled, ids.retail);
    expect(await led()).toBe(refusal);
  }
  await link(sydney, people.recruiter);
  expect(await led()).toBe(`${origin}/saml/ap-southeast-2/${ids.retail}`);
  await link(virginiaDb, virginia);
  expect(await led()).toBe(refusal);
});
