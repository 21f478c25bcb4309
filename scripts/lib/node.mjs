// Imported first by every script: if Node is older than required, the script continues under the Node that is installed
// with the project's packages (docs/decisions/0016).
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ensureDependencies, root, say } from "./setup.mjs";
import { onNpmExit } from "./starter.mjs";

/** The Node version required by "engines" of package.json, as major and minor. */
export const oldestNode = /** @type {const} */ ([22, 14]);

/** @param {string} version such as "22.14.0" */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

/** Runs this script again under `node`, and exits with its exit code. @param {string} node */
function goOnUnder(node) {
  const path = [dirname(node), process.env.PATH].join(delimiter);
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: "inherit",
    env: { ...process.env, PATH: path },
  });
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, pass);
  onNpmExit(() => pass("SIGTERM"));
  return new Promise((_, fail) => {
    child.once("error", fail);
    child.once("exit", (code, signal) =>
      process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]),
    );
  });
}

if (!isSupported(process.versions.node)) {
  // npm calls this script during an install: installing again is not possible then.
  if (process.env.npm_lifecycle_event !== "prepare") ensureDependencies();
  const node = join(root, "node_modules", `node-${process.platform}-${process.arch}`, "bin/node");
  if (!existsSync(node)) {
    say(
      `Edge console needs Node ${oldestNode.join(".")} or newer, and this is ${process.versions.node}: install Node 24 (https://nodejs.org).`,
    );
    process.exit(1);
  }
  await goOnUnder(node);
}
