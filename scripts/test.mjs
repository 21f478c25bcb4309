// Runs the checks of the project, from a clone with nothing installed. `npm test` proves what the product does;
// `npm test -- all` also what is measured, drawn and seen in other browsers; `npm test -- changed [since]` what a change touches,
// and `npm run check [since]` of that what needs no build: the step before a commit.
// Parts: `npm test -- static unit`, `npm test -- unit <part of a file's path>`, `npm test -- e2e <file or title>`.
import "./lib/node.mjs";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureContractTypes } from "./lib/contract-types.mjs";
import { bin, doneWith, ensureBuild, ensureDependencies, run, runAside, root, say } from "./lib/setup.mjs";
import { ensureBrowser, findProgram } from "./lib/browser.mjs";
import { postgresPrograms } from "./lib/postgres.mjs";

const started = Date.now();
const parts = ["static", "unit", "postgres", "faults", "e2e", "engines"];
const [mode, ...others] = process.argv.slice(2);
const isAll = mode === "all";
const isCheck = mode === "check";
const isChanged = mode === "changed" || isCheck;
const given = isChanged ? [] : isAll ? others : process.argv.slice(2);
const wanted = given.filter((word) => parts.includes(word));
/** Which tests of the parts are meant; all of them unless something is given. */
const filters = given.filter((word) => !parts.includes(word));
if (filters.length > 0 && (wanted.length !== 1 || wanted[0] === "static")) {
  say(`Say of which part: npm test -- <${parts.slice(1).join(" | ")}> ${filters.join(" ")}`);
  process.exit(1);
}
/** Nothing is named: everything, or what is functional of it. */
const isWhole = wanted.length === 0;
const does = (/** @type {string} */ part) => isWhole || wanted.includes(part);
const secondsSince = (/** @type {number} */ from) => ((Date.now() - from) / 1000).toFixed(1);

/** @param {string} name @param {() => void | Promise<void>} step */
async function step(name, step) {
  const from = Date.now();
  say(`\n── ${name}`);
  await step();
  say(`── ${name}: ${secondsSince(from)} s`);
}

/**
 * A check beside others: what it says is kept together, and shown when it fails.
 * @param {string} name @param {string} command @param {string[]} args @returns {Promise<boolean>} whether it passed
 */
