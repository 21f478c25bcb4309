import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { migratePostgres } from "../../regional-api/store/postgres/migrate";
import { moveDataDir } from "../../regional-api/store/postgres/move";
import { withDatabase } from "../../regional-api/store/postgres/open";
import { signedIn } from "../contract/fixtures/client";
import { documentOf } from "../contract/fixtures/operations";
import { buildServer, startServer, type Running } from "../contract/fixtures/server";
import { worldOnDisk } from "../contract/fixtures/world";
import { freePort } from "../support/free-port";
import { nginx, startNginx } from "../support/nginx";

const server = process.env.TEST_POSTGRES ?? "";
const url = `${server}/rolling_restart`;

// The configuration shipped to operators, with this test's ports.
describe.skipIf(!nginx)("two processes of the API behind nginx", () => {
  const folder = mkdtempSync(join(tmpdir(), "edge-api-nginx-"));
  let build: Awaited<ReturnType<typeof buildServer>>;
  let ports: number[];
  let running: Running[] = [];
  let proxy: ReturnType<typeof startNginx>;
  let origin: string;

  const start = (port: number) =>
    startServer(build.file, {
      ...{ DATABASE_URL: url, DATA_DIR: folder, DEMO_IDP: "false", API_PORT: String(port) },
      ...{ DRAIN_SECONDS: "5", AUTH_CALLS_PER_MINUTE: "100000" },
    });

  beforeAll(async () => {
    build = await buildServer();
    const dataDir = await worldOnDisk();
    await withDatabase(`${server}/postgres`, (client) => client.query("CREATE DATABASE rolling_restart"));
    await withDatabase(url, (client) =>
      migratePostgres(client, async () => void (await moveDataDir(client, dataDir))),
    );
    rmSync(dataDir, { recursive: true });
    const [first = 0, second = 0, front = 0] = await Promise.all([freePort(), freePort(), freePort()]);
    ports = [first, second];
    origin = `http://127.0.0.1:${front}`;
    running = await Promise.all(ports.map(start));
    const site = readFileSync("config/deploy/nginx-api.conf", "utf8")
      .replace("server 127.0.0.1:4000 ", `server 127.0.0.1:${first} `)
      .replace("server 127.0.0.1:4001 ", `server 127.0.0.1:${second} `)
      .replace("listen 127.0.0.1:4100", `listen 127.0.0.1:${front}`);
    proxy = startNginx(folder, site);
    expect(proxy.warnings).toBe("");
    const status = () =>
      fetch(`${origin}/health`).then(
        (answer) => answer.status,
        () => 0,
      );
    await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 10_000 });
  }, 60_000);
  afterAll(async () => {
    await proxy.stop();
    for (const one of running) await one.end("SIGKILL");
    build.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test("restarting one after the other loses no call and runs none twice @all", async () => {
    const staff = await signedIn(origin, "staff");
    const [failed, made]: [string[], string[]] = [[], []];
    let [answered, again, isOver, serial] = [0, 0, false, 0];
    const attempt = async (name: string, variables: Record<string, unknown>, key?: string) => {
      try {
        const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
        const call = () => staff.clone().call(documentOf(name), variables, { headers });
        // On an HTML error page from the proxy, the console repeats the call once as well.
        const { error, message } = await call().catch((error: unknown) => {
          if (!(error instanceof SyntaxError)) throw error;
          again += 1;
          return call();
        });
        if (error) failed.push(`${name}: ${error} ${message}`);
        else answered += 1;
        return error === undefined;
      } catch (error) {
        failed.push(`${name}: ${String(error)}`);
        return false;
      }
    };
    const reader = async () => {
      while (!isOver) await attempt("AuthMe", {});
    };
    const writer = async () => {
      while (!isOver) {
        serial += 1;
        const uniqueName = `rolled-${serial}`;
        const organization = { uniqueName, displayName: uniqueName };
        if (await attempt("ORGCreateOrganization", { organization }, uniqueName)) made.push(uniqueName);
      }
    };
    const load = [reader(), reader(), reader(), writer()];
    for (const [index, port] of ports.entries()) {
      const before = answered;
      await running[index]?.end("SIGTERM");
      running[index] = await start(port);
      expect(answered).toBeGreaterThan(before + 20);
    }
    isOver = true;
    await Promise.all(load);
    const errors = readFileSync(join(folder, "logs/error.log"), "utf8");
    expect(failed, errors).toEqual([]);
    // A port is closing only for a short moment.
    expect(again, errors).toBeLessThan(3);
    const rows = await withDatabase(url, async (client) => {
      const text = `SELECT "uniqueName" AS name FROM directory.organizations WHERE "uniqueName" LIKE 'rolled-%'`;
      return (await client.query<{ name: string }>(text)).rows.map(({ name }) => name);
    });
    expect(rows.sort()).toEqual(made.sort());
  }, 120_000);

  test("a hung process costs only the calls in flight and those that retry it @all", async () => {
    const staff = await signedIn(origin, "staff");
    const [hung] = running;
    hung?.child.kill("SIGSTOP");
    let [answered, failed] = [0, 0];
    // Like the console, gives up after 8 seconds.
    const call = async () => {
      const cookie = [...staff.cookies].map((pair) => pair.join("=")).join("; ");
      const response = await fetch(`${origin}/api/ap-southeast-2/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie },
        body: JSON.stringify({ query: "{ AuthMe { _id } }" }),
        signal: AbortSignal.timeout(8_000),
      });
      return response.status === 200;
    };
    const end = Date.now() + 14_000;
    const use = async () => {
      while (Date.now() < end) {
        if (await call().catch(() => false)) answered += 1;
        else failed += 1;
        await pause(50);
      }
    };
    try {
      await Promise.all(Array.from({ length: 4 }, use));
    } finally {
      hung?.child.kill("SIGCONT");
    }
    // Only calls in flight at the start and nginx's retries of the hung process fail, not every other call.
    expect(answered).toBeGreaterThan(failed * 5);
  });
});
