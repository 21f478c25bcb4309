import { configDefaults, defineConfig } from "vitest/config";
import { processTests } from "./scripts/lib/process-tests.mjs";
import { alias } from "./tests/support/aliases";

const [unit, contract] = ["tests/unit/**/*.test.{ts,tsx}", "tests/contract/**/*.test.ts"];
// These assert durations in milliseconds, so they run last and one file at a time.
const timed = ["contract/body-bombs", "contract/bulk-jobs", "unit/services/posted-form"].map(
  (name) => `tests/${name}.test.ts`,
);
const exclude = [...configDefaults.exclude, ...timed];

export default defineConfig({
  resolve: { alias },
  test: {
    environment: "node",
    env: { SESSION_SECRET: "a-secret-of-the-unit-tests-alone-0123456789" },
    setupFiles: ["./tests/support/without-log-lines.ts"],
    testTimeout: 60_000,
    // Hooks create demo data and test worlds.
    hookTimeout: 60_000,
    retry: process.env.CI ? 2 : 0,
    // The default reserves a core for watch mode.
    maxWorkers: "100%",
    projects: [
      { extends: true, test: { name: "unit", include: [unit], exclude } },
      // Without isolation the API is loaded once for all files. Each test world is independent.
      {
        extends: true,
        test: {
          name: "contract",
          include: [contract],
          exclude: [...exclude, ...processTests],
          isolate: false,
        },
      },
      { extends: true, test: { name: "processes", include: processTests, isolate: false } },
      {
        extends: true,
        test: { name: "timed", include: timed, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
