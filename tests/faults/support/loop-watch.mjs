// Loaded into a server by NODE_OPTIONS: on SIGUSR2 it prints to stderr the longest block of the event loop since the
// last signal. Only CPU time of the process counts, so that other processes on the machine do not.
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
