import { beforeEach, describe, expect, test, vi } from "vitest";
import type { AwsRegion } from "~/regions";
import { ApiError } from "~/services/regional-api.server";
import { visitor } from "~/services/session-user.server";
import { RequestState } from "~/services/request-state.server";
import { requestNewCode, requestResetLink, signIn, signInByCode } from "~/models/auth/login.server";
import type * as AuthCalls from "~/models/auth/auth-calls.server";
import { answerLogin } from "~/models/auth/login-screen.server";
import { action as askForLink } from "~/routes/auth/forget-password";
import { action, loader } from "~/routes/auth/reset-password";
import { anonymousSession, csrfToken, mfaStepCookie, sealSession, type Session } from "~/sessions.server";

const calls = vi.hoisted(() => ({
  getUserRegion: vi.fn(),
  loginByEmail: vi.fn(),
  loginByCode: vi.fn(),
  resendCode: vi.fn(),
  sendResetLink: vi.fn(),
  resetPassword: vi.fn(),
  isResetTokenValid: vi.fn(),
  getCurrentUser: vi.fn(),
  logout: vi.fn(),
  refreshTokens: vi.fn(),
}));
vi.mock("~/services/identity.server", () => calls);
vi.mock("~/models/auth/auth-calls.server", () => calls);

const failing = (message: string, kind: ApiError["kind"] = "UNEXPECTED", retryAfter?: number) =>
  new ApiError(kind, message, "eu-west-1", "Login", undefined, retryAfter);

async function stateWith(region: AwsRegion = "ap-southeast-2", more: Partial<Session> = {}) {
  const cookie = (await sealSession({ ...anonymousSession(region), ...more })).split(";")[0] ?? "";
  return RequestState.of(new Request("http://x.example/login", { headers: { cookie } }), {});
}

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  calls.getUserRegion.mockResolvedValue("eu-west-1");
  calls.getCurrentUser.mockResolvedValue({ _id: "u1" });
});

const email = "a@b.example";
const step = {
  ...{ email, password: "p", rememberMinutes: 20160, hasApp: false },
  ...{ resendAt: 0, endsAt: Date.now() + 600_000 },
};

test.each([
  ["the sign-in", (state: RequestState) => signIn(state, email, "p"), "loginByEmail"],
  ["the code", (state: RequestState) => signInByCode(state, step, { code: "123456" }, false), "loginByCode"],
  ["a new code", (state: RequestState) => requestNewCode(state, step), "resendCode"],
  ["a reset link", (state: RequestState) => requestResetLink(state, email), "sendResetLink"],
] as const)("AUTH-09 a failed region lookup stops %s, without another call", async (_, ask, call) => {
  for (const lookUp of [() => Promise.reject(failing("broken")), () => Promise.resolve("moon-1")]) {
    calls.getUserRegion.mockImplementation(lookUp);
    expect(await ask(await stateWith())).toEqual({ outcome: "no-region" });
  }
  expect(calls[call]).not.toHaveBeenCalled();
});

