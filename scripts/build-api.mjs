// Bundles the regional API to build/regional-api/server.js; installed packages stay outside.
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { putInPlace } from "./lib/in-place.mjs";
import { noteInputs, root } from "./lib/setup.mjs";

/** @param {{ entry?: string, outfile?: string }} [options] */
export async function buildApi({
  entry = "regional-api/server.ts",
  outfile = "build/regional-api/server.js",
} = {}) {
  return await build({
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
    metafile: true,
    logLevel: "warning",
  });
}

if (process.argv[1] === resolve(root, "scripts/build-api.mjs")) {
  // At the same depth as its final folder, since the source map has relative paths.
  const aside = ".build-regional-api/server";
  const started = Date.now();
  const { metafile } = await buildApi({ outfile: `${aside}/server.js` });
  noteInputs(
    join(root, aside, "inputs.json"),
    ["scripts/build-api.mjs", ...Object.keys(metafile.inputs)],
    started,
  );
  putInPlace(join(root, "build/regional-api"), join(root, aside));
  rmSync(join(root, ".build-regional-api"), { recursive: true });
}
