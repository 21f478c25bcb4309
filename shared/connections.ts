/** What console and API do so that no client holds connections, which are files of the process, from others (GEN-113). */
import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** How long a server waits for the head of a request, and how often Node looks for those that waited too long, in ms. */
export const silentLimits = { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 };

/** The share of a process's files that its connections may have; the rest is for data, logs and calls of its own. */
const share = 2 / 3;

/** How many files the process may have open; undefined where the system does not say (it is Linux that does). */
function mostFiles(): number | undefined {
  try {
    const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return most === undefined ? undefined : Number(most);
  } catch {
    return undefined;
  }
}

/** Closes a server's idle connections whenever it has more connections than their share of files. */
export function giveWay(server: Server): void {
  const most = mostFiles();
  if (most === undefined) return;
  let open = 0;
  server.on("connection", (socket) => {
    open += 1;
    socket.once("close", () => (open -= 1));
    if (open > most * share) server.closeIdleConnections();
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** How many bodies are dropped at `bytes` each; while there are more, each is worth a quarter, since what is read is garbage for a while. */
const droppedWhole = 32;
let dropping = 0;

/**
 * Whoever answers a request may leave its body unread, and whatever is asked over the same connection would wait behind
 * it for ever. Up to `bytes` of the rest are read and dropped; a connection with more, or with a body that does not end
 * within `ms`, is closed, which a client can take for a lost answer.
 */
export function dropRestOnceAnswered(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, ms }: { bytes: number; ms: number },
): void {
  if (!hasBody(request)) return;
  // Before Node's own listener, which would drop without bounds, and only what nobody has begun to read.
  response.prependOnceListener("finish", () => {
    if (request.readableEnded || request.destroyed) return;
    const close = () => request.destroy();
    const timer = setTimeout(close, ms).unref();
    dropping += 1;
    request
      .on("error", () => undefined)
      .once("close", () => {
        clearTimeout(timer);
        dropping -= 1;
      });
    let dropped = 0;
    request.removeAllListeners("data").on("data", (chunk: Buffer) => {
      dropped += chunk.length;
      if (dropped > (dropping > droppedWhole ? bytes / 4 : bytes)) close();
    });
    request.read(0);
    request.resume();
  });
}
