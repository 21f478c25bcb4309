import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freePort } from "../../support/free-port";

const patience = 1_500;
vi.mock("../../../app/services/env.server", () => ({ env: { REGIONAL_API_PATIENCE: 1_500 } }));
/** Runs during a pause, which does not really wait: the clock is advanced instead. */
let paused: () => void | Promise<void>;
let pauses = 0;
vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => {
    pauses += 1;
    vi.setSystemTime(Date.now() + ms);
    await paused();
  },
}));
const { httpFetch } = await import("../../../app/services/http-transport.server");

let server: Server | undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  pauses = 0;
  paused = () => undefined;
});
afterEach(() => {
  vi.useRealTimers();
  server?.close();
});

function listen(port: number): Promise<void> {
  let requestCount = 0;
  const made = createServer((_, res) => res.end(String((requestCount += 1))));
  server = made;
  return new Promise((done) => void made.listen(port, "127.0.0.1", done));
}

test("SHELL-53 a call waits for a restarting server, and is made once", async () => {
  const port = await freePort();
  paused = () => (pauses === 4 ? listen(port) : undefined);
  const call = await httpFetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "typed" });
  expect(await call.text()).toBe("1");
  expect(pauses).toBe(4);
});

test("SHELL-53 a server that stays down is waited for once, then reported at once, until it is back", async () => {
  const port = await freePort();
  const send = () => httpFetch(`http://127.0.0.1:${port}/`);
  const startedAt = Date.now();
  await expect(Promise.all([send(), send()])).rejects.toThrow("no answer");
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(patience);
  pauses = 0;
  await expect(send()).rejects.toThrow("no answer");
  expect(pauses).toBe(0);
  await listen(port);
  expect(await (await send()).text()).toBe("1");
});

test("SHELL-53 an aborted call stops waiting", async () => {
  const port = await freePort();
  const controller = new AbortController();
  paused = () => (pauses === 2 ? controller.abort() : undefined);
  await expect(httpFetch(`http://127.0.0.1:${port}/`, { signal: controller.signal })).rejects.toThrow();
  expect(pauses).toBe(2);
});
