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

/** Files of the contract that have nothing to say of PostgreSQL. */
const sqliteAlone = [
  // The plans of SQLite's queries.
  "*-plans",
  // Its files from release to release.
  "upgrade",
  // Its data folder: the files, who holds them, what is left in them after a crash.
  ...["backup", "data-dir", "durability", "retention-kill"],
  // These bring files of their own, or need no data.
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

/** The contract on PostgreSQL, on a server of the tests' own; and what is PostgreSQL's alone. */
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
