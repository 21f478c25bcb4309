import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { action } from "~/routes/auth/login-with-sso";
import { action as confirm, loader } from "~/routes/auth/sso-callback";
import { ApiError, RegionalApi } from "~/services/regional-api.server";
import { anonymousSession, csrfToken, sealSession } from "~/sessions.server";

// The console at console.example, and under the other brand at hire.example.
const calls = vi.hoisted(() => {
  vi.stubEnv("CONSOLE_ORIGIN", "https://console.example");
  vi.stubEnv("ALTERNATE_BRAND_HOSTS", "hire.example");
  return { authCall: vi.fn(), getCurrentUser: vi.fn() };
});
vi.mock("~/services/identity.server", () => calls);
vi.spyOn(RegionalApi.prototype, "authCall").mockImplementation(calls.authCall);

afterAll(() => vi.unstubAllEnvs());
beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  calls.getCurrentUser.mockResolvedValue({
    _id: "u1",
    customers: [{ awsRegion: "eu-west-1", customerId: "c1" }],
    defaultCustomer: null,
  });
});

/** The `redirect` with which a sign-on starts. */
async function redirectOf(address: string): Promise<string> {
  calls.authCall.mockResolvedValueOnce({ IDPAuthSSOLogin: { redirectUrl: "https://idp.example/" } });
  const session = anonymousSession();
  const headers = { cookie: (await sealSession(session)).split(";")[0] ?? "" };
  const body = new URLSearchParams({ csrf: csrfToken(session), account: "acme" });
  await action({
    request: new Request(address, { method: "POST", headers, body }),
    params: {},
    context: {},
  });
  return calls.authCall.mock.lastCall?.[1].ssoLoginDto.redirect;
}
/** The redirect target of the callback. */
async function callbackTarget(origin: string, query: Record<string, string>): Promise<string | null> {
  calls.authCall.mockResolvedValue({
    AuthSSOLogin: { defaultAwsRegion: "eu-west-1", expiresAt: "2030-01-01T00:00:00.000Z" },
  });
  const request = new Request(`${origin}/ssoCallback?${new URLSearchParams(query)}`);
  return (await loader({ request, params: {}, context: {} }))?.headers.get("location") ?? null;
}
const callback = `https://console.example/ssoCallback?${new URLSearchParams({
  code: "c",
  confirm: "1",
  redirect: "https://console.example/x",
})}`;
/** Opens the page that asks for the mailed code. */
const load = () => loader({ request: new Request(callback), params: {}, context: {} });
/** The form's answer for a code and the API's refusal, if any: a message, or none for a valid code. */
async function confirmed(code: string, refusal?: string) {
  if (refusal) calls.authCall.mockRejectedValue(new ApiError("UNEXPECTED", refusal, "eu-west-1", "x"));
  else
    calls.authCall.mockResolvedValue({
      AuthSSOLogin: { defaultAwsRegion: "eu-west-1", expiresAt: "2030-01-01T00:00:00.000Z" },
    });
  const session = anonymousSession();
  const headers = { cookie: (await sealSession(session)).split(";")[0] ?? "" };
  const body = new URLSearchParams({ csrf: csrfToken(session), code });
  const request = new Request(callback, { method: "POST", headers, body });
  return confirm({ request, params: {}, context: {} });
}

const main = "https://console.example";
const other = "https://hire.example";
const query = (redirect: string) => `?${new URLSearchParams({ redirect })}`;

test("AUTH-70 AUTH-72 AUTH-74 a sign-on that started on an alternate brand host ends there", async () => {
  const page = `${other}/region/eu-west-1/customers/c1?x=1`;
  const given = await redirectOf(`${other}/loginWithSSO${query(page)}`);
  expect(given).toBe(page);
  const there = `${other}/ssoCallback?code=c&redirect=${encodeURIComponent(page)}&sentOn=1`;
  expect(await callbackTarget(main, { code: "c", redirect: given })).toBe(there);
  // No code was exchanged on the host without the browser's state.
  expect(calls.getCurrentUser).not.toHaveBeenCalled();
  expect(await callbackTarget(other, { code: "c", redirect: given })).toBe(
    "/region/eu-west-1/customers/c1?x=1",
  );
  expect(calls.authCall).toHaveBeenLastCalledWith(expect.anything(), {
    ssoLoginDto: { code: "c", redirect: given },
  });
});

