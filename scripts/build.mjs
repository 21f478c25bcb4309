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

// A console may run from the previous build: its files stay until the new ones are complete. The temporary folder has
// the same depth as build/, since source maps have relative paths.
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
// The build scripts themselves: not written, only analysed for their imports.
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

const texts = /"(?:[^"\\]|\\.)*"|\/\/.*/g;
// Taking a value apart, as in `const { user } = access;`, fails if there is none.
const canFail = /[(.[`]|\} = |\b(?:throw|new|await|yield|of|in|instanceof|extends)\b/;
/** Where an escape would not mean the character: after a backslash, and in raw templates. */
const unescapable = /\\[^\0-\x7f]|\bString\.raw`[^`]*[^\0-\x7f]/;

// Keeps one source map entry per line, since stacks name lines, and none for lines of texts and brackets. The first stack
// makes Node decode a whole map and keep it: with one entry per line instead of five it takes 20 MB less, which each
// garbage collection would traverse, and without those lines another 3 MB. One character outside of ASCII would double
// the memory of all the code.
for (const file of filesBelow(join(root, aside, "server")).filter((name) => name.endsWith(".js"))) {
  const code = readFileSync(file, "utf8");
  if (unescapable.test(code)) throw new Error(`${file}: a character outside of ASCII cannot be escaped`);
  const lines = code.split("\n");
  const map = JSON.parse(readFileSync(`${file}.map`, "utf8"));
  map.mappings = encode(
    decode(map.mappings).map((line, n) =>
      canFail.test(lines[n]?.replace(texts, "") ?? "") ? line.slice(0, 1) : [],
    ),
  );
  writeFileSync(`${file}.map`, JSON.stringify(map));
  writeFileSync(
    file,
    code.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

// Source maps of the browser's files make its error reports readable; they are not served.
const maps = join(root, aside, "browser-maps");
mkdirSync(maps);

/** Writes compressed copies next to a file. @param {string} file */
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

/** The files Vite read, as recorded by `foundInputs` of vite.config.ts. @param {string} name @returns {string[]} */
function takeInputs(name) {
  const file = join(root, aside, name);
  const inputs = JSON.parse(readFileSync(file, "utf8"));
  rmSync(file);
  return inputs;
}
noteInputs(
  join(root, aside, "inputs.json"),
  [
    // Whole folders: all files of public, and app, since any file of it can name style tokens (postcss-tokens.mjs).
    ...["public", "app"],
    ...["inputs-client.json", "inputs-server.json"].flatMap(takeInputs),
    ...[server, builders].flatMap(({ metafile }) => Object.keys(metafile.inputs)),
  ],
  started,
);

putInPlace(join(root, "build"), join(root, aside));
