import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";

vi.mock("../../../app/services/env.server", () => ({ env: { REGIONAL_API_PATIENCE: 1_500 } }));
const { httpFetch } = await import("../../../app/services/http-transport.server");

let server: Server | undefined;
afterEach(() => server?.close());

const listening = (port: number) =>
  new Promise<number>((resolve) => {
    let asked = 0;
    server = createServer((_, res) => res.end(String((asked += 1))));
    server.listen(port, "127.0.0.1", () => resolve((server?.address() as AddressInfo).port));
  });
const stopped = () => new Promise((resolve) => server?.close(resolve));

/** A port that nobody listens on. */
async function freePort() {
  const port = await listening(0);
  await stopped();
  return port;
}

test("SHELL-53 a call waits for a server that restarts, and is made once", async () => {
  const port = await freePort();
  const call = httpFetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "typed" });
  setTimeout(() => void listening(port), 600);
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
  await listening(port);
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
