import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rmSync } from "node:fs";
import { Client, signedIn } from "./fixtures/client";
import { Agent } from "node:http";
import { buildServer, rawRequest, startServer, type Running } from "./fixtures/server";
import { ids, worldOnDisk } from "./fixtures/world";

let server: Running;
let production: Running;
let staff: Client;
const cleanUp: (() => unknown)[] = [];

beforeAll(async () => {
  const { file, remove } = await buildServer();
  cleanUp.push(remove);
  const start = async (environment: string) => {
    const dataDir = await worldOnDisk();
    cleanUp.unshift(() => rmSync(dataDir, { recursive: true }));
    const running = await startServer(file, { DATA_DIR: dataDir, APP_ENV: environment });
    cleanUp.unshift(() => running.end("SIGTERM"));
    return running;
  };
  server = await start("local");
  production = await start("production");
  staff = await signedIn(server.origin, "staff");
}, 60_000);
afterAll(async () => {
  for (const step of cleanUp) await step();
}, 60_000);

const json = { "content-type": "application/json" };
const post = (body: string, headers: Record<string, string> = json, at = server) =>
  rawRequest(`${at.origin}/api/ap-southeast-2/graphql`, { headers, body });
const request = (query: string, client = staff) => client.call(query);

describe("bodies", () => {
  test("of 10 MB are refused early with 413, and the server keeps serving", async () => {
    const body = JSON.stringify({
      query: "{ AuthMe { _id } }",
      variables: { x: "x".repeat(10 * 1024 * 1024) },
    });
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => post(body, staff.headers())));
    for (const answer of answers) {
      // The socket may close while the rest is still being sent.
      if (answer.status === "fulfilled") {
        expect(answer.value.status).toBe(413);
        expect(JSON.parse(answer.value.text).errors[0].extensions.exception.name).toBe("Validation Error");
      } else expect(String(answer.reason)).toMatch(/EPIPE|ECONNRESET/);
    }
    expect((await rawRequest(`${server.origin}/health`, { method: "GET" })).status).toBe(200);
  });

  test("GEN-62 of strangers must be small: larger ones are answered unread, and the connection stays usable", async () => {
    const sent = async (bytes: number, headers: Record<string, string> = json) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const text = "x".repeat(bytes - 100);
      const body = JSON.stringify({ query: "{ AuthCheckToken { logout } }", variables: { text } });
      try {
        const { text } = await rawRequest(`${server.origin}/api/ap-southeast-2/graphql`, {
          ...{ headers, body, agent },
        });
        const { status } = await rawRequest(`${server.origin}/health`, { method: "GET", agent });
        return [JSON.parse(text).errors?.[0].extensions.code, status];
      } finally {
        agent.destroy();
      }
    };
    expect(await sent(16_000)).toEqual([undefined, 200]);
    // The same as after an expired session.
    for (const bytes of [17_000, 120_000]) expect(await sent(bytes)).toEqual(["UNAUTHENTICATED", 200]);
    const ended = { ...json, cookie: `access-token=${"x".repeat(43)}` };
    expect(await sent(120_000, ended)).toEqual(["UNAUTHENTICATED", 200]);
    // Its length must be declared: no client sends chunked bodies.
    const chunked = { ...json, "transfer-encoding": "chunked" };
    expect(await sent(1_000, chunked)).toEqual(["UNAUTHENTICATED", 200]);
    expect(await sent(120_000, staff.headers())).toEqual([undefined, 200]);
    expect(
      (await rawRequest(`${server.origin}/nothing`, { headers: json, body: '"'.repeat(17_000) })).status,
    ).toBe(413);
  });

  test.each([
    ["cut off", '{"query": "{ AuthM'],
    ["no object", '"{ AuthMe { _id } }"'],
    ["a batch", '[{"query": "{ AuthMe { _id } }"}]'],
    ["without a query", '{"variables": {}}'],
    ["with variables that are none", '{"query": "{ AuthMe { _id } }", "variables": [1]}'],
    ["with a prototype", '{"query": "{ AuthMe { _id } }", "__proto__": {"a": 1}}'],
    ["empty", ""],
  ])("%s answer 400", async (_name, body) => {
    const { status, text } = await post(body);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual({
      data: null,
      errors: [
        {
          message: expect.any(String),
          extensions: {
            code: "INTERNAL_SERVER_ERROR",
            exception: { name: "Validation Error" },
            requestId: expect.any(String),
          },
        },
      ],
    });
  });

  test("of another content type than JSON are refused, so no HTML form can post here", async () => {
    const body = '{"query": "{ AuthMe { _id } }"}';
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
    ]) {
      expect((await post(body, { "content-type": type })).status).toBe(415);
    }
  });

  test("GET calls no operation", async () => {
    const query = encodeURIComponent("{ AuthCheckToken { logout } }");
    const url = `${server.origin}/api/ap-southeast-2/graphql?query=${query}`;
    expect((await rawRequest(url, { method: "GET" })).status).toBe(404);
  });
});

