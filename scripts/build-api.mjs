// Bundles the regional API to build/regional-api/server.js; installed packages stay outside.
import { resolve } from "node:path";
import { build } from "esbuild";
import { root } from "./lib/setup.mjs";

/** @param {{ entry?: string, outfile?: string }} [options] */
export async function buildApi({
  entry = "regional-api/server.ts",
  outfile = "build/regional-api/server.js",
} = {}) {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22.14",
    packages: "external",
    sourcemap: true,
    sourcesContent: false,
    logLevel: "warning",
  });
}

if (process.argv[1] === resolve(root, "scripts/build-api.mjs")) await buildApi();
