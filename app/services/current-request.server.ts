import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes, randomUUID } from "node:crypto";
import { traceOf } from "../../shared/traceparent";

/** Facts about the current request, readable from all code below it. */
export type CurrentRequest = {
  /** Request id for log lines, API calls and the error page. */
  id: string;
  /** The W3C Trace Context trace; set if the caller sent one or spans are recorded. */
  trace?: {
    id: string;
    flags: string;
    /** The caller's span id. */
    parentId?: string;
    /** The request's own span id, if spans are recorded. */
    spanId?: string;
  };
};

// Shared per process: server and application are separate bundles, and both log.
const key = Symbol.for("edge-console.requests");
const holder = globalThis as unknown as Record<symbol, AsyncLocalStorage<CurrentRequest> | undefined>;
const requests = (holder[key] ??= new AsyncLocalStorage<CurrentRequest>());

/** Runs `serve` and everything it starts in the context of the request. */
export const runInRequest = <Result>(request: CurrentRequest, serve: () => Result): Result =>
  requests.run(request, serve);

/** The current request; undefined outside of one. */
export const currentRequest = (): CurrentRequest | undefined => requests.getStore();

const idOf = (bytes: number) => randomBytes(bytes).toString("hex");
const isSampled = (flags: string) => (parseInt(flags, 16) & 1) === 1;

/**
 * Creates a request with a new id, in the trace of its `traceparent` header if valid. With `makesSpans` it gets a span:
 * in a new trace, or in the caller's if that is sampled.
 */
export function newRequest(traceparent: string | undefined, makesSpans = false): CurrentRequest {
  const id = randomUUID();
  const given = traceOf(traceparent);
  if (given)
    return { id, trace: { ...given, ...(makesSpans && isSampled(given.flags) && { spanId: idOf(8) }) } };
  return { id, ...(makesSpans && { trace: { id: idOf(16), flags: "01", spanId: idOf(8) } }) };
}

/** `traceparent` header for outgoing calls that have no span of their own. */
export function traceparentOf(request: CurrentRequest | undefined): string | undefined {
  const trace = request?.trace;
  return trace && `00-${trace.id}-${trace.spanId ?? trace.parentId}-${trace.flags}`;
}
