import { afterEach, describe, expect, test, vi } from "vitest";
import {
  anonymousSession,
  csrfToken,
  endedSession,
  isCsrfToken,
  personSession,
  preferencesCookie,
  readNotices,
  readPreferences,
  readSession,
  sealNotices,
  sealSession,
  type Session,
} from "~/sessions.server";

const withCookie = (setCookie: string) =>
  new Request("https://console.example/", { headers: { cookie: setCookie.split(";")[0] ?? "" } });

const fullSession: Session = {
  ...anonymousSession("us-east-1"),
  apiCookies: {
    "access-token": "a".repeat(43),
    "refresh-token": "r".repeat(43),
    "csrf-token": "c".repeat(43),
  },
  expiresAt: 1_790_000_000_000,
};

describe("the session cookie", () => {
  test("SESS-01 SESS-09 is read back as stored, and encrypts its contents", async () => {
    const text = await sealSession(fullSession);
    expect(await readSession(withCookie(text))).toEqual(fullSession);
    for (const hidden of ["a".repeat(43), "r".repeat(43), "us-east-1"]) expect(text).not.toContain(hidden);
    expect(text).toContain("HttpOnly");
    expect(text).toContain("SameSite=Lax");
  });

  test("is far below the 4,096 bytes that browsers keep", async () => {
    const text = await sealSession({
      ...fullSession,
      apiCookies: { ...fullSession.apiCookies, more: "x".repeat(400) },
    });
    expect(Buffer.byteLength(text)).toBeLessThan(2048);
  });

  test("SESS-41 altered anywhere, truncated, foreign or empty it counts as absent", async () => {
    const [, sealed = ""] = (await sealSession(fullSession)).split(/=|;/, 2);
    const damaged = [
      sealed.slice(0, -1),
      `${sealed}A`,
      "",
      "Fe26.2**",
      "hello",
      ...[10, 80, 150, sealed.length - 5].map(
        (at) => sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1),
      ),
    ];
    for (const value of damaged) {
      expect(await readSession(withCookie(`edge-session=${value}`)), value).toBeNull();
    }
  });
});

describe("the anti-forgery token", () => {
  test("SESS-40 belongs to one session", () => {
    const other = anonymousSession();
    expect(isCsrfToken(fullSession, csrfToken(fullSession))).toBe(true);
    for (const token of [csrfToken(other), "", "x", null, undefined, 7, `${csrfToken(fullSession)}A`]) {
      expect(isCsrfToken(fullSession, token)).toBe(false);
    }
  });
});

describe("a change of the secret", () => {
  const old = "the-secret-of-before-0123456789abcdef";
  const current = "the-secret-of-now-0123456789abcdefgh";

  async function running(env: Record<string, string>) {
    vi.resetModules();
    vi.unstubAllEnvs();
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const [sessions, drafts] = await Promise.all([
      import("~/sessions.server"),
      import("~/services/draft.server"),
    ]);
    return { ...sessions, ...drafts };
  }
  afterEach(() => vi.unstubAllEnvs());

  const step = {
    email: "a@b.example",
    password: "p",
    rememberMinutes: 1,
    hasApp: false,
    resendAt: 0,
    endsAt: Date.now() + 5e5,
  };
  const form = new FormData();
  form.set("title", "Typed");

  test("AUTH-29 email and password of the code step are kept until its end, however often a new code is requested", async () => {
    const { mfaStepCookie } = await running({ SESSION_SECRET: current });
    const again = await mfaStepCookie.write({ ...step, resendAt: Date.now(), endsAt: Date.now() + 90_000 });
    const [, maxAge] = /Max-Age=(\d+)/.exec(again) ?? [];
    expect(Number(maxAge)).toBeGreaterThan(80);
    expect(Number(maxAge)).toBeLessThanOrEqual(90);
    const over = { ...step, endsAt: Date.now() - 1 };
    expect(await mfaStepCookie.write(over)).toContain("Max-Age=0");
  });

  test("with SESSION_SECRET_PREVIOUS everything sealed before it still opens, and every open form is accepted", async () => {
    const before = await running({ SESSION_SECRET: old });
    const texts = {
      session: await before.sealSession(fullSession),
      notices: await before.sealNotices([{ tone: "success", title: "Saved" }]),
      mfa: await before.mfaStepCookie.write(step),
      device: await before.companionCookies["device-token"].write("d1"),
      draft: await before.sealDraft("u1", "/x", form),
      token: before.csrfToken(fullSession),
    };
    const open = async ({ readSession, ...now }: typeof before) => ({
      session: await readSession(withCookie(texts.session)),
      notices: await now.readNotices(withCookie(texts.notices)),
      mfa: await now.mfaStepCookie.read(withCookie(texts.mfa)),
      device: await now.companionCookies["device-token"].read(withCookie(texts.device)),
      draft: await now.openDraft(texts.draft),
      token: now.isCsrfToken(fullSession, texts.token),
    });

    const after = await running({ SESSION_SECRET: current, SESSION_SECRET_PREVIOUS: old });
    expect(await open(after)).toEqual({
      session: fullSession,
      notices: [{ tone: "success", title: "Saved" }],
      mfa: step,
      device: "d1",
      draft: { userId: "u1", to: "/x", fields: [["title", "Typed"]] },
      token: true,
    });
    // From now on new values are sealed with the new secret, and open once the old one is removed.
    const renewed = await after.sealSession(fullSession);
    expect(after.csrfToken(fullSession)).not.toBe(texts.token);

    const later = await running({ SESSION_SECRET: current });
    expect(await later.readSession(withCookie(renewed))).toEqual(fullSession);
    expect(await open(later)).toEqual({
      session: null,
      notices: [],
      mfa: null,
      device: null,
      draft: null,
      token: false,
    });
  });
});

