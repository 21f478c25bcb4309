import { afterAll, beforeAll, expect, test } from "vitest";
import { hiddenValue, textOf } from "../support/console-client";
import { signIn, type Stand, startStand } from "./support/stand";

let idle: Stand;

// A session about to end by inactivity, within the five minutes in which the page warns.
beforeAll(async () => {
  idle = await startStand({ ACCESS_TOKEN_MINUTES: "40", REFRESH_TOKEN_HOURS: "0.07" });
});
afterAll(() => idle.stop());

const until = /You will be signed out at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/;

test("SESS-43 every page served in the last five minutes warns, and Stay signed in renews the session", async () => {
  const { client, base } = await signIn(idle);
  for (const path of ["customers", "settings/overview"]) {
    const page = await client.get(`${base}/${path}`);
    expect(textOf(page)).toMatch(until);
    expect(page.html).toContain('action="/session/stay"');
  }
  const before = await client.get(`${base}/customers`);
  await new Promise((done) => setTimeout(done, 1100));
  const answer = await client.post("/session/stay", [
    ["csrf", hiddenValue(before, "csrf")],
    ["returnTo", `${base}/customers`],
  ]);
  expect([answer.status, answer.location]).toEqual([303, `${base}/customers`]);
  expect(idle.sydney.callsOf("AuthRefreshToken")).toHaveLength(1);
  const [, first = ""] = until.exec(textOf(before)) ?? [];
  const [, second = ""] = until.exec(textOf(await client.get(`${base}/customers`))) ?? [];
  expect(second > first).toBe(true);
});

test("SESS-43 SESS-40 staying requires a form of this session, and redirects nowhere else", async () => {
  const { client, base } = await signIn(idle);
  expect((await client.post("/session/stay", [["returnTo", base]])).status).toBe(403);
  const page = await client.get(`${base}/customers`);
  const answer = await client.post("/session/stay", [
    ["csrf", hiddenValue(page, "csrf")],
    ["returnTo", "//elsewhere.example/"],
  ]);
  expect(answer.location).toBe("/");
});

test("SESS-43 a region that does not answer is reported, and the session goes on", async () => {
  const { client, base } = await signIn(idle);
  const page = await client.get(`${base}/customers`);
  idle.sydney.fail({ kind: "answer", status: 503, body: "" }, { operation: "AuthRefreshToken" });
  const answer = await client.post("/session/stay", [
    ["csrf", hiddenValue(page, "csrf")],
    ["returnTo", `${base}/customers`],
  ]);
  expect(answer.status).toBe(303);
  await idle.heal();
  expect(textOf(await client.get(`${base}/customers`))).toContain("could not keep you signed in");
});
