import { afterEach, expect, test, vi } from "vitest";
import { WriteQueue } from "../../../regional-api/store/write-queue";

const tick = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => {
  vi.useRealTimers();
});

/** Starts writes in the given order and records those that have begun; each ends on request. */
function following(turns: WriteQueue) {
  const begun: string[] = [];
  return {
    begun,
    add(name: string, whose?: string) {
      void turns.begin(whose).then(() => begun.push(name));
    },
    async end(whose?: string) {
      turns.done(whose);
      await tick();
    },
  };
}

test("a customer with many writes waits for its own, and others get their turns", async () => {
  const { begun, add, end } = following(new WriteQueue());
  for (let count = 1; count <= 4; count += 1) add(`a${count}`, "a");
  add("b1", "b");
  add("c1", "c");
  add("b2", "b");
  await tick();
  expect(begun).toEqual(["a1"]);
  for (const whose of ["a", "a", "b", "c", "a", "b"]) await end(whose);
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("several customers write in parallel, each one at a time, up to a limit", async () => {
  const { begun, add, end } = following(new WriteQueue(2));
  for (const name of ["a1", "a2", "b1", "c1"]) add(name, name[0]);
  await tick();
  expect(begun).toEqual(["a1", "b1"]);
  await end("b");
  expect(begun).toEqual(["a1", "b1", "c1"]);
  await end("a");
  expect(begun).toEqual(["a1", "b1", "c1", "a2"]);
});

test("on files a customer rests after a long write for as long as it took, while others write", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const { begun, add, end } = following(new WriteQueue());
  add("a1", "a");
  add("a2", "a");
  vi.advanceTimersByTime(200);
  await end("a");
  expect(begun).toEqual(["a1"]);
  add("b1", "b");
  await tick();
  vi.advanceTimersByTime(199);
  await end("b");
  expect(begun).toEqual(["a1", "b1"]);
  vi.advanceTimersByTime(1);
  await tick();
  expect(begun).toEqual(["a1", "b1", "a2"]);
  // A short one is not followed by a rest.
  vi.advanceTimersByTime(20);
  add("a3", "a");
  await end("a");
  expect(begun.at(-1)).toBe("a3");
});

test("with several turns nobody rests", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const { begun, add, end } = following(new WriteQueue(2));
  add("a1", "a");
  add("a2", "a");
  vi.advanceTimersByTime(200);
  await end("a");
  expect(begun).toEqual(["a1", "a2"]);
});

test("a write without a customer runs exclusively, and is not starved", async () => {
  const { begun, add, end } = following(new WriteQueue(4));
  add("a1", "a");
  add("all");
  add("b1", "b");
  add("a2", "a");
  await tick();
  expect(begun).toEqual(["a1"]);
  await end("a");
  expect(begun).toEqual(["a1", "all"]);
  await end();
  expect(begun).toEqual(["a1", "all", "b1", "a2"]);
});

test("work between writes waits for one customer's writes, or for all", async () => {
  const turns = new WriteQueue(4);
  const done: string[] = [];
  await turns.begin("a");
  await turns.begin("b");
  void turns.between(() => done.push("none of a"), "a");
  void turns.between(() => done.push("none of c"), "c");
  void turns.between(() => done.push("none"));
  expect(done).toEqual(["none of c"]);
  turns.done("a");
  expect(done).toEqual(["none of c", "none of a"]);
  turns.done("b");
  await tick();
  expect(done).toEqual(["none of c", "none of a", "none"]);
});