describe("a form still open when its session has ended", () => {
  const session: Session = { ...fullSession, userId: "person" };
  const ended = endedSession(session);
  const token = csrfToken(session);
  const begun = (userId: string) =>
    personSession({ ...anonymousSession("us-east-1"), apiCookies: { "access-token": "a" } }, ended, userId);

  test("SESS-16 SESS-40 is recognised in its browser while signed out, and useless to others", () => {
    expect(ended.apiCookies).toBeUndefined();
    expect(isCsrfToken(ended, token)).toBe(true);
    expect(isCsrfToken(endedSession(ended), token)).toBe(true);
    expect(isCsrfToken(anonymousSession(), token)).toBe(false);
  });

  test("SESS-40 stays valid for the same person after signing in again, and for no one else", () => {
    expect(isCsrfToken(begun("person"), token)).toBe(true);
    const other = begun("somebody-else");
    expect(isCsrfToken(other, token)).toBe(false);
    expect(other.former).toBeUndefined();
    // A form from before any sign-in is invalid afterwards.
    expect(isCsrfToken(begun("person"), csrfToken(ended))).toBe(false);
  });
});

describe("notices", () => {
  test("SHELL-31 are passed to the next page and stay within a few kilobytes", async () => {
    const long = { tone: "error" as const, title: "t".repeat(900), description: "d".repeat(900) };
    const last = { tone: "success" as const, title: "Saved", link: { to: "/x", label: "See" } };
    const text = await sealNotices([long, long, long, last]);
    expect(Buffer.byteLength(text)).toBeLessThan(3000);
    expect((await readNotices(withCookie(text))).at(-1)).toEqual(last);
  });

  test("damaged ones are ignored", async () => {
    expect(await readNotices(withCookie("edge-notices=Fe26.2*x"))).toEqual([]);
  });
});

describe("preferences", () => {
  test("SHELL-21 are restored as chosen, damaged ones as the defaults", () => {
    const chosen = preferencesCookie({ appearance: "dark", timeZone: "UTC" });
    expect(readPreferences(withCookie(chosen))).toMatchObject({ appearance: "dark", timeZone: "UTC" });
    for (const value of ["{", "null", "%7B%22appearance%22%3A%22pink%22%7D", "[]"]) {
      expect(readPreferences(withCookie(`edge-preferences=${value}`))).toMatchObject({
        appearance: "system",
        timeZone: "browser",
      });
    }
  });
});

describe("refresh", () => {
  const soon = (): Session => ({ ...fullSession, expiresAt: Date.now() + 29 * 60_000 });

  async function setUp(answer: () => Promise<{ expiresAt: string | null; logout: boolean }>) {
    vi.resetModules();
    const refreshTokens = vi.fn(answer);
    vi.doMock("~/services/identity.server", () => ({ refreshTokens }));
    const { freshSession, needsRefresh } = await import("~/services/session-refresh.server");
    const { ApiError } = await import("~/services/regional-api.server");
    return { refreshTokens, freshSession, needsRefresh, ApiError };
  }

  test("SESS-12 SESS-13 is due from 30 minutes before the end", async () => {
    const { needsRefresh } = await setUp(() => Promise.reject(new Error()));
    const at = 1_790_000_000_000;
    const session = (left: number) => ({ ...fullSession, expiresAt: at + left });
    expect(needsRefresh(session(30 * 60_000), at)).toBe(true);
    expect(needsRefresh(session(30 * 60_000 + 1), at)).toBe(false);
    expect(needsRefresh(session(-1), at)).toBe(true);
    expect(needsRefresh(anonymousSession(), at)).toBe(false);
  });

  test("SESS-12 fifty at once share one refresh, and all get its result", async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { refreshTokens, freshSession } = await setUp(
      () => new Promise((done) => setTimeout(() => done({ expiresAt, logout: false }), 20)),
    );
    const session = soon();
    const results = await Promise.all(Array.from({ length: 50 }, () => freshSession({ ...session })));
    expect(refreshTokens).toHaveBeenCalledTimes(1);
    for (const result of results) expect(result.expiresAt).toBe(Date.parse(expiresAt));
    // A late request with the old cookie shares it as well.
    await freshSession(session);
    expect(refreshTokens).toHaveBeenCalledTimes(1);
  });

  test("SESS-14 a session ended by the API becomes anonymous and keeps its region", async () => {
    const { freshSession } = await setUp(() => Promise.resolve({ expiresAt: null, logout: true }));
    const result = await freshSession(soon());
    expect(result.apiCookies).toBeUndefined();
    expect(result.region).toBe("us-east-1");
    expect(result.id).not.toBe(fullSession.id);
  });

  test("an unreachable API ends no session, and is asked again", async () => {
    const { freshSession, refreshTokens, ApiError } = await setUp(() => Promise.reject(new Error()));
    refreshTokens.mockRejectedValue(new ApiError("UNAVAILABLE", "x", "us-east-1", "Refresh"));
    const session = soon();
    expect(await freshSession(session)).toBe(session);
    await new Promise((done) => setTimeout(done, 5));
    expect(await freshSession(session)).toBe(session);
    expect(refreshTokens).toHaveBeenCalledTimes(2);
  });
});
