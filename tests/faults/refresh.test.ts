import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hiddenValue, textOf } from "../support/console-client";
import type { Fault } from "../support/fault-proxy";
import { baseIn, deadline, type Person, signIn, type Stand, startStand } from "./support/stand";

let stand: Stand;
let person: Person;

// Access tokens of 29 minutes: every request finds its session within the 30-minute refresh window.
beforeAll(async () => {
  stand = await startStand({ ACCESS_TOKEN_MINUTES: "29" });
});
beforeEach(async () => {
  await stand.heal();
  person = await signIn(stand);
  await stand.heal();
});
afterAll(() => stand.stop());

const refreshes = () => stand.sydney.callsOf("AuthRefreshToken").length;

test("quality 7, SESS-12: 50 requests at once of a session about to end make one refresh, and all are served", async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => person.client.copy().get(`${person.base}/customers`)),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(refreshes()).toBe(1);
  expect(
    answers.every(({ headers }) => headers.getSetCookie().some((line) => /^edge-session=.{200}/.test(line))),
  ).toBe(true);
});

test("quality 7, SESS-12: a late tab with the pre-refresh cookie is served", async () => {
  const late = person.client.copy();
  expect((await person.client.get(`${person.base}/customers`)).status).toBe(200);
  expect((await late.get(`${person.base}/customers`)).status).toBe(200);
  expect((await person.client.get(`${person.base}/customers`)).status).toBe(200);
});

const lostRefreshes: [string, Fault][] = [
  ["503", { kind: "answer", status: 503, body: "" }],
  ["500", { kind: "answer", status: 500, body: "" }],
  ["429", { kind: "answer", status: 429, body: "" }],
  ["an answer cut in the middle", { kind: "cut" }],
  ["a swallowed answer", { kind: "swallow" }],
  ["silence", { kind: "silence" }],
  ["no JSON", { kind: "rewrite", body: () => "<html>" }],
];

test.each(lostRefreshes)(
  "quality 7, SESS-12, SESS-14: a refresh that meets %s ends no session",
  async (_, fault) => {
    stand.sydney.fail(fault, { operation: "AuthRefreshToken" });
    const answer = await person.client.get(`${person.base}/customers`);
    expect(answer.status).toBe(200);
    expect(answer.ms).toBeLessThan(deadline + 1000);
    await stand.heal();
    expect((await person.client.get(`${person.base}/customers`)).status).toBe(200);
    expect(refreshes()).toBe(1);
  },
);

test("quality 1: while the home region is silent, pages of other regions wait for its refresh once, not each time", async () => {
  const virginia = await baseIn(person, "us-east-1");
  stand.sydney.fail({ kind: "silence" });
  const first = await person.client.get(`${virginia}/customers`);
  const second = await person.client.get(`${virginia}/customers`);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.ms).toBeLessThan(deadline + 1000);
  expect(second.ms).toBeLessThan(1000);
});

const logout: Fault = {
  kind: "rewrite",
  body: () => JSON.stringify({ data: { AuthRefreshToken: { expiresAt: null, logout: true } } }),
};

test("SESS-14, SESS-17: a refresh that answers logout redirects a page to sign-in, with the reason and the return address", async () => {
  stand.sydney.fail(logout, { operation: "AuthRefreshToken" });
  const answer = await person.client.get(`${person.base}/customers?page=2`);
  expect(answer.status).toBe(302);
  const login = new URL(answer.location ?? "", stand.web.origin);
  expect(login.pathname).toBe("/login");
  expect(login.searchParams.get("reason")).toBe("expired");
  expect(login.searchParams.get("redirect")).toBe(`${stand.web.origin}${person.base}/customers?page=2`);
  expect(stand.sydney.callsOf("AuthMe")).toHaveLength(0);
  const page = await person.client.get(answer.location ?? "");
  expect(textOf(page)).toContain("Your session is expired! Please login again");
});

test("SESS-14, SESS-16: on a data request of an open page a refresh that answers logout is a 401", async () => {
  stand.sydney.fail(logout, { operation: "AuthRefreshToken" });
  const answer = await person.client.get(`${person.base}/customers.data`);
  expect(answer.status).toBe(401);
  expect(answer.html).toContain("expired");
  expect(stand.sydney.callsOf("AuthMe")).toHaveLength(0);
});

test("quality 7, SESS-18: 50 requests at once in a session that was ended elsewhere all redirect to sign-in", async () => {
  const kept = person.client.copy();
  const page = await person.client.get(`${person.base}/customers`);
  const csrf = hiddenValue(page, "csrf");
  expect((await person.client.post("/logout", [["csrf", csrf]])).location).toBe("/login");
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => kept.copy().get(`${person.base}/customers`)),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 302));
  expect(answers.every(({ location }) => location?.startsWith("/login?"))).toBe(true);
});

describe("with access tokens that expired while idle", () => {
  const tokenMs = 2000;
  let brief: Stand;
  let sleepers: Person[];
  let virginia: string;

  beforeAll(async () => {
    brief = await startStand({ ACCESS_TOKEN_MINUTES: (tokenMs / 60_000).toFixed(9) });
    const [first, ...others] = [await signIn(brief), await signIn(brief), await signIn(brief)] as const;
    virginia = await baseIn(first, "us-east-1");
    sleepers = [first, ...others];
    await sleep(tokenMs);
  });
  beforeEach(() => brief.heal());
  afterAll(() => brief.stop());

  /** A person who has sent no request since signing in. */
  function sleeper(): Person {
    const person = sleepers.pop();
    if (!person) throw new Error("No signed-in person is left");
    return person;
  }

  test("SESS-11, SESS-12: the next page refreshes the token and is served", async () => {
    const { client, base } = sleeper();
    expect((await client.get(`${base}/customers`)).status).toBe(200);
    expect(brief.sydney.callsOf("AuthRefreshToken")).toHaveLength(1);
  });

  test("quality 7, SESS-12: a failed refresh fails the page and does not end the session", async () => {
    const { client } = sleeper();
    await brief.sydney.refuse();
    const answer = await client.get(`${virginia}/customers`);
    expect(answer.status).toBe(503);
    expect(textOf(answer)).toContain("The region Asia Pacific (Sydney) is not responding at the moment.");
    await brief.heal();
    expect((await client.get(`${virginia}/customers`)).status).toBe(200);
  });

  test("AUTH-41, SESS-12: the sign-in page still redirects a signed-in person", async () => {
    const { client, base } = sleeper();
    const answer = await client.get("/login");
    expect(answer.status).toBe(303);
    expect(answer.location).toBe(base);
  });
});