describe("signing in", () => {
  test("AUTH-84 a valid code starts the session in the region and until the time given by the API", async () => {
    const expiresAt = "2026-11-20T12:00:00.000Z";
    calls.loginByCode.mockResolvedValue({ expiresAt, defaultAwsRegion: "us-east-1" });
    const state = await stateWith("eu-west-1");
    expect(await signInByCode(state, step, { code: "123456" }, false)).toEqual({ outcome: "signed-in" });
    expect(state.session).toMatchObject({
      region: "us-east-1",
      expiresAt: Date.parse(expiresAt),
      userId: "u1",
    });
  });

  test("AUTH-07 AUTH-08 the remembered region is asked for the account's region, which gets the sign-in", async () => {
    const expiresAt = "2026-11-20T12:00:00.000Z";
    calls.loginByEmail.mockResolvedValue({ mfa: false, expiresAt, defaultAwsRegion: "us-east-1" });
    const state = await stateWith("eu-west-1");
    const before = state.session.id;
    expect(await signIn(state, "a@b.example", "p")).toEqual({ outcome: "signed-in" });
    expect(calls.getUserRegion.mock.calls[0]?.[0].region).toBe("eu-west-1");
    expect(calls.loginByEmail.mock.calls[0]?.[0].region).toBe("eu-west-1");
    expect(state.session).toMatchObject({
      region: "us-east-1",
      expiresAt: Date.parse(expiresAt),
      userId: "u1",
    });
    expect(state.session.id).not.toBe(before);
  });

  test("AUTH-14 AUTH-19 a correct password is not called wrong if the API cannot identify the account", async () => {
    const result = { expiresAt: null, defaultAwsRegion: "us-east-1" };
    calls.loginByEmail.mockResolvedValue({ mfa: false, ...result });
    calls.loginByCode.mockResolvedValue(result);
    calls.getCurrentUser.mockRejectedValue(failing("answer not understood", "UNREADABLE"));
    calls.logout.mockResolvedValue(undefined);
    const state = await stateWith();
    const before = state.session;
    expect(await signIn(state, "a@b.example", "p")).toEqual({ outcome: "failed" });
    expect(state.session).toBe(before);
    expect(await signInByCode(await stateWith(), step, { code: "123456" }, false)).toEqual({
      outcome: "failed",
    });
    // The session that the API began has no user, so it is ended where it began.
    expect(calls.logout.mock.calls.map(([api]) => api.region)).toEqual(["us-east-1", "us-east-1"]);
  });

  test("AUTH-13 AUTH-83 a code or a new password is required before any session", async () => {
    const answer = {
      mfa: true,
      expiresAt: null,
      defaultAwsRegion: "eu-west-1",
      minutesForRememberDevice: 20160,
    };
    calls.loginByEmail.mockResolvedValue(answer);
    const state = await stateWith();
    expect(await signIn(state, "a@b.example", "p")).toMatchObject({
      outcome: "code-needed",
      step: { email: "a@b.example", rememberMinutes: 20160 },
    });
    expect(state.session.apiCookies).toBeUndefined();
    calls.loginByEmail.mockResolvedValue({ ...answer, mfa: false, passwordResetToken: "t" });
    expect(await signIn(state, "a@b.example", "p")).toMatchObject({ outcome: "password-change", token: "t" });
    expect(state.session.apiCookies).toBeUndefined();
  });
});

describe("the one-time code", () => {
  test("AUTH-07 AUTH-08 the code and a new one go to the account's current region, looked up first", async () => {
    calls.loginByCode.mockResolvedValue({ expiresAt: null, defaultAwsRegion: "eu-west-1" });
    calls.resendCode.mockResolvedValue(true);
    expect(await signInByCode(await stateWith("us-east-1"), step, { code: "123456" }, false)).toEqual({
      outcome: "signed-in",
    });
    expect(await requestNewCode(await stateWith("us-east-1"), step)).toMatchObject({ email: step.email });
    expect(calls.getUserRegion.mock.calls.map(([api, email]) => [api.region, email])).toEqual([
      ["us-east-1", step.email],
      ["us-east-1", step.email],
    ]);
    expect(calls.loginByCode.mock.calls[0]?.[0].region).toBe("eu-west-1");
    expect(calls.resendCode.mock.calls[0]?.[0].region).toBe("eu-west-1");
  });
});

test("AUTH-24 MFA-09 a code and a passkey ask to remember the device only if it was ticked", async () => {
  const { loginByCode, loginByPasskey } = await vi.importActual<typeof AuthCalls>(
    "~/models/auth/auth-calls.server",
  );
  const authCall = vi.fn((_document: unknown, _variables: unknown) =>
    Promise.resolve({ AuthMfaLogin: {}, AuthPasskeyLogin: {} }),
  );
  const api = { authCall } as unknown as Parameters<typeof loginByCode>[0];
  for (const isTicked of [true, false]) {
    await loginByCode(api, email, "123456", isTicked);
    await loginByPasskey(api, email, "{}", isTicked);
  }
  expect(authCall.mock.calls.map(([, variables]) => variables)).toEqual([
    { email, code: "123456", isRememberDevice: true },
    { email, response: "{}", isRememberDevice: true },
    { email, code: "123456" },
    { email, response: "{}" },
  ]);
});

