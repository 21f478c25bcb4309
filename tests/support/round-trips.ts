/** How many calls of the API each route makes, and how many of them wait for one another. */
import { setTimeout as sleep } from "node:timers/promises";
import { ConsoleClient } from "./console-client";
import type { Call, FaultProxy } from "./fault-proxy";
import { type Opened, sampleAddresses, sampleReader } from "./route-samples";
import { stepsAllowed } from "./round-trip-limits";
import { pathOfRoute } from "./screens";

/**
 * Of each call how many had to end before it could start, itself counted: the longest chain of calls of which each
 * started after the one before it had ended.
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

/** `steps` are calls that waited for one another; `operations` names the fields of all, in the order they were asked. */
export type RoundTrips = Opened & { calls: number; steps: number; operations: string };

/** Every answer takes this long: calls made side by side overlap then, however busy the machine is. */
const answerMs = 100;
/** Pages opened side by side. Whose call it is tells the request id. */
const atOnce = 4;
/**
 * The first look at a list does not know yet what the next one presumes, and what one busy moment pulled apart is no
 * chain: the shortest of so many is meant.
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
 * Opens every route of `app/routes.ts` once at a console whose calls go through `proxy`, and counts. Throws when one
 * has no sample, or answers what it should not.
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
