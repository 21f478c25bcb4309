import { defineConfig } from "vitest/config";

// Faults are measured, too: one file at a time, so that none disturbs another's clock.
export default defineConfig({
  test: {
    include: ["tests/faults/**/*.test.ts"],
    environment: "node",
    globalSetup: ["tests/faults/support/seed.ts"],
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A machine that is busy for a moment is no finding.
    retry: process.env.CI ? 2 : 0,
  },
});