describe("a forgotten password", () => {
  test("AUTH-07 AUTH-08 AUTH-43 the link is requested at the account's region", async () => {
    calls.sendResetLink.mockResolvedValue(true);
    expect(await requestResetLink(await stateWith("us-east-1"), "a@b.example")).toEqual({ outcome: "sent" });
    expect(calls.getUserRegion.mock.calls[0]?.[0].region).toBe("us-east-1");
    expect(calls.sendResetLink.mock.calls[0]?.[0].region).toBe("eu-west-1");
  });

  test("AUTH-86 a link not sent according to the API is a failure", async () => {
    calls.sendResetLink.mockResolvedValue(false);
    expect(await requestResetLink(await stateWith(), "a@b.example")).toEqual({ outcome: "failed" });
  });

  test.each([
    ["ERROR_CUSTOM_USER_ACCOUNT_NOT_FOUND", "failed"],
    ["anything else", "failed"],
    ["ERROR_CUSTOM_USER_ACCOUNT_ARCHIVED", "archived"],
    ["ERROR_CUSTOM_SSO_USER_NOT_ALLOW_TO_RESET_PASSWORD", "sso"],
  ])("AUTH-45 AUTH-46 AUTH-47 %s is %s", async (message, outcome) => {
    calls.sendResetLink.mockRejectedValue(failing(message));
    expect(await requestResetLink(await stateWith(), "a@b.example")).toEqual({ outcome });
  });
});

const unreachable = "We cannot reach the service at the moment. Please try again in a few minutes.";

describe("the page of a forgotten password", () => {
  const notice = async () => {
    const session = anonymousSession("eu-west-1");
    const headers = { cookie: (await sealSession(session)).split(";")[0] ?? "" };
    const body = new URLSearchParams({ csrf: csrfToken(session), email: "a@b.example" });
    const request = new Request("http://x.example/forgetPassword", { method: "POST", headers, body });
    const answer = await askForLink({ request, params: {}, context: {} });
    return answer as { data: { notice: { title: string } }; init: { status: number } };
  };
  const silent = failing("no answer", "TIMEOUT");

  test.each([
    ["the lookup", () => calls.getUserRegion],
    ["the call", () => calls.sendResetLink],
  ])("AUTH-110 if the API is silent at %s, the answer reveals nothing about the email", async (_, call) => {
    call().mockRejectedValue(silent);
    const { data, init } = await notice();
    expect(data.notice.title).toBe(unreachable);
    expect(init.status).toBe(503);
  });
});

describe("a new password", () => {
  const address = "http://x.example/resetPassword?token=t&region=us-east-1";

  test("AUTH-86 a password not set according to the API is a failure", async () => {
    calls.resetPassword.mockResolvedValue(false);
    const session = anonymousSession("eu-west-1");
    const request = new Request(address, {
      method: "POST",
      headers: { cookie: (await sealSession(session)).split(";")[0] ?? "" },
      body: new URLSearchParams({
        csrf: csrfToken(session),
        password: "Abcdef-1234",
        repeat: "Abcdef-1234",
      }),
    });
    expect(await action({ request, params: {}, context: {} })).toMatchObject({
      data: { problem: "Unexpected error - Failed to reset password." },
    });
    expect(calls.resetPassword.mock.calls[0]?.[0].region).toBe("us-east-1");
  });

  test("AUTH-50 an overlong one is refused here, with its own message", async () => {
    const session = anonymousSession("eu-west-1");
    const set = async (password: string) => {
      const headers = { cookie: (await sealSession(session)).split(";")[0] ?? "" };
      const body = new URLSearchParams({ csrf: csrfToken(session), password, repeat: password });
      return action({
        request: new Request(address, { method: "POST", headers, body }),
        params: {},
        context: {},
      });
    };
    const start = "Abcdef-1234";
    expect(await set(start.padEnd(1001, "x"))).toMatchObject({
      data: { problem: "Please keep the password within 1000 characters" },
    });
    expect(calls.resetPassword).not.toHaveBeenCalled();
    calls.resetPassword.mockResolvedValue(true);
    await set(start.padEnd(1000, "x"));
    expect(calls.resetPassword).toHaveBeenCalledOnce();
  });

  test("AUTH-56 an expired or missing link is reported at once, by its region; an API that cannot check it is not an error", async () => {
    const isDead = async (url: string) =>
      (await loader({ request: new Request(url), params: {}, context: {} })).isDead;
    expect(await isDead("http://x.example/resetPassword")).toBe(true);
    expect(calls.isResetTokenValid).not.toHaveBeenCalled();
    calls.isResetTokenValid.mockResolvedValue(false);
    expect(await isDead(address)).toBe(true);
    expect(calls.isResetTokenValid.mock.calls[0]?.[0].region).toBe("us-east-1");
    calls.isResetTokenValid.mockResolvedValue(true);
    expect(await isDead(address)).toBe(false);
    calls.isResetTokenValid.mockRejectedValue(failing("down", "UNAVAILABLE"));
    expect(await isDead(address)).toBe(false);
  });
});

