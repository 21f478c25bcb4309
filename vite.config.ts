import { vitePlugin as remix } from "@remix-run/dev";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { minify } from "oxc-minify";
import { defineConfig, type Plugin } from "vite";
import stylePlugins from "./app/styles/postcss.mjs";
import remixConfig from "./remix.config.js";

/** Syntax level of the client bundle. */
const browsers = "es2022";

// Code of every page goes into two chunks, since each further file can cost a round trip on a slow connection. The vendor
// chunk changes only with its packages.
const vendor =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@remix-run)[\\/]/;
const frame =
  /[\\/]app[\\/](components[\\/]((ui|shell|form|context)[\\/]|table[\\/]list-url)|i18n[\\/]home-name|models[\\/]list[\\/]list-address|services[\\/](customer-path|intents)\.ts)/;
const table = /[\\/]app[\\/]components[\\/](table[\\/]|area[\\/]archivable-screen)/;

// Modules that the pages of one kind share, each group in one file: in a file each, the vacancy's page would link forty.
// The words of candidates are a group of their own, since other areas use them, too.
const shared = {
  "candidate-words":
    /[\\/](i18n[\\/](applications|decline-reasons)|models[\\/]applications[\\/](application-options|candidate-messages)|applications[\\/]status-tones|shared[\\/]application-statuses)\.ts/,
  candidates:
    /[\\/]app[\\/](i18n[\\/](board|compare)\.ts|components[\\/]applications[\\/](application-(actions|columns|hrefs)|bulk-report|decline-reason-field|flags-cell|insights-|result-columns))/,
  funnel: /[\\/](i18n[\\/]funnel|applications[\\/]funnel-table)\.ts/,
  pipeline: /[\\/]applications[\\/](pipeline|shares)\.ts/,
  retention: /[\\/](i18n[\\/]retention|retention[\\/](hold-notice|place-hold-link))\.ts/,
  vacancies: /[\\/](i18n[\\/]vacancies|vacancies[\\/]vacancy-not-found)\.ts/,
  "record-head":
    /[\\/]components[\\/](shell[\\/]record-boundary|table[\\/]place-in-list|ui[\\/](copy-|use-copy))/,
};

// Bundler helpers. Unassigned, they end up in an arbitrary chunk, which every other chunk then loads.
const helpers = /(commonjsHelpers|vite[\\/]preload-helper)/;

// Exceptions from the frame chunk: modules that pull in a library, as edit forms do, modules of few screens, and the frame of
// signed-in pages, which is in its route's chunk.
const ofSomePages =
  /[\\/](form[\\/](address-select|changes|checks|conflict-panel|console-form|draft-form|entry-fields|error-summary|merge|restored-values|row-list|unsaved-notice|use-checks|use-console-form|use-restored-button-focus)|context[\\/]refetch|shell[\\/](app-shell|auth-card|customer-switcher|go-to|session-(ending|watch)|shortcuts|user-menu|version-watch)|table[\\/]suggestions|ui[\\/](sheet|side-tabs|tabs|use-repeated-load))/;

function chunkOf(id: string): string | undefined {
  if (vendor.test(id) || helpers.test(id)) return "vendor";
  const kind = Object.entries(shared).find(([, files]) => files.test(id));
  if (kind) return kind[0];
  if (ofSomePages.test(id)) return undefined;
  if (frame.test(id)) return "frame";
  return table.test(id) ? "table" : undefined;
}

/**
 * Patches a package's source in the client bundle, where Remix 2 offers no option. The build fails if the source to
 * replace is not found.
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
      if (!error && !isDone) this.error(`No file matches ${file}`);
    },
  };
}

/**
 * When a route module fails to load, Remix reloads the page, which loses an open form. The console waits for the
 * connection instead (`importWhenReachable`).
 */
const patientRouteModules = () =>
  replaced("patient-route-modules", /@remix-run\/react\/dist\/esm\/routeModules\.js$/, [
    ["await import( /* webpackIgnore: true */route.module)", "await window.edgeImport(route.module)"],
  ]);

