import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { type Answer, ConsoleClient, type Fields, hiddenValue, textOf } from "../support/console-client";
import { type Fault, garbled, html500, retyped, slowDown } from "../support/fault-proxy";
import { startConsole } from "../support/servers";
import { accountNames, baseIn, deadline, signIn, staff } from "./support/stand";
import { useStand } from "./support/use-stand";

const loadFailed =
  "Something went wrong: An error occurred while loading this page, try again later. If the error persists, please contact the provider's support.";
const listFailed = "Failed to load customers list. Please contact support.";
const sydneyIsDown = "The region Asia Pacific (Sydney) is not responding at the moment.";

const { stand, person } = useStand();
let elsewhere: { ireland: string; virginia: string };
beforeAll(async () => {
  elsewhere = { ireland: await baseIn(person, "eu-west-1"), virginia: await baseIn(person, "us-east-1") };
});

const list = (base = person.base): Promise<Answer> => person.client.get(`${base}/customers`);

/** The other regions serve as usual, and so does this one once it recovers. */
async function expectServing(...bases: string[]) {
  for (const base of bases) expect((await list(base)).status, base).toBe(200);
}

test("quality 1, SHELL-36, SHELL-38: a region that refuses connections is reported by name within 1 s, the others are linked and keep serving", async () => {
  await stand.sydney.refuse();
  const down = await list();
  expect(down.status).toBe(503);
  expect(textOf(down)).toContain(loadFailed);
  expect(textOf(down)).toContain(sydneyIsDown);
  expect(textOf(down)).toContain("Log Out");
  expect(down.html).toContain(`href="${elsewhere.ireland}"`);
  expect(down.ms).toBeLessThan(1000);
  await expectServing(elsewhere.ireland, elsewhere.virginia);
  await stand.heal();
  await expectServing(person.base);
});

test("quality 1: an unreachable region affects only its own sign-ins, with a message", async () => {
  await stand.virginia.refuse();
  await signIn(stand);
  await expect(signIn(stand, "us.admin@globex.example")).rejects.toThrow(/answered (400|503)/);
});

test("quality 2, SHELL-36: a silent region is given up at the deadline while the others stay as fast as before", async () => {
  const times = async () => {
    const all: number[] = [];
    for (let i = 0; i < 25; i += 1) all.push((await list(elsewhere.virginia)).ms);
    return all.sort((a, b) => a - b);
  };
  await times();
  const usual = await times();
  stand.sydney.fail({ kind: "silence" });
  const silent = Promise.all(Array.from({ length: 20 }, () => list()));
  const underFailure = await times();
  for (const answer of await silent) {
    expect(answer.status).toBe(503);
    expect(textOf(answer)).toContain(sydneyIsDown);
    expect(answer.ms).toBeGreaterThan(deadline * 0.9);
    expect(answer.ms).toBeLessThan(deadline + 1000);
  }
  // A lower bound for busy machines: a page that waited for Sydney would take twice as long.
  expect(underFailure.at(-1)).toBeLessThan(Math.max(2 * (usual.at(-1) ?? 0), deadline / 2));
});

const graphql500: Fault = {
  kind: "answer",
  status: 200,
  body: JSON.stringify({
    data: null,
    errors: [{ message: "SQL at /srv/api.ts:12", extensions: { code: "INTERNAL_SERVER_ERROR" } }],
  }),
};

const brokenReads: [string, Fault][] = [
  ["500 with a web page", html500],
  ["429", slowDown],
  ["an error of GraphQL", graphql500],
  ["garbled JSON", garbled],
  ["an empty answer", { kind: "rewrite", body: () => "" }],
  ["JSON that is no object", { kind: "rewrite", body: () => "null" }],
  ["no data", { kind: "rewrite", body: () => "{}" }],
  ["a number where a name should be", retyped("displayName", 42)],
  ["null where the list should be", retyped("ORGGetCustomers", null)],
  [
    "10 MB",
    { kind: "rewrite", body: () => JSON.stringify({ data: { ORGGetCustomers: "x".repeat(10_000_000) } }) },
  ],
];

test.each(brokenReads)(
  "quality 3, 4, CUST-14: the list answered with %s says so in its frame",
  async (_, fault) => {
    stand.sydney.fail(fault, { operation: "ORGGetCustomers" });
    for (const path of ["customers", "customers/archive"]) {
      const answer = await person.client.get(`${person.base}/${path}`);
      expect(answer.status).toBeLessThan(600);
      expect(textOf(answer)).toContain(`Unexpected error ${listFailed}`);
      expect(textOf(answer)).toContain("Log Out");
      expect(answer.html).not.toContain("SQL at");
    }
    expect(stand.sydney.callsOf("ORGGetCustomers").length).toBeLessThanOrEqual(4);
    await stand.heal();
    await expectServing(person.base);
  },
);

