import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConsoleClient } from "../support/console-client";
import { denied, html500, type Fault } from "../support/fault-proxy";
import { sampleReader } from "../support/route-samples";
import { type RoundTrips, roundTripsOfAllRoutes } from "../support/round-trips";
import { namesOfTwo, stepsAllowed } from "../support/round-trip-limits";
import { pathOfRoute } from "../support/screens";
import { type RunningServer, startConsole } from "../support/servers";
import { useStand } from "./support/use-stand";

// Opens every route of app/routes.ts and compares its calls with the recorded depths.

const { stand } = useStand();
let web: RunningServer;
let all: readonly RoundTrips[];
beforeAll(async () => {
  // The calls of all regions pass one proxy that records them.
  web = await startConsole(stand.dataDir, { REGIONAL_API_URL: stand.sydney.origin });
  all = await roundTripsOfAllRoutes(web.origin, stand.sydney);
}, 120_000);
afterAll(() => web.end("SIGTERM"));

test("quality: no route waits for more sequential API calls than allowed", () => {
  const deeper = all
    .filter(({ name, steps }) => steps > stepsAllowed(name).steps)
    .map(
      ({ name, steps, operations }) =>
        `${name}: ${steps} steps, not ${stepsAllowed(name).steps} (${operations})`,
    );
  expect(deeper).toEqual([]);
});

test("quality: every route has a count, and every recorded route exists", () => {
  const opened = new Set(all.map(({ name }) => name));
  expect([...pathOfRoute.keys()].filter((id) => !opened.has(id))).toEqual([]);
  expect(namesOfTwo.filter((name) => !opened.has(name))).toEqual([]);
  // Guards against a counter that sees no calls.
  const guarded = all.filter(({ address }) => address.startsWith("/region/"));
  expect(guarded.filter(({ calls, steps }) => calls === 0 || steps === 0)).toEqual([]);
});

// A screen's calls run in parallel: when one fails, the rejections of the others must still be handled.
describe("SHELL-77: no failing call and no aborted request ends the console", () => {
  let cookie: string;
  let addressesByOperation: Map<string, Set<string>>;
  beforeAll(async () => {
    const client = new ConsoleClient(web.origin);
    await client.signIn(sampleReader);
    cookie = client.cookieHeader;
    addressesByOperation = new Map();
    for (const { operations, address } of all)
      for (const operation of operations.split(/, |\+/).filter(Boolean))
        addressesByOperation.set(operation, (addressesByOperation.get(operation) ?? new Set()).add(address));
  });

  const open = (address: string, patience: number) =>
    fetch(web.origin + address, {
      headers: { cookie },
      redirect: "manual",
      signal: AbortSignal.timeout(patience),
    }).then(
      async (answer) => void (await answer.text()),
      () => undefined,
    );
  const ways: [string, Fault, number][] = [
    ["is refused", denied, 20_000],
    ["falls over @all", html500, 20_000],
    ["is left waiting @all", { kind: "silence" }, 250],
  ];
  test.each(ways)(
    "each call of each screen %s",
    async (_, fault, patience) => {
      for (const [operation, addresses] of addressesByOperation) {
        stand.sydney.fail(fault, { operation });
        await Promise.all([...addresses].map((address) => open(address, patience)));
        await stand.sydney.heal();
      }
      const lines = web.errors().split("\n");
      expect(lines.filter((line) => /uncaught error|nothing waited for/.test(line))).toEqual([]);
      expect(web.hasEnded()).toBe(false);
      expect(addressesByOperation.size).toBeGreaterThan(50);
    },
    120_000,
  );
});
