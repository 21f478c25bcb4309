import { afterEach, expect, test, vi } from "vitest";
import { loaded, statusOf } from "~/services/failure.server";
import { ApiError } from "~/services/regional-api.server";
import { errorLines } from "../error-lines";

const written = errorLines();
afterEach(() => void vi.restoreAllMocks());

test("SESS-35 an error is reported once, however many parts of a page it affects", async () => {
  const error = new ApiError("UNEXPECTED", "broken", "eu-west-1", "Me");
  const degrade = vi.fn();
  const args = { translate: () => (key: string) => key, degrade } as unknown as Parameters<typeof loaded>[1];
  for (let part = 0; part < 3; part += 1) await loaded(Promise.reject(error), args, "text");
  expect(written).toHaveBeenCalledTimes(1);
  expect(degrade.mock.calls).toEqual([[502], [502], [502]]);
});

test.each([
  ["UNEXPECTED", 502],
  ["DOWNSTREAM", 503],
  ["UNAVAILABLE", 503],
  ["TIMEOUT", 503],
  ["RATE_LIMITED", 429],
  ["FORBIDDEN", 403],
  ["NOT_FOUND", 404],
  ["VALIDATION", 400],
  ["CONFLICT", 400],
] as const)("the one rule of statuses: %s is %i", (kind, status) => {
  expect(statusOf(new ApiError(kind, "x", "eu-west-1", "X"))).toBe(status);
  expect(statusOf(new Error("ours"))).toBe(500);
});
