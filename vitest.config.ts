import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    environment: "node",
    env: { SESSION_SECRET: "a-secret-of-the-unit-tests-alone-0123456789" },
    testTimeout: 30_000,
    // Demo data and worlds are made in hooks.
    hookTimeout: 60_000,
    retry: process.env.CI ? 2 : 0,
    // The default leaves one core to watching.
    maxWorkers: "100%",
    projects: [
      { extends: true, test: { name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"] } },
      // Every file is about the whole API, which is loaded once for all of them; its worlds share nothing.
      { extends: true, test: { name: "contract", include: ["tests/contract/**/*.test.ts"], isolate: false } },
    ],
  },
});