async function check(name, command, args) {
  const from = Date.now();
  const { passed, output } = await runAside(bin(command), args);
  // Lines of the servers' logs are errors that tests expect; a test that is run alone shows its own.
  const said = output.replace(/^\{"(at|level)":.*\}\n/gm, "").trimEnd();
  say(`\n── ${name}: ${passed ? "" : "failed after "}${secondsSince(from)} s${passed ? "" : `\n${said}`}`);
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

const rootFiles = readdirSync(root).filter((name) => /\.(js|mjs|ts|json)$/.test(name));
const everything = ["app", "contract", "regional-api", "scripts", "tests", ...rootFiles];

async function staticChecks() {
  const passed = await Promise.all([
    checkOnce("lint", everything, "eslint", [".", "--max-warnings", "0"]),
    types(),
    documents(),
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

/** The tests on a PostgreSQL of their own. @param {string} name @param {string[]} args */
async function postgres(name, ...args) {
  if (postgresPrograms()) await step(name, () => vitest("--config", "vitest.postgres.config.ts", ...args));
  else say("\nPostgreSQL 15 or newer is not installed: the tests on it are left out.");
}

/** Playwright's way to name a file, else a title. */
const journeys = filters.map((filter) => (/\.spec|^tests\//.test(filter) ? filter : ["-g", filter])).flat();

/** @param {string} which of the journeys: see playwright.config.ts @param {string[]} args */
function playwright(which, ...args) {
  process.env.JOURNEYS = which;
  ensureBrowser();
  run(bin("playwright"), ["test", ...args]);
}

/** What the product does, whoever measures or looks at it. */
async function functional() {
  if (does("static")) await staticChecks();
  if (does("unit")) await step("unit and contract tests", () => vitest());
  if (does("postgres")) {
    const own = isWhole ? ["--project", "postgres"] : [];
    await postgres("tests on PostgreSQL", ...own);
  }
  if (["faults", "e2e", "engines"].some(does)) await step("build", ensureBuild);
  if (does("faults")) {
    if (!findProgram("nginx")) say("\nnginx is not installed: the restart behind it is left out.");
    await step("fault tests", () =>
      vitest("--config", "vitest.faults.config.ts", ...(isWhole ? ["--project", "outcomes"] : [])),
    );
  }
  if (does("e2e")) await step("journeys", () => playwright(isWhole ? "functional" : "", ...journeys));
}

/** What is measured, drawn and seen in other browsers. */
async function rest() {
  if (isWhole) await step("security advisories", () => run(process.execPath, ["scripts/advisories.mjs"]));
  await ensureBuild();
  if (isWhole) {
    await step("measured fault tests", () =>
      vitest("--config", "vitest.faults.config.ts", "--project", "measured"),
    );
    await postgres("contract tests on PostgreSQL", "--project", "contract-postgres");
    await step("other journeys with scripts, pictures", () => playwright("rest"));
  }
  const firefox = process.env.FIREFOX_PATH ?? findProgram("firefox-esr", "firefox");
  if (!firefox) say("\nFirefox is not installed: its journeys are left out (FIREFOX_PATH names one).");
  if (!findProgram("java")) say("\nJava is not installed: the HTML of the screens is not checked.");
  if (!findProgram("w3m")) say("\nw3m is not installed: its journeys are left out.");
  await step("Firefox, w3m and HTML", () => vitest("--config", "vitest.engines.config.ts"));
}

const git = (/** @type {string[]} */ ...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    .split("\n")
    .filter(Boolean);

/** Where the work on a branch begins; on main itself its last commit. */
function beginning() {
  const [here = ""] = git("rev-parse", "HEAD");
  try {
    const [base = ""] = git("merge-base", "main", "HEAD");
    return base === here ? "HEAD" : base;
  } catch {
    return "HEAD";
  }
}

const types = () =>
  check("types", "tsc", ["--noEmit", "--incremental", "--tsBuildInfoFile", ".cache/tsconfig.tsbuildinfo"]);

// A field that the contract does not have is an error here alone: to TypeScript its document has no type.
const documents = () =>
  checkOnce("documents", ["app", "contract/schema.graphql", "package-lock.json"], "gql.tada", ["check"]);

/**
 * Of what changed: lint and formatting of the files, types, GraphQL documents, the unit tests that depend on them; then,
 * unless it is only a check, the contract tests that do, and the fault tests and journeys among the files.
 */
async function changed() {
  const [from = beginning()] = others;
  const files = [
    ...git("diff", "--name-only", from),
    ...git("ls-files", "--others", "--exclude-standard"),
  ].filter((file) => existsSync(join(root, file)));
  if (files.length === 0) return say("\nNothing has changed.");
  const code = files.filter((file) => /\.(m?js|tsx?)$/.test(file));
  const depending = (/** @type {string[]} */ ...projects) => [
    ...projects.map((project) => `--project=${project}`),
    "--changed",
    from,
    "--passWithNoTests",
  ];
  const passed = await Promise.all([
    code.length === 0 || check("lint", "eslint", ["--max-warnings", "0", "--no-warn-ignored", ...code]),
    types(),
    documents(),
    check("format", "prettier", ["--check", "--log-level", "warn", "--ignore-unknown", ...files]),
    check("unit tests", "vitest", ["run", "--reporter=dot", ...depending("unit")]),
  ]);
  if (passed.includes(false)) process.exit(1);
  if (isCheck) return;
  await step("contract tests of what changed", () => vitest(...depending("contract", "timed")));
  const faults = files.filter((file) => /^tests\/faults\/.*\.test\.ts$/.test(file));
  const specs = files.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file));
  if (faults.length + specs.length > 0) await step("build", ensureBuild);
  if (faults.length > 0)
    await step("fault tests that changed", () => vitest("--config", "vitest.faults.config.ts", ...faults));
  if (specs.length > 0) await step("journeys that changed", () => playwright("functional", ...specs));
}

await step("dependencies", () => {
  ensureDependencies();
  ensureContractTypes();
});
if (isChanged) await changed();
else {
  // "all" after a run that passed, with nothing changed since, proves what that has not.
  const { isDone, note } = doneWith(".cache/functional", [
    ...everything,
    "config",
    "docs",
    "public",
    "package-lock.json",
  ]);
  if (isAll && isWhole && isDone) say("\n── npm test: passed before, and nothing has changed since");
  else await functional();
  if (isWhole && !isDone) note();
  if (isAll || wanted.includes("engines")) await rest();
}
say(`\nPassed in ${((Date.now() - started) / 1000).toFixed(0)} s.`);
