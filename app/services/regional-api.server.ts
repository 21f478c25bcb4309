import { createHash, randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { type DocumentNode, print } from "graphql";
import { ClientError, GraphQLClient } from "graphql-request";
import { parse as parseSetCookie } from "cookie";
import type { ResultOf, TadaDocumentNode } from "gql.tada";
import { z } from "zod/v4";
import type { AwsRegion } from "~/regions";
import { answerSchema } from "./answer-schema.server";
import { env, regionalEndpoint } from "./env.server";
import { currentRequest, traceparentOf } from "./current-request.server";
import { ConnectionError, httpFetch } from "./http-transport.server";
import { logger } from "./log.server";
import { apiCallSeconds } from "./metrics.server";
import { startSpan } from "./spans.server";

export type ApiErrorKind =
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "VALIDATION"
  | "CONFLICT"
  | "NOT_FOUND"
  | "RATE_LIMITED"
  | "DOWNSTREAM"
  | "UNAVAILABLE"
  | "TIMEOUT"
  /** The browser disconnected. */
  | "ABANDONED"
  /** The answer does not match the contract. */
  | "UNREADABLE"
  | "UNEXPECTED";

/** Details of the competing save in a version conflict. */
const conflictSchema = z.object({
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
  version: z.number().int(),
  isOwn: z.boolean().catch(false),
});
export type ApiConflict = z.infer<typeof conflictSchema>;

/** The only error type screens see. `message` is the API's text: compare it; show it only where the spec says so. */
export class ApiError extends Error {
  override name = "ApiError";
  constructor(
    readonly kind: ApiErrorKind,
    message: string,
    readonly region: AwsRegion,
    readonly operation: string,
    /** True if the API may or may not have executed the request. */
    readonly outcomeUnknown = kind === "UNAVAILABLE" || kind === "TIMEOUT" || kind === "ABANDONED",
    /** Seconds until a retry, if the API gave them. */
    readonly retryAfter?: number,
    /** Set if a change was based on an outdated version. */
    readonly conflict?: ApiConflict,
  ) {
    super(message);
  }
}

/** A session's API cookies, and a callback for changes to them. */
export type ApiCredentials = {
  readonly cookies: Readonly<Record<string, string>>;
  /** `lives` are the cookies' lifetimes in seconds, for those that expire. */
  onCookies?: (cookies: Record<string, string>, lives: Record<string, number>) => void;
};

/** The browser request that a call serves. */
export type CallOrigin = {
  requestId: string;
  signal?: AbortSignal;
  clientAddress?: string;
  /** The browser's User-Agent, shown in the user's session list. */
  userAgent?: string;
  /** Called when the API rate-limits; with seconds, if it gave them. */
  onRateLimited?: (retryAfter: number | undefined) => void;
  /** Remaining time for reads, in ms; without it reads have the normal call timeout (SHELL-80). */
  readingTime?: () => number;
  /** Called after every mutation with the API's outcome. */
  onChange?: (outcome: "done" | "failed") => void;
};

type Options = { idempotencyKey?: string; signal?: AbortSignal; authCall?: boolean; within?: number };
type TraceHeader = { traceparent?: string };

const csrfCookie = "csrf-token";

const answerError = z.object({
  message: z.string().catch(""),
  extensions: z
    .object({
      code: z.string().catch(""),
      exception: z.object({ name: z.string() }).optional().catch(undefined),
      conflict: conflictSchema.optional().catch(undefined),
    })
    .catch({ code: "" }),
});

const printedDocuments = new WeakMap<DocumentNode, { text: string; name: string; isQuery: boolean }>();

function printDocument(document: DocumentNode) {
  let known = printedDocuments.get(document);
  if (!known) {
    const definition = document.definitions.find((part) => part.kind === "OperationDefinition");
    const field = definition?.selectionSet.selections.find((part) => part.kind === "Field");
    known = {
      text: print(document),
      name: definition?.name?.value ?? field?.name.value ?? "anonymous",
      isQuery: definition?.operation === "query",
    };
    printedDocuments.set(document, known);
  }
  return known;
}

/** Removes `__typename` at any depth (SESS-07). */
export function withoutTypename(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTypename);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "__typename")
      .map(([key, inner]) => [key, withoutTypename(inner)]),
  );
}

