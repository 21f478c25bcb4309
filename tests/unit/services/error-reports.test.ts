import { afterEach, expect, test, vi } from "vitest";
import { loaded, statusOf } from "~/services/failure.server";
import { ApiError } from "~/services/regional-api.server";
import { errorLines } from "../error-lines";

const sentry = vi.hoisted(() => ({ init: vi.fn(), captureException: vi.fn() }));
vi.mock("@sentry/remix", () => sentry);

const written = errorLines();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test("GEN-13 SESS-35 what goes to Sentry is scrubbed like the log, and brings no trail of requests", async () => {
  vi.resetModules();
  vi.stubEnv("SENTRY_DSN", "https://key@sentry.example/1");
  const { reportError } = await import("~/services/errors.server");
  reportError(new Error("mail to jo@acme.example with password=hunter2"), { token: "hunter2", path: "/x" });
  await expect.poll(() => sentry.captureException.mock.calls.length).toBe(1);
  const sent = sentry.captureException.mock.calls.map(([error, context]) => [
    (error as Error).message,
    (error as Error).stack,
    JSON.stringify(context),
  ]);
  expect(sent.flat().join(" ")).not.toMatch(/hunter2|jo@acme/);
  const [options] = sentry.init.mock.calls[0] as [
    { beforeBreadcrumb: () => unknown; sendDefaultPii: boolean },
  ];
  expect(options.beforeBreadcrumb()).toBeNull();
  expect(options.sendDefaultPii).toBe(false);
});

test("GEN-13 the same error is reported once, however many parts of a page failed by it", async () => {
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
