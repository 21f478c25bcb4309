import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    include: ["tests/{unit,contract}/**/*.test.{ts,tsx}"],
    environment: "node",
    env: { SESSION_SECRET: "a-secret-of-the-unit-tests-alone-0123456789" },
    testTimeout: 30_000,
    retry: process.env.CI ? 2 : 0,
  },
});
