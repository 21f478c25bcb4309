import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { signedIn } from "./fixtures/client";
import { startWorld, type World } from "./fixtures/world";

interface Place {
  placeId: string;
  address: string;
  coordinate: { lat: number; lng: number };
}

let world: World | undefined;
let outside: Server | undefined;
afterEach(async () => {
  await world?.stop();
  outside?.closeAllConnections();
  outside?.close();
  world = outside = undefined;
});

/** A fake geocoder that answers `body` after `delay` ms. Returns its address and the received requests. */
async function geocoder(status: number, body: unknown, delay = 0) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    setTimeout(() => response.writeHead(status).end(JSON.stringify(body)), delay);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  outside = server;
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/geo?key=1`, asked: requests };
}

async function searching(environment: Record<string, string | undefined> = {}) {
  world = await startWorld(environment);
  const client = await signedIn(world.app, "recruiter");
  return async (searchText: string, limitEq?: number) => {
    const { error, result: places } = await client.send("CommonSearchPlaces", { searchText, limitEq });
    return { error, places };
  };
}

const somewhere: Place = { placeId: "x", address: "Elsewhere, Out, There", coordinate: { lat: 1, lng: 2 } };

test("CAND-15 CAND-16 ten places are returned by default, twenty at most", async () => {
  const search = await searching();
  expect((await search("sydney")).places).toEqual([
    {
      placeId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      address: "Sydney, New South Wales, Australia",
      coordinate: { lat: -33.868, lng: 151.207 },
    },
  ]);
  expect((await search("united")).places).toHaveLength(10);
  expect((await search("united", 20)).places).toHaveLength(20);
  expect((await search("united", 2)).places.map(({ address }) => address)).toEqual([
    "London, England, United Kingdom",
    "New York, New York, United States",
  ]);
  for (const limit of [0, 21, -1]) expect((await search("united", limit)).error).toBe("Validation Error");
  expect((await search("   ")).places).toEqual([]);
});

test("CAND-17 an external geocoder answers if configured", async () => {
  const { url, asked } = await geocoder(200, [somewhere, { ...somewhere, placeId: "y" }]);
  const search = await searching({ GEOCODER_URL: url });
  expect((await search("el & se?", 1)).places).toEqual([somewhere]);
  expect(asked).toEqual(["/geo?key=1&searchText=el+%26+se%3F&limitEq=1"]);
});

test.each<[string, number, unknown]>([
  ["fails", 500, [somewhere]],
  ["answers another shape", 200, [{ name: "Sydney" }]],
  ["answers places that are nowhere", 200, [{ ...somewhere, coordinate: { lat: 100, lng: 0 } }]],
])("CAND-17 the gazetteer answers if the geocoder %s", async (_what, status, body) => {
  const { url } = await geocoder(status, body);
  const search = await searching({ GEOCODER_URL: url });
  expect((await search("sydney")).places[0]?.address).toBe("Sydney, New South Wales, Australia");
});

test("CAND-17 the gazetteer answers if the geocoder takes over 3 seconds or is unreachable", async () => {
  const { url } = await geocoder(200, [somewhere], 20_000);
  const search = await searching({ GEOCODER_URL: url });
  const startedAt = Date.now();
  expect((await search("sydney")).places[0]?.address).toBe("Sydney, New South Wales, Australia");
  expect(Date.now() - startedAt).toBeGreaterThan(2_900);
  expect(Date.now() - startedAt).toBeLessThan(15_000);
  outside?.closeAllConnections();
  outside?.close();
  expect((await search("sydney")).places[0]?.address).toBe("Sydney, New South Wales, Australia");
});
