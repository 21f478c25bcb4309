import { expect, test } from "vitest";
import { Places } from "~/services/places";

test("GEN-61 slots are limited per person and in total, and releasing one twice counts once", () => {
  const places = new Places(2, 3);
  const [first, second] = [places.take("a"), places.take("a")];
  expect([first, second, places.take("a")]).toEqual([expect.any(Function), expect.any(Function), undefined]);
  const other = places.take("b");
  expect([other, places.take("c")]).toEqual([expect.any(Function), undefined]);
  first?.();
  first?.();
  expect([places.take("c"), places.take("d")]).toEqual([expect.any(Function), undefined]);
});
