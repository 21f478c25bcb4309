// Prints the API's SDL to contract/schema.graphql and generates the console's types from it: `npm run contract`. With
// --types it generates the types only: before linters and similar tools, installing dependencies first, and after an
// install, called by npm. Installations without tests and linters do not need them.
import "./lib/node.mjs";
import { ensureContractTypes } from "./lib/contract-types.mjs";
import { ensureDependencies, hasDevelopment, noteInstalled } from "./lib/setup.mjs";

const isInstall = process.env.npm_lifecycle_event === "prepare";
if (!isInstall) ensureDependencies();
if (!process.argv.includes("--types")) await import("./print-schema.mjs");
if (!isInstall || hasDevelopment()) ensureContractTypes();
if (isInstall) noteInstalled();
