import { defineConfig } from "vitest/config";

/** What the store does on PostgreSQL, on a server of the tests' own. */
export default defineConfig({
  test: {
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: process.env.CI ? 2 : 0,
    include: ["tests/postgres/**/*.test.ts"],
  },
});
