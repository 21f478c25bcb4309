import { beforeAll, describe, expect, test } from "vitest";
import { sweep } from "../../regional-api/sweep";
import { Client, signedIn } from "./fixtures/client";
import { retail } from "./fixtures/ids";
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
} from "./fixtures/saml";
import { useClient, useWorld } from "./fixtures/use-world";
import { addGroup, emailOf, ids, people } from "./fixtures/world";

const oldKey = newIdpKey();
const newKey = newIdpKey();
const redirect = "http://127.0.0.1:3000/";
const filter = { customerId: ids.retail, isEdgeSSO: true };

const world = useWorld("all tests", { AUTH_CALLS_PER_MINUTE: "100000" });
const staff = useClient(world, "staff", "all tests");
let origin: string;

/** Saves the identity provider's certificates, keeping the initial rest. */
const save = async (...keys: (typeof oldKey)[]) => {
  const publicCertificates = keys.map(({ certificate }) => certificate).join("\n");
  const update = { groupIds: [], enabled: true, loginUrl: "https://idp.example/login", publicCertificates };
  await staff.result("IDPUpdateSSOConfig", { update, filter });
};

beforeAll(async () => {
  origin = await world.app.listen({ host: "127.0.0.1", port: 0 });
  await staff.send("IDPCreateSSOConfig", {
    ...retail,
    accountName: "acme-retail",
    region: "ap-southeast-2",
    groupIds: [],
    enabled: true,
    loginUrl: "https://idp.example/login",
    publicCertificates: oldKey.certificate,
    isEdgeSSO: true,
  });
});

/** An honest answer to the request in a redirect. */
const honestAnswerTo = (redirectUrl: string): Answer => {
  const { id, acs, issuer } = readAuthnRequest(redirectUrl);
  return {
    requestId: id,
    acs,
    audience: issuer,
    issuer: "https://idp.example/",
    responseIssuer: undefined,
    destination: acs,
    recipient: acs,
    responseRequestId: undefined,
    notBefore: world.now(),
    notOnOrAfter: world.now() + 300_000,
    email: "new.person@test.example",
    firstName: "Nia",
    lastName: "New",
    assertionId: newXmlId(),
    extra: "",
    claims: undefined,
  };
};

const signed = (answer: Answer, key = oldKey) =>
  encode(signXml(responseXml(answer, assertionXml(answer)), soundly(key)));

async function begun() {
  const browser = new Client(origin);
  const result = await browser.result("IDPAuthSSOLogin", {
    ssoLoginDto: { redirect, isEdgeSSO: true, accountName: "acme-retail" },
  });
  return honestAnswerTo((result as { redirectUrl: string }).redirectUrl);
}

/** The redirect target after a browser posts an answer. */
async function post(acs: string, samlResponse: string): Promise<URL> {
  const body = new URLSearchParams({ SAMLResponse: samlResponse });
  const response = await fetch(acs, { method: "POST", body, redirect: "manual" });
  return new URL(response.headers.get("location") ?? "");
}

test("SSO-64 either of two certificates may sign, and a removed one may not", async () => {
  const signs = async (key: typeof oldKey) => {
    const answer = await begun();
    return (await post(answer.acs, signed(answer, key))).searchParams.has("code");
  };
  expect([await signs(oldKey), await signs(newKey)]).toEqual([true, false]);
  await save(oldKey, newKey);
  expect([await signs(oldKey), await signs(newKey)]).toEqual([true, true]);
  await save(newKey);
  expect([await signs(oldKey), await signs(newKey)]).toEqual([false, true]);
  await save(newKey, oldKey);
});

test("SSO-64 a sign-in in progress survives each step of a change of certificates", async () => {
  const endsWell = async (answer: Answer, key: typeof oldKey) =>
    (await post(answer.acs, signed(answer, key))).searchParams.has("code");
  await save(oldKey);
  const [byOld, byNew] = [await begun(), await begun()];
  await save(oldKey, newKey);
  expect([await endsWell(byOld, oldKey), await endsWell(byNew, newKey)]).toEqual([true, true]);
  const last = await begun();
  await save(newKey);
  expect(await endsWell(last, newKey)).toBe(true);
  await save(newKey, oldKey);
});

// ---- tests ----

interface Result {
  isPassed: boolean;
  steps: {
    step: string;
    state: string;
    reason: string | null;
    found: string | null;
    minutes: number | null;
  }[];
  attributes: { name: string; values: string[] }[];
}
const consoleAt = "http://127.0.0.1:3000/region/ap-southeast-2/customers/x/settings/sso";
const settingsOf = (key = oldKey, changes: object = {}) => ({
  groupIds: [],
  enabled: true,
  loginUrl: "https://idp.example/login",
  publicCertificates: key.certificate,
  ...changes,
});

