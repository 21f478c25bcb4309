/** How long calls of a running server take, and how much processor time it needs for them. */
import { say } from "../../scripts/lib/setup.mjs";
import { cpuMs } from "./load";

const percentile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** Runs `run` `calls` times and prints its times in ms; returns the processor time of one and the 95th percentile. */
export async function timed(
  name: string,
  pid: number,
  calls: number,
  run: (index: number) => Promise<unknown>,
): Promise<{ cpu: number; p95: number }> {
  const times: number[] = [];
  const before = cpuMs(pid);
  for (let index = 0; index < calls; index += 1) {
    const from = performance.now();
    await run(index);
    times.push(performance.now() - from);
  }
  const most = percentile(times, 0.95);
  const [half, p95, worst] = [percentile(times, 0.5), most, percentile(times, 1)].map((time) =>
    time.toFixed(1).padStart(7),
  );
  const cpu = (cpuMs(pid) - before) / calls;
  say(`${name.padEnd(58)} cpu ${cpu.toFixed(1).padStart(6)}  p50 ${half}  p95 ${p95}  max ${worst} ms`);
  return { cpu, p95: most };
}
