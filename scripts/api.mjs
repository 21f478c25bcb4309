// Runs the regional API only, or one of its commands: `npm run api [-- verify|backup|restore|create-admin …]`.
import "./lib/node.mjs";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { settings } from "./lib/settings.mjs";
import {
  ensureApiBuild,
  ensureDependencies,
  main,
  root,
  say,
  startServer,
  stopServer,
} from "./lib/setup.mjs";
import { onNpmExit } from "./lib/starter.mjs";

const server = join(root, "build/regional-api/server.js");

/** @param {string[]} args */
function command(args) {
  // Folders are relative to the directory npm was called in.
  const cwd = process.env.INIT_CWD || process.cwd();
  const child = spawn(process.execPath, ["--enable-source-maps", server, ...args], {
    cwd,
    env: settings(),
    stdio: "inherit",
  });
  child.once("exit", (code) => process.exit(code ?? 1));
}

async function serve() {
  const env = settings();
  const { child, port } = await startServer(server, env);
  say(`Regional API   http://${env.HOST}:${port}`);
  child.once("exit", (code) => process.exit(code ?? 1));
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
    process.on(signal, () => void stopServer(child));
  onNpmExit(() => void stopServer(child));
}

await main(async () => {
  ensureDependencies();
  await ensureApiBuild();
  const args = process.argv.slice(2);
  if (args.length > 0) command(args);
  else await serve();
});
