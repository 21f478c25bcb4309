/** Keeps clients from exhausting the process's open files by connections; for console and API (GEN-113). */
import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** Timeout for a request's headers, and Node's interval for enforcing it, in ms. */
export const headerTimeouts = { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 };

/**
 * Fraction of the process's open files that connections may use; the rest is for data, logs and outgoing
 * calls.
 */
const share = 2 / 3;

/** Returns the maximum open files of the process; undefined except on Linux. */
function mostFiles(): number | undefined {
  try {
    const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return most === undefined ? undefined : Number(most);
  } catch {
    return undefined;
  }
}

/** Closes a server's idle connections whenever its connections exceed their share of open files. */
export function limitConnections(server: Server): void {
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

/**
 * Number of bodies drained at once with the full limit of `bytes`; further ones get a quarter, because
 * drained data stays garbage for a while.
 */
const maxFullDrains = 32;
let drainCount = 0;

/**
 * Drains request bodies that were not read before the response, since later requests on the connection would
 * otherwise wait forever. Reads and drops up to `bytes` of the rest. Closes a connection that has more, or a
 * body that does not end within `ms`; clients may take that for a lost response.
 */
export function drainUnreadBodies(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, ms }: { bytes: number; ms: number },
): void {
  if (!hasBody(request)) return;
  // Runs before Node's own listener, which would drain without limit, and only if no code reads the body.
  response.prependOnceListener("finish", () => {
    if (request.readableEnded || request.destroyed) return;
    const close = () => request.destroy();
    const timer = setTimeout(close, ms).unref();
    drainCount += 1;
    request
      .on("error", () => undefined)
      .once("close", () => {
        clearTimeout(timer);
        drainCount -= 1;
      });
    let dropped = 0;
    request.removeAllListeners("data").on("data", (chunk: Buffer) => {
      dropped += chunk.length;
      if (dropped > (drainCount > maxFullDrains ? bytes / 4 : bytes)) close();
    });
    request.read(0);
    request.resume();
  });
}
