import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

test("GEN-73 the first error that nobody foresaw is one more than before: an alert on its rate sees it", async () => {
  vi.stubEnv("METRICS_ADDRESS", "127.0.0.1:9");
  vi.resetModules();
  const { errorsTotal } = await import("~/services/metrics.server");
  expect((await errorsTotal?.get())?.values).toEqual([{ labels: { kind: "BUG" }, value: 0 }]);
});
