import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { RequestState } from "~/services/request-state.server";
import { freshSession } from "~/services/session-refresh.server";
import { anonymousSession, sealSession, type Session } from "~/sessions.server";

const transport = vi.hoisted(() => ({ httpFetch: vi.fn() }));
vi.mock("~/services/http-transport.server", () => ({
  ...transport,
  ConnectionError: class extends Error {},
}));

const minute = 60_000;
let exchanges = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  transport.httpFetch.mockReset();
  transport.httpFetch.mockImplementation(() => {
    exchanges += 1;
    const expiresAt = new Date(Date.now() + 60 * minute).toISOString();
    const headers = new Headers();
    headers.append("set-cookie", `refresh-token=given-${exchanges}; Max-Age=86400; HttpOnly`);
    return Promise.resolve(
      Response.json({ data: { AuthRefreshToken: { expiresAt, logout: false } } }, { headers }),
    );
  });
});
afterEach(() => vi.useRealTimers());

let people = 0;
/** A person whose access token is about to expire. */
function person(): Session {
  people += 1;
  const apiCookies = { "access-token": "a", "refresh-token": `old-${people}` };
  return { ...anonymousSession("eu-west-1"), apiCookies, expiresAt: Date.now() + 20 * minute };
}

const tokenOf = ({ apiCookies }: Session) => apiCookies?.["refresh-token"];
const from = (clientAddress: string) => ({ requestId: "r", clientAddress });
const calls = () => transport.httpFetch.mock.calls.length;

/** Number of API calls after a client asks again just before and just after the general 20-second cache expires. */
async function callsAround20Seconds(session: Session, client: string): Promise<[number, number]> {
  vi.advanceTimersByTime(19_000);
  await freshSession(session, from(client));
  const before = calls();
  vi.advanceTimersByTime(2_000);
  await freshSession(session, from(client));
  return [before, calls()];
}

describe("SESS-12 a refresh whose response the browser never received", () => {
  test("is kept for the same client until a request shows that it arrived", async () => {
    const session = person();
    const lost = await freshSession(session, from("2001:db8::1"));
    vi.advanceTimersByTime(15 * minute);
    // Another address of the same connection.
    const again = await freshSession(session, from("2001:db8::2"));
    expect(tokenOf(again)).toBe(tokenOf(lost));
    expect(tokenOf(again)).not.toBe(tokenOf(session));
    expect(calls()).toBe(1);
  });

  test("is not given to another client that comes late: the API is asked, which treats it as theft", async () => {
    const session = person();
    await freshSession(session, from("203.0.113.7"));
    expect(await callsAround20Seconds(session, "203.0.113.8")).toEqual([1, 2]);
  });

  test("is not given to anyone once a request used its token", async () => {
    const session = person();
    const fresh = await freshSession(session, from("203.0.113.7"));
    const cookie = (await sealSession(fresh)).split(";")[0] ?? "";
    await RequestState.of(new Request("http://x.example/", { headers: { cookie } }), {});
    expect(await callsAround20Seconds(session, "203.0.113.7")).toEqual([1, 2]);
  });

  test("is kept briefly if another console's response arrived while this one was no longer awaited", async () => {
    const session = person();
    transport.httpFetch.mockImplementationOnce(
      (_url: URL, { signal }: { signal: AbortSignal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted")))),
    );
    const silent = freshSession(session, from("203.0.113.7"));
    await vi.advanceTimersByTimeAsync(8_000);
    await silent;
    // The region was silent: the next page waits only briefly, and the answer comes later.
    let answer = () => {};
    const later = new Promise<void>((resolve) => (answer = resolve));
    const answered = transport.httpFetch.getMockImplementation();
    transport.httpFetch.mockImplementationOnce(() => later.then(() => answered?.()));
    await freshSession(session, from("203.0.113.7"));
    answer();
    await vi.advanceTimersByTimeAsync(0);
    const apiCookies = { "access-token": "a", "refresh-token": `given-${exchanges}` };
    const cookie = (await sealSession({ ...session, apiCookies })).split(";")[0] ?? "";
    await RequestState.of(new Request("http://x.example/", { headers: { cookie } }), {});
    expect(await callsAround20Seconds(session, "203.0.113.7")).toEqual([2, 3]);
  });

  test("is dropped after half an hour", async () => {
    const session = person();
    await freshSession(session, from("203.0.113.7"));
    vi.advanceTimersByTime(30 * minute);
    await freshSession(session, from("203.0.113.7"));
    expect(calls()).toBe(2);
  });
});
