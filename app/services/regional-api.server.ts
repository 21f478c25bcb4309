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
  /** The browser has gone away. */
  | "ABANDONED"
  /** The answer does not match the contract. */
  | "UNREADABLE"
  | "UNEXPECTED";

/** Who has changed the record since it was read. */
const conflictSchema = z.object({
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
  version: z.number().int(),
  isOwn: z.boolean().catch(false),
});
export type ApiConflict = z.infer<typeof conflictSchema>;

/** The one error screens see. `message` is the API's own text: compare it, never show it unless a row says so. */
export class ApiError extends Error {
  override name = "ApiError";
  constructor(
    readonly kind: ApiErrorKind,
    message: string,
    readonly region: AwsRegion,
    readonly operation: string,
    /** The API may or may not have carried out what was asked. */
    readonly outcomeUnknown = kind === "UNAVAILABLE" || kind === "TIMEOUT" || kind === "ABANDONED",
    /** In how many seconds to try again, when the API said so. */
    readonly retryAfter?: number,
    /** Of a change that was based on an older version than the stored one. */
    readonly conflict?: ApiConflict,
  ) {
    super(message);
  }
}

/** The API's cookies of one session, and who wants to know when an answer changes them. */
export type ApiCredentials = {
  readonly cookies: Readonly<Record<string, string>>;
  /** `lives` are the seconds that the API gives them, of those that end. */
  onCookies?: (cookies: Record<string, string>, lives: Record<string, number>) => void;
};

/** The browser's request that a call serves. */
export type CallOrigin = {
  requestId: string;
  signal?: AbortSignal;
  clientAddress?: string;
  /** The browser's User-Agent, by which people tell their sessions apart. */
  userAgent?: string;
  /** Told when the API asks for patience; in seconds, when it says how long. */
  onRateLimited?: (retryAfter: number | undefined) => void;
  /** How long a read may still take, in milliseconds; as long as any call when it is absent (SHELL-80). */
  readingTime?: () => number;
  /** Told of every change that was asked for: whether the API says that it is done. */
  onChange?: (outcome: "done" | "failed") => void;
};

type Options = { idempotencyKey?: string; signal?: AbortSignal; authCall?: boolean; within?: number };
type Traced = { traceparent?: string };

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

const printed = new WeakMap<DocumentNode, { text: string; name: string; isQuery: boolean }>();

function printDocument(document: DocumentNode) {
  let known = printed.get(document);
  if (!known) {
    const definition = document.definitions.find((part) => part.kind === "OperationDefinition");
    const field = definition?.selectionSet.selections.find((part) => part.kind === "Field");
    known = {
      text: print(document),
      name: definition?.name?.value ?? field?.name.value ?? "anonymous",
      isQuery: definition?.operation === "query",
    };
    printed.set(document, known);
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
 * The part of an error that is safe to log: the names and codes of its chain, and where an answer differs from the
 * contract. Its messages may quote the answer or what was sent.
 */
function safeCause(error: unknown): Error {
  const told: string[] = [];
  for (let at: unknown = error; at instanceof Error && told.length < 4; at = at.cause)
    told.push("code" in at ? `${at.name} ${String(at.code)}` : at.name);
  if (error instanceof z.ZodError)
    told.push(...error.issues.slice(0, 5).map((issue) => `${issue.path.join(".")}: ${issue.code}`));
  const safe = new Error(told.join(", "));
  safe.name = "Cause";
  safe.stack = undefined;
  return safe;
}

/** Retry-After in seconds, at most an hour; undefined when it is absent or no number. */
function retryAfterOf(headers: unknown): number | undefined {
  const text = headers instanceof Headers ? headers.get("retry-after") : null;
  return text && /^\d{1,6}$/.test(text) ? Math.min(Number(text), 3600) : undefined;
}

/** The name and attributes of a call's span. */
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
 * Ends a call at its deadline, or when the browser goes. Unlike `AbortSignal.timeout`, it can be cleared: otherwise
 * every answered call would stay in memory until its time is up.
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
 * One region's API for one session: the only code that speaks HTTP to an API. Every call has a deadline and a
 * request id; when no answer came, or not all of one, queries are sent once more, and so are changes with a key, which the API
 * does once: a connection that was kept open may be gone when it is used. An answer is checked against the contract.
 */
export class RegionalApi {
  constructor(
    readonly region: AwsRegion,
    private readonly credentials: ApiCredentials,
    private readonly origin: CallOrigin = { requestId: randomUUID() },
  ) {
    // A dashboard makes more calls side by side than Node expects listeners to be.
    if (origin.signal) setMaxListeners(0, origin.signal);
  }

  /** The API of another region, for this session (SESS-10). */
  in(region: AwsRegion): RegionalApi {
    return region === this.region ? this : new RegionalApi(region, this.credentials, this.origin);
  }

  /** Reads. Ends early when the browser has gone away (SESS-08). Throws ApiError. */
  query<R, V>(document: TadaDocumentNode<R, V>, variables: V): Promise<R> {
    const { signal, readingTime } = this.origin;
    return this.send(document, variables, { signal, within: readingTime?.() });
  }

  /**
   * Changes. `formKey` is the form's one-time key: the same form sent again with the same values has no second
   * effect, with other values it is another change (GEN-22). Throws ApiError.
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

  /** A call of the auth list: goes without the anti-forgery header (SESS-04). Throws ApiError. */
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
    options: Options & Traced,
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
        // The answer itself may hold anything: only where it went wrong is logged.
        const where =
          error instanceof z.ZodError ? error.issues.map((issue) => issue.path.join(".")) : undefined;
        const reason = error instanceof Error ? error.name : "unknown";
        logger.error("api answer not understood", { operation: name, region: this.region, reason, where });
        throw fail("UNREADABLE", "answer not understood", error, !isQuery);
      }
    }
  }

  private headers({ authCall, idempotencyKey, traceparent }: Options & Traced): Record<string, string> {
    const { cookies } = this.credentials;
    const sent = Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const csrf = cookies[csrfCookie];
    return {
      "x-request-id": this.origin.requestId,
      // Limits on guessing count by the person's address, not by the console's.
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
