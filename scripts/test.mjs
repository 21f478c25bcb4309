// Runs the project's checks, from a fresh clone. `npm test` checks what the product does; `npm test -- all` also
// measurements, screenshots and other browsers; `npm test -- changed [since]` what a change affects, and `npm run check
// [since]` the part of that without a build, before a commit. A failing part does not stop the others; a part that
// passed is skipped until its sources change.
// Parts: `npm test -- static unit`, `npm test -- unit <part of a file's path>`, `npm test -- e2e <file or title>`.
import "./lib/node.mjs";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureContractTypes } from "./lib/contract-types.mjs";
import { bin, doneWith, ensureBuild, ensureDependencies, runInParallel, root, say } from "./lib/setup.mjs";
import { ensureBrowser, findProgram } from "./lib/browser.mjs";
import { proveNewArea } from "./lib/new-area-proof.mjs";
import { postgresPrograms } from "./lib/postgres.mjs";
import { processTests } from "./lib/process-tests.mjs";

const started = Date.now();
const parts = ["static", "unit", "postgres", "faults", "e2e", "engines"];
const [mode, ...others] = process.argv.slice(2);
const isAll = mode === "all";
const isCheck = mode === "check";
const isChanged = mode === "changed" || isCheck;
const given = isChanged ? [] : isAll ? others : process.argv.slice(2);
const wanted = given.filter((word) => parts.includes(word));
/** Filters for tests within a part; all tests if empty. */
const filters = given.filter((word) => !parts.includes(word));
if (filters.length > 0 && (wanted.length !== 1 || wanted[0] === "static")) {
  say(`Name one part: npm test -- <${parts.slice(1).join(" | ")}> ${filters.join(" ")}`);
  process.exit(1);
}
/** True if no part is named: all functional parts run. */
const isWhole = wanted.length === 0;
const does = (/** @type {string} */ part) => isWhole || wanted.includes(part);
const secondsSince = (/** @type {number} */ from) => ((Date.now() - from) / 1000).toFixed(1);

/** Failed steps. @type {string[]} */
const failed = [];

/**
 * @param {string} name
 * @param {() => boolean | void | Promise<boolean | void>} work ends with `false` when it failed
 * @returns {Promise<boolean>} true if it passed
 */
async function step(name, work) {
  const from = Date.now();
  say(`\n── ${name}`);
  const passed = (await work()) !== false;
  if (!passed) failed.push(name);
  say(`── ${name}: ${passed ? "" : "failed after "}${secondsSince(from)} s`);
  return passed;
}

/** Runs a command to completion. @param {string} command @param {string[]} args @returns {boolean} true if it passed */
const passes = (command, args) => spawnSync(command, args, { cwd: root, stdio: "inherit" }).status === 0;

/**
 * Runs a check in parallel with others: its output is captured, and shown if it fails.
 * @param {string} name @param {string} command @param {string[]} args @returns {Promise<boolean>} true if it passed
 */
async function check(name, command, args) {
  const from = Date.now();
  const { passed, output } = await runInParallel(bin(command), args);
  const said = output.trimEnd();
  say(`\n── ${name}: ${passed ? "" : "failed after "}${secondsSince(from)} s${passed ? "" : `\n${said}`}`);
  if (!passed) failed.push(name);
  return passed;
}

/**
 * Runs `work` unless it passed with the same sources. Types and imports cross files, so a per-file cache misses some.
 * @param {string} name @param {readonly string[]} sources of everything that the outcome can depend on
 * @param {() => Promise<boolean>} work ends with true if it passed
 */
async function once(name, sources, work) {
  const { isDone, note } = doneWith(`.cache/passed-${name.replaceAll(" ", "-")}`, sources);
  if (isDone) say(`\n── ${name}: passed before, and nothing has changed since`);
  else if (await work()) note();
}

const rootFiles = readdirSync(root).filter((name) => /\.(js|mjs|ts|json)$/.test(name));
const product = ["app", "config", "contract", "public", "regional-api", "scripts", "shared", ...rootFiles];
const everything = [...product, "tests"];
/** Further files that unit tests read: documents and tool settings. */
const otherRootFiles = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
  entry.isFile() && !rootFiles.includes(entry.name) ? [entry.name] : [],
);
/** Sources of the API's tests, which compare it with a few files of the console and with documents. */
const api = [
  ...["app/i18n", "app/models/policies", "app/models/settings", "config", "contract", "docs", "regional-api"],
  ...["scripts", "shared", "tests/contract", "tests/postgres", "tests/support", ...rootFiles],
];
/** Sources of the tests that kill servers: storage and background work, without the details of most areas. */
const kept = [
  ...["commands", "core", "seed", "store"].map((folder) => `regional-api/${folder}`),
  ...readdirSync(join(root, "regional-api"))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `regional-api/${name}`),
  ...["applications", "auth", "candidate-messages", "compliance", "customers", "notifications", "retention"]
    .concat("settings", "sms")
    .map((area) => `regional-api/areas/${area}`),
  ...processTests,
  ...["scripts", "shared", "tests/contract/fixtures", "tests/support", ...rootFiles],
];