describe("documents", () => {
  const nested = (levels: number): string => (levels === 0 ? "_id" : `children { ${nested(levels - 1)} }`);
  const hierarchy = (levels: number) =>
    `{ ORGGetHierarchy(filter: { customerId: "${ids.retail}" }) { ${nested(levels)} } }`;

  test("of 10 levels pass, deeper ones are refused", async () => {
    expect((await request(hierarchy(8))).error).toBeUndefined();
    expect(await request(hierarchy(9))).toMatchObject({ status: 400, error: "Validation Error" });
    const hidden = `query { ORGGetHierarchy(filter: { customerId: "x" }) { ...a } } fragment a on HierarchyNode { ${nested(9)} }`;
    expect((await request(hidden)).message).toContain("deeper");
  });

  test.each([
    [
      "many aliases",
      `{ ${Array.from({ length: 21 }, (_, i) => `a${i}: AuthCheckToken { logout }`).join(" ")} }`,
    ],
    [
      "aliased sign-ins",
      'mutation { a: AuthEmailLogin(email: "a", password: "b") { mfa } b: AuthEmailLogin(email: "a", password: "c") { mfa } }',
    ],
    ["a fragment at the root", "mutation { ...a } fragment a on Mutation { AuthLogout { isLogoutSuccess } }"],
    ["two operations", "query a { AuthMe { _id } } query b { AuthMe { _id } }"],
    ["an unknown field", "{ AuthMe { passwordHash } }"],
    [
      "an argument that is not in the schema",
      'mutation { AuthEmailLogin(email: "a", password: "b", isStaff: true) { mfa } }',
    ],
    ["no GraphQL", "{ AuthMe { _id "],
    ["a long text", `{ AuthMe { _id } } #${"x".repeat(20_000)}`],
    ["many tokens", `{ AuthMe { ${"_id ".repeat(2_100)} } }`],
    [
      "fragments that double",
      `{ AuthMe { ...f0 } } ${Array.from({ length: 30 }, (_, i) => `fragment f${i} on User { customers { customerId } ...f${i + 1} ...f${i + 1} }`).join(" ")} fragment f30 on User { _id }`,
    ],
  ])("with %s are refused at once", async (_name, query) => {
    const began = performance.now();
    const answer = await request(query);
    expect(answer).toMatchObject({ status: 400, error: "Validation Error" });
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test("GEN-62 of strangers may only request public operations, and are not examined otherwise", async () => {
    const stranger = new Client(server.origin);
    const open = "AuthCheckToken { logout }";
    for (const query of [
      "{ AuthMe { _id } }",
      "{ AuthMe { nothing } }",
      "{ nothing }",
      `{ ${open} AuthMe { _id } }`,
      `query a { ${open} } query b { AuthMe { _id } }`,
      "mutation ($a: ID!) { ORGArchiveGroups(groupIds: [$a]) { _id } }",
      `{ ${open} } #${"x".repeat(4_000)}`,
    ])
      expect(await request(query, stranger)).toMatchObject({ status: 200, error: "UNAUTHENTICATED" });
    expect((await request(`{ ${open} }`, stranger)).error).toBeUndefined();
    expect((await request(`{ ${open} `, stranger)).error).toBe("Validation Error");
    expect((await request("{ AuthCheckToken { nothing } }", stranger)).error).toBe("Validation Error");
  });

  test("that fail get the same answer the second time", async () => {
    const answers = [await request("{ AuthMe { nothing } }"), await request("{ AuthMe { nothing } }")];
    expect(answers[1]).toEqual(answers[0]);
  });

  test("wrong variables answer 400, with a cached document or not", async () => {
    const query = "query ($email: String!) { AuthGetUserRegion(email: $email) { defaultAwsRegion } }";
    for (let call = 0; call < 4; call += 1) {
      const answer = await new Client(server.origin).call(
        query,
        call === 1 ? { email: "a@b.example" } : { email: 1 },
      );
      expect(answer.status).toBe(call === 1 ? 200 : 400);
    }
  });

  test("introspection works in development and is off in production", async () => {
    const query = "{ __schema { queryType { fields { name type { name ofType { name } } } } } }";
    const stranger = new Client(production.origin);
    expect((await request(query)).error).toBeUndefined();
    expect((await request(query, new Client(server.origin))).error).toBeUndefined();
    expect(await request(query, stranger)).toMatchObject({ status: 400, error: "Validation Error" });
    expect(await request('{ __type(name: "User") { name } }', stranger)).toMatchObject({ status: 400 });
  });
});

describe("answers", () => {
  test("contain the caller's request id or a new one, and are not cacheable", async () => {
    const response = await fetch(`${server.origin}/api/ap-southeast-2/graphql`, {
      method: "POST",
      headers: { ...json, "x-request-id": "the-id-42" },
      body: JSON.stringify({ query: "{ AuthMe { _id } }" }),
    });
    expect(response.headers.get("x-request-id")).toBe("the-id-42");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect((await response.json()).errors[0].extensions.requestId).toBe("the-id-42");
    const other = await fetch(`${server.origin}/health`, { headers: { "x-request-id": "not an id: <>" } });
    expect(other.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("have Secure cookies in production", async () => {
    const { setCookies } = await new Client(production.origin).logIn("recruiter");
    expect(setCookies).toHaveLength(4);
    for (const line of setCookies) expect(line).toContain("; Secure");
  });
});

test("the log has one line per call with names and codes, and no token, email or password", async () => {
  const client = await signedIn(server.origin, "admin");
  await client.call("{ AuthMe { _id } }");
  await client.call(
    'query { ORGGetCustomer(filter: { _id: "0" }) { _id } }',
    {},
    { headers: { "x-request-id": "seen-1" } },
  );
  const line = () =>
    server
      .log()
      .split("\n")
      .filter((text) => text.includes("seen-1"))
      .map((text) => JSON.parse(text))[0];
  await expect.poll(line).toMatchObject({
    requestId: "seen-1",
    route: "/api/:awsRegion/graphql",
    region: "ap-southeast-2",
    operations: ["ORGGetCustomer"],
    answered: ["Not Found Error"],
    level: "info",
    message: "request",
    status: 200,
  });
  for (const secret of [...client.cookies.values(), "admin@test.example", "Right-Password"]) {
    expect(server.log()).not.toContain(secret);
  }
});