/**
 * Caches ranked routes and compiled paths. The router recomputes both several times per navigation, a sixth of the work
 * of a fast navigation on a phone, although they depend only on the routes, which never change.
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
  if (!compiledPaths.has(key)) compiledPaths.set(key, compilePathUncached(...pattern));
  return compiledPaths.get(key);
}
function compilePathUncached(path, caseSensitive, end) {`,
    ],
  ]);

/**
 * A redirect reached by Back or Forward replaces the history entry, as it does without scripts. Otherwise Back could never
 * get past a page that redirects. The server cannot request this with `replace`, since it does not know that the
 * navigation was Back.
 */
const noWayBackToRedirects = () =>
  replaced("no-way-back-to-redirects", /@remix-run\/router\/dist\/router\.js$/, [
    [
      'replace === true || redirect.response.headers.has("X-Remix-Replace")',
      'replace === true || isNavigation && pendingAction === Action.Pop || redirect.response.headers.has("X-Remix-Replace")',
    ],
  ]);

/**
 * Drops route discovery from the client bundle when the first page includes all routes. Remix reads the flag at run time,
 * too late for tree shaking.
 */
const noDiscovery = () =>
  replaced("no-discovery", /@remix-run\/react\/dist\/esm\/fog-of-war\.js$/, [
    ["return future.v3_lazyRouteDiscovery === true && !isSpaMode;", "return false;"],
  ]);

/**
 * Drops the display names of packages' components. The bundler must treat their assignments as side effects, which keep
 * what the console does not use, such as Remix's links and their prefetching.
 */
const noDisplayNames = (): Plugin => ({
  name: "no-display-names",
  apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  transform: (code, id) =>
    id.includes("/node_modules/")
      ? { code: code.replace(/^\w+\.displayName = (["'`]).*\1;$/gm, ""), map: null }
      : undefined,
});

/** Suppresses Vite's warning in development about Remix's dynamic imports of routes. */
const unwarned = (): Plugin => ({
  name: "unwarned",
  apply: "serve",
  transform: (code, id) =>
    /\/@remix-run_react\.js/.test(id)
      ? { code: code.replaceAll("await import(", "await import(/* @vite-ignore */ "), map: null }
      : undefined,
});

/** Minifies the client bundle, about 5 % smaller than Vite's minifier. Server code stays unminified for readable stacks. */
const shortened = (): Plugin => ({
  name: "shortened",
  apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  renderChunk: {
    // After Vite has lowered the syntax to the browser target.
    order: "post",
    async handler(source, { fileName }) {
      const { code, map, errors } = await minify(fileName, source, {
        module: true,
        // No code relies on side effects of getters.
        compress: { target: browsers, treeshake: { propertyReadSideEffects: false } },
        codegen: { legalComments: "inline" },
        sourcemap: true,
      });
      const [error] = errors;
      if (error) this.error(`${fileName}: ${error.message}`);
      // Vite finds the styles of lazily imported chunks only if the import specifier is in double quotes.
      return { code: code.replace(/\bimport\(`([^`$\\]+)`/g, 'import("$1"'), map: map ?? null };
    },
  },
});

/** Records the bundle's input files, from which scripts/build.mjs tells whether the build is outdated. */
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
    noDisplayNames(),
    unwarned(),
    shortened(),
    foundInputs(isSsrBuild ? "server" : "client"),
  ],
  resolve: {
    alias: [
      { find: "~", replacement: fileURLToPath(new URL("./app", import.meta.url)) },
      // A shim for a hook that is part of React since version 18.
      { find: /^use-sync-external-store\/shim$/, replacement: "react" },
    ],
  },
  css: { postcss: { plugins: stylePlugins("app") } },
  cacheDir: ".cache/vite",
  // A dependency discovered late reloads the page, briefly with two copies of React.
  optimizeDeps: {
    entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.{ts,tsx}"],
    // esbuild cannot lower every package to Vite's default target, and developers' browsers are recent.
    esbuildOptions: { target: "es2022" },
  },
  build: {
    target: browsers,
    // For readable stacks. scripts/build.mjs moves the client's source maps out of the served files.
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
