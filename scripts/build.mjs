// Builds the console: the Remix app, its server, and compressed copies of every static file.
import { decode, encode } from "@jridgewell/sourcemap-codec";
import { build } from "esbuild";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { putInPlace } from "./lib/in-place.mjs";
import { bin, root, run } from "./lib/setup.mjs";

// A console may run from what was built before: it keeps its files until the new ones are complete.
// As deep as build/, for the maps name the sources from there.
const aside = ".build-console";
rmSync(join(root, aside), { recursive: true, force: true });

run(bin("remix"), ["vite:build", "--logLevel", "error"], {
  env: { ...process.env, NODE_ENV: "production", BUILD_FOLDER: aside },
});

await build({
  absWorkingDir: root,
  entryPoints: ["app/server.ts"],
  outfile: `${aside}/console.js`,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22.14",
  packages: "external",
  alias: { "~": "./app" },
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
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

putInPlace(join(root, "build"), join(root, aside));
