// Writes the regional API's SDL to contract/schema.graphql, and the lists of its files before; with --check it only compares.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildApi } from "./build-api.mjs";
import { staleIndexes } from "./lib/api-index.mjs";
import { root, say } from "./lib/setup.mjs";

const contract = join(root, "contract/schema.graphql");
const outfile = join(root, `build/regional-api/print-schema-${process.pid}.js`);

const isCheck = process.argv.includes("--check");
for (const file of staleIndexes({ write: !isCheck }))
  if (isCheck) {
    say(`${file} does not name every file: run npm run contract`);
    process.exitCode = 1;
  }
await buildApi({ entry: "regional-api/sdl.ts", outfile });
try {
  const { printContract } = await import(outfile);
  const sdl = printContract();
  if (!isCheck) {
    writeFileSync(contract, sdl);
  } else if (readFileSync(contract, "utf8") !== sdl) {
    say("contract/schema.graphql is not what the API prints: run npm run contract");
    process.exitCode = 1;
  }
} finally {
  for (const suffix of ["", ".map"]) rmSync(outfile + suffix, { force: true });
}
