// Kills a systemd service whose server takes connections and answers nothing, so that systemd starts another:
// node watch.mjs edge-console@3000. The port is the instance. One that refuses connections is being started already.
import { spawnSync } from "node:child_process";
import process from "node:process";

const [unit = ""] = process.argv.slice(2);
const [, port = ""] = unit.split("@");
try {
  await globalThis.fetch(`http://127.0.0.1:${port}/health`, {
    signal: globalThis.AbortSignal.timeout(5_000),
  });
} catch (error) {
  if (error instanceof Error && error.name === "TimeoutError")
    spawnSync("systemctl", ["kill", "--signal=KILL", `${unit}.service`], { stdio: "inherit" });
}