function kindOf(code: string, exception: string | undefined, status: number): ApiErrorKind {
  if (code === "UNAUTHENTICATED" || code === "FORBIDDEN" || code === "CONFLICT") return code;
  if (exception?.includes("Validation Error")) return "VALIDATION";
  if (exception === "Conflict Error") return "CONFLICT";
  if (exception === "Not Found Error") return "NOT_FOUND";
  if (exception === "Rate Limit Error" || status === 429) return "RATE_LIMITED";
  if (code === "DOWNSTREAM_SERVICE_ERROR") return "DOWNSTREAM";
  return status === 502 || status === 503 || status === 504 ? "UNAVAILABLE" : "UNEXPECTED";
}

/**
 * Log-safe part of an error: names and codes of its cause chain, and contract mismatch paths. Messages are left out, as
 * they may quote the request or answer.
 */
function safeCause(error: unknown): Error {
  const causes: string[] = [];
  for (let at: unknown = error; at instanceof Error && causes.length < 4; at = at.cause)
    causes.push("code" in at ? `${at.name} ${String(at.code)}` : at.name);
  if (error instanceof z.ZodError)
    causes.push(...error.issues.slice(0, 5).map((issue) => `${issue.path.join(".")}: ${issue.code}`));
  const safe = new Error(causes.join(", "));
  safe.name = "Cause";
  safe.stack = undefined;
  return safe;
}

/** Retry-After in seconds, at most an hour; undefined if missing or not a number. */
function retryAfterOf(headers: unknown): number | undefined {
  const text = headers instanceof Headers ? headers.get("retry-after") : null;
  return text && /^\d{1,6}$/.test(text) ? Math.min(Number(text), 3600) : undefined;
}

/** Name and attributes of a call's span. */
function callOutcome({ region, operation }: { region: AwsRegion; operation: string }, outcome: string) {
  const hasFailed = outcome !== "ok" && outcome !== "ABANDONED";
  const attributes = {
    "cloud.region": region,
    "graphql.operation.name": operation,
    ...(outcome !== "ok" && { "error.type": outcome }),
  };
  return { name: operation, attributes, hasFailed };
}

/**
 * Aborts a call at its deadline or when the browser disconnects. Clearable, unlike `AbortSignal.timeout`, which would
 * keep every finished call in memory until its deadline.
 */
function deadlineOf(browser: AbortSignal | undefined, within = env.REGIONAL_API_TIMEOUT) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, within);
  if (browser?.aborted) abort();
  browser?.addEventListener("abort", abort);
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      browser?.removeEventListener("abort", abort);
    },
  };
}

/**
 * One region's API for one session: the only code that sends HTTP to an API. Calls have a deadline and a request id.
 * Queries, and mutations with an idempotency key, are retried once if no complete answer came, e.g. on a stale
 * keep-alive connection. Answers are validated against the contract.
 */
export class RegionalApi {
  constructor(
    readonly region: AwsRegion,
    private readonly credentials: ApiCredentials,
    private readonly origin: CallOrigin = { requestId: randomUUID() },
  ) {
    // A dashboard makes more parallel calls than Node's default listener limit.
    if (origin.signal) setMaxListeners(0, origin.signal);
  }

  /** Client for another region, same session (SESS-10). */
  in(region: AwsRegion): RegionalApi {
    return region === this.region ? this : new RegionalApi(region, this.credentials, this.origin);
  }

  /** Runs a query; aborts if the browser disconnects (SESS-08). Throws ApiError. */
  query<R, V>(document: TadaDocumentNode<R, V>, variables: V): Promise<R> {
    const { signal, readingTime } = this.origin;
    return this.send(document, variables, { signal, within: readingTime?.() });
  }

  /**
   * Runs a mutation. `formKey` is the form's idempotency key: resending the same values has no second effect; other
   * values are a new change (GEN-22). Throws ApiError.
   */
  async mutate<R, V>(document: TadaDocumentNode<R, V>, variables: V, formKey?: string): Promise<R> {
    const parts = JSON.stringify([formKey, printDocument(document).name, variables]);
    const idempotencyKey = formKey && createHash("sha256").update(parts).digest("base64url");
    try {
      const answer = await this.send(document, variables, { idempotencyKey });
      this.origin.onChange?.("done");
      return answer;
    } catch (error) {
      this.origin.onChange?.("failed");
      throw error;
    }
  }

  /** Call of an auth operation; sent without the anti-forgery header (SESS-04). Throws ApiError. */
  authCall<R, V>(document: TadaDocumentNode<R, V>, variables: V): Promise<R> {
    return this.send(document, variables, { authCall: true });
  }

