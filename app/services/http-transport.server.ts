import { setTimeout } from "node:timers/promises";
import { Agent, errors, request } from "undici";
import { z } from "zod/v4";
import { env } from "./env.server";

/** An answer larger than any screen needs would be held in memory as a whole: it is refused early. */
const maxAnswerBytes = 8 * 1024 * 1024;

// It keeps connections. What takes too long is ended by the caller's signal.
const dispatcher = new Agent({ maxResponseSize: maxAnswerBytes, headersTimeout: 0, bodyTimeout: 0 });

/** The parts of a response that graphql-request reads. */
type TransportAnswer = Pick<Response, "status" | "ok" | "headers" | "text">;

/**
 * No whole answer came: nobody listened, the name is unknown, the connection broke, or a proxy says that it has none.
 * `cause` tells what happened.
 */
export class ConnectionError extends Error {
  override name = "ConnectionError";
}

/** Of an answer's headers those that anybody reads. */
const headersRead = ["content-type", "retry-after", "set-cookie"] as const;

/** How proxies say that nobody behind them answered. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * A fetch for graphql-request by undici's own request: `fetch` spends much of a call on web streams. Posts text and reads
 * text; follows no redirects. Throws ConnectionError, also when `signal` ends it, and "answer too large".
 */
export async function httpFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  const { status, text, received } = await patiently(url, init);
  const headers = new Headers();
  for (const name of headersRead)
    for (const value of [received[name] ?? []].flat()) headers.append(name, value);
  // The API itself answers in JSON, whatever it has to say.
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

/** Since when, and when last, each origin refused connections. */
const refusals = new Map<string, { since: number; last: number }>();

/**
 * Waits for a server that refuses connections, as one that restarts does: nothing was sent yet, so nothing is done twice.
 * One that has refused them for `REGIONAL_API_PATIENCE` is down, and calls fail at once.
 */
async function patiently(url: URL, init: RequestInit) {
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
      await setTimeout(refusedPause);
    }
  }
}

const refusedPause = 150;

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
