// Tests `npm run new -- area`: creates an area in a copy of the project, then checks, builds and uses it there.
import "./node.mjs";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, runInParallel } from "./setup.mjs";

/** A two-word noun starting with a vowel, unlike that of the templates. */
const area = ["interview location", "LOC"];
const files = "interview-location";

/** From the original: only what the new area changes is checked again. */
const typeCache = ".cache/tsconfig.tsbuildinfo";

/** Unit tests that read folders or lists of all areas: an area cannot affect the others. */
const guards = [
  ...["unit/api", "unit/i18n", "unit/components/kit", "unit/components/places", "unit/components/screens"],
  ...["unit/components/styles", "unit/models/move", "unit/models/permission", "unit/models/view-address"],
  ...["unit/services/api-messages", "unit/services/flags", "unit/services/gates", "unit/services/intents"],
  ...["unit/services/places", "unit/services/route-branch", "unit/delivery", "unit/doc-comments"],
  ...["unit/documents", "unit/requirements", "unit/runbook", "unit/security-doc", "unit/structure"],
];
const contractTests = [
  ...["archivable", "authorization", "bounds", "edits", "limits", "policies", "queries-of", "record"],
  ...["schema", "upgrade"],
];

/** The checks a new area must pass, in order; those in one list run side by side. */
const checks = [
  [["node", "scripts/new.mjs", "area", ...area]],
  [
    ["tsc", "--noEmit", "--incremental", "--tsBuildInfoFile", typeCache],
    ["oxlint"],
    ["prettier", "--check", "--log-level", "warn", "app", "config", "docs", "regional-api", "tests/contract"],
    ["gql.tada", "check"],
    ["knip"],
  ],
  [["vitest", "run", "--project", "unit", ...guards]],
  [["vitest", "run", "--project", "contract", "--testNamePattern", "^(?!.*@all)", ...contractTests]],
  [["node", "scripts/build-all.mjs"]],
  [["vitest", "run", "--config", "vitest.faults.config.ts", "--project", "outcomes", "archivable", "edits"]],
  [["playwright", "test", `${files}s`]],
];

/** @returns {Promise<boolean>} true if a new area passes */
export async function proveNewArea() {
  const copy = mkdtempSync(join(tmpdir(), "new-area-"));
  const passes = async (/** @type {readonly string[]} */ [command = "", ...args]) => {
    const program = command === "node" ? process.execPath : join(copy, "node_modules/.bin", command);
    const env = { ...process.env, JOURNEYS: "functional" };
    const { passed, output } = await runInParallel(program, args, { cwd: copy, env, timeout: 20 * 60_000 });
    if (!passed) process.stdout.write(`${command} ${args.join(" ")}\n${output}\n`);
    return passed;
  };
  try {
    const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
      cwd: root,
      encoding: "utf8",
    });
    for (const file of [...tracked.split("\n"), typeCache].filter(
      (file) => file && existsSync(join(root, file)),
    ))
      cpSync(join(root, file), join(copy, file));
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    for (const together of checks) {
      const passed = await Promise.all(together.map(passes));
      if (passed.includes(false)) return false;
    }
    return true;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
