import { configDefaults, defineConfig } from "vitest/config";
import { alias } from "./tests/support/aliases";

const shared = {
  environment: "node",
  env: { SESSION_SECRET: "a-secret-of-the-unit-tests-alone-0123456789" },
  setupFiles: "./tests/support/without-log-lines.ts",
  testTimeout: 60_000,
  hookTimeout: 60_000,
  retry: process.env.CI ? 2 : 0,
} as const;
const resolve = { alias };

/** Contract tests that do not apply to PostgreSQL. */
const sqliteAlone = [
  // SQLite query plans.
  "*-plans",
  // Upgrades of SQLite files.
  "upgrade",
  // The data folder: files, locks, recovery after a crash.
  ...["backup", "data-dir", "durability", "retention-kill"],
  // Tests that create their own SQLite files, or need no data.
  ...[
    "body-bombs",
    "counts-and-rows",
    "limits",
    "operation",
    "queries-of-lists",
    "queries-of-writes",
    "schema",
  ],
];

/** Runs the contract tests, and those specific to PostgreSQL, on a PostgreSQL server started for the tests. */
export default defineConfig({
  test: {
    globalSetup: ["tests/support/postgres-setup.ts"],
    maxWorkers: "100%",
    projects: [
      { resolve, test: { ...shared, name: "postgres", include: ["tests/postgres/**/*.test.ts"] } },
      {
        resolve,
        test: {
          ...shared,
          name: "contract-postgres",
          include: ["tests/contract/**/*.test.ts"],
          exclude: [
            ...configDefaults.exclude,
            ...sqliteAlone.map((name) => `tests/contract/${name}.test.ts`),
          ],
          isolate: false,
        },
      },
    ],
  },
});
