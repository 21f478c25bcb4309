// Kills a systemd service whose server takes connections and answers nothing, so that systemd starts another:
// node watch.mjs ADDRESS UNIT. One that refuses connections is being started already.
import { spawnSync } from "node:child_process";
import process from "node:process";

const [address = "", unit = ""] = process.argv.slice(2);
try {
  await globalThis.fetch(`${address}/health`, { signal: globalThis.AbortSignal.timeout(5_000) });
} catch (error) {
  if (error instanceof Error && error.name === "TimeoutError")
    spawnSync("systemctl", ["kill", "--signal=KILL", unit], { stdio: "inherit" });
}
