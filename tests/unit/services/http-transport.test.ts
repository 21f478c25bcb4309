import { createServer, type Server } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { freePort } from "../../support/free-port";

vi.mock("../../../app/services/env.server", () => ({ env: { REGIONAL_API_PATIENCE: 1_500 } }));
const { httpFetch } = await import("../../../app/services/http-transport.server");

let server: Server | undefined;
afterEach(() => server?.close());

function listen(port: number) {
  let asked = 0;
  server = createServer((_, res) => res.end(String((asked += 1)))).listen(port, "127.0.0.1");
}

test("SHELL-53 a call waits for a server that restarts, and is made once", async () => {
  const port = await freePort();
  const call = httpFetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "typed" });
  setTimeout(() => listen(port), 600);
  expect(await (await call).text()).toBe("1");
});

test("SHELL-53 a server that stays away is waited for once, then told of at once, until it is back", async () => {
  const port = await freePort();
  const ask = () => httpFetch(`http://127.0.0.1:${port}/`);
  const begun = Date.now();
  await expect(Promise.all([ask(), ask()])).rejects.toThrow("no answer");
  expect(Date.now() - begun).toBeGreaterThan(1_200);
  const again = Date.now();
  await expect(ask()).rejects.toThrow("no answer");
  expect(Date.now() - again).toBeLessThan(500);
  listen(port);
  expect(await (await ask()).text()).toBe("1");
});

test("SHELL-53 a call that is given up waits no longer", async () => {
  const port = await freePort();
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 200);
  const begun = Date.now();
  await expect(httpFetch(`http://127.0.0.1:${port}/`, { signal: controller.signal })).rejects.toThrow();
  expect(Date.now() - begun).toBeLessThan(1_000);
});
