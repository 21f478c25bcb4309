// Prints the regional API's contract to contract/, after updating its index files; with --check it only compares.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildApi } from "./build-api.mjs";
import { staleIndexes } from "./lib/api-index.mjs";
import { root, say } from "./lib/setup.mjs";

const outfile = join(root, `build/regional-api/print-schema-${process.pid}.js`);

const isCheck = process.argv.includes("--check");
for (const file of staleIndexes({ write: !isCheck }))
  if (isCheck) {
    say(`${file} does not name every file: run npm run contract`);
    process.exitCode = 1;
  }
await buildApi({ entry: "regional-api/sdl.ts", outfile });
try {
  const { printContract, printLimits, printOperations } = await import(outfile);
  const printed = {
    "contract/schema.graphql": printContract(),
    "contract/limits.ts": printLimits(),
    "contract/operations.ts": printOperations(),
  };
  for (const [file, text] of Object.entries(printed))
    if (!isCheck) {
      writeFileSync(join(root, file), text);
    } else if (!existsSync(join(root, file)) || readFileSync(join(root, file), "utf8") !== text) {
      say(`${file} is not what the API prints: run npm run contract`);
      process.exitCode = 1;
    }
} finally {
  for (const suffix of ["", ".map"]) rmSync(outfile + suffix, { force: true });
}