async function beginTest(update = settingsOf(), client: Client = staff, of = filter) {
  const { result, error } = await client.send("IDPBeginSSOTest", { update, filter: of, redirect: consoleAt });
  return error ? { error, answer: undefined } : { error, answer: honestAnswerTo(result.redirectUrl) };
}

const readTest = (testId: string | null, as: Client = staff, customerId: string = ids.retail) =>
  as.send("IDPGetSSOTest", { customerId, testId });

/** Tries a modified answer. Returns the id of the result and the result. */
async function tried(change: (honest: Answer) => Partial<Answer>, key = oldKey, update = settingsOf()) {
  const { answer } = await beginTest(update);
  if (!answer) throw new Error("no test began");
  const led = await post(
    answer.acs,
    signed({ ...answer, email: "trial@test.example", ...change(answer) }, key),
  );
  expect(led.origin + led.pathname).toBe("http://127.0.0.1:3000/ssoCallback");
  const testId = led.searchParams.get("test");
  expect(led.searchParams.get("at")).toBe(`ap-southeast-2/${ids.retail}`);
  const { data } = await readTest(testId);
  return { testId, result: data["IDPGetSSOTest"] as Result };
}

const failedOf = ({ steps }: Result) => steps.filter(({ state }) => state === "FAILED");

/** Row counts of tables that tests must not change. */
const traces = () => {
  const sydney = world.databases.region("ap-southeast-2");
  return ["users", "sessions", "sso_links", "sso_refusals", "sso_assertions", "outbox", "record_entries"].map(
    (table) => sydney.statement<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).all()[0]?.n,
  );
};

