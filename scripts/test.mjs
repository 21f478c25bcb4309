// Runs every check of the project, from a clone with nothing installed: `npm test [-- static|unit|faults|e2e]`.
import { bin, ensureBuild, ensureDependencies, run, say } from "./lib/setup.mjs";
import { ensureBrowser } from "./lib/browser.mjs";

const started = Date.now();
const wanted = process.argv.slice(2);
const does = (/** @type {string} */ part) => wanted.length === 0 || wanted.includes(part);
/** @param {string} name @param {() => void} step */
function step(name, step) {
  const from = Date.now();
  say(`\n── ${name}`);
  step();
  say(`── ${name}: ${((Date.now() - from) / 1000).toFixed(1)} s`);
}

step("dependencies", ensureDependencies);
step("build", ensureBuild);
if (does("static")) {
  step("contract types", () => run(bin("gql.tada"), ["generate", "output"]));
  step("types", () => run(bin("tsc"), ["--noEmit"]));
  step("lint", () => run(bin("eslint"), [".", "--max-warnings", "0"]));
  step("unused code", () => run(bin("knip"), []));
  step("format", () => run(bin("prettier"), ["--check", "--log-level", "warn", "."]));
}
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
