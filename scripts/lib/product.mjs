// Runs the built product: supervises the regional API and the console, restarting them if they end.
import { spawnSync } from "node:child_process";
import { demoAccounts, demoPassword, settings } from "./settings.mjs";
import { root, say } from "./setup.mjs";
import { onNpmExit } from "./starter.mjs";
import { supervise } from "./supervise.mjs";

/** @type {{ stop: () => Promise<void> }[]} */
const running = [];
let isStopping = false;

async function stop(code = 0) {
  if (isStopping) return;
  isStopping = true;
  for (const server of [...running].reverse()) await server.stop();
  process.exit(code);
}

/** @param {Omit<Parameters<typeof supervise>[0], "output" | "gaveUp">} options */
function start(options) {
  const output = process.env.LOG_REQUESTS === "false" ? "ignore" : "inherit";
  const server = supervise({ ...options, output, gaveUp: () => void stop(1) });
  running.push(server);
  return server.ready;
}

/** The information a user needs to begin. @param {string} address @param {import("./setup.mjs").ReadyMessage} api */
function apiLines(address, { hasOutbox, hasDemoAccounts }) {
  const accounts = demoAccounts.map(([email = "", what]) => `    ${email.padEnd(30)}${what}`);
  return [
    `  Regional API   ${address}${hasOutbox ? `   (mails and SMS: ${address}/outbox)` : ""}`,
    ...(hasDemoAccounts ? ["", `  Demo accounts, password ${demoPassword}`, ...accounts] : []),
  ];
}

const isThere = async () => {};

/** Throws if the console reports invalid settings: nothing is started then. @param {NodeJS.ProcessEnv} env */
function checkConsole(env) {
  const { status } = spawnSync(process.execPath, ["build/console.js", "--check"], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error("Nothing was started.");
}

/**
 * Starts both servers once they are built, and prints their addresses; exits on a signal, or if one cannot be kept
 * running.
 * @param {{ api: () => Promise<void>, console: () => Promise<void> }} [build] builds what is missing
 */
export async function runProduct(build = { api: isThere, console: isThere }) {
  const env = settings();
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => void stop());
  onNpmExit(() => void stop());
  try {
    await Promise.all([build.console(), process.env.REGIONAL_API_URL ? undefined : build.api()]);
    checkConsole(env);
    // With an external regional API, only the console is started.
    let address = process.env.REGIONAL_API_URL;
    let lines = [`  Regional API   ${address}`];
    if (!address) {
      const [name, file, portVariable] = ["The regional API", "build/regional-api/server.js", "API_PORT"];
      const api = await start({ name, file, env, portVariable });
      address = `http://${env.HOST}:${api.listening}`;
      lines = apiLines(address, api);
    }
    const consoleEnv = { ...env, REGIONAL_API_URL: address };
    const [name, file, portVariable] = ["The console", "build/console.js", "PORT"];
    const { listening } = await start({ name, file, env: consoleEnv, portVariable });
    say(
      [
        "",
        `  Edge console   http://${env.HOST}:${listening}`,
        ...lines,
        "",
        "  Ctrl-C stops everything.",
        "",
      ].join("\n"),
    );
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    await stop(1);
  }
}
