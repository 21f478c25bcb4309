// Imported first, so that errors while loading other modules are reported in one line.
import { startFailed } from "./services/start.server";
import "./services/check-only.server";
import compression from "compression";
import express, { type NextFunction, type Request, type Response } from "express";
import { AsyncResource } from "node:async_hooks";
import { createServer } from "node:http";
import { Server as NetServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { drainUnreadBodies, limitConnections, headerTimeouts } from "../shared/connections";
import { site } from "./console-site";
import { serveMetrics } from "./metrics-endpoint";
import { drainLimits, type Refusal, refusalOfBody, takeFilePlace } from "./services/bodies.server";
import { newBrandAddress } from "./services/brand.server";
import { runInRequest, newRequest } from "./services/current-request.server";
import { env, secure } from "./services/env.server";
import type { errorReports as ErrorReports } from "./services/errors.server";
import { logger } from "./services/log.server";
import { requestSeconds } from "./services/metrics.server";
import { type PlainPage, plainPage, plainPagePolicy } from "./services/plain-page.server";
import type { readiness as Readiness } from "./services/readiness.server";
import { isOwnOrigin, requestAddress, usableTarget } from "./services/request-address.server";
import { exporter, startSpan } from "./services/spans.server";

// By default V8 lets garbage grow to several times the live heap before collecting. This keeps a busy console within
// its 320 MB, together with the small semi-space it is started with. Young garbage is a few MB, and parallel collection
// threads cost more than they help. Finished compilations are freed at once: a background thread, which may get no turn
// for seconds, would let their memory pile up (docs/decisions/0008).
setFlagsFromString("--heap-growing-percent=70");
setFlagsFromString("--no-parallel-scavenge");
setFlagsFromString("--no-maglev-destroy-on-background");

const { build } = site;
// The application is a separate bundle: only it knows flags and regions, and only it reports errors.
type Application = { readiness: typeof Readiness; errorReports: typeof ErrorReports };
const { readiness, errorReports } = build.entry.module as unknown as Application;
errorReports.startedWith(build.assets.version);
await readiness.start();

let isStopping = false;
const openResponses = new Set<Response>();

/** Asks the client to send no further request over this connection, which is about to close. */
function announceClose(res: Response): void {
  if (!res.headersSent) res.setHeader("Connection", "close");
}

const links = build.routes.root?.module.links?.() ?? [];
const styles = links.flatMap((link) =>
  "rel" in link && link.rel === "stylesheet" ? [link.href ?? ""] : [],
)[0];

/** Starts a response with a page that does not need the application; returns its HTML. */
function startPlainPage(res: Response, status: number, reason: PlainPage, back = "/"): string {
  res.setHeader("Content-Security-Policy", plainPagePolicy);
  res.status(status).type("html");
  return plainPage(reason, { back, styles });
}

function sendPlainPage(res: Response, status: number, reason: PlainPage): void {
  res.send(startPlainPage(res, status, reason));
}

/** Retry-After of a 503, in seconds: a restarting region is back by then. */
const retryAfter = "5";

/** Adds Retry-After to every 503, whatever sends it. */
function addRetryAfter(res: Response): void {
  const writeHead = res.writeHead.bind(res) as (...given: unknown[]) => Response;
  res.writeHead = (status: number, ...rest: unknown[]) => {
    if (status === 503 && !res.hasHeader("Retry-After")) res.setHeader("Retry-After", retryAfter);
    return writeHead(status, ...rest);
  };
}

function securityHeaders(req: Request, res: Response, next: NextFunction): void {
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("X-Frame-Options", "DENY"); // for browsers without frame-ancestors
  res.setHeader("Referrer-Policy", "same-origin");
  res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  res.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
  if (secure) res.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  addRetryAfter(res);
  drainUnreadBodies(req, res, drainLimits);
  openResponses.add(res);
  res.once("close", () => openResponses.delete(res));
  if (isStopping) announceClose(res);
  next();
}

/** /health: the process answers. /ready: it can serve people; false while it stops. */
function serveProbes(req: Request, res: Response, next: NextFunction): void {
  if (req.path === "/health" || req.path === "/ready") res.setHeader("Cache-Control", "no-store");
  if (req.path === "/health") res.json({ status: "alive" });
  else if (req.path !== "/ready") next();
  else if (isStopping) res.status(503).json({ status: "stopping" });
  else
    readiness.now().then(({ isReady, ...parts }) => {
      res.status(isReady ? 200 : 503).json({ status: isReady ? "ready" : "not ready", ...parts });
    }, next);
}

const methods = new Set(["GET", "HEAD", "POST"]);

function refuseUnknownMethod(req: Request, res: Response, next: NextFunction): void {
  if (methods.has(req.method)) return next();
  res.setHeader("Allow", [...methods].join(", "));
  sendPlainPage(res, 405, "method");
}

// Determines the request's host and protocol, which clients cannot forge: forwarded values count only from a
// trusted proxy.
function ownAddress(req: Request, res: Response, next: NextFunction): void {
  req.url = req.originalUrl = usableTarget(req.originalUrl);
  const isTrusted = (app.get("trust proxy fn") as (address: string, hop: number) => boolean)(
    req.socket.remoteAddress ?? "",
    0,
  );
  const forwarded = isTrusted ? req.get("x-forwarded-host")?.split(",")[0]?.trim() : undefined;
  const address = requestAddress({
    host: forwarded ?? req.get("host"),
    protocol: req.protocol === "https" ? "https" : "http",
    target: req.originalUrl,
  });
  // With two hosts a proxy in front may have routed by the other one.
  const hasOneHost = (req.headersDistinct.host ?? []).length < 2;
  if (!address || !hasOneHost || !isReadable(req.path)) return sendPlainPage(res, 400, "badAddress");
  delete req.headers["x-forwarded-host"];
  req.headers.host = address.host;
  Object.defineProperty(req, "protocol", { value: address.protocol.slice(0, -1) });
  next();
}

// Neither router can parse a path with broken escapes; to the browser it is simply a wrong URL.
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

// Responses must not be cached: pages show one person's data or contain a form token (SESS-06).
function noStore(_: Request, res: Response, next: NextFunction): void {
  res.setHeader("Cache-Control", "no-store");
  next();
}

/** Error page, log and the API's log share the request id; the response has it too. */
function identified(req: Request, res: Response, next: NextFunction): void {
  const request = newRequest(req.get("traceparent"), exporter !== undefined);
  res.setHeader("X-Request-Id", request.id);
  runInRequest(request, next);
}

const answeredWith = (status: number | "closed"): Record<string, string | number> =>
  status === "closed" ? { "error.type": status } : { "http.response.status_code": status };

// Only the path is logged: query strings contain reset tokens and people's emails.
function requestLog(req: Request, res: Response, next: NextFunction): void {
  const start = performance.now();
  const span = startSpan("server");
  // The connection emits the event and serves other requests too, so the listener is bound to this request.
  const ended = AsyncResource.bind(() => {
    const ms = performance.now() - start;
    const { method, path } = req;
    const status = res.writableFinished ? res.statusCode : "closed";
    const route = (res.locals.route as string | undefined) ?? "none";
    requestSeconds?.observe({ method, route, status }, ms / 1000);
    span?.end({
      name: `${method} ${route}`,
      attributes: { "http.request.method": method, "http.route": route, ...answeredWith(status) },
      hasFailed: status !== "closed" && status >= 500,
    });
    logger.info("request", { method, path: path.slice(0, 300), status, ms: Math.round(ms) });
  });
  res.on("close", ended);
  next();
}

/** Answers a request whose body is refused, entirely or partway. */
function refuseBody(req: Request, res: Response, { status, reason, retryAfter }: Refusal): void {
  if (res.headersSent) return;
  res.locals.isRefused = true;
  // Discards what still arrives.
  req.removeAllListeners("data").pause();
  req.on("error", () => undefined);
  announceClose(res);
  if (retryAfter) res.setHeader("Retry-After", retryAfter);
  const page = Buffer.from(
    startPlainPage(res, status, reason, req.originalUrl.replace(/\.data(?=\?|$)/, "")),
  );
  res.setHeader("Content-Length", page.length);
  res.write(page);
  // Ending a response makes Node read the rest of the request, or close the connection: that would reset it, and lose
  // the response before the browser has read it.
  const end = () =>
    // With an error, so that the action sees an aborted body, not a shorter one.
    res.end(() => req.destroy(new Error("The body is not taken")));
  setTimeout(end, 250).unref();
}

// A body uses memory while it is received: size and number are bounded before it is read.
function limitBody(req: Request, res: Response, next: NextFunction): void {
  const refuse = (refusal: Refusal) => refuseBody(req, res, refusal);
  res.locals.takesFile = (person: string) => takeFilePlace(res, person, refuse);
  refusalOfBody(req, res, refuse).then((refusal) => (refusal ? refuse(refusal) : next()), next);
}

function oldBrand(req: Request, res: Response, next: NextFunction): void {
  const address = newBrandAddress(req.get("host") ?? "", req.originalUrl, req.protocol);
  if (address) res.redirect(308, address);
  else next();
}

// Accepts posts only from the console's own pages; the form token is checked as well (SESS-40).
function sameSite(req: Request, res: Response, next: NextFunction): void {
  const site = req.get("sec-fetch-site") ?? "same-origin";
  const isOwn = isOwnOrigin(req.get("origin"), req.get("host"));
  if (req.method !== "POST" || (isOwn && (site === "same-origin" || site === "none"))) next();
  else sendPlainPage(res, 403, "foreignPost");
}

// Skips posts, which are never for a file, and file lookups below a region: there are only pages, and a lookup costs
// several disk calls.
function publicFiles(req: Request, res: Response, next: NextFunction): void {
  if (req.method === "POST" || req.path.startsWith("/region/")) next();
  else site.files(req, res, next);
}

const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.set("trust proxy", env.TRUST_PROXY);
app.use(securityHeaders, serveProbes, refuseUnknownMethod, ownAddress, oldBrand);
app.use(publicFiles);
// A missing asset belongs to an older build; a page sent instead would be parsed as a script.
app.use("/assets", (_, res) => void res.status(404).type("text").send("Not found"));
app.use(noStore, identified, requestLog, sameSite, limitBody);
// Compresses files, which are streamed; pages are compressed where they are rendered.
app.use(compression({ level: 4 }));
app.all("*", (req, res, next) => void site.pageOf(req.path)(req, res, next));
// Express recognises error handlers by their four parameters.
app.use((error: unknown, req: Request, res: Response, next: NextFunction) => {
  // A request with a refused body gets no error page.
  if (res.locals.isRefused) return;
  const context = { method: req.method, path: req.path };
  logger.error("request failed", { error, ...context });
  errorReports.send(error, context);
  if (res.headersSent) next(error);
  else sendPlainPage(res, 500, "broken");
});

const server = createServer(
  {
    ...headerTimeouts,
    requestTimeout: 60_000,
    // Fits a list's URL with the maximum number of ids (SHELL-65), the same URL as Referer, and the cookies.
    maxHeaderSize: 64 * 1024,
    keepAliveTimeout: 65_000,
  },
  app,
);
limitConnections(server);
if (env.METRICS_ADDRESS) await serveMetrics(env.METRICS_ADDRESS);
// With an "upgrade" listener Node hands such connections over entirely, and nothing else would close them.
// Without one it responds as if no upgrade had been requested.
const { upgrades } = site;
if (upgrades) server.on("upgrade", (...upgrade) => void upgrades.emit("upgrade", ...upgrade));
server.once("error", startFailed);
server.listen(env.PORT, env.HOST, () => {
  server.off("error", startFailed);
  process.off("uncaughtException", startFailed).on("uncaughtException", exitOnUncaught);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : env.PORT;
  logger.info("console listening", { host: env.HOST, port });
  process.send?.({ listening: port });
});

/** Time a keep-alive connection may still send a request once no new ones are accepted, in ms. */
const idleMs = 300;
/** Time until a stop is forced, in ms: enough for a request that waits for a region. */
const stopMs = env.REGIONAL_API_TIMEOUT + 2_000;
/** Time for the last spans and error reports to reach their collector, in ms. */
const lastReportsMs = 2_000;

let exitCode = 0;

function exitProcess(): void {
  const exit = () => process.exit(exitCode);
  setTimeout(exit, lastReportsMs);
  void Promise.allSettled([exporter?.flush(), errorReports.flush(lastReportsMs)]).then(exit);
}

/** Time a busy process waits for a calm moment, in ms. */
const maxIdleWaitMs = 500;

/**
 * Calls back after an almost idle turn of the event loop. Waiting connections have been accepted by then;
 * closing the port earlier would reset them.
 */
function whenIdle(then: () => void, end = performance.now() + maxIdleWaitMs): void {
  const from = performance.now();
  setImmediate(() => {
    const now = performance.now();
    if (now - from < 0.2 || now > end) then();
    else whenIdle(then, end);
  });
}

// Graceful shutdown: readiness fails first, for the load balancer to notice; then no new connections are
// accepted; requests in progress finish, and keep-alive connections close with their next response, or at the
// end without one.
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  openResponses.forEach(announceClose);
  logger.info("console stopping", { drainSeconds: env.DRAIN_SECONDS });
  const takeNoMore = () => {
    // Closing the HTTP server would also end idle connections, which may be receiving a request.
    NetServer.prototype.close.call(server, exitProcess);
    setTimeout(() => setInterval(() => server.closeIdleConnections(), 50).unref(), idleMs).unref();
    setTimeout(exitProcess, stopMs).unref();
  };
  setTimeout(() => whenIdle(takeNoMore), env.DRAIN_SECONDS * 1000);
}

// An uncaught error, including an unhandled rejection, leaves an unknown state behind. Requests in progress finish as
// at any stop; then the process exits with 1, and its supervisor starts another.
function exitOnUncaught(error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void {
  // Compared by name: the class belongs to the application, a separate bundle. Such a failure leaves nothing
  // half done.
  if (origin === "unhandledRejection" && error instanceof Error && error.name === "ApiError")
    return void logger.error("nothing waited for a call that failed", { error });
  logger.error("uncaught error", { error, origin });
  errorReports.send(error, { origin });
  exitCode = 1;
  stop();
}
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
// The parent process has exited.
process.once("disconnect", stop);
process.channel?.unref();