test.each(brokenReads)(
  "quality 3, 4, SHELL-36: AuthMe answered with %s fails the page, not the session",
  async (_, fault) => {
    // The fault needs AuthMe's fields to apply.
    const broken = fault.kind === "rewrite" && fault !== garbled ? retyped("customers", 42) : fault;
    stand.sydney.fail(broken, { operation: "AuthMe" });
    const answer = await list();
    if (fault === slowDown) expect(answer.status).toBe(429);
    else expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.headers.get("location")).toBeNull();
    expect(answer.html).not.toContain("SQL at");
    expect(stand.sydney.callsOf("AuthMe").length).toBeLessThanOrEqual(2);
    await stand.heal();
    await expectServing(person.base);
  },
);

test("quality 3, SHELL-36, SHELL-38: 503 on a read names the region, inside the console's layout", async () => {
  stand.sydney.fail(
    { kind: "answer", status: 503, body: "down for maintenance" },
    { operation: "ORGGetCustomers" },
  );
  const answer = await list();
  expect(answer.status).toBe(503);
  expect(textOf(answer)).toContain(sydneyIsDown);
  expect(textOf(answer)).toContain("Log Out");
  expect(textOf(answer)).toContain("Vacancies");
});

test("quality 4: a truncated answer is retried once", async () => {
  stand.sydney.fail({ kind: "cut" }, { operation: "ORGGetCustomers", times: 1 });
  await expectServing(person.base);
  expect(stand.sydney.callsOf("ORGGetCustomers")).toHaveLength(2);

  await stand.heal();
  stand.sydney.fail({ kind: "cut" }, { operation: "ORGGetCustomers" });
  const answer = await list();
  expect(answer.status).toBe(503);
  expect(textOf(answer)).toContain(sydneyIsDown);
  expect(stand.sydney.callsOf("ORGGetCustomers")).toHaveLength(2);
});

test("quality 4, SHELL-40: a failing access check grants no access", async () => {
  for (const fault of [html500, garbled, retyped("policyResult", "yes")]) {
    stand.sydney.fail(fault, { operation: "CommonCheckPolicy" });
    const answer = await list();
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await accountNames(person)).toEqual([]);
    await stand.heal();
  }
});

test("SHELL-80 SHELL-83 a page's reads, including the identity check, share one time limit", async () => {
  const time = 5_000;
  const web = await startConsole(stand.dataDir, {
    REGIONAL_API_URL_AP_SOUTHEAST_2: stand.sydney.origin,
    REGIONAL_API_URL_EU_WEST_1: stand.ireland.origin,
    REGIONAL_API_URL_US_EAST_1: stand.virginia.origin,
    REGIONAL_API_TIMEOUT: String(time),
  });
  try {
    const { client, base } = await signIn({ web });
    for (const region of [stand.sydney, stand.ireland, stand.virginia]) region.fail({ kind: "silence" });
    const silent = await client.get(`${base}/customers`);
    expect([silent.status, silent.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(silent.ms).toBeGreaterThanOrEqual(time);
    expect(silent.ms).toBeLessThan(time + 2_000 + 1_500);
    await stand.heal();
    // Each call is within the limit, but all together exceed it.
    const slow: Fault = { kind: "hold", until: () => sleep(time * 0.6) };
    stand.sydney.fail(slow);
    const page = await client.get(`${base}/customers`);
    expect(page.ms).toBeLessThan(time + 2_000 + 1_500);
  } finally {
    await web.end("SIGTERM");
  }
});

test("AUTH-110 SHELL-83 while no region answers, every way to sign in reports it with 503 and Retry-After", async () => {
  const client = new ConsoleClient(stand.web.origin);
  const ways: [path: string, typed: Record<string, string>][] = [
    ["/login", { email: staff, password: demoPassword }],
    ["/forgetPassword", { email: staff }],
    ["/loginWithSSO", { account: "initech" }],
  ];
  // Sequential, since the first page creates the browser's session.
  const pages: Answer[] = [];
  for (const [path] of ways) pages.push(await client.get(path));
  for (const region of [stand.sydney, stand.ireland, stand.virginia]) await region.refuse();
  for (const [index, [path, typed]] of ways.entries()) {
    const form = [["csrf", hiddenValue(pages[index] as Answer, "csrf")], ...Object.entries(typed)] as Fields;
    const answer = await client.post(path, form);
    expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "5"]);
    expect(textOf(answer)).toContain("We cannot reach the service at the moment");
    expect(textOf(answer)).not.toContain("contact support");
    const [kept = ""] = Object.values(typed);
    expect(answer.html).toContain(`value="${kept}"`);
  }
  const ready = await fetch(`${stand.web.origin}/ready`);
  expect([ready.status, ready.headers.get("retry-after")]).toEqual([503, "5"]);
});
