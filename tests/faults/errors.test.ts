import { beforeEach, expect, test } from "vitest";
import { ConsoleClient, hiddenValue, textOf } from "../support/console-client";
import { type Fault } from "../support/fault-proxy";
import { type Person, signIn } from "./support/stand";
import { useStand } from "./support/use-stand";

// Access, routing of calls, and failed calls.

const { stand } = useStand();
let person: Person;

beforeEach(async () => {
  person = await signIn(stand);
  await stand.heal();
});

const refusedAs = (code: string): Fault => ({
  kind: "rewrite",
  body: () => JSON.stringify({ data: null, errors: [{ message: code, extensions: { code } }] }),
});
const list = (query = "") => person.client.get(`${person.base}/customers${query}`);

test("AUTH-01 AUTH-02 signed out, the public pages open and every other address redirects to sign-in, and back", async () => {
  const stranger = new ConsoleClient(stand.web.origin);
  for (const path of [
    "/login",
    "/forgetPassword",
    "/resetPassword",
    "/loginWithSSO",
    "/version/version.json",
  ])
    expect((await stranger.get(path)).status, path).toBe(200);
  expect((await stranger.get("/ssoCallback")).location).toMatch(/^\/loginWithSSO/);
  const guarded = ["", "/customers", "/settings/sso", "/vacancies", "/ats-requests", "/no/such/screen"];
  for (const path of ["/", "/elsewhere", "/leaving", ...guarded.map((one) => `${person.base}${one}`)]) {
    const answer = await stranger.get(path);
    expect([answer.status, answer.location?.split("?")[0]], path).toEqual([302, "/login"]);
  }
  const wanted = `${person.base}/customers?page=2`;
  const { location } = await stranger.get(wanted);
  const back = new URL(location ?? "", stand.web.origin).searchParams.get("redirect");
  expect(back).toBe(stand.web.origin + wanted);
});

test("SESS-22 GEN-20 GEN-23 a page requests the person and the access, then its data in the customer's scope", async () => {
  const answer = await person.client.get(`${person.base}/vacancies?page=2&size=50`);
  expect(answer.status).toBe(200);
  const customerId = person.base.split("/").at(-1);
  for (const operation of ["AuthMe", "ORGGetRootHierarchy", "CommonCheckPolicy", "AppsGetVacancyListV2"])
    expect(stand.sydney.callsOf(operation), operation).toHaveLength(1);
  expect(stand.sydney.calls.every(({ path }) => path === "/api/ap-southeast-2/graphql")).toBe(true);
  expect([...stand.ireland.calls, ...stand.virginia.calls]).toEqual([]);
  const [call] = stand.sydney.callsOf("AppsGetVacancyListV2");
  const sent = JSON.stringify(call?.variables);
  expect(sent).toContain(`"customerId":"${customerId}"`);
  expect(sent).toMatch(/"organizationId":"[0-9a-f]{24}"/);
  expect(sent).toMatch(/"hierarchyId":"[0-9a-f]{24}"/);
});

test("GEN-02 paging and sorting happen on the server: skip is (page-1)*size, newest first by default", async () => {
  await person.client.get(`${person.base}/vacancies?page=2&size=50`);
  const [call] = stand.sydney.callsOf("AppsGetVacancyListV2");
  expect(call?.variables).toMatchObject({
    filter: { skipEq: 50, limitEq: 50, sort: { fieldName: "createdAt", order: "desc" } },
  });
});

test("SESS-20 SESS-21 AuthMe that ends the session leads to sign-in, without dialog or notice", async () => {
  stand.sydney.fail(refusedAs("UNAUTHENTICATED"), { operation: "AuthMe" });
  const answer = await list("?page=2");
  expect(answer.status).toBe(302);
  const to = new URL(answer.location ?? "", stand.web.origin);
  expect(to.pathname).toBe("/login");
  expect(to.searchParams.get("redirect")).toBe(`${stand.web.origin}${person.base}/customers?page=2`);
  await stand.heal();
  const login = await person.client.get(answer.location ?? "");
  expect(login.html).not.toContain("<dialog");
  expect(textOf(login)).not.toMatch(/unexpected error/i);
});

test("SESS-19 SESS-20 another call that ends the session shows the dialog over the open page, and no notice", async () => {
  stand.sydney.fail(refusedAs("UNAUTHENTICATED"), { operation: "ORGGetCustomers" });
  const answer = await person.client.get(`${person.base}/customers.data`);
  expect(answer.status).toBe(401);
  expect(answer.html).toContain("expired");
  expect(answer.html).not.toMatch(/unexpected error/i);
});

test("SHELL-42 SHELL-46 SHELL-39 revoked access shows on the next load, with status 403", async () => {
  expect((await list()).status).toBe(200);
  const denied = (body: string) => body.replace('"policyResult":true', '"policyResult":false');
  stand.sydney.fail({ kind: "rewrite", body: denied }, { operation: "CommonCheckPolicy" });
  const answer = await list();
  expect(answer.status).toBe(403);
  expect(textOf(answer)).toContain("Nothing to see here");
  expect(answer.html).not.toContain("acme-logistics");
});

test("an intent without a button on the page is refused, and only its name is logged", async () => {
  const page = await list();
  const unknown = `delete-everything${"x".repeat(100)}`;
  const answer = await person.client.post(`${person.base}/customers?q=secret`, [
    ["csrf", hiddenValue(page, "csrf")],
    ["ids", "000000000000000000000000"],
    ["intent", `${unknown}:detail`],
  ]);
  expect(answer.status).toBe(400);
  expect(stand.sydney.callsOf("ORGArchiveCustomers")).toEqual([]);
  const lines = () =>
    stand.web
      .log()
      .split("\n")
      .filter((line) => line.includes("unknown intent"));
  await expect.poll(lines).toHaveLength(1);
  const [line = ""] = lines();
  expect(JSON.parse(line)).toMatchObject({
    level: "warn",
    message: "unknown intent",
    intent: unknown.slice(0, 60),
    path: `${person.base}/customers`,
  });
  expect(line).not.toMatch(/secret|000000000000000000000000|admin@acme\.example/);
});

test("SESS-08 SESS-35 an abandoned search aborts its call to the region, and is not an error", async () => {
  const before = stand.web.errors().length;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  stand.sydney.fail({ kind: "hold", until: () => held }, { operation: "ORGGetCustomers" });
  const given = new AbortController();
  const search = fetch(`${stand.web.origin}${person.base}/customers.data`, {
    headers: { cookie: person.client.cookieHeader },
    signal: given.signal,
  }).catch(() => "given up");
  await expect.poll(() => stand.sydney.callsOf("ORGGetCustomers").length).toBe(1);
  given.abort();
  expect(await search).toBe("given up");
  await expect.poll(() => stand.sydney.callsOf("ORGGetCustomers")[0]?.wasGivenUp).toBe(true);
  release();
  await stand.heal();
  expect((await list()).status).toBe(200);
  expect(stand.web.errors().slice(before)).toBe("");
});

test("SESS-06 nothing is cached: a change made elsewhere shows on the next page", async () => {
  const page = await list();
  expect(page.headers.get("cache-control")).toBe("no-store");
  const renamed = (body: string) => body.replaceAll("Acme Logistics", "Acme Haulage");
  stand.sydney.fail({ kind: "rewrite", body: renamed }, { operation: "ORGGetCustomers" });
  expect(textOf(await list())).toContain("Acme Haulage");
});
