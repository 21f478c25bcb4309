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

/** What a page asks of the API: the best of three, since calls side by side may by chance not overlap. */
export async function upstreamOf(client: ConsoleClient, path: string, proxy: FaultProxy): Promise<Upstream> {
  const all: Upstream[] = [];
  for (let i = 0; i < 3; i += 1) {
    await proxy.heal();
    const { status } = await client.get(path);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    const operations = proxy.calls.map((call) => call.operations.join("+")).join(", ");
    all.push({ calls: proxy.calls.length, depth: serialDepth(proxy.calls), operations });
  }
  return all.reduce((best, one) => (one.depth < best.depth ? one : best));
}
