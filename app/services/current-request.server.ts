import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes, randomUUID } from "node:crypto";
import { traceOf } from "../../shared/traceparent";

/** The facts of a request that all code below it can read. */
export type CurrentRequest = {
  /** Names the request in log lines, in calls of the API, and on its error page. */
  id: string;
  /** The trace that it is part of (W3C Trace Context), when the caller told one or spans are made. */
  trace?: {
    id: string;
    flags: string;
    /** The caller's span. */
    parentId?: string;
    /** The request's own span, when one is made. */
    spanId?: string;
  };
};

// One a process: the server and the application are bundles of their own, and both log.
const key = Symbol.for("edge-console.requests");
const holder = globalThis as unknown as Record<symbol, AsyncLocalStorage<CurrentRequest> | undefined>;
const requests = (holder[key] ??= new AsyncLocalStorage<CurrentRequest>());

/** Runs `serve`, and all that follows from it, as part of the request. */
export const inRequest = <Result>(request: CurrentRequest, serve: () => Result): Result =>
  requests.run(request, serve);

/** The request under way; undefined outside of one. */
export const currentRequest = (): CurrentRequest | undefined => requests.getStore();

const idOf = (bytes: number) => randomBytes(bytes).toString("hex");
const isSampled = (flags: string) => (parseInt(flags, 16) & 1) === 1;

/**
 * A request with an id of its own, and the trace of its `traceparent` header where that is one. With `makesSpans` it has
 * a span: in a trace of its own, or in the caller's unless that is not recorded.
 */
export function newRequest(traceparent: string | undefined, makesSpans = false): CurrentRequest {
  const id = randomUUID();
  const given = traceOf(traceparent);
  if (given)
    return { id, trace: { ...given, ...(makesSpans && isSampled(given.flags) && { spanId: idOf(8) }) } };
  return { id, ...(makesSpans && { trace: { id: idOf(16), flags: "01", spanId: idOf(8) } }) };
}

/** The `traceparent` header of a call that serves the request and has no span of its own. */
export function traceparentOf(request: CurrentRequest | undefined): string | undefined {
  const trace = request?.trace;
  return trace && `00-${trace.id}-${trace.spanId ?? trace.parentId}-${trace.flags}`;
}
