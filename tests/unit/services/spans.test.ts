import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FinishedSpan, spanExporter } from "~/services/span-export.server";

const span = (name: string): FinishedSpan => ({
  traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
  spanId: "00f067aa0ba902b7",
  name,
  kind: "client",
  start: 1_700_000_000_000.25,
  end: 1_700_000_000_001,
  attributes: { "cloud.region": "eu-west-1", "http.response.status_code": 200 },
  hasFailed: true,
});

const sent = vi.fn<typeof fetch>();
const write = vi.fn<(text: unknown) => boolean>(() => true);
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "fetch",
    sent.mockReset().mockImplementation(async () => new Response("{}")),
  );
  vi.spyOn(process.stdout, "write").mockImplementation(write.mockClear());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const bodies = () =>
  sent.mock.calls.map(
    ([, init]) =>
      JSON.parse(String(init?.body)) as { resourceSpans: [{ scopeSpans: [{ spans: unknown[] }] }] },
  );

test("spans are sent every second, in the collector's format", async () => {
  const exporter = spanExporter("http://127.0.0.1:4318/", { "service.name": "edge-console" });
  exporter.add(span("Customers"));
  expect(sent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent.mock.calls[0]?.[0]).toBe("http://127.0.0.1:4318/v1/traces");
  expect(bodies()).toEqual([
    {
      resourceSpans: [
        {
          resource: { attributes: [{ key: "service.name", value: { stringValue: "edge-console" } }] },
          scopeSpans: [
            {
              scope: { name: "edge-console" },
              spans: [
                {
                  traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
                  spanId: "00f067aa0ba902b7",
                  name: "Customers",
                  kind: 3,
                  startTimeUnixNano: "1700000000000250000",
                  endTimeUnixNano: "1700000000001000000",
                  attributes: [
                    { key: "cloud.region", value: { stringValue: "eu-west-1" } },
                    { key: "http.response.status_code", value: { intValue: 200 } },
                  ],
                  status: { code: 2 },
                },
              ],
            },
          ],
        },
      ],
    },
  ]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toHaveBeenCalledTimes(1);
});

test("the queue for a silent collector is bounded; lost spans are counted, once a minute", async () => {
  sent.mockImplementation(
    (_, init) =>
      new Promise((_done, fail) => init?.signal?.addEventListener("abort", () => fail(new Error("late")))),
  );
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  });
  const exporter = spanExporter("http://127.0.0.1:4318", {});
  exporter.add(span("first"));
  await vi.advanceTimersByTimeAsync(1_000);
  for (let count = 0; count < 10_000; count += 1) exporter.add(span("more"));
  // No other batch is sent while the first is pending.
  await vi.advanceTimersByTimeAsync(4_000);
  expect(sent).toHaveBeenCalledTimes(1);
  expect(write).not.toHaveBeenCalled();
  sent.mockImplementation(async () => new Response("{}"));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(bodies().flatMap(({ resourceSpans: [{ scopeSpans }] }) => scopeSpans[0].spans).length).toBe(
    1 + 4_096,
  );
  expect(Math.max(...bodies().map(({ resourceSpans: [{ scopeSpans }] }) => scopeSpans[0].spans.length))).toBe(
    256,
  );
  expect(write).toHaveBeenCalledTimes(1);
  expect(String(write.mock.calls[0]?.[0])).toContain('"lost":5905');
  sent.mockImplementation(async () => new Response("", { status: 503 }));
  exporter.add(span("refused"));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(write).toHaveBeenCalledTimes(1);
  exporter.add(span("refused"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(write).toHaveBeenCalledTimes(2);
  expect(String(write.mock.calls[1]?.[0])).toMatch(/"lost":2,.*HTTP 503/);
});

test("the last spans are sent before the end, including those added during another export", async () => {
  const exporter = spanExporter("http://127.0.0.1:4318", {});
  exporter.add(span("one"));
  const flushed = [exporter.flush()];
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  exporter.add(span("two"));
  flushed.push(exporter.flush());
  await Promise.all(flushed);
  expect(sent).toHaveBeenCalledTimes(2);
});

test("nothing is loaded if its variable is not set", async () => {
  const loaded = vi.fn();
  vi.doMock("~/services/span-export.server", () => {
    loaded();
    return { spanExporter: () => ({ add: () => undefined, flush: async () => undefined }) };
  });
  const { exporter, startSpan } = await import("~/services/spans.server");
  expect([exporter, startSpan("server")]).toEqual([undefined, undefined]);
  expect(loaded).not.toHaveBeenCalled();
  vi.resetModules();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318");
  expect((await import("~/services/spans.server")).exporter).toBeDefined();
  expect(loaded).toHaveBeenCalledTimes(1);
  vi.unstubAllEnvs();
});