  private async send<R, V>(document: TadaDocumentNode<R, V>, variables: V, options: Options): Promise<R> {
    const deadline = deadlineOf(options.signal, options.within);
    const labels = { region: this.region, operation: printDocument(document).name };
    const end = apiCallSeconds?.startTimer(labels);
    const span = startSpan("client");
    const traceparent = span?.traceparent ?? traceparentOf(currentRequest());
    let outcome: string = "ok";
    try {
      return await this.sendBefore(deadline.signal, document, variables, { ...options, traceparent });
    } catch (error) {
      outcome = error instanceof ApiError ? error.kind : "BUG";
      throw error;
    } finally {
      end?.({ outcome });
      span?.end(callOutcome(labels, outcome));
      deadline.clear();
    }
  }

  private async sendBefore<R, V>(
    deadline: AbortSignal,
    document: TadaDocumentNode<R, V>,
    variables: V,
    options: Options & TraceHeader,
  ): Promise<R> {
    const { text, name, isQuery } = printDocument(document);
    const fail = (kind: ApiErrorKind, message: string, cause?: unknown, outcomeUnknown?: boolean) => {
      const error = new ApiError(kind, message, this.region, name, outcomeUnknown);
      if (cause !== undefined) error.cause = safeCause(cause);
      return error;
    };
    const endpoint = regionalEndpoint(this.region);
    const client = new GraphQLClient(endpoint, {
      headers: this.headers(options),
      fetch: httpFetch,
      excludeOperationName: true,
    });
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await client.rawRequest<unknown>({
          query: text,
          variables: withoutTypename(variables ?? {}) as Record<string, unknown>,
          signal: deadline,
        });
        this.captureCookies(answer.headers);
        return answerSchema(document).parse(answer.data) as R;
      } catch (error) {
        if (error instanceof ClientError) {
          this.captureCookies(error.response.headers);
          const first = answerError.safeParse(error.response.errors?.[0]).data;
          const kind = kindOf(
            first?.extensions.code ?? "",
            first?.extensions.exception?.name,
            error.response.status,
          );
          const message = first?.message ?? `HTTP ${error.response.status}`;
          const retryAfter = retryAfterOf(error.response.headers);
          if (kind === "RATE_LIMITED") this.origin.onRateLimited?.(retryAfter);
          const { conflict } = first?.extensions ?? {};
          throw new ApiError(kind, message, this.region, name, undefined, retryAfter, conflict);
        }
        if (options.signal?.aborted) throw fail("ABANDONED", "the browser has gone away", error);
        if (deadline.aborted)
          throw fail("TIMEOUT", `no answer in time from ${new URL(endpoint).origin}`, error);
        if (error instanceof ConnectionError) {
          if ((isQuery || options.idempotencyKey) && attempt === 1) {
            await pause(50);
            continue;
          }
          throw fail("UNAVAILABLE", `not reachable at ${new URL(endpoint).origin}`, error);
        }
        // The answer may contain personal data, so log only the paths that failed.
        const where =
          error instanceof z.ZodError ? error.issues.map((issue) => issue.path.join(".")) : undefined;
        const reason = error instanceof Error ? error.name : "unknown";
        logger.error("api answer not understood", { operation: name, region: this.region, reason, where });
        throw fail("UNREADABLE", "answer not understood", error, !isQuery);
      }
    }
  }

  private headers({ authCall, idempotencyKey, traceparent }: Options & TraceHeader): Record<string, string> {
    const { cookies } = this.credentials;
    const sent = Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const csrf = cookies[csrfCookie];
    return {
      "x-request-id": this.origin.requestId,
      // The API's brute-force limits count by the user's address, not the console's.
      ...(this.origin.clientAddress && { "x-forwarded-for": this.origin.clientAddress }),
      ...(this.origin.userAgent && { "user-agent": this.origin.userAgent }),
      ...(traceparent && { traceparent }),
      ...(sent.length > 0 && { cookie: sent.join("; ") }),
      ...(csrf && !authCall && { "x-csrf-token": csrf }),
      ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
    };
  }

  private captureCookies(headers: unknown): void {
    if (!(headers instanceof Headers)) return;
    const received: Record<string, string> = {};
    const lives: Record<string, number> = {};
    for (const line of headers.getSetCookie()) {
      const [name, value] = Object.entries(parseSetCookie(line))[0] ?? [];
      const life = /max-age=(\d{1,9})(;|$)/i.exec(line)?.[1];
      if (name) received[name] = life === "0" ? "" : (value ?? "");
      if (name && life) lives[name] = Number(life);
    }
    if (Object.keys(received).length > 0) this.credentials.onCookies?.(received, lives);
  }
}

export type { ResultOf };
