// Tests `npm run new -- area`: creates an area in a copy of the project, then checks, builds and uses it there.
import "./node.mjs";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./setup.mjs";

/** A two-word noun starting with a vowel, unlike that of the templates. */
const area = ["interview location", "LOC"];
const files = "interview-location";

/** The checks a new area must pass. */
const checks = [
  ["node", "scripts/new.mjs", "area", ...area],
  ["tsc", "--noEmit"],
  ["oxlint"],
  ["prettier", "--check", "--log-level", "warn", "app", "config", "docs", "regional-api", "tests/contract"],
  ["gql.tada", "check"],
  ["knip"],
  ["vitest", "run", "--project", "unit"],
  [
    ...["vitest", "run", "--project", "contract", "--testNamePattern", "^(?!.*@all)"],
    ...[
      "archivable",
      "authorization",
      "bounds",
      "edits",
      "limits",
      "policies",
      "queries-of",
      "record",
      "schema",
      "upgrade",
    ],
  ],
  ["node", "scripts/build-all.mjs"],
  ["vitest", "run", "--config", "vitest.faults.config.ts", "--project", "outcomes", "archivable", "edits"],
  ["playwright", "test", `${files}s`],
];

/** @returns {boolean} true if a new area passes */
export function proveNewArea() {
  const copy = mkdtempSync(join(tmpdir(), "new-area-"));
  try {
    const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
      cwd: root,
      encoding: "utf8",
    });
    for (const file of tracked.split("\n").filter(Boolean)) cpSync(join(root, file), join(copy, file));
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    return checks.every(([command = "", ...args]) => {
      const program = command === "node" ? process.execPath : join(copy, "node_modules/.bin", command);
      const env = { ...process.env, JOURNEYS: "functional" };
      const options = /** @type {const} */ ({ cwd: copy, env, encoding: "utf8", timeout: 20 * 60_000 });
      const { status, stdout, stderr } = spawnSync(program, args, options);
      if (status !== 0) process.stdout.write(`${command} ${args.join(" ")}\n${stdout}${stderr}\n`);
      return status === 0;
    });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
