import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { takeDownloadPlace } from "~/services/file-answer.server";

/** Milliseconds since the start; waiting takes no time. */
const clock = vi.hoisted(() => ({ now: 0 }));
vi.mock("node:timers/promises", () => ({
  setTimeout: (ms: number) => {
    clock.now += ms;
    return Promise.resolve();
  },
}));
vi.spyOn(performance, "now").mockImplementation(() => clock.now);

/** A response that is open until ended. */
class Answer extends EventEmitter {
  closed = false;

  end(): void {
    this.closed = true;
    this.emit("close");
  }
}
const take = (answer: Answer, person: string, customer: string) =>
  takeDownloadPlace(answer as unknown as ServerResponse, person, customer);

test("GEN-109 a person may have two files at once and a customer eight; other customers do not wait", async () => {
  const answers = Array.from({ length: 8 }, () => new Answer());
  for (const [index, answer] of answers.entries())
    expect(await take(answer, `person ${index >> 1}`, "one")).toBeUndefined();
  expect(await take(new Answer(), "person 9", "other")).toBeUndefined();
  const third = take(new Answer(), "person 0", "other");
  const ninth = take(new Answer(), "person 8", "one");
  expect(await Promise.all([third, ninth])).toEqual(["person", "customer"]);
  expect(clock.now).toBeGreaterThan(5_000);
  // A refused person holds no slot.
  const waiting = [take(new Answer(), "person 8", "one"), take(new Answer(), "person 8", "one")];
  for (const answer of answers.slice(0, 2)) answer.end();
  expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
});
