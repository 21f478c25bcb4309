// Loaded into a console by NODE_OPTIONS: on SIGUSR2 it tells on stderr how long its event loop was held since the last time.
import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on("SIGUSR2", () => {
  process.stderr.write(`longest block ${Math.round(delay.max / 1e6)} ms\n`);
  delay.reset();
});
