import { setTimeout as sleep } from "node:timers/promises";
import type { ConsoleClient } from "../support/console-client";
import type { Call, FaultProxy } from "../support/fault-proxy";

/** The longest chain of calls of which each started after the one before it had ended. */
export function serialDepth(calls: readonly Call[]): number {
  const depths: number[] = [];
  for (const call of calls) {
    const before = calls.map(({ endedAt = Infinity }, index) =>
      endedAt <= call.startedAt ? (depths[index] ?? 0) : 0,
    );
    depths.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...depths);
}

export type Upstream = { calls: number; depth: number; operations: string };

// Long enough that calls made side by side overlap, however busy the machine is.
const answerMs = 150;

/** What a page asks of the API. */
export async function upstreamOf(client: ConsoleClient, path: string, proxy: FaultProxy): Promise<Upstream> {
  await proxy.heal();
  proxy.fail({ kind: "hold", until: () => sleep(answerMs) });
  const { status } = await client.get(path);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  const operations = proxy.calls.map((call) => call.operations.join("+")).join(", ");
  return { calls: proxy.calls.length, depth: serialDepth(proxy.calls), operations };
}