describe("a test of single sign-on", () => {
  test("SSO-65 passes where a sign-in would succeed, reports each step, and creates nothing", async () => {
    const before = traces();
    const { result } = await tried(() => ({}));
    expect(result.isPassed).toBe(true);
    expect(result.steps.map(({ step, state }) => [step, state])).toEqual(
      ["ANSWER", "SIGNATURE", "TIME", "AUDIENCE", "ADDRESS", "ISSUER", "EMAIL", "ACCOUNT", "GROUPS"].map(
        (step) => [step, "PASSED"],
      ),
    );
    expect(result.steps.find(({ step }) => step === "ACCOUNT")).toMatchObject({
      reason: "CREATED",
      found: "Nia New",
    });
    expect(result.attributes).toEqual([
      { name: "email", values: ["trial@test.example"] },
      { name: "firstName", values: ["Nia"] },
      { name: "lastName", values: ["New"] },
    ]);
    expect(traces()).toEqual(before);
  });

  const minutes = (count: number) => count * 60_000;
  test.each<[what: string, change: (honest: Answer) => Partial<Answer>, failed: object]>([
    [
      "a clock that is ahead",
      () => ({ notBefore: world.now() + minutes(7), notOnOrAfter: world.now() + minutes(12) }),
      { step: "TIME", reason: "AHEAD", minutes: 7 },
    ],
    [
      "a clock that is behind",
      () => ({ notBefore: world.now() - minutes(9), notOnOrAfter: world.now() - minutes(4) }),
      { step: "TIME", reason: "BEHIND", minutes: 9 },
    ],
    [
      "another audience",
      () => ({ audience: "https://other.example" }),
      { step: "AUDIENCE", found: "https://other.example" },
    ],
    ["another address", () => ({ recipient: "https://other.example/acs" }), { step: "ADDRESS" }],
    ["another destination", () => ({ destination: "https://other.example/acs" }), { step: "ADDRESS" }],
    ["no email", () => ({ claims: "" }), { step: "EMAIL", reason: "MISSING" }],
    ["what is no email", () => ({ email: "nobody" }), { step: "EMAIL", reason: "INVALID", found: "nobody" }],
    ["no name", () => ({ firstName: "", lastName: "" }), { step: "EMAIL", reason: "NAMELESS" }],
    ["somebody of the provider", () => ({ email: emailOf("staff") }), { step: "ACCOUNT" }],
    [
      "somebody of another customer",
      () => ({ email: emailOf("globexAdmin") }),
      { step: "ACCOUNT", reason: "NOT_HERE" },
    ],
  ])("SSO-65 names the problem: %s", async (_, change, failed) => {
    const before = traces();
    const { result } = await tried(change);
    expect(result.isPassed).toBe(false);
    expect(failedOf(result)).toMatchObject([failed]);
    expect(traces()).toEqual(before);
  });

  test("SSO-65 a wrong signature ends it, and none of the signed content is shown", async () => {
    const { result } = await tried(() => ({}), newKey);
    expect(failedOf(result)).toMatchObject([{ step: "SIGNATURE" }]);
    expect(result.steps.filter(({ state }) => state === "SKIPPED")).toHaveLength(7);
    expect(result.attributes).toEqual([]);
  });

  test("SSO-65 ignores an assertion next to the signed one, and one for another request", async () => {
    const { result } = await tried((honest) => ({
      extra: assertionXml({ ...honest, email: "evil@test.example", assertionId: newXmlId() }),
    }));
    expect(failedOf(result)).toMatchObject([{ step: "ANSWER", reason: "STRUCTURE" }]);
    // The answer to another person's sign-in, wrapped in a response to the test.
    const other = await begun();
    const wrapped = await tried((honest) => ({
      requestId: other.requestId,
      responseRequestId: honest.requestId,
    }));
    expect(failedOf(wrapped.result)).toMatchObject([{ step: "ANSWER", reason: "OTHER_REQUEST" }]);
    expect(wrapped.result.attributes).toEqual([]);
  });

  test("SSO-65 is invisible to other people and customers, and ends after ten minutes", async () => {
    const admin = await signedIn(world.app, "admin");
    const { testId } = await tried(() => ({}));
    const found = async (...by: [Client?, string?]) => (await readTest(testId, ...by)).data["IDPGetSSOTest"];
    expect(await found()).not.toBeNull();
    expect(await found(admin)).toBeNull();
    expect(await found(staff, ids.bank)).toBeNull();
    world.pass(600_001);
    expect(await found()).toBeNull();
    const { answer } = await beginTest();
    world.pass(600_001);
    const late = await post(
      answer?.acs ?? "",
      signed({ ...(answer as Answer), notBefore: world.now(), notOnOrAfter: world.now() + 60_000 }),
    );
    expect(late.searchParams.get("test")).toBeNull();
  });

  test("SSO-65 an answer counts once, only as a test, and only at its own customer", async () => {
    const { answer } = await beginTest();
    if (!answer) throw new Error("no test began");
    const response = signed(answer);
    const elsewhere = await post(answer.acs.replace(ids.retail, ids.bank), response);
    expect([elsewhere.searchParams.get("test"), elsewhere.searchParams.get("code")]).toEqual([null, null]);
    const first = await post(answer.acs, response);
    const testId = first.searchParams.get("test");
    expect(testId).toMatch(/^[0-9a-f]{24}$/);
    const again = await post(answer.acs, response);
    expect([again.searchParams.get("test"), again.searchParams.get("code")]).toEqual([null, null]);
    expect(again.searchParams.get("error")).toBe("ERROR_CUSTOM_SSO_LOGIN_FAILED");
    // The answer to a sign-in does not count as a test.
    const signIn = await begun();
    expect(
      (await post(signIn.acs, signed({ ...signIn, email: emailOf("recruiter") }))).searchParams.get("test"),
    ).toBeNull();
  });

  test("SSO-65 requires the right to change settings, of this customer", async () => {
    const recruiter = await signedIn(world.app, "recruiter");
    expect((await beginTest(settingsOf(), recruiter)).error).toBe("FORBIDDEN");
    const resources = [`edge:*:ap-southeast-2:${ids.acme}:${ids.retail}:*`];
    addGroup(world.databases.region("ap-southeast-2"), "retail", people.departmentHead, [
      { effect: "Allow", actions: ["edge:access", "org:viewSettings", "org:editSettings"], resources },
    ]);
    const clerk = await signedIn(world.app, "departmentHead");
    const publicCertificates = [newKey, oldKey].map(({ certificate }) => certificate).join("\n");
    expect((await beginTest(settingsOf(oldKey, { publicCertificates }), clerk)).error).toBeUndefined();
    // With their own provider they could find out who has an account.
    expect((await beginTest(settingsOf(newKey), clerk)).error).toBe("FORBIDDEN");
    const admin = await signedIn(world.app, "admin");
    expect((await beginTest(settingsOf(), admin, { ...filter, customerId: ids.globexUs })).error).toBe(
      "Not Found Error",
    );
  });

  test("SSO-66 a test counts for the settings it was made with, until others are saved", async () => {
    const needs = async (update: object) => {
      const result = await staff.result("IDPGetSSOChange", { update, filter });
      return result.needsTest;
    };
    const saved = (update: object) => staff.result("IDPUpdateSSOConfig", { update, filter });
    const [one, two] = [settingsOf(), settingsOf(newKey)];
    // Already on: the save turns nothing on.
    expect(await needs(one)).toBe(false);
    await saved({ ...two, enabled: false });
    expect([await needs(one), await needs(two)]).toEqual([true, true]);
    await tried(() => ({}), newKey, one);
    expect(await needs(one)).toBe(true);
    await tried(() => ({}), oldKey, one);
    expect([await needs(one), await needs(two), await needs({ ...two, enabled: false })]).toEqual([
      false,
      true,
      false,
    ]);
    await saved({ ...one, enabled: false });
    expect(await needs(one)).toBe(false);
    await saved({ ...two, enabled: false });
    expect(await needs(one)).toBe(true);
  });
});

