// Writes the regional API's SDL to contract/schema.graphql; with --check it only compares.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildApi } from "./build-api.mjs";
import { root, say } from "./lib/setup.mjs";

const contract = join(root, "contract/schema.graphql");
const outfile = join(root, `build/regional-api/print-schema-${process.pid}.js`);

await buildApi({ entry: "regional-api/sdl.ts", outfile });
try {
  const { printContract } = await import(outfile);
  const sdl = printContract();
  if (!process.argv.includes("--check")) {
    writeFileSync(contract, sdl);
  } else if (readFileSync(contract, "utf8") !== sdl) {
    say("contract/schema.graphql is not what the API prints: run npm run contract");
    process.exitCode = 1;
  }
} finally {
  for (const suffix of ["", ".map"]) rmSync(outfile + suffix, { force: true });
}
