import { vitePlugin as remix } from "@remix-run/dev";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { minify } from "oxc-minify";
import { defineConfig, type Plugin } from "vite";
import stylePlugins from "./app/styles/postcss.mjs";
import remixConfig from "./remix.config.js";

/** What the browser's files are written in. */
const browsers = "es2022";

// What every page has, in two files, of which one changes with its packages alone: each further file is a round trip
// more on a slow line.
const vendor =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@remix-run)[\\/]/;
const frame =
  /[\\/]app[\\/](components[\\/]((ui|shell|form|context)[\\/]|table[\\/]list-url)|models[\\/]list[\\/]list-address|services[\\/](customer-path|intents)\.ts)/;
const table = /[\\/]app[\\/]components[\\/](table[\\/]|area[\\/]archivable-screen)/;

// What the bundler adds for modules of every kind: left to itself it puts this into any file, which all others then load.
const helpers = /(commonjsHelpers|vite[\\/]preload-helper)/;

// No part of every page: what brings a library along, as forms that create or edit something do, what few screens draw, and
// what stands around signed-in pages alone, which comes in the file of their frame's route.
const ofSomePages =
  /[\\/](form[\\/](address-select|changes|checks|conflict-panel|console-form|draft-form|entry-fields|error-summary|merge|row-list|unsaved\.|use-checks|use-console-form|use-pressed-again)|context[\\/]refetch|shell[\\/](app-shell|auth-card|customer-switcher|go-to|record-boundary|session-(ending|watch)|shortcuts|user-menu|version-watch)|table[\\/]place-in-list|ui[\\/](copy-|sheet|side-tabs|tabs|use-copied|use-repeated-load))/;

function chunkOf(id: string): string | undefined {
  if (vendor.test(id) || helpers.test(id)) return "vendor";
  if (ofSomePages.test(id)) return undefined;
  if (frame.test(id)) return "frame";
  return table.test(id) ? "table" : undefined;
}

/**
 * Puts something else in place of a text of a package, for the browser. The build fails when the package no longer has it.
 * Each of these is here because Remix 2 has no way of its own to it.
 */
function replaced(
  name: string,
  file: RegExp,
  texts: readonly (readonly [found: string, wanted: string])[],
): Plugin {
  let isDone = false;
  return {
    name,
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    transform(code, id) {
      if (!file.test(id)) return undefined;
      let result = code;
      for (const [found, wanted] of texts) {
        if (!result.includes(found)) this.error(`${id} no longer has ${found}`);
        result = result.replace(found, () => wanted);
      }
      isDone = true;
      return { code: result, map: null };
    },
    buildEnd(error) {
      if (!error && !isDone) this.error(`No file is like ${file}`);
    },
  };
}

/**
 * Remix reloads the page when the file of a screen does not load, and a form that is open with it. The console waits
 * for the connection instead (`importWhenReachable`).
 */
const patientRouteModules = () =>
  replaced("patient-route-modules", /@remix-run\/react\/dist\/esm\/routeModules\.js$/, [
    ["await import( /* webpackIgnore: true */route.module)", "await window.edgeImport(route.module)"],
  ]);

/**
 * The router ranks all routes and makes an expression of each path anew, several times a move: a sixth of what a phone
 * has to do for a quick one. Both depend on the routes alone, which never change.
 */
const rememberedRoutes = () =>
  replaced("remembered-routes", /@remix-run\/router\/dist\/router\.js$/, [
    [
      "let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);",
      `let branches = rankedBranches.get(routes);
  if (!branches) {
    branches = flattenRoutes(routes);
    rankRouteBranches(branches);
    rankedBranches.set(routes, branches);
  }`,
    ],
    [
      "function compilePath(path, caseSensitive, end) {",
      `const rankedBranches = new WeakMap();
const compiledPaths = new Map();
function compilePath(...pattern) {
  const key = pattern.join();
  if (!compiledPaths.has(key)) compiledPaths.set(key, compilePathAnew(...pattern));
  return compiledPaths.get(key);
}
function compilePathAnew(path, caseSensitive, end) {`,
    ],
  ]);

/**
 * Where Back or Forward comes to a page that leads elsewhere, that takes the page's place in the history, as in browsers
 * without scripts: left in it, the page would send everybody on who goes back, and nobody could get past it. A redirect may
 * ask for that itself (`replace`), but the server that sends it cannot know that somebody went back.
 */
