import { expect, test } from "vitest";
import { BoundedCache } from "../../../shared/bounded-cache";

test("a full cache keeps entries that are read and evicts the others", () => {
  const cache = new BoundedCache<string, number>(10);
  cache.set("used", 0);
  for (let n = 1; n <= 100; n += 1) {
    cache.set(`once ${n}`, n);
    expect(cache.get("used")).toBe(0);
  }
  expect(cache.get("once 100")).toBe(100);
  const kept = Array.from({ length: 100 }, (_, n) => cache.get(`once ${n + 1}`)).filter(Boolean);
  expect(kept.length).toBeLessThanOrEqual(10);
});

test("entries are limited by their total cost, not their number", () => {
  const cache = new BoundedCache<string, string>(1000, (_, { length }) => length);
  for (let n = 0; n < 50; n += 1) cache.set(`small ${n}`, "x".repeat(10));
  expect(cache.get("small 0")).toBeDefined();
  for (const name of ["a", "b", "c"]) cache.set(name, "x".repeat(400));
  expect([cache.get("small 0"), cache.get("a"), cache.get("c")?.length]).toEqual([undefined, undefined, 400]);
});

test("cleared entries are gone, and a later value replaces an earlier one", () => {
  const cache = new BoundedCache<string, number>(4);
  for (const n of [1, 2, 3]) cache.set("one", n);
  cache.set("two", 2);
  expect(cache.get("one")).toBe(3);
  cache.clear();
  expect([cache.get("one"), cache.get("two")]).toEqual([undefined, undefined]);
});