test("AUTH-57 AUTH-79 a sign-on without a redirect, or one that fails, also ends on the host where it started", async () => {
  const given = await redirectOf(`${other}/loginWithSSO`);
  expect(given).toBe(`${other}/`);
  expect(await callbackTarget(main, { error: "E", redirect: given })).toBe(
    `${other}/ssoCallback?error=E&redirect=${encodeURIComponent(given)}&sentOn=1`,
  );
  expect(await callbackTarget(other, { error: "E", redirect: given })).toBe(
    `/loginWithSSO${query(`${other}/`)}`,
  );
});

test.each([
  ["an alternate host", other, "https://talent-hub.example/jobs", "https://talent-hub.example/jobs"],
  [
    "an alternate host",
    other,
    "https://elsewhere.example/",
    `/leaving?to=${encodeURIComponent("https://elsewhere.example/")}`,
  ],
  ["an alternate host", other, `${main}/x`, `/leaving?to=${encodeURIComponent(`${main}/x`)}`],
  ["the main host", main, `${other}/x`, `/leaving?to=${encodeURIComponent(`${other}/x`)}`],
])(
  "AUTH-38 AUTH-73 one that starts at %s (%s) with the target %s ends on the host where it started",
  async (_, began, target, end) => {
    const given = await redirectOf(`${began}/loginWithSSO${query(target)}`);
    expect(new URL(given).origin).toBe(began);
    if (began === other)
      expect(await callbackTarget(main, { code: "c", redirect: given })).toMatch(`${other}/ssoCallback?`);
    expect(await callbackTarget(began, { code: "c", redirect: given })).toBe(end);
    expect(await callbackTarget(began, { error: "E", redirect: given })).toBe(
      `/loginWithSSO${query(target)}`,
    );
  },
);

test("AUTH-72 the main host's own sign-ons stay unchanged, and no host redirects to an unconfigured one", async () => {
  for (const target of [`${main}/x`, "https://elsewhere.example/", "https://hire.example.evil.example/"]) {
    expect(await redirectOf(`${main}/loginWithSSO${query(target)}`)).toBe(target);
    expect(await callbackTarget(main, { error: "E", redirect: target })).toBe(
      `/loginWithSSO${query(target)}`,
    );
  }
  expect(await callbackTarget(main, { error: "E" })).toBe("/loginWithSSO");
  // The code is never sent over http or to another port, whatever the address contains.
  expect(await callbackTarget(main, { code: "c", redirect: "http://hire.example:8443/" })).toMatch(
    "https://hire.example/ssoCallback?",
  );
  // Behind a proxy that hides the host it would be redirected endlessly.
  expect(await callbackTarget(main, { error: "E", redirect: `${other}/`, sentOn: "1" })).toMatch(
    /^\/loginWithSSO/,
  );
});

test("SSO-42 the page asks for the mailed code before any exchange, and reports a wrong one next to the field", async () => {
  expect(await load()).toBeNull();
  expect(calls.authCall).not.toHaveBeenCalled();
  expect(await confirmed(" ")).toMatchObject({
    data: { error: "Please enter the code" },
    init: { status: 400 },
  });
  expect(calls.authCall).not.toHaveBeenCalled();
  expect(await confirmed("111111", "ERROR_CUSTOM_MFA_CODE_NOT_MATCH")).toMatchObject({
    data: { error: "Oops, please make sure to enter the correct code." },
    init: { status: 400 },
  });
  const answer = await confirmed(" 123456 ");
  expect(calls.authCall).toHaveBeenLastCalledWith(expect.anything(), {
    ssoLoginDto: { code: "c", redirect: "https://console.example/x", mailedCode: "123456" },
  });
  expect(answer instanceof Response && answer.headers.get("location")).toBe("/x");
});

test.each([
  ["SSO-42", "ERROR_CUSTOM_MFA_CODE_EXPIRED"],
  ["AUTH-93", "ERROR_CUSTOM_USER_LOCKED"],
  ["AUTH-78", "ERROR_CUSTOM_SSO_DISABLED"],
  ["AUTH-79", "ERROR_CUSTOM_SSO_LOGIN_FAILED"],
])("%s after %s the sign-on starts again", async (_, refusal) => {
  const answer = await confirmed("123456", refusal);
  expect(answer instanceof Response && answer.headers.get("location")).toMatch(/^\/loginWithSSO\?redirect=/);
});