const noWayBackToRedirects = () =>
  replaced("no-way-back-to-redirects", /@remix-run\/router\/dist\/router\.js$/, [
    [
      'replace === true || redirect.response.headers.has("X-Remix-Replace")',
      'replace === true || isNavigation && pendingAction === Action.Pop || redirect.response.headers.has("X-Remix-Replace")',
    ],
  ]);

/**
 * Where all routes are known with the first page, what would discover them stays out of the browser's files. Remix reads the
 * flag when the page runs, too late for the bundler.
 */
const noDiscovery = () =>
  replaced("no-discovery", /@remix-run\/react\/dist\/esm\/fog-of-war\.js$/, [
    ["return future.v3_lazyRouteDiscovery === true && !isSpaMode;", "return false;"],
  ]);

/**
 * The console's links are plain anchors (`useClientLinks`). Remix's, with all that fetches ahead for them, are in the files
 * for the names that they are given alone, which a bundler must take for something that matters.
 */
const noLinks = () =>
  replaced("no-links", /@remix-run\/react\/dist\/esm\/components\.js$/, [
    ['NavLink.displayName = "NavLink";', ""],
    ['Link.displayName = "Link";', ""],
  ]);

/** In development Vite warns, at length, that it cannot tell which files Remix imports: those are routes, and it serves them. */
const unwarned = (): Plugin => ({
  name: "unwarned",
  apply: "serve",
  transform: (code, id) =>
    /\/@remix-run_react\.js/.test(id)
      ? { code: code.replaceAll("await import(", "await import(/* @vite-ignore */ "), map: null }
      : undefined,
});

/** Shortens the browser's files, some 5 % better than Vite's own way. The server's stacks stay readable. */
const shortened = (): Plugin => ({
  name: "shortened",
  apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  renderChunk: {
    // After Vite has put newer syntax into that of the browsers.
    order: "post",
    async handler(source, { fileName }) {
      const { code, map, errors } = await minify(fileName, source, {
        module: true,
        // Nothing reads a property for what the reading does.
        compress: { target: browsers, treeshake: { propertyReadSideEffects: false } },
        codegen: { legalComments: "inline" },
        sourcemap: true,
      });
      const [error] = errors;
      if (error) this.error(`${fileName}: ${error.message}`);
      // Vite finds the styles of a file that is imported later by its name in double quotes, and leaves them out otherwise.
      return { code: code.replace(/\bimport\(`([^`$\\]+)`/g, 'import("$1"'), map: map ?? null };
    },
  },
});

/** Writes down which files were read, for scripts/build.mjs: when one of them changes, the build is old. */
const foundInputs = (part: "client" | "server"): Plugin => ({
  name: "found-inputs",
  apply: "build",
  writeBundle() {
    const files = this.getWatchFiles()
      .map((file) => file.replace(/[?#].*$/, ""))
      .filter((file) => !file.includes("\0"));
    writeFileSync(join(remixConfig.buildDirectory ?? "build", `inputs-${part}.json`), JSON.stringify(files));
  },
});

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix(remixConfig),
    patientRouteModules(),
    rememberedRoutes(),
    noWayBackToRedirects(),
    !remixConfig.future?.v3_lazyRouteDiscovery && noDiscovery(),
    noLinks(),
    unwarned(),
    shortened(),
    foundInputs(isSsrBuild ? "server" : "client"),
  ],
  resolve: {
    alias: [
      { find: "~", replacement: fileURLToPath(new URL("./app", import.meta.url)) },
      // It stands in for what React has had since 18.
      { find: /^use-sync-external-store\/shim$/, replacement: "react" },
    ],
  },
  css: { postcss: { plugins: stylePlugins("app") } },
  cacheDir: ".cache/vite",
  // Found late, a package has the browser load the page again, with two copies of React for a moment.
  optimizeDeps: {
    entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.{ts,tsx}"],
    // A developer's browser is new. esbuild cannot write every package for those of Vite's own default.
    esbuildOptions: { target: "es2022" },
  },
  build: {
    target: browsers,
    // Stacks name the sources by these. Those of the browser's files are moved to where nobody is served them.
    sourcemap: isSsrBuild ? true : "hidden",
    assetsInlineLimit: 0,
    minify: false,
    cssMinify: true,
    rollupOptions: {
      output: { sourcemapExcludeSources: true, ...(!isSsrBuild && { manualChunks: chunkOf }) },
    },
  },
  server: { host: process.env.HOST ?? "127.0.0.1", port: Number(process.env.PORT ?? 3000) },
}));
