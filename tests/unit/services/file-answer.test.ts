import { PassThrough } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { backpressureOf } from "~/services/file-answer.server";

/** Number of listeners on a response, over all its events. */
const listeners = (response: PassThrough) =>
  response.eventNames().reduce((sum, name) => sum + response.listenerCount(name), 0);

test("GEN-28 a file waits for a slow browser, without adding listeners at each wait", async () => {
  const response = new PassThrough({ highWaterMark: 1 });
  const drained = backpressureOf(response);
  expect(drained()).toBeUndefined();
  const counts: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    response.write("rows");
    const waiting = drained();
    expect(waiting).toBeInstanceOf(Promise);
    let hasDrained = false;
    void waiting?.then(() => (hasDrained = true));
    await turn();
    expect(hasDrained).toBe(false);
    response.read();
    await waiting;
    expect(drained()).toBeUndefined();
    counts.push(listeners(response));
  }
  expect(counts.at(-1)).toBe(counts[0]);
});

test("GEN-28 a browser that disconnects is no longer awaited", async () => {
  const response = new PassThrough({ highWaterMark: 1 });
  const drained = backpressureOf(response);
  response.write("rows");
  const waiting = drained();
  response.destroy();
  await waiting;
  expect(drained()).toBeUndefined();
});
