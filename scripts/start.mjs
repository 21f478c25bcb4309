// Brings up the whole product: installs, builds and seeds what is missing, then runs the regional API and the console.
import { demoAccounts, demoPassword, settings } from "./lib/settings.mjs";
import { ensureBuild, ensureDependencies, say, startServer, stopServer } from "./lib/setup.mjs";

ensureDependencies();
ensureBuild();

const env = settings();
// With a platform to talk to, the console starts alone.
const isRemote = Boolean(process.env.REGIONAL_API_URL);

/** @type {import("node:child_process").ChildProcess[]} */
const running = [];
let isStopping = false;

async function stop(code = 0) {
  if (isStopping) return;
  isStopping = true;
  for (const child of [...running].reverse()) await stopServer(child);
  process.exit(code);
}
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
  process.on(signal, () => void stop());

/** @param {string} file @param {NodeJS.ProcessEnv} serverEnv */
async function start(file, serverEnv) {
  const output = process.env.LOG_REQUESTS === "false" ? "ignore" : "inherit";
  const { child, port } = await startServer(file, serverEnv, output);
  running.push(child);
  child.once("exit", (code) => {
    if (isStopping) return;
    say(`${file} ended unexpectedly (code ${code}); stopping.`);
    void stop(1);
  });
  return port;
}

try {
  let apiAddress = env.REGIONAL_API_URL;
  if (!isRemote) {
    const apiPort = await start("build/regional-api/server.js", env);
    apiAddress = `http://${env.HOST}:${apiPort}`;
  }
  const port = await start("build/console.js", { ...env, REGIONAL_API_URL: apiAddress });
  say(`
  Edge console   http://${env.HOST}:${port}
  Regional API   ${apiAddress}${isRemote ? "" : `   (mails and SMS: ${apiAddress}/outbox)`}
${
  isRemote
    ? ""
    : `
  Demo accounts, password ${demoPassword}
${demoAccounts.map(([email = "", what]) => `    ${email.padEnd(30)}${what}`).join("\n")}
`
}
  Ctrl-C stops everything.
`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  await stop(1);
}
