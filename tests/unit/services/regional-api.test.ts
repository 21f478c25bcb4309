import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

type Reply = (request: IncomingMessage & { body: string }, response: ServerResponse) => void;

let reply: Reply = () => {};
let calls: {
  headers: IncomingMessage["headers"];
  url?: string;
  body: { variables: Record<string, unknown> };
}[] = [];
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk));
  request.on("end", () => {
    calls.push({ headers: request.headers, url: request.url, body: JSON.parse(body) });
    reply(Object.assign(request, { body }), response);
  });
});

const json = (response: ServerResponse, value: unknown, status = 200, headers = {}) => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
};

/** The console's modules, with a time limit for the region. */
async function loaded(timeout: string) {
  vi.resetModules();
  const { port } = server.address() as AddressInfo;
  vi.stubEnv("REGIONAL_API_URL", `http://127.0.0.1:${port}`);
  vi.stubEnv("REGIONAL_API_TIMEOUT", timeout);
  return {
    ...(await import("~/services/regional-api.server")),
    ...(await import("~/services/customer-api.server")),
    models: await import("~/models/customers/customer.server"),
    session: await import("~/services/identity.server"),
  };
}
let patient: ReturnType<typeof loaded> | undefined;

/** An API client in modules that wait long enough for a busy machine; modules with a short wait are loaded again. */
async function setUp(isImpatient = false) {
  const modules = await (isImpatient ? loaded("1000") : (patient ??= loaded("20000")));
  const received: Record<string, string>[] = [];
  const cookies = { "access-token": "a b", "csrf-token": "c" };
  const api = new modules.RegionalApi("eu-west-1", { cookies, onCookies: (got) => received.push(got) });
  const own = new modules.CustomerApi(api, { organizationId: "o1", customerId: "c9", hierarchyId: "h1" });
  const formApi = (key = "form-key-1") => modules.CustomerApi.ofForm(own, key);
  return { ...modules, api, own, formApi, received };
}

beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
beforeEach(() => {
  calls = [];
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

describe("RegionalApi", () => {
  test("SESS-03 SESS-05 calls the region's endpoint with the session's cookies and anti-forgery header", async () => {
    const { own, models } = await setUp();
    reply = (_, response) => json(response, { data: { ORGGetCustomers: [] } });
    expect(await models.getCustomers(own)).toEqual([]);
    expect(calls[0]?.url).toBe("/api/eu-west-1/graphql");
    expect(calls[0]?.headers).toMatchObject({
      cookie: "access-token=a%20b; csrf-token=c",
      "x-csrf-token": "c",
    });
    expect(calls[0]?.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("an answer to a document with fragments is validated through them", async () => {
    const { formApi, ApiError } = await setUp();
    const { moveApplications } = await import("~/models/applications/application-changes.server");
    const move = () => moveApplications(formApi(), { ids: ["a1"], unchangedSince: undefined }, "s1");
    const outcome = (refusal: string) => (_: unknown, response: ServerResponse) =>
      json(response, {
        data: {
          AppsMoveApplication: [
            {
              _id: "a1",
              refusal,
              changedAt: null,
              mail: null,
              text: null,
              isDeclineTold: null,
              application: null,
            },
          ],
        },
      });
    reply = outcome("CHANGED");
    expect(await move()).toMatchObject({ done: 0, refused: [{ _id: "a1", reason: "CHANGED" }] });
    reply = outcome("UNHEARD_OF");
    await expect(move()).rejects.toBeInstanceOf(ApiError);
  });

  test("SESS-04 an auth call has no anti-forgery header", async () => {
    const { api } = await setUp();
    const { getUserRegion } = await import("~/models/auth/auth-calls.server");
    reply = (_, response) =>
      json(response, { data: { AuthGetUserRegion: { defaultAwsRegion: "eu-west-1" } } });
    expect(await getUserRegion(api, "a@b.example")).toBe("eu-west-1");
    expect(calls[0]?.headers["x-csrf-token"]).toBeUndefined();
  });

  test("SESS-07 no __typename is sent at any depth", async () => {
    const { withoutTypename } = await setUp();
    expect(withoutTypename({ a: [{ __typename: "X", b: { __typename: "Y", c: 1 } }], d: null })).toEqual({
      a: [{ b: { c: 1 } }],
      d: null,
    });
  });

  test("SESS-01 cookies of an answer are captured, expired ones as empty", async () => {
    const { api, session, received } = await setUp();
    reply = (_, response) =>
      json(response, { data: { AuthRefreshToken: { expiresAt: null, logout: false } } }, 200, {
        "set-cookie": ["access-token=x%3D1; Path=/; HttpOnly", "refresh-token=; Max-Age=0; Path=/"],
      });
    await session.refreshTokens(api);
    expect(received).toEqual([{ "access-token": "x=1", "refresh-token": "" }]);
  });

  test.each([
    ["UNAUTHENTICATED", undefined, 200, "UNAUTHENTICATED"],
    ["FORBIDDEN", undefined, 200, "FORBIDDEN"],
    ["INTERNAL_SERVER_ERROR", "Input Validation Error", 200, "VALIDATION"],
    ["INTERNAL_SERVER_ERROR", "Conflict Error", 200, "CONFLICT"],
    ["INTERNAL_SERVER_ERROR", "Not Found Error", 200, "NOT_FOUND"],
    ["INTERNAL_SERVER_ERROR", "Rate Limit Error", 429, "RATE_LIMITED"],
    ["DOWNSTREAM_SERVICE_ERROR", undefined, 200, "DOWNSTREAM"],
    ["INTERNAL_SERVER_ERROR", undefined, 503, "UNAVAILABLE"],
    ["INTERNAL_SERVER_ERROR", undefined, 200, "UNEXPECTED"],
    ["SOMETHING", "constructor", 200, "UNEXPECTED"],
  ])("SESS-30 SESS-31 %s (%s, HTTP %i) is %s", async (code, exception, status, kind) => {
    const { own, models } = await setUp();
    const extensions = { code, ...(exception && { exception: { name: exception } }) };
    reply = (_, response) => json(response, { data: null, errors: [{ message: "m", extensions }] }, status);
    await expect(models.getCustomers(own)).rejects.toMatchObject({
      name: "ApiError",
      kind,
      message: "m",
    });
  });

  test.each([
    ["no JSON", (response: ServerResponse) => response.end("<html>")],
    [
      "truncated",
      (response: ServerResponse) => response.setHeader("content-type", "application/json").end('{"data":{'),
    ],
    ["wrongly typed", (response: ServerResponse) => json(response, { data: { ORGGetCustomers: "many" } })],
    [
      "a field missing",
      (response: ServerResponse) => json(response, { data: { ORGGetCustomers: [{ _id: "1" }] } }),
    ],
    ["empty", (response: ServerResponse) => response.end()],
    [
      "too large",
      (response: ServerResponse) =>
        response
          .writeHead(200, { "content-type": "application/json", "content-length": 20_000_000 })
          .write("{"),
    ],
  ])("an answer that is %s becomes UNREADABLE", async (_, answer) => {
    const { own, models } = await setUp();
    reply = (_request, response) => void answer(response);
    await expect(models.getCustomers(own)).rejects.toMatchObject({ kind: "UNREADABLE" });
    expect(calls).toHaveLength(1);
  });

  test("a silent region times out at the deadline", async () => {
    const { own, models } = await setUp(true);
    reply = () => {};
    const start = Date.now();
    await expect(models.getCustomers(own)).rejects.toMatchObject({
      kind: "TIMEOUT",
      region: "eu-west-1",
      message: `no answer in time from ${process.env.REGIONAL_API_URL}`,
    });
    expect(Date.now() - start).toBeLessThan(5000);
  });

  test.each([
    ["the connection breaks", (request: IncomingMessage) => void request.socket.destroy()],
    [
      "the answer is cut off",
      (_: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(200, { "content-length": 99 }).write("{", () => response.destroy()),
    ],
    [
      "a proxy has no server",
      (_: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(502, { "content-type": "text/html" }).end("<html>"),
    ],
  ])("SESS-61 when %s a query is retried once, and a change only if it has a key", async (_, fails) => {
    const { own, formApi, api, models } = await setUp();
    const { graphql } = await import("~/services/graphql");
    const unavailable = {
      kind: "UNAVAILABLE",
      message: `not reachable at ${process.env.REGIONAL_API_URL}`,
    };
    reply = fails;
    await expect(models.getCustomers(own)).rejects.toMatchObject(unavailable);
    expect(calls).toHaveLength(2);
    calls = [];
    const archived = models.archiveCustomers(formApi(), { ids: ["c1"] });
    await expect(archived).rejects.toMatchObject(unavailable);
    const [key, ...again] = calls.map(({ headers }) => headers["idempotency-key"]);
    expect(key).toBeTruthy();
    expect(again).toEqual([key]);
    calls = [];
    const withoutKey = api.mutate(graphql("mutation { AuthLogout { isLogoutSuccess } }"), {});
    await expect(withoutKey).rejects.toMatchObject(unavailable);
    expect(calls).toHaveLength(1);
  });

  test("SESS-61 a change on a stale kept-alive connection succeeds on the second call, and there is no third", async () => {
    const { formApi, models } = await setUp();
    const done: typeof reply = (_, response) =>
      json(response, { data: { ORGArchiveCustomers: [{ _id: "c1", changedAt: null }] } });
    reply = (request, response) =>
      calls.length === 1 ? void request.socket.destroy() : done(request, response);
    await models.archiveCustomers(formApi(), { ids: ["c1"] });
    expect(calls).toHaveLength(2);
  });

  test("SESS-61 the retry has only the time left by the first call", async () => {
    const { formApi, models } = await setUp(true);
    reply = (request) => (calls.length === 1 ? void request.socket.destroy() : undefined);
    const from = performance.now();
    await expect(models.archiveCustomers(formApi(), { ids: ["c1"] })).rejects.toMatchObject({
      kind: "TIMEOUT",
    });
    expect(performance.now() - from).toBeLessThan(5_000);
    expect(calls).toHaveLength(2);
  });

  test("GEN-22 the same form with equal values has the same key, with other values another", async () => {
    const { formApi, models } = await setUp();
    reply = (_, response) =>
      json(response, { data: { ORGArchiveCustomers: [{ _id: "c1", changedAt: null }] } });
    await models.archiveCustomers(formApi(), { ids: ["c1"] });
    await models.archiveCustomers(formApi(), { ids: ["c1"] });
    await models.archiveCustomers(formApi(), { ids: ["c2"] });
    await models.archiveCustomers(formApi("form-key-2"), { ids: ["c1"] });
    const keys = calls.map((call) => call.headers["idempotency-key"]);
    expect(keys[0]).toBe(keys[1]);
    expect(new Set(keys).size).toBe(3);
  });
});

test("SHELL-80 the reads of a request share one time limit; a change has its own, and so do the reads after it", async () => {
  const { CustomerApi, models } = await setUp(true);
  const { RequestState } = await import("~/services/request-state.server");
  const { mutationOf } = await import("~/services/operation.server");
  const state = await RequestState.of(new Request("http://x.example/"), {});
  const own = new CustomerApi(state.api("eu-west-1"), {
    organizationId: "o1",
    customerId: "c9",
    hierarchyId: "h1",
  });
  const read = () => models.getCustomers(own);
  const change = mutationOf("AuthLogout", "isLogoutSuccess");
  reply = () => undefined;
  const timed = async (call: Promise<unknown>) => {
    const from = performance.now();
    await expect(call).rejects.toMatchObject({ kind: "TIMEOUT" });
    return performance.now() - from;
  };
  // Time spent receiving the form does not count.
  await new Promise((done) => setTimeout(done, 750));
  const whole = await timed(read());
  expect(whole).toBeGreaterThan(500);
  // No time is left, even on a busy machine.
  expect(await timed(read())).toBeLessThan(whole);
  state.allowReading(750);
  expect(await timed(read())).toBeGreaterThan(500);
  expect(await timed(change(CustomerApi.ofForm(own, "key"), {}))).toBeGreaterThan(750);
  expect(await timed(read())).toBeGreaterThan(750);
}, 60_000);
