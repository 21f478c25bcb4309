import { expect, test } from "vitest";
import { pressGuard } from "~/components/form/press-once";

const form = (values: Readonly<Record<string, string>>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
};

test("ORG-14 the same save pressed again within 500 ms is no second save", () => {
  let now = 10_000;
  const isRepeated = pressGuard(() => now);
  const save = { intent: "save", displayName: "Acme", idempotencyKey: "1" };
  expect(isRepeated(form(save))).toBe(false);
  now += 499;
  // An answer that came meanwhile has brought a new key.
  expect(isRepeated(form({ ...save, idempotencyKey: "2" }))).toBe(true);
  now += 1;
  expect(isRepeated(form(save))).toBe(false);
});

test("ORG-14 other values, or another button in between, are a press of their own", () => {
  const isRepeated = pressGuard(() => 0);
  const save = { intent: "save", displayName: "Acme" };
  expect(isRepeated(form(save))).toBe(false);
  expect(isRepeated(form({ ...save, displayName: "Acme 2" }))).toBe(false);
  expect(isRepeated(form({ ...save, intent: "save:cancel" }))).toBe(false);
  expect(isRepeated(form(save))).toBe(false);
});
