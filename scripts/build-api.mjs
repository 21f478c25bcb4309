// Bundles the regional API to build/regional-api/server.js; installed packages stay outside.
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { putInPlace } from "./lib/in-place.mjs";
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

if (process.argv[1] === resolve(root, "scripts/build-api.mjs")) {
  // As deep as the folder that it is for, since the map names the sources from there.
  const aside = ".build-regional-api/server";
  await buildApi({ outfile: `${aside}/server.js` });
  putInPlace(join(root, "build/regional-api"), join(root, aside));
  rmSync(join(root, ".build-regional-api"), { recursive: true });
}
