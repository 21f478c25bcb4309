import { defineConfig } from "vitest/config";
import { alias } from "./tests/support/aliases";

const resolve = { alias };
const shared = {
  environment: "node",
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A machine that is busy for a moment is no finding.
  retry: process.env.CI ? 2 : 0,
} as const;
// These look at the clock or at memory, or take very long: one file at a time, so that none disturbs another's.
const measured = [
  "crash",
  "event-loop",
  "large-file",
  "overload",
  "refresh",
  "regions",
  "rolling-restart",
  "session-last",
].map((name) => `tests/faults/${name}.test.ts`);

export default defineConfig({
  test: {
    globalSetup: ["tests/faults/support/seed.ts"],
    projects: [
      {
        resolve,
        test: {
          ...shared,
          name: "outcomes",
          include: ["tests/faults/**/*.test.ts"],
          exclude: measured,
          maxWorkers: 2,
          // The files of a worker share a stand.
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: "measured",
          include: measured,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
