import { createRequestHandler } from "@remix-run/express";
import { installGlobals, type ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type NextFunction, type Request, type Response } from "express";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { constants } from "node:zlib";
import sirv from "sirv";
import { newBrandAddress } from "./services/brand.server";
import { env, secure } from "./services/env.server";
import { logger } from "./services/log.server";
import { byBranch } from "./services/route-branch.server";

/** Largest bodies taken: an ordinary form, and a form with a file. */
const formBytes = 1024 * 1024;
const uploadBytes = 6 * 1024 * 1024;

// Left alone, V8 lets garbage grow to several times what is alive before it collects. This holds a busy console under
// its 250 MB, for some 10 % more CPU time.
setFlagsFromString("--heap-growing-percent=100");

installGlobals({ nativeFetch: true });
const build = (await import(pathToFileURL(resolve("build/server/index.js")).href)) as ServerBuild;

function securityHeaders(_: Request, res: Response, next: NextFunction): void {
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("X-Frame-Options", "DENY"); // for browsers without frame-ancestors
  res.setHeader("Referrer-Policy", "same-origin");
  res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  res.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
  if (secure) res.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  next();
}

// Nothing the console says may be kept: pages show one person's data or carry a form token (SESS-06).
function noStore(_: Request, res: Response, next: NextFunction): void {
  res.setHeader("Cache-Control", "no-store");
  next();
}

// The path alone is logged: addresses carry reset tokens and people's emails in their query.
function requestLog(req: Request, res: Response, next: NextFunction): void {
  const start = performance.now();
  res.on("close", () => {
    const ms = Math.round(performance.now() - start);
    const status = res.writableFinished ? res.statusCode : "closed";
    logger.info("request", { method: req.method, path: req.path, status, ms });
  });
  next();
}

// An oversize body is refused as soon as it is known to be one, announced or not.
function bodyLimit(req: Request, res: Response, next: NextFunction): void {
  const limit = /^multipart\//i.test(req.get("content-type") ?? "") ? uploadBytes : formBytes;
  const refuse = () => {
    if (res.headersSent) return;
    res.locals.isRefused = true;
    res.status(413).type("text").send("The form is too large.");
    // What still arrives goes nowhere. Closing at once would reset the connection, and the answer with it, before
    // the browser has read it.
    req.removeAllListeners("data").pause();
    setTimeout(() => req.destroy(), 250).unref();
  };
  if (Number(req.get("content-length") ?? 0) > limit) return refuse();
  if (req.get("transfer-encoding")) {
    let seen = 0;
    req.on("data", (chunk: Buffer) => {
      seen += chunk.length;
      if (seen > limit) refuse();
    });
    req.pause();
  }
  next();
}

function oldBrand(req: Request, res: Response, next: NextFunction): void {
  const address = newBrandAddress(req.hostname, req.originalUrl);
  if (address) res.redirect(308, address);
  else next();
}

// Posts come from our own pages or not at all; the forms' token is checked besides (SESS-40). Hosts are compared,
// not origins: behind a proxy the console may be reached by https and speak http.
function sameSite(req: Request, res: Response, next: NextFunction): void {
  const origin = req.get("origin");
  const site = req.get("sec-fetch-site") ?? "same-origin";
  const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === req.get("host"));
  if (req.method === "GET" || req.method === "HEAD" || (isOwn && (site === "same-origin" || site === "none")))
    next();
  else
    res
      .status(403)
      .type("text")
      .send("This form was not sent from a page of the console. Nothing was changed.");
}

// Neither router can read a path with broken escapes; to the browser it is simply a wrong address.
function readablePath(req: Request, res: Response, next: NextFunction): void {
  try {
    decodeURIComponent(req.path);
    next();
  } catch {
    res.status(400).type("text").send("This address cannot be read.");
  }
}

const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.set("trust proxy", env.TRUST_PROXY);
app.use(securityHeaders, readablePath, oldBrand);
app.use(
  sirv("build/client", {
    brotli: true,
    gzip: true,
    etag: true,
    maxAge: 3600,
    setHeaders: (res, pathname) => {
      if (pathname.startsWith("/assets/"))
        res.setHeader("Cache-Control", "public, max-age=31536000, immutable");
    },
  }),
);
// A file of an older build: a page in its place would be taken for a script.
app.use("/assets", (_, res) => void res.status(404).type("text").send("Not found"));
app.use(noStore, requestLog, sameSite, bodyLimit);
app.use(compression({ level: 4, brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } }));
const handlerOf = byBranch(build, (branch) =>
  createRequestHandler({
    build: branch,
    mode: "production",
    getLoadContext: (req) => ({ isDataRequest: req.path.endsWith(".data"), clientAddress: req.ip }),
  }),
);
app.all("*", (req, res, next) => void handlerOf(req.path)(req, res, next));
// Express tells a failure by its fourth parameter.
app.use((error: unknown, req: Request, res: Response, next: NextFunction) => {
  // The page of a body that was refused on the way has nobody to go to.
  if (res.locals.isRefused) return;
  logger.error("request failed", { error, method: req.method, path: req.path });
  if (res.headersSent) next(error);
  else res.status(500).type("text").send("Something went wrong. Please try again.");
});

const server = createServer(
  { headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 },
  app,
);
server.listen(env.PORT, env.HOST, () => {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : env.PORT;
  logger.info("console listening", { host: env.HOST, port });
  process.send?.({ listening: port });
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    // Connections that were busy become idle; kept alive they would hold the process.
    setInterval(() => server.closeIdleConnections(), 50).unref();
    setTimeout(() => process.exit(0), 5_000).unref();
  });
}
