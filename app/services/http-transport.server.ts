import { setTimeout } from "node:timers/promises";
import { Agent, errors, request } from "undici";
import { z } from "zod/v4";
import { env } from "./env.server";

/** Larger answers are refused early, as they would be held in memory whole. */
const maxAnswerBytes = 8 * 1024 * 1024;

// Keeps connections alive. Timeouts are the caller's job, via its signal.
const dispatcher = new Agent({ maxResponseSize: maxAnswerBytes, headersTimeout: 0, bodyTimeout: 0 });

/** The parts of a response that graphql-request uses. */
type TransportAnswer = Pick<Response, "status" | "ok" | "headers" | "text">;

/**
 * Thrown if no complete answer came: connection refused, unknown host, connection lost, or a proxy's gateway
 * error. `cause` has the details.
 */
export class ConnectionError extends Error {
  override name = "ConnectionError";
}

/** Response headers that are used. */
const usedHeaders = ["content-type", "retry-after", "set-cookie"] as const;

/** Gateway statuses: a proxy got no answer from its upstream. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * `fetch` for graphql-request on top of undici's `request`: the real one spends much of a call on web streams. Text in,
 * text out, no redirects. Throws ConnectionError, also when `signal` aborts, and "answer too large".
 */
export async function httpFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  const { status, text, received } = await fetchWithRetry(url, init);
  const headers = new Headers();
  for (const name of usedHeaders)
    for (const value of [received[name] ?? []].flat()) headers.append(name, value);
  // The API itself always answers with JSON; anything else comes from a proxy.
  if (gatewayStatuses.has(status) && !headers.get("content-type")?.includes("json"))
    throw new ConnectionError(`a proxy answered ${status}`);
  const answer: TransportAnswer = {
    status,
    ok: status >= 200 && status < 300,
    headers,
    text: async () => text,
  };
  return answer as Response;
}

/** First and last refused connection, by origin. */
const refusals = new Map<string, { since: number; last: number }>();

/**
 * Retries while a server refuses connections, e.g. during a restart: nothing was sent, so nothing runs twice. After
 * `REGIONAL_API_PATIENCE` the server counts as down and calls fail at once.
 */
async function fetchWithRetry(url: URL, init: RequestInit) {
  for (;;) {
    try {
      const response = await answered(url, init);
      refusals.delete(url.origin);
      return response;
    } catch (error) {
      if (!isRefused(error) || init.signal?.aborted) throw error;
      const now = Date.now();
      const known = refusals.get(url.origin);
      const isSame = known && now - known.last <= env.REGIONAL_API_PATIENCE;
      const since = isSame ? known.since : now;
      refusals.set(url.origin, { since, last: now });
      if (now - since >= env.REGIONAL_API_PATIENCE) throw error;
      await setTimeout(retryPauseMs);
    }
  }
}

const retryPauseMs = 150;

const isRefused = (error: unknown) =>
  error instanceof ConnectionError &&
  z.object({ code: z.literal("ECONNREFUSED") }).safeParse(error.cause).success;

async function answered(url: URL, { method, headers, body, signal }: RequestInit) {
  try {
    const answer = await request(url, {
      dispatcher,
      method: method === "POST" ? "POST" : "GET",
      headers: Object.fromEntries(new Headers(headers)),
      body: typeof body === "string" ? body : null,
      signal: signal ?? null,
    });
    if (Number(answer.headers["content-length"]) > maxAnswerBytes) {
      answer.body.on("error", () => undefined).destroy();
      throw new errors.ResponseExceededMaxSizeError();
    }
    return { status: answer.statusCode, received: answer.headers, text: await answer.body.text() };
  } catch (cause) {
    if (cause instanceof errors.ResponseExceededMaxSizeError) throw new Error("answer too large", { cause });
    throw new ConnectionError("no answer", { cause });
  }
}
