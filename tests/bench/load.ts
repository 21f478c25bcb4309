import autocannon from "autocannon";
import { readFileSync } from "node:fs";
import { table } from "./report";

const connections = 20;
const warmUp = { leastSeconds: 3, mostSeconds: 15, requests: 1500 };
/** Turns of each target, and how long one is. */
const turns = { rounds: 5, seconds: 2 };
/** Linux counts CPU time in hundredths of a second. */
const msPerTick = 10;

/** CPU time of a process so far, in ms. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in brackets may hold anything; utime and stime are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

/** Highest resident memory of a process so far, in MB. */
export function peakMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** What is measured: an address, and the process that answers it. */
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
    // Node takes one new connection in each turn of its loop: under load the 20 of a turn wait for one another, which
    // kept ones, a browser's or a proxy's, do not.
    if (connected.has(client)) latencies.push(ms);
    connected.add(client);
  });
  const { requests, duration: seconds, non2xx, errors } = await run;
  if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} answers other than 2xx, ${errors} errors`);
  return { requests: requests.total, seconds };
}

// By requests and not by time alone: code that has run a few hundred times only is not yet compiled.
async function warm(target: Target): Promise<void> {
  const started = await fire(target, warmUp.leastSeconds);
  const missing = (warmUp.requests - started.requests) / (started.requests / started.seconds);
  const seconds = Math.min(Math.ceil(missing), warmUp.mostSeconds - warmUp.leastSeconds);
  if (seconds > 0) await fire(target, seconds);
}

/**
 * Each target under 20 connections, in turns of 2 s and for 10 s in all unless told otherwise, each turn alone: what else
 * the machine does meanwhile then weighs on all of them alike. Throws when an answer was no page.
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

/** The loads as text, a line each. */
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
