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
import { backpressureOf, takesDownload } from "./services/file-answer.server";
import { byBranch } from "./services/route-branch.server";
import { StartError } from "../shared/start-error";

/** The site that the HTTP server serves: the browser's files, and the pages. */
type Site = {
  /** The application as it is at the start. */
  build: ServerBuild;
  files: RequestHandler;
  pageOf: (path: string) => RequestHandler;
  /** Takes the connections by which browsers learn of changed sources. */
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
  takesDownload: (person: string, customer: string) => takesDownload(res, person, customer),
});

/** The folder of the build. Throws a StartError where this process starts somewhere else. */
function buildFolder(): string {
  try {
    // Where `build` is a link that leads to another build later, this process goes on with the files of its own.
    return realpathSync("build");
  } catch {
    throw new StartError(
      `The console cannot start: ${process.cwd()} holds no build/. Start it in the folder of the release.`,
    );
  }
}

async function builtSite(): Promise<Site> {
  const folder = buildFolder();
  const build = (await import(pathToFileURL(resolve(folder, "server/index.js")).href)) as ServerBuild;
  const files = sirv(resolve(folder, "client"), {
    brotli: true,
    gzip: true,
    etag: true,
    // Looked up at each request: a file that has gone meanwhile, as by a new build in its place, is not found.
    dev: true,
    setHeaders: (res, pathname) => {
      const isNamedByContent = pathname.startsWith("/assets/");
      res.setHeader("Cache-Control", `public, max-age=${isNamedByContent ? "31536000, immutable" : "3600"}`);
      // One that goes between its look-up and its reading ends the answer, not the process.
      res.on("pipe", (file) => file.on("error", () => res.destroy()));
    },
  });
  const getLoadContext = loadContextOf(build.assets.version);
  const pageOf = byBranch(build, (branch, route): RequestHandler => {
    const answer = createRequestHandler({ build: branch, mode: "production", getLoadContext });
    return (req, res, next) => {
      res.locals.route = route;
      void answer(req, res, next);
    };
  });
  return { build, files, pageOf };
}

/** The sources themselves, with every change shown at once. Vite is no part of a production server. */
async function sourceSite(): Promise<Site> {
  const { createServer: createVite } = await import("vite");
  // It never listens: the console's own server hands its connections over, so that one port is enough.
  const upgrades = createServer();
  const vite = await createVite({
    server: { middlewareMode: true, hmr: { server: upgrades } },
    // Vite's own memory of which packages there are does not see that the sources import one more.
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

/** The built site, or with NODE_ENV=development the one made from the sources as they are asked for. */
export const site = await (env.NODE_ENV === "development" ? sourceSite() : builtSite());