/**
 * A part of a whole run; if named explicitly, it runs even if it passed before.
 * @param {string} name @param {readonly string[]} sources @param {() => boolean} work
 */
async function part(name, sources, work) {
  const whole = () => step(name, work);
  await (isWhole ? once(name, sources, whole) : whole());
}

const staticChecks = () =>
  Promise.all([
    once("lint", everything, () => check("lint", "oxlint", [])),
    once("types", everything, types),
    documents(),
    once("unused code", everything, () =>
      check("unused code", "knip", ["--cache", "--cache-location", ".cache/knip"]),
    ),
    once("format", [...everything, "docs", ...otherRootFiles], () =>
      check("format", "prettier", [
        ...["--check", "--log-level", "warn", "."],
        ...["--cache", "--cache-strategy", "content", "--cache-location", ".cache/prettier"],
      ]),
    ),
  ]);

/** Reports only failures and tests that passed at a second attempt. */
const quiet = ["--reporter=dot", "--reporter=./tests/support/second-tries.ts", "--silent=passed-only"];
const vitest = (/** @type {string[]} */ ...args) =>
  passes(bin("vitest"), ["run", ...quiet, ...args, ...filters]);

/** Marks titles of tests that only `npm test -- all` runs. */
const long = "@all";
const byDay = ["--testNamePattern", `^(?!.*${long})`];
const inFull = ["--testNamePattern", long];
const faults = ["--config", "vitest.faults.config.ts"];

/** Runs tests on a PostgreSQL server of their own. @param {string} name @param {string[]} args */
async function postgres(name, ...args) {
  if (postgresPrograms())
    await part(name, api, () => vitest("--config", "vitest.postgres.config.ts", ...args));
  else say("\nPostgreSQL 15 or newer is not installed: its tests are skipped.");
}

