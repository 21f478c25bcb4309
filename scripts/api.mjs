// Runs the regional API alone.
import { settings } from "./lib/settings.mjs";
import { ensureBuild, ensureDependencies, say, startServer, stopServer } from "./lib/setup.mjs";

ensureDependencies();
ensureBuild();
const env = settings();
const { child, port } = await startServer("build/regional-api/server.js", env);
say(`Regional API   http://${env.HOST}:${port}`);
child.once("exit", (code) => process.exit(code ?? 1));
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
  process.on(signal, () => void stopServer(child));
