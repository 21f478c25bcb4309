import { defineConfig } from "vitest/config";

// Other browsers than Chromium, and the checker of HTML: each where it is installed.
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