// ---- activity ----

interface Attempt {
  email: string | null;
  result: string;
  reason: string | null;
  minutesOff: number | null;
}

async function activity(search: object = {}): Promise<Attempt[]> {
  const variables = { customerId: ids.retail, skipEq: 0, limitEq: 100, ...search };
  const result = await staff.result("IDPGetSSOActivity", variables);
  return result.data;
}

describe("activity", () => {
  const turnOn = () => save(oldKey);

  test("SSO-67 shows the outcome of each attempt, the email mostly masked, and no tests", async () => {
    await turnOn();
    world.pass(120_000);
    const from = new Date(world.now()).toISOString();
    const late = await begun();
    const ahead = { notBefore: world.now() + 7 * 60_000, notOnOrAfter: world.now() + 12 * 60_000 };
    await post(late.acs, signed({ ...late, ...ahead }));
    const forged = await begun();
    await post(forged.acs, signed(forged, newKey));
    const known = await begun();
    await post(known.acs, signed({ ...known, email: emailOf("recruiter") }));
    const strange = await begun();
    await post(strange.acs, signed({ ...strange, email: emailOf("globexAdmin") }));
    await tried(() => ({}));
    expect(await activity({ from })).toMatchObject([
      { email: "g***@test.example", result: "REFUSED", reason: "ACCOUNT", minutesOff: null },
      { email: "r***@test.example", result: "CODE_MAILED", reason: null, minutesOff: null },
      { email: null, result: "REFUSED", reason: "SIGNATURE", minutesOff: null },
      { email: null, result: "REFUSED", reason: "TIME", minutesOff: 7 },
    ]);
    expect(await activity({ from, reason: "TIME" })).toHaveLength(1);
    expect(await activity({ from, result: "SIGNED_IN" })).toEqual([]);
  });

  test("SSO-67 a success is shown once the session begins", async () => {
    const from = new Date(world.now()).toISOString();
    const browser = new Client(origin);
    const { data } = await browser.send("IDPAuthSSOLogin", {
      ssoLoginDto: { redirect, isEdgeSSO: true, accountName: "acme-retail" },
    });
    const answer = honestAnswerTo((data["IDPAuthSSOLogin"] as { redirectUrl: string }).redirectUrl);
    const led = await post(answer.acs, signed({ ...answer, email: "second.person@test.example" }));
    expect(await activity({ from, result: "SIGNED_IN" })).toEqual([]);
    const code = led.searchParams.get("code");
    await browser.send("AuthSSOLogin", { ssoLoginDto: { code, redirect } });
    expect(await activity({ from, result: "SIGNED_IN" })).toMatchObject([{ email: "s***@test.example" }]);
  });

  test("SSO-67 unknown issuers' answers are not shown, and at most 20 refused ones a minute", async () => {
    world.pass(120_000);
    const from = new Date(world.now()).toISOString();
    const first = await begun();
    await post(first.acs, signed({ ...first, requestId: newXmlId() }, newKey));
    await post(first.acs, encode("<junk/>"));
    expect(await activity({ from })).toEqual([]);
    const junk = signed(first, newKey);
    for (let at = 0; at < 30; at += 1) await post(first.acs, junk);
    expect(await activity({ from })).toHaveLength(20);
    world.pass(60_001);
    await post(first.acs, junk);
    expect(await activity({ from })).toHaveLength(21);
  });

  test("SSO-67 are deleted after 90 days, and tests after ten minutes", async () => {
    expect((await activity()).length).toBeGreaterThan(0);
    world.pass(90 * 24 * 3_600_000 + 600_000);
    await sweep(world.databases, world.now());
    const sydney = world.databases.region("ap-southeast-2");
    for (const table of ["sso_attempts", "sso_tests"])
      expect(sydney.statement(`SELECT * FROM ${table}`).all()).toEqual([]);
  });
});
