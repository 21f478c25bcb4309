// Prints the API's SDL to contract/schema.graphql and writes the console's types of it: `npm run contract`.
// With --types it writes the types alone: before linters and the like, which get what they need installed first, and after an
// install, called by npm. Nobody reads them where no tests and linters are.
import "./lib/node.mjs";
import { ensureContractTypes } from "./lib/contract-types.mjs";
import { ensureDependencies, hasDevelopment, noteInstalled } from "./lib/setup.mjs";

const isInstall = process.env.npm_lifecycle_event === "prepare";
if (!isInstall) ensureDependencies();
if (!process.argv.includes("--types")) await import("./print-schema.mjs");
if (!isInstall || hasDevelopment()) ensureContractTypes();
if (isInstall) noteInstalled();
