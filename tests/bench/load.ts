import autocannon from "autocannon";
import { readFileSync } from "node:fs";

const connections = 20;
const warmUpSeconds = 3;
const seconds = 10;
/** Linux counts CPU time in hundredths of a second. */
const msPerTick = 10;

/** CPU time of a process so far, in ms. */
function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in brackets may hold anything; utime and stime are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

/** Highest resident memory of a process so far, in MB. */
function peakMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

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

/** One address under 20 connections. Throws when an answer was not the page. */
export async function load(
  name: string,
  { url, pid, headers = {} }: { url: string; pid: number; headers?: Record<string, string> },
): Promise<Load> {
  await autocannon({ url, connections, headers, duration: warmUpSeconds });
  const before = cpuMs(pid);
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    connections,
    headers,
    duration: seconds,
  });
  if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} answers other than 2xx, ${errors} errors`);
  return {
    name,
    requestsPerSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    cpuMs: (cpuMs(pid) - before) / requests.total,
    peakMb: peakMb(pid),
  };
}
