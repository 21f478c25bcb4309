import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { setTimeout } from "node:timers/promises";
import { z } from "zod/v4";
import { env } from "./env.server";

/** An answer larger than any screen needs would be held in memory as a whole: it is refused early. */
const maxAnswerBytes = 8 * 1024 * 1024;

const agents = { "http:": new HttpAgent({ keepAlive: true }), "https:": new HttpsAgent({ keepAlive: true }) };

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
const headersRead = ["content-type", "retry-after"] as const;

/** How proxies say that nobody behind them answered. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * A fetch for graphql-request over Node's own HTTP and kept connections: `fetch` spends much of a call on web
 * streams. Posts text and reads text; follows no redirects. Throws ConnectionError, also when `signal` ends it, and
 * "answer too large".
 */
export async function httpFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  const body = typeof init.body === "string" ? Buffer.from(init.body) : undefined;
  const response = await patiently(url, init, body);
  const text = await textOf(response);
  const headers = new Headers();
  for (const name of headersRead) {
    const value = response.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  for (const cookie of response.headers["set-cookie"] ?? []) headers.append("set-cookie", cookie);
  const status = response.statusCode ?? 0;
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
async function patiently(url: URL, init: RequestInit, body?: Buffer): Promise<IncomingMessage> {
  for (;;) {
    try {
      const response = await answered(url, init, body);
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

function answered(url: URL, { method, headers, signal }: RequestInit, body?: Buffer) {
  const secure = url.protocol === "https:";
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = (secure ? requestHttps : requestHttp)(
      url,
      {
        method,
        agent: agents[secure ? "https:" : "http:"],
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          ...(body && { "content-length": body.length }),
        },
        signal: signal ?? undefined,
      },
      resolve,
    );
    request.on("error", (cause) => reject(new ConnectionError("no answer", { cause })));
    request.end(body);
  });
}

function textOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = () => {
      response.destroy();
      reject(new Error("answer too large"));
    };
    if (Number(response.headers["content-length"]) > maxAnswerBytes) return refuse();
    response.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxAnswerBytes) refuse();
      else chunks.push(chunk);
    });
    response.on("end", () => resolve(Buffer.concat(chunks).toString()));
    response.on("error", (cause) => reject(new ConnectionError("answer cut off", { cause })));
  });
}