describe("the sign-in page's answers", () => {
  /** The page's answer to a posted form; `step` is the current one-time-code step. */
  async function post(fields: Record<string, string>, step?: Parameters<typeof mfaStepCookie.write>[0]) {
    const cookie = step ? ((await mfaStepCookie.write(step)).split(";")[0] ?? "") : "";
    const request = new Request("http://x.example/login", { headers: { cookie } });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const state = await RequestState.of(request, {});
    const url = new URL(request.url);
    const answer = await answerLogin({ request, url, state, context: {}, language: "en-GB", form });
    if (answer instanceof Response) throw new Error("not the page");
    return answer.data;
  }
  const typed = { email: "a@b.example", password: "p" };

  test("AUTH-22 SHELL-33 an empty code keeps the tick for remembering the device", async () => {
    expect(await post({ intent: "verify", code: "", remember: "on" }, step)).toMatchObject({
      remember: true,
    });
    expect(await post({ intent: "verify", code: "" }, step)).toMatchObject({ remember: false });
  });

  test("AUTH-05 AUTH-06 empty and malformed fields are marked, and no region is called", async () => {
    const errors = async (fields: Record<string, string>) => (await post(fields)).lastResult?.error;
    expect(await errors({ email: "", password: "" })).toEqual({
      email: ["Please enter your email"],
      password: ["Please enter your password"],
    });
    expect(await errors({ ...typed, email: "a@b" })).toEqual({ email: ["Please enter a valid email"] });
    expect(await errors({ ...typed, email: `${"a".repeat(101 - 10)}@b.example` })).toEqual({
      email: ["Please keep your email within 100 characters"],
    });
    expect(calls.getUserRegion).not.toHaveBeenCalled();
  });

  const wrong = "Please check that your email and password are correct.";
  test.each<[string, string, ApiError["kind"]?]>([
    ["ERROR_CUSTOM_INVALID_FINGERPRINT_OR_PASSWORD", wrong],
    ["ERROR_CUSTOM_INVALID_FINGERPRINT_OR_PASSWORD:3", `${wrong} You have 3 attempt(s) remaining.`],
    ["answer not understood", wrong, "UNREADABLE"],
    ["anything else", "Unexpected error - Sign in failed. Please contact support."],
  ])("AUTH-14 AUTH-15 AUTH-19 %s reads %s", async (message, text, kind) => {
    calls.loginByEmail.mockRejectedValue(failing(message, kind));
    const { notice, lastResult } = await post(typed);
    expect(notice).toEqual({ tone: "error", title: text });
    expect(lastResult?.initialValue).toEqual({ email: typed.email });
  });

  test("AUTH-17 a locked account replaces the form", async () => {
    calls.loginByEmail.mockRejectedValue(failing("ERROR_CUSTOM_USER_LOCKED"));
    expect((await post(typed)).lockedMinutes).toBe(5);
  });

  test.each([
    [30, 5],
    [300, 5],
    [301, 6],
    [3600, 60],
  ])("AUTH-17 AUTH-100 an address waiting %i seconds is shown %i minutes", async (seconds, minutes) => {
    calls.loginByEmail.mockRejectedValue(failing("ERROR_CUSTOM_USER_LOCKED", "UNEXPECTED", seconds));
    expect((await post(typed)).lockedMinutes).toBe(minutes);
  });

  const enter = { intent: "verify", code: "123456" };
  test.each([
    ["ERROR_CUSTOM_MFA_CODE_NOT_MATCH", "Oops, please make sure to enter the correct code."],
    ["anything else", "Oops, please make sure to enter the correct code."],
    [
      "ERROR_CUSTOM_MFA_CODE_EXPIRED",
      "Oops, that code has expired. Please make sure to enter it within 10 minutes.",
    ],
    ["ERROR_CUSTOM_USER_NOT_FOUND", "Oops, we couldn't find a user with that email address."],
    [
      "ERROR_CUSTOM_MFA_LOGIN_ARGS_MISSING",
      "Oops, something went wrong. Please try again OR contact support.",
    ],
  ])("AUTH-32..36 %s leads back to the email step with %s", async (message, text) => {
    calls.loginByCode.mockRejectedValue(failing(message));
    expect(await post(enter, step)).toMatchObject({ mfa: null, notice: { tone: "error", title: text } });
  });

  test("AUTH-09 AUTH-32 an undetermined region is reported, and ends the code step", async () => {
    calls.getUserRegion.mockRejectedValue(failing("broken"));
    const notice = { tone: "error", title: "Failed to find user region. Please contact support." };
    expect((await post(typed)).notice).toEqual(notice);
    for (const fields of [enter, { intent: "resend" }])
      expect(await post(fields, step)).toMatchObject({ mfa: null, notice });
  });

  test("AUTH-22 AUTH-27 an empty code stays on the step, and a new code within the minute is refused with the seconds left", async () => {
    expect(await post({ intent: "verify", code: " " }, step)).toMatchObject({
      mfa: { email: typed.email },
      codeError: "Please enter the code",
    });
    const waiting = { ...step, resendAt: Date.now() + 30_000 };
    expect(await post({ intent: "resend" }, waiting)).toMatchObject({
      mfa: { email: typed.email },
      notice: { tone: "warning", title: "You can ask for a new code in 30 seconds." },
    });
    expect(calls.loginByCode).not.toHaveBeenCalled();
    expect(calls.resendCode).not.toHaveBeenCalled();
  });

  test("AUTH-17 AUTH-87 wrong codes that lock the account replace the form, at the code and at a new one", async () => {
    calls.loginByCode.mockRejectedValue(failing("ERROR_CUSTOM_USER_LOCKED"));
    calls.resendCode.mockRejectedValue(failing("ERROR_CUSTOM_USER_LOCKED"));
    for (const fields of [enter, { intent: "resend" }])
      expect(await post(fields, step)).toEqual({ lockedMinutes: 5, mfa: null, draft: undefined });
  });

  test("AUTH-85 a new code that was not sent leads back to the email step, like a wrong one", async () => {
    const title = "Oops, please make sure to enter the correct code.";
    for (const answer of [
      () => Promise.resolve(false),
      () => Promise.reject(failing("anything else")),
      () => Promise.reject(failing("ERROR_CUSTOM_INVALID_FINGERPRINT_OR_PASSWORD:3")),
    ]) {
      calls.resendCode.mockImplementation(answer);
      expect(await post({ intent: "resend" }, step)).toMatchObject({
        mfa: null,
        notice: { tone: "error", title },
      });
    }
  });

  test("AUTH-27 AUTH-87 a new code refused by the API's rate limit keeps the code step, with the time to wait", async () => {
    for (const [seconds, title] of [
      [41, "You can ask for a new code in 41 seconds."],
      [1500, "Too many attempts. Please try again in 25 minutes."],
    ] as const) {
      const error = new ApiError("RATE_LIMITED", "slow down", "eu-west-1", "Resend", undefined, seconds);
      calls.resendCode.mockRejectedValue(error);
      expect(await post({ intent: "resend" }, step)).toMatchObject({
        mfa: { email: typed.email, wait: seconds },
        notice: { tone: "warning", title },
      });
    }
    calls.resendCode.mockRejectedValue(failing("down", "UNAVAILABLE"));
    expect(await post({ intent: "resend" }, step)).toMatchObject({ mfa: { email: typed.email } });
  });

  test("AUTH-26 AUTH-28 a new code is confirmed, and the minute restarts", async () => {
    calls.resendCode.mockResolvedValue(true);
    expect(await post({ intent: "resend" }, step)).toMatchObject({
      mfa: { wait: 60 },
      notice: { tone: "success", title: "A new code has been sent to your email." },
    });
  });
});

