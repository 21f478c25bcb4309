// Prints the API's SDL to contract/schema.graphql and writes the console's types of it: `npm run contract`.
// After an install npm calls it with --types, to write the types alone; nobody reads them where no tests and linters are.
import "./lib/node.mjs";
import { ensureContractTypes } from "./lib/contract-types.mjs";
import { ensureDependencies, hasDevelopment, noteInstalled } from "./lib/setup.mjs";

if (!process.argv.includes("--types")) {
  ensureDependencies();
  await import("./print-schema.mjs");
}
const isInstall = process.env.npm_lifecycle_event === "prepare";
if (!isInstall || hasDevelopment()) ensureContractTypes();
if (isInstall) noteInstalled();
