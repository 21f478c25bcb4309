import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

test("GEN-73 the error counter starts at zero, so that a rate alert notices the first unexpected error", async () => {
  vi.stubEnv("METRICS_ADDRESS", "127.0.0.1:9");
  vi.resetModules();
  const { errorsTotal } = await import("~/services/metrics.server");
  expect((await errorsTotal?.get())?.values).toEqual([{ labels: { kind: "BUG" }, value: 0 }]);
});
