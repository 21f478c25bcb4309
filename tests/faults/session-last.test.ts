import { afterAll, beforeAll, expect, test } from "vitest";
import { hiddenValue, textOf } from "../support/console-client";
import { signIn, type Stand, startStand } from "./support/stand";

let final: Stand;

// A session about to reach its fixed end, within the five minutes in which the page warns.
beforeAll(async () => {
  final = await startStand({ SESSION_HOURS: "0.07", REFRESH_TOKEN_HOURS: "24", ACCESS_TOKEN_MINUTES: "2" });
});
afterAll(() => final.stop());

const until = /You will be signed out at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/;

test("SESS-43 a session close to its fixed end warns; staying redirects to the sign-in and back @all", async () => {
  const { client, base } = await signIn(final);
  expect(textOf(await client.get(`${base}/customers`))).toMatch(until);
  // The end counts as final only once the lifetime has shrunk by more than the tolerance of 35 s.
  await new Promise((done) => setTimeout(done, 38_000));
  const page = await client.get(`${base}/customers?sort=displayName`);
  expect(textOf(page)).toContain("Your session cannot be extended");
  const answer = await client.post("/session/stay", [
    ["csrf", hiddenValue(page, "csrf")],
    ["returnTo", `${base}/customers?sort=displayName`],
  ]);
  expect(answer.status).toBe(303);
  const address = new URL(answer.location ?? "", final.web.origin);
  expect(address.pathname).toBe("/login");
  expect(new URL(address.searchParams.get("redirect") ?? "").pathname).toBe(`${base}/customers`);
  expect(final.sydney.callsOf("AuthLogout")).toHaveLength(1);
  expect(textOf(await client.get("/login"))).toContain("Log In");
}, 90_000);
