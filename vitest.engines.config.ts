import { defineConfig } from "vitest/config";

// Browsers other than Chromium, and the HTML checker; those not installed are skipped.
export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/engines/**/*.test.ts"],
    globalSetup: ["tests/engines/support/servers.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: process.env.CI ? 2 : 0,
    maxWorkers: 2,
  },
});