describe("an API that cannot answer reveals nothing about the account", () => {
  const patience = (retryAfter?: number) =>
    new ApiError("RATE_LIMITED", "slow down", "eu-west-1", "Login", undefined, retryAfter);

  test.each([
    ["the lookup", () => calls.getUserRegion],
    ["the sign-in", () => calls.loginByEmail],
  ])("AUTH-09 a rate-limited %s says when to try again, with 429", async (_, call) => {
    const answers: [number | undefined, string][] = [
      [1, "Too many attempts. Please try again in 1 second."],
      [30, "Too many attempts. Please try again in 30 seconds."],
      [61, "Too many attempts. Please try again in 2 minutes."],
      [undefined, "Too many attempts. Please try again in 60 seconds."],
    ];
    for (const [seconds, title] of answers) {
      call().mockRejectedValue(patience(seconds));
      expect(await posted()).toMatchObject({ data: { notice: { title } }, init: { status: 429 } });
    }
  });

  test.each(
    (["UNAVAILABLE", "TIMEOUT", "DOWNSTREAM"] as const).flatMap((kind) => [
      [kind, "the lookup", () => calls.getUserRegion] as const,
      [kind, "the sign-in", () => calls.loginByEmail] as const,
    ]),
  )("AUTH-110 %s at %s says that the service cannot be reached, with 503", async (kind, _, call) => {
    call().mockRejectedValue(failing("down", kind));
    expect(await posted()).toMatchObject({ data: { notice: { title: unreachable } }, init: { status: 503 } });
  });

  async function posted() {
    const request = new Request("http://x.example/login");
    const form = new FormData();
    form.set("email", "a@b.example");
    form.set("password", "p");
    const state = await RequestState.of(request, {});
    const url = new URL(request.url);
    return answerLogin({ request, url, state, context: {}, language: "en-GB", form });
  }
});

