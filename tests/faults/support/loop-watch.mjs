// Loaded into a server by NODE_OPTIONS: on SIGUSR2 it tells on stderr how long its event loop was held since the last time.
// What the machine's other processes take from this one holds nothing: of each turn its own work counts, not its waiting.
import { performance } from "node:perf_hooks";
import process from "node:process";
import { setInterval } from "node:timers";

const work = () => {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1e3;
};
let longest = 0;
let [at, worked] = [performance.now(), work()];
setInterval(() => {
  const [now, all] = [performance.now(), work()];
  longest = Math.max(longest, Math.min(now - at, all - worked));
  [at, worked] = [now, all];
}, 1).unref();
process.on("SIGUSR2", () => {
  process.stderr.write(`longest block ${Math.round(longest)} ms\n`);
  longest = 0;
});
