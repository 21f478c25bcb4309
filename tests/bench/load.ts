import autocannon from "autocannon";
import { readFileSync } from "node:fs";
import { table } from "./report";

const connections = 20;
const warmUp = { leastSeconds: 3, mostSeconds: 15, requests: 1500 };
/** Number of turns per target and their length. */
const turns = { rounds: 5, seconds: 2 };
/** Linux counts CPU time in hundredths of a second. */
const msPerTick = 10;

/** CPU time of a process so far, in ms. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in brackets may contain anything; utime and stime are the 14th and 15th fields.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

/** Highest resident memory of a process so far, in MB. */
export function peakMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** A measured address and the process that answers it. */
export type Target = { name: string; url: string; pid: number; headers?: Record<string, string> };

export type Load = {
  name: string;
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU time of the measured process per request, in ms. */
  cpuMs: number;
  peakMb: number;
};

async function fire({ name, url, headers = {} }: Target, duration: number, latencies: number[] = []) {
  const run = autocannon({ url, connections, headers, duration });
  const connected = new WeakSet<object>();
  run.on("response", (client, _status, _bytes, ms) => {
    // Node accepts one new connection per loop turn, so 20 new ones wait for one another under load; kept connections
    // of a browser or a proxy do not.
    if (connected.has(client)) latencies.push(ms);
    connected.add(client);
  });
  const { requests, duration: seconds, non2xx, errors } = await run;
  if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} answers other than 2xx, ${errors} errors`);
  return { requests: requests.total, seconds };
}

// Counts requests as well as time: code that ran only a few hundred times is not compiled yet.
async function warm(target: Target): Promise<void> {
  const started = await fire(target, warmUp.leastSeconds);
  const missing = (warmUp.requests - started.requests) / (started.requests / started.seconds);
  const seconds = Math.min(Math.ceil(missing), warmUp.mostSeconds - warmUp.leastSeconds);
  if (seconds > 0) await fire(target, seconds);
}

/**
 * Loads each target with 20 connections, in turns of 2 s and for 10 s in all by default, one target at a time, so that
 * other load on the machine affects all targets alike. Throws if an answer was not a page.
 */
export async function compare(
  targets: readonly Target[],
  { rounds, seconds: secondsPerRound } = turns,
): Promise<Load[]> {
  for (const target of targets) await warm(target);
  const sums = targets.map((target) => ({
    target,
    requests: 0,
    seconds: 0,
    cpu: 0,
    latencies: [] as number[],
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const sum of sums) {
      const before = cpuMs(sum.target.pid);
      const { requests, seconds } = await fire(sum.target, secondsPerRound, sum.latencies);
      sum.cpu += cpuMs(sum.target.pid) - before;
      sum.requests += requests;
      sum.seconds += seconds;
    }
  }
  return sums.map(({ target, requests, seconds, cpu, latencies }) => {
    latencies.sort((a, b) => a - b);
    const percentile = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN;
    return {
      name: target.name,
      requestsPerSecond: requests / seconds,
      p50: percentile(0.5),
      p99: percentile(0.99),
      cpuMs: cpu / requests,
      peakMb: peakMb(target.pid),
    };
  });
}

/** The results as text, one line each. */
export function loadTable(all: readonly Load[]): string {
  const head = ["", "req/s", "p50 ms", "p99 ms", "CPU ms/req", "peak MB"];
  const body = all.map(({ name, requestsPerSecond, p50, p99, cpuMs, peakMb }) => [
    name,
    requestsPerSecond.toFixed(0),
    p50.toFixed(0),
    p99.toFixed(0),
    cpuMs.toFixed(2),
    peakMb.toFixed(0),
  ]);
  return table([head, ...body]);
}
