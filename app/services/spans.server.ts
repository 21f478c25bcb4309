/** Traces for an OpenTelemetry collector (docs/operations.md). No span holds an id of ours, an address or a query. */
import { randomBytes } from "node:crypto";
import { currentRequest } from "./current-request.server";
import { env } from "./env.server";
import type { FinishedSpan, spanExporter } from "./span-export.server";

type Exporter = ReturnType<typeof spanExporter>;

// One a process: the server and the application are bundles of their own, and both make spans.
const key = Symbol.for("edge-console.spans");
const holder = globalThis as unknown as Record<symbol, Exporter | undefined>;

async function exporterTo(endpoint: string): Promise<Exporter> {
  const library = await import("./span-export.server");
  return (holder[key] ??= library.spanExporter(endpoint, {
    "service.name": "edge-console",
    "service.version": env.CONSOLE_VERSION,
    "deployment.environment.name": env.APP_ENV,
  }));
}

/** Where spans are sent; undefined when tracing is off, and then its code is not loaded. */
export const exporter = env.OTEL_EXPORTER_OTLP_ENDPOINT
  ? await exporterTo(env.OTEL_EXPORTER_OTLP_ENDPOINT)
  : undefined;

/** The outcome of a piece of work. */
type Outcome = Pick<FinishedSpan, "name" | "attributes" | "hasFailed">;

/** Work of the request under way; what it calls is told its `traceparent`. */
export type Span = { traceparent: string; end: (outcome: Outcome) => void };

const now = () => performance.timeOrigin + performance.now();

/** Starts a span below the request's own, or that one itself; undefined when the request is not traced. */
export function startSpan(kind: FinishedSpan["kind"]): Span | undefined {
  const trace = exporter && currentRequest()?.trace;
  if (!trace?.spanId) return undefined;
  const isRequest = kind === "server";
  const spanId = isRequest ? trace.spanId : randomBytes(8).toString("hex");
  const parentSpanId = isRequest ? trace.parentId : trace.spanId;
  const start = now();
  return {
    traceparent: `00-${trace.id}-${spanId}-${trace.flags}`,
    end: (outcome) =>
      exporter?.add({ traceId: trace.id, spanId, parentSpanId, kind, start, end: now(), ...outcome }),
  };
}
