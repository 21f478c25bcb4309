import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/lib/setup.mjs";
import { freePort } from "../support/free-port";

// The console has its own server; any other Remix host can still serve the build (decision 0002).
test("remix-serve serves the build", async () => {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const server = spawn(
    process.execPath,
    [join(root, "node_modules/@remix-run/serve/dist/cli.js"), "build/server/index.js"],
    {
      cwd: root,
      env: {
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: new URL(origin).port,
        SESSION_SECRET: "a-secret-of-this-test-alone-0123456789",
      },
      stdio: "ignore",
    },
  );
  try {
    const signIn = () => fetch(`${origin}/login`).catch(() => undefined);
    await expect.poll(async () => (await signIn())?.status, { timeout: 20_000 }).toBe(200);
    expect(await (await signIn())?.text()).toContain('name="password"');
  } finally {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
  }
});
