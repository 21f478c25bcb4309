// Runs the console and the regional API from source; changes take effect at once. `npm run dev`
import "./lib/node.mjs";
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { ensureContractTypes } from "./lib/contract-types.mjs";
import { onNpmExit } from "./lib/starter.mjs";
import { demoPassword, settings } from "./lib/settings.mjs";
import { ensureDependencies, root, say, stopServer } from "./lib/setup.mjs";

const started = Date.now();
ensureDependencies();
ensureContractTypes();

/** @type {Record<string, string | undefined>} */
const env = { ...settings(), NODE_ENV: "development" };
const isRemote = Boolean(process.env.REGIONAL_API_URL);
const apiAddress = process.env.REGIONAL_API_URL ?? `http://${env.HOST}:${env.API_PORT}`;

/** True if the port is free. @param {string | undefined} port */
function isFree(port) {
  const server = createServer();
  return new Promise((done) => {
    server.once("error", () => done(false));
    server.listen(Number(port), env.HOST, () => server.close(() => done(true)));
  });
}

// Another server on the port would answer instead of the one started here.
for (const [name, port] of [["PORT", env.PORT], ...(isRemote ? [] : [["API_PORT", env.API_PORT]])])
  if (!(await isFree(port))) {
    say(`Port ${port} of ${env.HOST} is in use: end what listens there, or set ${name}.`);
    process.exit(1);
  }

/** @type {import("node:child_process").ChildProcess[]} */
const running = [];
let isStopping = false;

async function stop(code = 0) {
  if (isStopping) return;
  isStopping = true;
  await Promise.all(running.map(stopServer));
  process.exit(code);
}
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
  process.on(signal, () => void stop());
onNpmExit(() => void stop());

/** @param {string[]} args @param {Record<string, string>} [more] */
function start(args, more = {}) {
  const child = spawn(process.execPath, ["--import", "tsx", "--enable-source-maps", ...args], {
    cwd: root,
    env: /** @type {NodeJS.ProcessEnv} */ ({ ...env, ...more }),
    stdio: "inherit",
    detached: true,
  });
  running.push(child);
  child.once("exit", (code) => {
    if (isStopping) return;
    say(`${args.at(-1)} ended (code ${code}); stopping.`);
    void stop(1);
  });
}

/** Waits for any answer. @param {string} address */
async function answered(address) {
  for (;;) {
    try {
      await globalThis.fetch(address, { redirect: "manual" });
      return;
    } catch {
      await pause(100);
    }
  }
}

// The API restarts when one of its files changes, the console when its HTTP server does; Vite handles the rest.
if (!isRemote)
  start([
    "--watch-path=regional-api",
    "--watch-path=shared",
    "--watch-preserve-output",
    "regional-api/server.ts",
  ]);
start(["app/server.ts"], { REGIONAL_API_URL: apiAddress });

const address = `http://${env.HOST}:${env.PORT}`;
await Promise.all([answered(`${address}/login`), ...(isRemote ? [] : [answered(`${apiAddress}/health`)])]);
say(`
  Edge console   ${address}   (sources; up in ${((Date.now() - started) / 1000).toFixed(1)} s)
  Regional API   ${apiAddress}${isRemote ? "" : `   (mails and SMS: ${apiAddress}/outbox)`}
${isRemote ? "" : `  Sign in as admin@acme.example, password ${demoPassword}; the other accounts are in README.md`}
  Ctrl-C stops everything.
`);
