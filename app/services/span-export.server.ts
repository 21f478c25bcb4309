/** Sends spans to a collector: OTLP over HTTP, as JSON. Loaded only if one is configured (spans.server.ts). */
import { logger } from "./log.server";

/** A finished span; times in ms since 1970. */
export type FinishedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: "internal" | "server" | "client";
  start: number;
  end: number;
  attributes: Record<string, string | number>;
  hasFailed: boolean;
};

/** The queue is bounded: a collector that is down costs some memory and the spans, but delays no request. */
const maxQueuedSpans = 4096;
const batchSpans = 256;
const everyMs = 1_000;
const timeoutMs = 5_000;
const repeatWarningMs = 60_000;

const kinds = { internal: 1, server: 2, client: 3 };

const attributesOf = (values: Record<string, string | number>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: value } : { stringValue: value },
  }));

// Microsecond precision: nanoseconds since 1970 exceed a number's precision.
const nanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`;

/** A batch in OTLP format. */
function requestOf(spans: readonly FinishedSpan[], resource: Record<string, string>): string {
  const exported = spans.map(
    ({ traceId, spanId, parentSpanId, name, kind, start, end, attributes, hasFailed }) => ({
      traceId,
      spanId,
      parentSpanId,
      name,
      kind: kinds[kind],
      startTimeUnixNano: nanoseconds(start),
      endTimeUnixNano: nanoseconds(end),
      attributes: attributesOf(attributes),
      status: hasFailed ? { code: 2 } : {},
    }),
  );
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: "edge-console" }, spans: exported }],
      },
    ],
  });
}

/** Sends queued spans every second, one batch at a time; rejected ones are lost. */
export function spanExporter(endpoint: string, resource: Record<string, string>) {
  const address = `${endpoint.replace(/\/$/, "")}/v1/traces`;
  let waiting: FinishedSpan[] = [];
  let lost = 0;
  let reason: unknown;
  let toldAt = -Infinity;
  let sending: Promise<void> | undefined;

  async function send(): Promise<void> {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += batchSpans) {
      try {
        const answer = await fetch(address, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: requestOf(all.slice(from, from + batchSpans), resource),
          signal: AbortSignal.timeout(timeoutMs),
        });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      } catch (error) {
        lost += all.length - from;
        reason = error;
        break;
      }
    }
    if (lost === 0 || performance.now() - toldAt < repeatWarningMs) return;
    logger.warn("spans were lost", { lost, reason });
    toldAt = performance.now();
    lost = 0;
  }

  /** Sends the queue. Never rejects. */
  const flush = (): Promise<void> =>
    (sending ??= send().finally(() => {
      sending = undefined;
    }));

  setInterval(() => void flush(), everyMs).unref();
  return {
    add(span: FinishedSpan): void {
      if (waiting.length < maxQueuedSpans) waiting.push(span);
      else lost += 1;
    },
    /** Sends the queue, including spans added during a send. */
    flush: async () => {
      await sending;
      await flush();
    },
  };
}
