import { defineConfig } from "vitest/config";

const shared = {
  environment: "node",
  testTimeout: 60_000,
  hookTimeout: 60_000,
  retry: process.env.CI ? 2 : 0,
} as const;

/** The contract on PostgreSQL, on a server of the tests' own; and what is PostgreSQL's alone. */
export default defineConfig({
  test: {
    globalSetup: ["tests/support/postgres-setup.ts"],
    maxWorkers: "100%",
    projects: [
      { test: { ...shared, name: "postgres", include: ["tests/postgres/**/*.test.ts"] } },
      {
        test: {
          ...shared,
          name: "contract-postgres",
          include: ["tests/contract/**/*.test.ts"],
          isolate: false,
        },
      },
    ],
  },
});
