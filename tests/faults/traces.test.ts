import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod/v4";
import { broken } from "../support/fault-proxy";
import { freePort } from "../support/free-port";
import { type RunningServer, startConsole } from "../support/servers";
import { sendRequest } from "./support/send-request";
import { type Person, signIn } from "./support/stand";
import { useStand } from "./support/use-stand";

// Spans for an OpenTelemetry collector, a failing collector, and the metrics of failures.

const value = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.number() }).transform(({ intValue }) => intValue),
]);
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .transform((all) => Object.fromEntries(all.map((one) => [one.key, one.value])));
const spanSchema = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes,
  status: z.object({ code: z.number().optional() }),
});
type Span = z.infer<typeof spanSchema>;
const batch = z.object({
  resourceSpans: z.tuple([
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.tuple([z.object({ spans: z.array(spanSchema) })]),
    }),
  ]),
});

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const callersSpan = "00f067aa0ba902b7";

/** Accepts spans while `answers` is set; otherwise reads the request and never answers. */
class Collector {
  spans: Span[] = [];
  resources: Record<string, unknown>[] = [];
  written = "";
  answers = true;
  requests = 0;
  private readonly server: Server = createServer((req, res) => {
    this.requests += 1;
    if (!this.answers) return void req.resume();
    void text(req).then((body) => {
      const [{ resource, scopeSpans }] = batch.parse(JSON.parse(body)).resourceSpans;
      expect([req.method, req.url, req.headers["content-type"]]).toEqual([
        "POST",
        "/v1/traces",
        "application/json",
      ]);
      this.written += body;
      this.resources.push(resource.attributes);
      this.spans.push(...scopeSpans[0].spans);
      res.setHeader("content-type", "application/json").end("{}");
    });
  });
  async start(): Promise<string> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    const address = this.server.address();
    if (typeof address !== "object" || !address) throw new Error("no address");
    return `http://127.0.0.1:${address.port}`;
  }
  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    if (this.server.listening) await once(this.server, "close");
  }
  of(trace: string): Span[] {
    return this.spans.filter((span) => span.traceId === trace);
  }
}

const { stand } = useStand();
let collector: Collector;
let endpoint = "";
let metrics = "";
let web: RunningServer;
let person: Person;

const startTraced = (extra: Record<string, string> = {}) =>
  startConsole(stand.dataDir, {
    REGIONAL_API_URL: stand.sydney.origin,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    ...extra,
  });

beforeAll(async () => {
  collector = new Collector();
  endpoint = await collector.start();
  const address = `127.0.0.1:${await freePort()}`;
  metrics = `http://${address}`;
  web = await startTraced({ METRICS_ADDRESS: address });
  person = await signIn({ web });
});
afterAll(async () => {
  if (!web.hasEnded()) await web.end("SIGTERM");
  await collector.stop();
});

const get = (path: string, traceparent?: string, at: RunningServer = web) =>
  sendRequest(at.origin, {
    path,
    headers: { cookie: person.client.cookieHeader, ...(traceparent && { traceparent }) },
  });

test("a page is a span of its request, with child spans for the render and every call to a region, which receives the span's id", async () => {
  const answer = await get(
    `${person.base}/vacancies?q=somebody@else.example`,
    `00-${traceId}-${callersSpan}-01`,
  );
  expect(answer.status).toBe(200);
  await expect.poll(() => collector.of(traceId).length, { timeout: 5_000 }).toBeGreaterThan(3);
  const spans = collector.of(traceId);
  const [request, ...others] = spans.filter((span) => span.kind === 2);
  expect(others).toEqual([]);
  expect(request).toMatchObject({
    parentSpanId: callersSpan,
    name: "GET routes/vacancies/list",
    attributes: {
      "http.request.method": "GET",
      "http.route": "routes/vacancies/list",
      "http.response.status_code": 200,
    },
    status: {},
  });
  const below = spans.filter((span) => span !== request);
  expect(new Set(below.map((span) => span.parentSpanId))).toEqual(new Set([request?.spanId]));
  expect(below.filter((span) => span.kind === 1).map(({ name }) => name)).toEqual(["render"]);
  for (const span of below) {
    expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request?.startTimeUnixNano ?? 0));
    expect(BigInt(span.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(request?.endTimeUnixNano ?? 0));
  }
  // Each call sends its own span id to the region.
  const calls = below.filter((span) => span.kind === 3);
  expect(calls.map(({ spanId }) => `00-${traceId}-${spanId}-01`).sort()).toEqual(
    stand.sydney.calls.map(({ headers }) => String(headers["traceparent"])).sort(),
  );
  expect(calls.length).toBeGreaterThan(2);
  const vacancies = calls.find(({ name }) => name === "Vacancies");
  expect(vacancies?.attributes).toEqual({
    "cloud.region": "ap-southeast-2",
    "graphql.operation.name": "Vacancies",
  });
  expect(collector.resources[0]).toMatchObject({ "service.name": "edge-console" });
});

