// Runs every check of the project, from a clone with nothing installed: `npm test [-- static|unit|faults|e2e]`.
import { readdirSync } from "node:fs";
import { bin, doneWith, ensureBuild, ensureDependencies, run, runAside, root, say } from "./lib/setup.mjs";
import { ensureBrowser } from "./lib/browser.mjs";

const started = Date.now();
const wanted = process.argv.slice(2);
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

// All that a finding can depend on: types and imports cross files, so a cache by file would miss some.
const lintFolders = ["app", "contract", "regional-api", "scripts", "tests"];
const rootFiles = readdirSync(root).filter((name) => /\.(js|ts|json)$/.test(name));

async function lint() {
  const { isDone, note } = doneWith(".cache/lint", [...lintFolders, ...rootFiles]);
  if (isDone) say("\n── lint: passed before, and nothing has changed since");
  else if (await check("lint", "eslint", [".", "--max-warnings", "0"])) note();
  else return false;
  return true;
}

async function staticChecks() {
  // Types and lint read what this writes.
  run(bin("gql.tada"), ["generate", "output"]);
  const passed = await Promise.all([
    lint(),
    check("types", "tsc", ["--noEmit", "--incremental", "--tsBuildInfoFile", ".cache/tsconfig.tsbuildinfo"]),
    check("unused code", "knip", ["--cache", "--cache-location", ".cache/knip"]),
    check("format", "prettier", [
      ...["--check", "--log-level", "warn", "."],
      ...["--cache", "--cache-strategy", "content", "--cache-location", ".cache/prettier"],
    ]),
  ]);
  if (passed.includes(false)) process.exit(1);
}

step("dependencies", ensureDependencies);
step("build", ensureBuild);
if (does("static")) await staticChecks();
if (does("unit")) step("unit and contract tests", () => run(bin("vitest"), ["run", "--reporter=default"]));
if (does("faults"))
  step("fault tests", () =>
    run(bin("vitest"), ["run", "--config", "vitest.faults.config.ts", "--reporter=default"]),
  );
if (does("e2e")) {
  step("browser", () => void ensureBrowser());
  step("end-to-end tests", () => run(bin("playwright"), ["test"]));
}
say(`\nAll checks passed in ${((Date.now() - started) / 1000).toFixed(0)} s.`);
