import { defineConfig } from "vitest/config";
import { alias } from "./tests/support/aliases";

const resolve = { alias };
const shared = {
  environment: "node",
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // CI machines may be briefly overloaded.
  retry: process.env.CI ? 2 : 0,
} as const;
// These measure time or memory, or run very long, so they run one file at a time.
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
          // These tests wait more than they compute: four workers keep two cores busy.
          maxWorkers: 4,
          // Files in the same worker share a running product.
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
