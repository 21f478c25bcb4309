// Builds the console: the Remix app, its server, and compressed copies of every static file.
import { decode, encode } from "@jridgewell/sourcemap-codec";
import { build } from "esbuild";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { putInPlace } from "./lib/in-place.mjs";
import { bin, noteInputs, root, run } from "./lib/setup.mjs";

const started = Date.now();

// A console may run from what was built before: it keeps its files until the new ones are complete.
// As deep as build/, for the maps name the sources from there.
const aside = ".build-console";
rmSync(join(root, aside), { recursive: true, force: true });

run(bin("remix"), ["vite:build", "--logLevel", "error"], {
  env: { ...process.env, NODE_ENV: "production", BUILD_FOLDER: aside },
});

/** @type {import("esbuild").BuildOptions & { metafile: true }} */
const options = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22.14",
  packages: "external",
  alias: { "~": "./app" },
  metafile: true,
  logLevel: "warning",
};
const server = await build({
  ...options,
  entryPoints: ["app/server.ts"],
  outfile: `${aside}/console.js`,
  sourcemap: true,
  sourcesContent: false,
});
// What the build itself is made of: never written, only read for its imports.
const builders = await build({
  ...options,
  entryPoints: ["vite.config.ts", "scripts/build.mjs"],
  outdir: aside,
  write: false,
});

/** @param {string} folder @returns {string[]} */
const filesBelow = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

// The console's stacks name lines. Its first stack has Node decode a map whole and keep it: with one entry a line in place
// of five that takes 20 MB less, of which every collection of garbage would go through each.
for (const file of filesBelow(join(root, aside, "server")).filter((name) => name.endsWith(".map"))) {
  const map = JSON.parse(readFileSync(file, "utf8"));
  map.mappings = encode(decode(map.mappings).map((line) => line.slice(0, 1)));
  writeFileSync(file, JSON.stringify(map));
}

// The maps of the browser's files make its error reports readable; nobody is served them.
const maps = join(root, aside, "browser-maps");
mkdirSync(maps);

/** Writes a file's compressed copies beside it. @param {string} file */
async function compress(file) {
  const bytes = readFileSync(file);
  if (bytes.length < 512) return;
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_QUALITY]: 11,
  };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

const served = filesBelow(join(root, aside, "client"));
for (const file of served.filter((name) => name.endsWith(".map")))
  renameSync(file, join(maps, basename(file)));
await Promise.all(served.filter((name) => /\.(js|css|svg|json|txt)$/.test(name)).map(compress));

/** What Vite read, as `foundInputs` of vite.config.ts wrote it down. @param {string} name @returns {string[]} */
function takeInputs(name) {
  const file = join(root, aside, name);
  const inputs = JSON.parse(readFileSync(file, "utf8"));
  rmSync(file);
  return inputs;
}
noteInputs(
  join(root, aside, "inputs.json"),
  [
    // Taken whole: the files of the one, and the tokens of style that any file of the other names (postcss-tokens.mjs).
    ...["public", "app"],
    ...["inputs-client.json", "inputs-server.json"].flatMap(takeInputs),
    ...[server, builders].flatMap(({ metafile }) => Object.keys(metafile.inputs)),
  ],
  started,
);

putInPlace(join(root, "build"), join(root, aside));