test("spans record failures by kind", async () => {
  const trace = traceId.replace("4bf9", "aaaa");
  stand.sydney.fail(broken, { operation: "ORGGetCustomers" });
  const answer = await get(`${person.base}/customers`, `00-${trace}-${callersSpan}-01`);
  expect(answer.status).toBeGreaterThanOrEqual(500);
  await expect.poll(() => collector.of(trace).some(({ kind }) => kind === 2), { timeout: 5_000 }).toBe(true);
  const failed = collector.of(trace).filter((span) => span.status.code === 2);
  expect(failed.map(({ kind }) => kind).sort()).toEqual([2, 3]);
  expect(failed.find(({ kind }) => kind === 3)?.attributes).toMatchObject({ "error.type": "UNEXPECTED" });
  expect(failed.find(({ kind }) => kind === 2)?.attributes).toMatchObject({
    "http.response.status_code": answer.status,
  });
});

test("metrics count failures by route, operation and kind", async () => {
  const metricsText = async () => (await fetch(`${metrics}/metrics`)).text();
  const sum = (text: string, line: RegExp) =>
    [...text.matchAll(new RegExp(`^${line.source} (\\d+)$`, "gm"))].reduce(
      (all, [, count]) => all + Number(count),
      0,
    );
  const failedCalls =
    /console_api_call_duration_seconds_count\{region="ap-southeast-2",operation="[A-Za-z]+",outcome="UNEXPECTED"\}/;
  const failedPages =
    /console_http_request_duration_seconds_count\{method="GET",route="routes\/customers\/list",status="50\d"\}/;
  const errors = /console_errors_total\{kind="UNEXPECTED"\}/;
  const before = await metricsText();
  stand.sydney.fail(broken, { operation: "ORGGetCustomers" });
  await get(`${person.base}/customers?q=somebody@else.example`);
  await expect.poll(async () => sum(await metricsText(), failedPages)).toBe(sum(before, failedPages) + 1);
  const after = await metricsText();
  for (const line of [failedCalls, errors]) expect(sum(after, line)).toBe(sum(before, line) + 1);
  expect(after).not.toMatch(/[0-9a-f]{24}|@|somebody|127\.0\.0\.1/);
  const labels = [...after.matchAll(/^console_\w+\{([^}]*)\}/gm)].flatMap(([, text = ""]) =>
    [...text.matchAll(/(\w+)="/g)].map(([, name]) => name),
  );
  expect(new Set(labels)).toEqual(
    new Set(["method", "route", "status", "region", "operation", "outcome", "kind", "le"]),
  );
  expect(after).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
});

test("a request without a trace starts one; an unsampled one is passed on without spans", async () => {
  const unrecorded = `00-${traceId.replace("4bf9", "bbbb")}-${callersSpan}-00`;
  await get(`${person.base}/groups`, unrecorded);
  expect(stand.sydney.calls.map(({ headers }) => headers["traceparent"])).toContain(unrecorded);
  await stand.heal();
  await get(`${person.base}/users`);
  const [trace = ""] = new Set(
    stand.sydney.calls.map(({ headers }) => String(headers["traceparent"]).split("-")[1]),
  );
  await expect.poll(() => collector.of(trace).some(({ kind }) => kind === 2), { timeout: 5_000 }).toBe(true);
  expect(collector.of(trace).filter((span) => span.parentSpanId === undefined)).toHaveLength(1);
  expect(web.log()).toContain(`"traceId":"${trace}"`);
  expect(collector.of(unrecorded.split("-")[1] ?? "")).toEqual([]);
});

test("no span contains an id, address or query", () => {
  const text = collector.spans.map(({ name, attributes: held }) => JSON.stringify({ name, held })).join("\n");
  expect(text).toContain("routes/vacancies/list");
  expect(text).not.toMatch(/[0-9a-f]{24}|@|\?|somebody|127\.0\.0\.1|\/region\//);
  expect(new Set(collector.spans.flatMap((span) => Object.keys(span.attributes)))).toEqual(
    new Set([
      "http.request.method",
      "http.route",
      "http.response.status_code",
      "cloud.region",
      "graphql.operation.name",
      "error.type",
    ]),
  );
});

test("spans of the last requests are sent before the console ends", async () => {
  const trace = traceId.replace("4bf9", "cccc");
  const other = await startTraced();
  await get(`${person.base}/groups`, `00-${trace}-${callersSpan}-01`, other);
  expect(await other.end("SIGTERM")).toBe(0);
  expect(collector.of(trace).map(({ kind }) => kind)).toContain(2);
});

test("a silent or missing collector affects neither people nor the shutdown", async () => {
  /** The fastest of several page loads, in ms, since other load on the machine only adds time. */
  const pages = async (count: number) => {
    const times: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const from = performance.now();
      expect((await get(`${person.base}/customers`)).status).toBe(200);
      times.push(performance.now() - from);
    }
    return Math.min(...times);
  };
  await pages(20);
  const usual = await pages(40);
  collector.answers = false;
  const before = collector.requests;
  await expect
    .poll(
      async () => {
        await pages(1);
        return collector.requests;
      },
      { timeout: 5_000 },
    )
    .toBeGreaterThan(before);
  // One request to the collector is always open.
  const silent = await pages(40);
  await collector.stop();
  const gone = await pages(40);
  for (const quickest of [silent, gone]) expect(quickest).toBeLessThan(usual * 2 + 20);
  await expect.poll(() => web.log(), { timeout: 10_000 }).toContain('"message":"spans were lost"');
  expect(web.errors()).not.toMatch(/spans|ECONNREFUSED/);
  const from = performance.now();
  expect(await web.end("SIGTERM")).toBe(0);
  // Shorter than the timeout of a request to the collector.
  expect(performance.now() - from).toBeLessThan(4_500);
});
