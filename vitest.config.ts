import { configDefaults, defineConfig } from "vitest/config";
import { processTests } from "./scripts/lib/process-tests.mjs";
import { alias } from "./tests/support/aliases";

const [unit, contract] = ["tests/unit/**/*.test.{ts,tsx}", "tests/contract/**/*.test.ts"];
// These hold what is worked to some ms: one file at a time and after the others, so that none adds to another's.
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
    // Demo data and worlds are made in hooks.
    hookTimeout: 60_000,
    retry: process.env.CI ? 2 : 0,
    // The default leaves one core to watching.
    maxWorkers: "100%",
    projects: [
      { extends: true, test: { name: "unit", include: [unit], exclude } },
      // Every file is about the whole API, which is loaded once for all of them; its worlds share nothing.
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