describe("AUTH-29 the code step ends ten minutes after it began", () => {
  const requestWith = (setCookie: string) =>
    new Request("http://x.example/login", { headers: { cookie: setCookie.split(";")[0] ?? "" } });

  test("however often a new code is requested", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      calls.resendCode.mockResolvedValue(true);
      calls.loginByEmail.mockResolvedValue({ mfa: true, expiresAt: null, defaultAwsRegion: "eu-west-1" });
      const began = await signIn(await stateWith(), "a@b.example", "p");
      if (began.outcome !== "code-needed") throw new Error(began.outcome);
      let { step } = began;
      for (let minute = 1; minute <= 9; minute += 1) {
        vi.setSystemTime(Date.now() + 60_000);
        const next = await requestNewCode(await stateWith(), step);
        if ("outcome" in next) throw new Error(next.outcome);
        step = next;
        const cookie = await mfaStepCookie.write(step);
        const left = Number(/max-age=(\d+)/i.exec(cookie)?.[1]);
        expect(left).toBeLessThanOrEqual(600 - minute * 60);
        expect(await mfaStepCookie.read(requestWith(cookie))).toMatchObject({ email: "a@b.example" });
      }
      const kept = await mfaStepCookie.write(step);
      vi.setSystemTime(Date.now() + 60_000);
      expect(await mfaStepCookie.read(requestWith(kept))).toBeNull();
      expect(await mfaStepCookie.write(step)).toMatch(/edge-mfa=;/);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the visitor of the sign-in pages", () => {
  const minutes = (count: number) => Date.now() + count * 60_000;
  let count = 0;
  /** A session whose token expires in `left` minutes, with a unique refresh token. */
  const sessionFor = (left: number) => {
    count += 1;
    const apiCookies = { "access-token": "a", "refresh-token": `r${count}` };
    return stateWith("us-east-1", { apiCookies, expiresAt: minutes(left), userId: "u1" });
  };

  test("AUTH-41 is the signed-in person, loaded once from their own region", async () => {
    const state = await sessionFor(45);
    expect(await Promise.all([visitor(state), visitor(state)])).toEqual([{ _id: "u1" }, { _id: "u1" }]);
    expect(calls.getCurrentUser.mock.calls.map(([api]) => api.region)).toEqual(["us-east-1"]);
    expect(calls.refreshTokens).not.toHaveBeenCalled();
  });

  test("AUTH-41 SESS-12 has tokens renewed when about to expire", async () => {
    const state = await sessionFor(29);
    calls.refreshTokens.mockResolvedValue({ expiresAt: new Date(minutes(60)).toISOString(), logout: false });
    expect(await visitor(state)).toEqual({ _id: "u1" });
    expect(state.session.expiresAt).toBeGreaterThan(minutes(59));
  });

  test("AUTH-41 is null if the session has ended or there is none", async () => {
    const refreshSaysSo = await sessionFor(29);
    calls.refreshTokens.mockResolvedValue({ expiresAt: null, logout: true });
    expect(await visitor(refreshSaysSo)).toBeNull();
    expect(calls.getCurrentUser).not.toHaveBeenCalled();
    const answerSaysSo = await sessionFor(45);
    calls.getCurrentUser.mockRejectedValue(failing("ended", "UNAUTHENTICATED"));
    expect(await visitor(answerSaysSo)).toBeNull();
    for (const { session } of [refreshSaysSo, answerSaysSo])
      expect(session).toEqual({
        id: expect.any(String),
        region: "us-east-1",
        former: { id: expect.any(String), userId: "u1" },
      });
    expect(await visitor(await stateWith())).toBeNull();
  });

  test("SESS-34 a region that does not answer ends no session", async () => {
    const state = await sessionFor(45);
    calls.getCurrentUser.mockRejectedValue(failing("down", "UNAVAILABLE"));
    await expect(visitor(state)).rejects.toMatchObject({ kind: "UNAVAILABLE" });
    expect(state.session.userId).toBe("u1");
  });
});
