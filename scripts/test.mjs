// Runs every check of the project, from a clone with nothing installed: `npm test`, or parts of it:
// `npm test -- static unit`, `npm test -- unit <part of a file's path>`, `npm test -- e2e <file or title>`.
import "./lib/node.mjs";
import { readdirSync } from "node:fs";
import { ensureContractTypes } from "./lib/contract-types.mjs";
import { bin, doneWith, ensureBuild, ensureDependencies, run, runAside, root, say } from "./lib/setup.mjs";
import { ensureBrowser, findProgram } from "./lib/browser.mjs";

const started = Date.now();
const parts = ["static", "unit", "faults", "e2e", "engines"];
const given = process.argv.slice(2);
const wanted = given.filter((word) => parts.includes(word));
/** Which tests of the parts are meant; all of them unless something is given. */
const filters = given.filter((word) => !parts.includes(word));
if (filters.length > 0 && (wanted.length !== 1 || wanted[0] === "static")) {
  say(`Say of which part: npm test -- <${parts.slice(1).join(" | ")}> ${filters.join(" ")}`);
  process.exit(1);
}
const does = (/** @type {string} */ part) => wanted.length === 0 || wanted.includes(part);
const secondsSince = (/** @type {number} */ from) => ((Date.now() - from) / 1000).toFixed(1);

/** @param {string} name @param {() => void} step */
function step(name, step) {
  const from = Date.now();
  say(`\n── ${name}`);
  step();
  say(`── ${name}: ${secondsSince(from)} s`);
}

/**
 * A check beside others: what it says is kept together and shown when it ends.
 * @param {string} name @param {string} command @param {string[]} args @returns {Promise<boolean>} whether it passed
 */
async function check(name, command, args) {
  const from = Date.now();
  const { passed, output } = await runAside(bin(command), args);
  say(`\n── ${name}: ${passed ? "" : "failed after "}${secondsSince(from)} s\n${output}`.trimEnd());
  return passed;
}

/**
 * A check that is not repeated while nothing has changed that a finding can depend on. Types and imports cross files,
 * so that a cache by file would miss some.
 * @param {string} name @param {string[]} sources @param {string} command @param {string[]} args
 */
async function checkOnce(name, sources, command, args) {
  const { isDone, note } = doneWith(`.cache/${name}`, sources);
  if (isDone) say(`\n── ${name}: passed before, and nothing has changed since`);
  else if (await check(name, command, args)) note();
  else return false;
  return true;
}

async function staticChecks() {
  const rootFiles = readdirSync(root).filter((name) => /\.(js|ts|json)$/.test(name));
  const everything = ["app", "contract", "regional-api", "scripts", "tests", ...rootFiles];
  const passed = await Promise.all([
    checkOnce("lint", everything, "eslint", [".", "--max-warnings", "0"]),
    check("types", "tsc", ["--noEmit", "--incremental", "--tsBuildInfoFile", ".cache/tsconfig.tsbuildinfo"]),
    // A field that the contract does not have is an error here alone: to TypeScript its document has no type.
    checkOnce("documents", ["app", "contract/schema.graphql", "package-lock.json"], "gql.tada", ["check"]),
    check("unused-code", "knip", ["--cache", "--cache-location", ".cache/knip"]),
    check("format", "prettier", [
      ...["--check", "--log-level", "warn", "."],
      ...["--cache", "--cache-strategy", "content", "--cache-location", ".cache/prettier"],
    ]),
  ]);
  if (passed.includes(false)) process.exit(1);
}

const vitest = (/** @type {string[]} */ ...args) =>
  run(bin("vitest"), ["run", "--reporter=default", ...args, ...filters]);

/** Playwright's way to name a file, else a title. */
const journeys = filters.map((filter) => (/\.spec|^tests\//.test(filter) ? filter : ["-g", filter])).flat();

step("dependencies", () => {
  ensureDependencies();
  ensureContractTypes();
});
step("build", ensureBuild);
if (does("static")) await staticChecks();
if (does("unit")) step("unit and contract tests", () => vitest());
if (does("faults")) {
  if (!findProgram("nginx")) say("\nnginx is not installed: the restart behind it is left out.");
  step("fault tests", () => vitest("--config", "vitest.faults.config.ts"));
}
if (does("e2e")) {
  step("browser", () => void ensureBrowser());
  step("end-to-end tests", () => run(bin("playwright"), ["test", ...journeys]));
}
if (does("engines")) {
  const firefox = process.env.FIREFOX_PATH ?? findProgram("firefox-esr", "firefox");
  if (!firefox) say("\nFirefox is not installed: its journeys are left out (FIREFOX_PATH names one).");
  if (!findProgram("java")) say("\nJava is not installed: the HTML of the screens is not checked.");
  if (!findProgram("w3m")) say("\nw3m is not installed: its journeys are left out.");
  step("Firefox, w3m and HTML", () => vitest("--config", "vitest.engines.config.ts"));
}
say(`\nPassed in ${((Date.now() - started) / 1000).toFixed(0)} s.`);
