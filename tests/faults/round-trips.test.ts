import { afterAll, beforeAll, expect, test } from "vitest";
import { type RoundTrips, roundTripsOfAllRoutes } from "../support/round-trips";
import { namesOfTwo, stepsAllowed } from "../support/round-trip-limits";
import { pathOfRoute } from "../support/screens";
import { type RunningServer, startConsole } from "../support/servers";
import { type Stand, startStand } from "./support/stand";

// Every route of app/routes.ts is opened; what is found is held against what is written down.

let stand: Stand;
let web: RunningServer;
let all: readonly RoundTrips[];
beforeAll(async () => {
  stand = await startStand();
  // Calls of all regions go through one proxy, which sees them all.
  web = await startConsole(stand.dataDir, { REGIONAL_API_URL: stand.sydney.origin });
  all = await roundTripsOfAllRoutes(web.origin, stand.sydney);
}, 120_000);
afterAll(async () => {
  await web.end("SIGTERM");
  await stand.stop();
});

test("quality: no route waits for more calls of the API, one after the other, than it may", () => {
  const deeper = all
    .filter(({ name, steps }) => steps > stepsAllowed(name).steps)
    .map(
      ({ name, steps, operations }) =>
        `${name}: ${steps} steps, not ${stepsAllowed(name).steps} (${operations})`,
    );
  expect(deeper).toEqual([]);
});

test("quality: calls are counted for every route, and what is written down is of routes that there are", () => {
  const opened = new Set(all.map(({ name }) => name));
  expect([...pathOfRoute.keys()].filter((id) => !opened.has(id))).toEqual([]);
  expect(namesOfTwo.filter((name) => !opened.has(name))).toEqual([]);
  // A counter that sees nothing would find nothing too deep.
  const guarded = all.filter(({ address }) => address.startsWith("/region/"));
  expect(guarded.filter(({ calls, steps }) => calls === 0 || steps === 0)).toEqual([]);
});
