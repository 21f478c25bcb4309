import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { RunningServer } from "../../support/servers";

/** Settings of a server whose event loop is watched. */
export const watching = { NODE_OPTIONS: `--import=${new URL("./loop-watch.mjs", import.meta.url).href}` };

/** The longest block of its event loop since the last call, in ms. */
export async function longestBlock(server: RunningServer): Promise<number> {
  const from = server.errors().length;
  process.kill(server.pid, "SIGUSR2");
  const longestBlock = () => /longest block (\d+) ms/.exec(server.errors().slice(from))?.[1];
  await expect.poll(longestBlock, { interval: 2 }).toBeDefined();
  return Number(longestBlock());
}

/** Its resident memory in MB, now or at its peak. */
export function memoryOf({ pid }: RunningServer, kind: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${kind}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}
