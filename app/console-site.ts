import { createRequestHandler } from "@remix-run/express";
import { type AppLoadContext, installGlobals, type ServerBuild } from "@remix-run/node";
import type { Request, RequestHandler, Response } from "express";
import { realpathSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import sirv from "sirv";
import { encodings } from "./services/compressed.server";
import { env } from "./services/env.server";
import { backpressureOf, takeDownloadPlace } from "./services/file-answer.server";
import { cacheByBranch } from "./services/route-branch.server";
import { StartError } from "../shared/start-error";

/** The site that the HTTP server serves: static files and pages. */
type Site = {
  /** The application at startup. */
  build: ServerBuild;
  files: RequestHandler;
  pageOf: (path: string) => RequestHandler;
  /** Receives the connections that notify browsers of changed sources. */
  upgrades?: Server;
};

installGlobals({ nativeFetch: true });

const loadContextOf = (version?: string) => (req: Request, res: Response) => ({
  isDataRequest: req.path.endsWith(".data"),
  isOfOtherBuild: version !== undefined && (req.get("x-page-build") ?? version) !== version,
  clientAddress: req.ip,
  userAgent: req.get("user-agent"),
  encoding: encodings.find((name) => req.acceptsEncodings(name)),
  drained: backpressureOf(res),
  takesFile: res.locals.takesFile as AppLoadContext["takesFile"],
  takesDownload: (person: string, customer: string) => takeDownloadPlace(res, person, customer),
});

/** The build folder. Throws a StartError if the process was started elsewhere. */
function buildFolder(): string {
  try {
    // Resolves a linked `build` folder, so that this process keeps its files when the link is switched to
    // another build.
    return realpathSync("build");
  } catch {
    throw new StartError(
      `The console cannot start: ${process.cwd()} holds no build/. Start it in the folder of the release.`,
    );
  }
}

async function loadSite(): Promise<Site> {
  const folder = buildFolder();
  const build = (await import(pathToFileURL(resolve(folder, "server/index.js")).href)) as ServerBuild;
  const files = sirv(resolve(folder, "client"), {
    brotli: true,
    gzip: true,
    etag: true,
    // Looks files up per request: a file that has been removed, e.g. by a new build, is a 404.
    dev: true,
    setHeaders: (res, pathname) => {
      const isNamedByContent = pathname.startsWith("/assets/");
      // Not among the types that sirv knows.
      if (pathname.endsWith(".ico")) res.setHeader("Content-Type", "image/x-icon");
      res.setHeader("Cache-Control", `public, max-age=${isNamedByContent ? "31536000, immutable" : "3600"}`);
      // A file removed between lookup and reading ends the response, not the process.
      res.on("pipe", (file) => file.on("error", () => res.destroy()));
    },
  });
  const getLoadContext = loadContextOf(build.assets.version);
  const pageOf = cacheByBranch(build, (branch, route): RequestHandler => {
    const answer = createRequestHandler({ build: branch, mode: "production", getLoadContext });
    return (req, res, next) => {
      res.locals.route = route;
      void answer(req, res, next);
    };
  });
  return { build, files, pageOf };
}

/** The sources, with every change visible at once. Vite is not part of a production server. */
async function sourceSite(): Promise<Site> {
  const { createServer: createVite } = await import("vite");
  // This server never listens: the console's server passes upgrades on to it, so that one port is enough.
  const upgrades = createServer();
  const vite = await createVite({
    server: { middlewareMode: true, hmr: { server: upgrades } },
    // Vite's dependency cache does not notice a new import in the sources.
    optimizeDeps: { force: true },
    clearScreen: false,
  });
  const load = () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>;
  const page = createRequestHandler({
    build: load,
    mode: "development",
    getLoadContext: loadContextOf(),
  });
  return { build: await load(), files: vite.middlewares, pageOf: () => page, upgrades };
}

/** The built site or, with NODE_ENV=development, the one compiled from source on request. */
export const site = await (env.NODE_ENV === "development" ? sourceSite() : loadSite());
