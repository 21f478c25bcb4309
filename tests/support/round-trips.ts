/** Counts each route's API calls and how many of them are sequential. */
import { setTimeout as sleep } from "node:timers/promises";
import { ConsoleClient } from "./console-client";
import type { Call, FaultProxy } from "./fault-proxy";
import { type Opened, sampleAddresses, sampleReader } from "./route-samples";
import { stepsAllowed } from "./round-trip-limits";
import { pathOfRoute } from "./screens";

/**
 * The step of each call: the length of the longest chain of calls that each started after the previous one had ended,
 * itself included.
 */
function stepOfEach(calls: readonly Call[]): number[] {
  const depths: number[] = [];
  for (const call of calls) {
    const before = calls.map(({ endedAt = Infinity }, index) =>
      endedAt <= call.startedAt ? (depths[index] ?? 0) : 0,
    );
    depths.push(1 + Math.max(0, ...before));
  }
  return depths;
}

/** `steps` is the number of sequential calls; `operations` lists the fields of all calls, in order. */
export type RoundTrips = Opened & { calls: number; steps: number; operations: string };

/** Delay of every answer in ms, so that parallel calls overlap however busy the machine is. */
const answerMs = 100;
/** Pages opened in parallel. The request id attributes calls to pages. */
const atOnce = 4;
/**
 * The first view of a list lacks what later ones know, and a busy moment can separate parallel calls. The attempt with
 * the fewest steps counts.
 */
const attempts = 3;

type Page = Pick<Opened, "name" | "address" | "status">;

async function callsOfOne(client: ConsoleClient, { name, address, status }: Page, proxy: FaultProxy) {
  const answer = await client.get(address);
  if (answer.status !== status)
    throw new Error(`${name}: ${address} answered ${answer.status} and not ${status}`);
  const id = answer.headers.get("x-request-id");
  if (id === null) throw new Error(`${name}: the answer has no request id`);
  return proxy.calls.filter(({ headers }) => headers["x-request-id"] === id);
}

const slowly = { kind: "hold", until: () => sleep(answerMs) } as const;

async function roundTripsOf(client: ConsoleClient, opened: Opened, proxy: FaultProxy): Promise<RoundTrips> {
  const calls = await callsOfOne(client, opened, proxy);
  const operations = calls.map((call) => call.operations.join("+")).join(", ");
  return { ...opened, calls: calls.length, steps: Math.max(0, ...stepOfEach(calls)), operations };
}

/**
 * Opens every route of `app/routes.ts` at a console whose calls go through `proxy`, and counts its calls. Throws if one
 * has no sample or answers with another status.
 */
export async function roundTripsOfAllRoutes(origin: string, proxy: FaultProxy): Promise<RoundTrips[]> {
  const reader = new ConsoleClient(origin);
  const base = await reader.signIn(sampleReader);
  const waiting = (await sampleAddresses({ client: reader, base }, pathOfRoute)).entries();
  const all: RoundTrips[] = [];
  await proxy.heal();
  proxy.fail(slowly);
  const wrong: string[] = [];
  const openOne = async (opened: Opened): Promise<RoundTrips> => {
    const client = opened.isPublic ? new ConsoleClient(origin) : reader;
    let found = await roundTripsOf(client, opened, proxy);
    for (let n = 1; n < attempts && found.steps > stepsAllowed(opened.name).steps; n += 1) {
      const again = await roundTripsOf(client, opened, proxy);
      if (again.steps < found.steps) found = again;
    }
    return found;
  };
  const openNext = async () => {
    for (const [index, opened] of waiting)
      await openOne(opened).then(
        (found) => (all[index] = found),
        (error: unknown) => wrong.push(String(error)),
      );
  };
  await Promise.all(Array.from({ length: atOnce }, openNext));
  await proxy.heal();
  if (wrong.length > 0) throw new Error(`No count of ${wrong.length} routes:\n${wrong.join("\n")}`);
  return all;
}