/** Playwright's arguments for files, or else titles. */
const journeys = filters.map((filter) => (/\.spec|^tests\//.test(filter) ? filter : ["-g", filter])).flat();

/** @param {string} which of the journeys: see playwright.config.ts @param {string[]} args */
function playwright(which, ...args) {
  process.env.JOURNEYS = which;
  ensureBrowser();
  return passes(bin("playwright"), ["test", ...args]);
}

/** Tests of what the product does, without measurements and screenshots. */
async function functional() {
  if (does("static")) await staticChecks();
  if (isWhole) {
    await part("unit tests", [...everything, "docs", ...otherRootFiles], () => vitest("--project", "unit"));
    await part("contract tests", api, () => vitest("--project", "contract", "--project", "timed", ...byDay));
    await part("tests that end servers", kept, () => vitest("--project", "processes", ...byDay));
  } else if (does("unit")) await step("unit and contract tests", () => vitest());
  if (does("postgres"))
    await postgres("tests on PostgreSQL", ...(isWhole ? ["--project", "postgres", ...byDay] : []));
  if (["faults", "e2e", "engines"].some(does)) await step("build", ensureBuild);
  if (does("faults")) {
    if (!findProgram("nginx")) say("\nnginx is not installed: the restart behind it is skipped.");
    await part(
      "fault tests",
      [...product, "docs", "tests/faults", "tests/support", "tests/contract/fixtures"],
      () => vitest(...faults, ...(isWhole ? ["--project", "outcomes", ...byDay] : [])),
    );
  }
  if (does("e2e"))
    await part("journeys", everything, () => playwright(isWhole ? "functional" : "", ...journeys));
}

/** Measurements, screenshots and other browsers. */
async function rest() {
  process.env.TESTS = "all";
  if (isWhole) await step("security advisories", () => passes(process.execPath, ["scripts/advisories.mjs"]));
  await ensureBuild();
  if (isWhole) {
    await step("long contract tests", () =>
      vitest("--project", "contract", "--project", "processes", ...inFull),
    );
    await step("long fault tests", () => vitest(...faults, "--project", "outcomes", ...inFull));
    await step("measured fault tests", () => vitest(...faults, "--project", "measured"));
    await postgres("long tests on PostgreSQL", "--project", "postgres", ...inFull);
    await postgres("contract tests on PostgreSQL", "--project", "contract-postgres");
    await step("other journeys with scripts, pictures", () => playwright("rest"));
    await step("a new area, in a copy", proveNewArea);
  }
  const firefox = process.env.FIREFOX_PATH ?? findProgram("firefox-esr", "firefox");
  if (!firefox) say("\nFirefox is not installed: its journeys are skipped (FIREFOX_PATH names one).");
  if (!findProgram("java")) say("\nJava is not installed: the HTML of the screens is not checked.");
  if (!findProgram("w3m")) say("\nw3m is not installed: its journeys are skipped.");
  await step("Firefox, w3m and HTML", () => vitest("--config", "vitest.engines.config.ts"));
}

const git = (/** @type {string[]} */ ...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    .split("\n")
    .filter(Boolean);

/** The commit where the branch began; on main its last commit. */
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

// Only this check finds fields missing from the contract: TypeScript gives such a document no type.
const documents = () =>
  once("documents", ["app", "contract/schema.graphql"], () => check("documents", "gql.tada", ["check"]));

/** Contract tests of rules for all operations: the first to notice a change in one area. */
const ofEveryOperation = ["authorization", "limits", "queries-of-writes", "record", "schema"];

/** Contract tests of changed areas, by name, and those among the files. @param {string[]} files */
function contractTestsOf(files) {
  const areas = files.flatMap((file) => /^regional-api\/areas\/([^/]+)\//.exec(file)?.[1] ?? []);
  const names = files.some((file) => file.startsWith("regional-api/")) ? [...areas, ...ofEveryOperation] : [];
  const tests = files.filter((file) => /^tests\/contract\/[^/]+\.test\.ts$/.test(file));
  return [...new Set([...names.map((name) => `tests/contract/${name}`), ...tests])];
}

/**
 * Checks changed files: lint and formatting, types, GraphQL documents, and the unit tests that depend on them. In
 * addition, a check runs the contract tests of changed areas; otherwise all contract tests that depend on the files
 * run, and the fault tests and journeys among them.
 */
async function changed() {
  const [from = beginning()] = others;
  const files = [
    ...git("diff", "--name-only", from),
    ...git("ls-files", "--others", "--exclude-standard"),
  ].filter((file) => existsSync(join(root, file)));
  if (files.length === 0) return say("\nNothing has changed.");
  const code = files.filter((file) => /\.(m?js|tsx?)$/.test(file));
  const depending = ["--changed", from, "--passWithNoTests"];
  const contractTests = contractTestsOf(files);
  const projects = ["--project=contract"];
  if (contractTests.some((test) => processTests.includes(test))) projects.push("--project=processes");
  await Promise.all([
    code.length === 0 || check("lint", "oxlint", ["--no-error-on-unmatched-pattern", ...code]),
    types(),
    documents(),
    check("format", "prettier", ["--check", "--log-level", "warn", "--ignore-unknown", ...files]),
    check("unit tests", "vitest", ["run", ...quiet, "--project=unit", ...depending]),
    !isCheck ||
      contractTests.length === 0 ||
      check("contract tests", "vitest", ["run", ...quiet, ...projects, ...contractTests]),
  ]);
  if (isCheck) return;
  await step("contract tests of what changed", () =>
    vitest("--project=contract", "--project=timed", "--project=processes", ...depending),
  );
  const faultTests = files.filter((file) => /^tests\/faults\/.*\.test\.ts$/.test(file));
  const specs = files.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file));
  if (faultTests.length + specs.length > 0) await step("build", ensureBuild);
  if (faultTests.length > 0) await step("fault tests that changed", () => vitest(...faults, ...faultTests));
  if (specs.length > 0) await step("journeys that changed", () => playwright("functional", ...specs));
}

await step("dependencies", () => {
  ensureDependencies();
  ensureContractTypes();
});
if (isChanged) await changed();
else {
  await functional();
  if (isAll || wanted.includes("engines")) await rest();
}
const seconds = ((Date.now() - started) / 1000).toFixed(0);
say(failed.length > 0 ? `\nFailed in ${seconds} s: ${failed.join(", ")}.` : `\nPassed in ${seconds} s.`);
process.exitCode = failed.length > 0 ? 1 : 0;
