// The built product in one process: it runs the regional API and the console, and starts again what ends.
import { demoAccounts, demoPassword, settings } from "./settings.mjs";
import { say } from "./setup.mjs";
import { whenNpmEnds } from "./starter.mjs";
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

/** What a person needs to know to begin. @param {string} address @param {import("./setup.mjs").Told} api */
function apiLines(address, { hasOutbox, hasDemoAccounts }) {
  const accounts = demoAccounts.map(([email = "", what]) => `    ${email.padEnd(30)}${what}`);
  return [
    `  Regional API   ${address}${hasOutbox ? `   (mails and SMS: ${address}/outbox)` : ""}`,
    ...(hasDemoAccounts ? ["", `  Demo accounts, password ${demoPassword}`, ...accounts] : []),
  ];
}

const isThere = async () => {};

/**
 * Starts both servers, each once it is built, and says where they are; ends the process when it is told to, or when one
 * cannot be kept up. The regional API makes its demo data while the console is still built.
 * @param {{ api: () => Promise<void>, console: () => Promise<void> }} [build] makes what is missing
 */
export async function runProduct(build = { api: isThere, console: isThere }) {
  // What the servers write is for their own user alone; what is built is not.
  process.umask(0o077);
  const env = settings();
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => void stop());
  whenNpmEnds(() => void stop());
  try {
    const consoleBuilt = build.console();
    // With a platform to talk to, the console starts alone.
    let address = process.env.REGIONAL_API_URL;
    let lines = [`  Regional API   ${address}`];
    if (!address) {
      await build.api();
      const [name, file, portVariable] = ["The regional API", "build/regional-api/server.js", "API_PORT"];
      const api = await start({ name, file, env, portVariable });
      address = `http://${env.HOST}:${api.listening}`;
      lines = apiLines(address, api);
    }
    await consoleBuilt;
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
