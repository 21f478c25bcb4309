/** OpenTelemetry traces (docs/operations.md). No span contains a record's id, a URL or a query. */
import { randomBytes } from "node:crypto";
import { currentRequest } from "./current-request.server";
import { env } from "./env.server";
import type { FinishedSpan, spanExporter } from "./span-export.server";

type Exporter = ReturnType<typeof spanExporter>;

// Shared per process: server and application are separate bundles, and both make spans.
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

/** Span exporter; undefined if tracing is off, in which case its code is not loaded. */
export const exporter = env.OTEL_EXPORTER_OTLP_ENDPOINT
  ? await exporterTo(env.OTEL_EXPORTER_OTLP_ENDPOINT)
  : undefined;

/** Outcome of a span. */
type Outcome = Pick<FinishedSpan, "name" | "attributes" | "hasFailed">;

/** A span of the current request; downstream calls receive its `traceparent`. */
export type Span = { traceparent: string; end: (outcome: Outcome) => void };

const now = () => performance.timeOrigin + performance.now();

/** Starts a span below the request's, or the request's own; undefined if the request is not traced. */
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
