import { beforeEach, expect, test, vi } from "vitest";
import { action } from "~/routes/auth/logout";
import { ApiError } from "~/services/regional-api.server";
import { anonymousSession, csrfToken, readSession, sealSession } from "~/sessions.server";

const calls = vi.hoisted(() => ({ logout: vi.fn() }));
vi.mock("~/services/identity.server", () => calls);
beforeEach(() => void calls.logout.mockReset());

const cookieOf = (setCookie = "") => setCookie.split(";")[0] ?? "";

/** Presses Log Out in a session based in Ireland; returns the answer and the remaining session. */
async function logOut() {
  const session = { ...anonymousSession("eu-west-1"), apiCookies: { "access-token": "a" }, userId: "u1" };
  const request = new Request("http://x.example/logout", {
    method: "POST",
    headers: { cookie: cookieOf(await sealSession(session)) },
    body: new URLSearchParams({ csrf: csrfToken(session) }),
  });
  const response = await action({ request, params: {}, context: {} });
  const cookie = cookieOf(response.headers.getSetCookie().find((text) => text.startsWith("edge-session=")));
  return {
    response,
    before: session,
    after: await readSession(new Request("http://x/", { headers: { cookie } })),
  };
}

test("SESS-09 SESS-27 SESS-42 Log Out ends the session here and in the region, which is remembered for the next sign-in", async () => {
  calls.logout.mockResolvedValue(undefined);
  const { response, before, after } = await logOut();
  expect([response.status, response.headers.get("location")]).toEqual([303, "/login"]);
  expect(calls.logout.mock.calls[0]?.[0].region).toBe("eu-west-1");
  const former = { id: before.id, userId: "u1" };
  expect(after).toEqual({ id: expect.any(String), region: "eu-west-1", former });
  expect(after?.id).not.toBe(before.id);
  // The cookies of the remembered device and the last single sign-on stay; the recent places are deleted with the
  // session.
  const written = response.headers.getSetCookie().map((text) => text.split("=")[0]);
  expect(written).toEqual(["edge-session", "edge-recent"]);
});

test("SESS-27 a failing API does not prevent signing out; the failure is logged", async () => {
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  calls.logout.mockRejectedValue(new ApiError("UNAVAILABLE", "down", "eu-west-1", "Logout"));
  const { response, after } = await logOut();
  const lines = written.mock.calls.map(([line]) => String(line));
  written.mockRestore();
  expect([response.status, response.headers.get("location")]).toEqual([303, "/login"]);
  expect(after?.apiCookies).toBeUndefined();
  // Every region knows the session, so another one can end it.
  expect(calls.logout.mock.calls.map(([api]) => api.region).sort()).toEqual([
    "ap-southeast-2",
    "eu-west-1",
    "us-east-1",
  ]);
  expect(lines.filter((line) => line.includes("sign-out at the API failed"))).toHaveLength(1);
});
