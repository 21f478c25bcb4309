import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { demoCustomers } from "../../regional-api/seed/ids";
import { findProgram } from "../../scripts/lib/browser.mjs";
import { ConsoleClient, formWith, textOf } from "../support/console-client";
import { freePort } from "../support/free-port";
import { nginx, startNginx } from "../support/nginx";
import { type RunningServer, startApi, startConsole } from "../support/servers";
import { sendRequest } from "./support/send-request";
import { staff, unusedName } from "./support/stand";

const openssl = findProgram("openssl");

const organization = (displayName: string) => ({
  uniqueName: displayName.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
  displayName,
});

// The operators' configuration, with the ports and files of this test.
describe.skipIf(!nginx || !openssl)("two consoles behind nginx", () => {
  const folder = mkdtempSync(join(tmpdir(), "edge-console-nginx-"));
  const dataDir = join(folder, "data");
  let api: RunningServer;
  let consoles: RunningServer[] = [];
  let proxy: ReturnType<typeof startNginx>;
  let origin = "";
  let ports: number[] = [];
  let metricsPort = 0;

  const startOne = (port: number) =>
    startConsole(dataDir, {
      PORT: String(port),
      REGIONAL_API_URL: api.origin,
      CONSOLE_ORIGIN: origin,
      TRUST_PROXY: "loopback",
      // As in the operators' guide: longer than nginx keeps an idle connection.
      DRAIN_SECONDS: "5",
      ...(port === ports[0] && { METRICS_ADDRESS: `127.0.0.1:${metricsPort}` }),
    });

  beforeAll(async () => {
    cpSync(inject("seededData"), dataDir, { recursive: true });
    const [first = 0, second = 0, plain = 0, tls = 0, metrics = 0, away = 0] = await Promise.all(
      Array.from({ length: 6 }, freePort),
    );
    ports = [first, second];
    metricsPort = metrics;
    origin = `https://127.0.0.1:${tls}`;
    const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
    spawnSync(String(openssl), [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"],
      ...["-subj", "/CN=127.0.0.1", "-keyout", key, "-out", certificate],
    ]);
    const site = readFileSync("config/deploy/nginx.conf", "utf8")
      .replace(":3000", `:${first}`)
      .replace(":3001", `:${second}`)
      .replace(/^ +listen \[::\].*\n/gm, "")
      .replace("listen 80;", `listen 127.0.0.1:${plain};`)
      .replace("listen 443", `listen 127.0.0.1:${tls}`)
      .replaceAll("/var/log/nginx", `${folder}/logs`)
      .replace("/etc/ssl/console.example.pem", certificate)
      .replace("/etc/ssl/private/console.example.key", key);
    api = await startApi(dataDir, { API_ORIGIN: origin });
    consoles = await Promise.all(ports.map(startOne));
    // One of the two API processes is down.
    const saml = site.replace("127.0.0.1:4001", new URL(api.origin).host);
    proxy = startNginx(folder, saml.replace("127.0.0.1:4000", `127.0.0.1:${away}`));
    // No errors and no warnings.
    expect(proxy.warnings).toBe("");
    // The certificate is the test's own.
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    await vi.waitFor(async () => expect((await fetch(`${origin}/health`)).status).toBe(200), {
      timeout: 10_000,
    });
  }, 60_000);

  afterAll(async () => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    await proxy.stop();
    for (const server of [...consoles, api]) if (!server.hasEnded()) await server.end("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  });

  test("single sign-on uses the available API, and the proxy's logs contain no query strings", async () => {
    for (let count = 0; count < 4; count += 1)
      expect((await fetch(`${origin}/saml/nowhere/metadata`)).status).toBe(404);
    await fetch(`${origin}/resetPassword?token=a-secret&region=ap-southeast-2`);
    const logOf = (name: string) => readFileSync(join(folder, "logs", name), "utf8");
    await vi.waitFor(() => expect(logOf("edge-console.log")).toContain(" GET /resetPassword "));
    for (const name of ["edge-console.log", "edge-console-error.log", "error.log"])
      expect(logOf(name)).not.toContain("a-secret");
  });

  test("a session, a form and its idempotency key move from one console to the other", async () => {
    const client = new ConsoleClient(origin);
    const base = await client.signIn(staff);
    for (const port of ports) {
      const answer = await sendRequest(`http://127.0.0.1:${port}`, {
        path: `${base}/vacancies`,
        headers: {
          cookie: client.cookieHeader,
          host: new URL(origin).host,
          "x-forwarded-proto": "https",
        },
      });
      expect(answer.status).toBe(200);
    }
    // Connections of the proxy alternate between the two, so the page and its post use different ones.
    const page = await client.get(`${base}/organisations/create`);
    const name = unusedName("Moved");
    const fields = formWith(page, "save", organization(name));
    const saved = await client.post(`${base}/organisations/create`, fields);
    expect([302, 303]).toContain(saved.status);
    const again = await client.post(`${base}/organisations/create`, fields);
    expect(again.status).toBe(saved.status);
    const list = await client.get(`${base}/organisations?q=${encodeURIComponent(name)}`);
    expect(list.html.split(`>${name}<`).length - 1).toBe(1);
  });

  /** The same browser directly at each of the two. */
  const atBoth = (client: ConsoleClient) =>
    ports.map((port) => client.copy(`http://127.0.0.1:${port}`)) as [ConsoleClient, ConsoleClient];

  test("identity providers reach only their own part of the API at the console's address", async () => {
    const client = new ConsoleClient(origin);
    const { html } = await client.get(`/saml/eu-west-1/${demoCustomers.initech.id}/metadata`);
    expect(html).toContain(`Location="${origin}/saml/eu-west-1/${demoCustomers.initech.id}/acs"`);
    // The console requires a sign-in.
    expect((await client.get("/outbox")).location).toMatch(/^\/login/);
  });

  test("BULK-07 BULK-08 a bulk action can be requested, planned, started, watched and undone at either process", async () => {
    const client = new ConsoleClient(origin);
    const base = await client.signIn(staff);
    const [one, other] = atBoth(client);
    const vacancies = await one.get(`${base}/vacancies?q=christmas`);
    const vacancy = /\/vacancies\/[0-9a-f]{24}/.exec(vacancies.html)?.[0] ?? "";
    const list = `${base}${vacancy}?select=all`;
    const change = formWith(await one.get(list), "status", { newStatus: "APPS_APPLICATION_LONGLISTED" });
    const { location } = await other.post(list, change);
    const job = location ?? "";
    expect(job).toMatch(/\/bulk-jobs\/[0-9a-f]{32}$/);
    const plan = await one.get(job);
    const count = Number(/([\d,]+) of [\d,]+ will be changed/.exec(textOf(plan))?.[1]?.replace(",", ""));
    expect(count).toBeGreaterThan(100);
    const start = formWith(plan, "start");
    expect((await other.post(job, start)).status).toBe(303);
    // Sending it again to the other process does not start it twice.
    expect((await one.post(job, start)).status).toBe(303);
    const report = async (reader: ConsoleClient) => textOf(await reader.get(job));
    for (const reader of [one, other])
      await expect.poll(() => report(reader), { timeout: 20_000 }).toContain(`${count} changed`);
    const undone = await one.post(job, formWith(await other.get(job), "undoAll"));
    expect(undone.status).toBe(303);
  });

  test("a rolling restart loses no request", async () => {
    const client = new ConsoleClient(origin);
    const base = await client.signIn(staff);
    const answered: number[] = [];
    const failed: string[] = [];
    let isOver = false;
    const reader = async () => {
      const own = client.copy();
      while (!isOver) {
        try {
          const { status, html } = await own.get(`${base}/organisations`);
          if (status === 200 && html.endsWith("</html>")) answered.push(status);
          else failed.push(String(status));
        } catch (error) {
          failed.push(String(error));
        }
      }
    };
    const writer = async () => {
      const own = client.copy();
      while (!isOver) {
        try {
          const page = await own.get(`${base}/organisations/create`);
          const { status } = await own.press(page, "save", organization(unusedName("Rolled")));
          if (status === 302 || status === 303) answered.push(status);
          else failed.push(`post ${status}`);
        } catch (error) {
          failed.push(`post ${String(error)}`);
        }
      }
    };
    const load = [reader(), reader(), reader(), writer()];
    for (const [index, port] of ports.entries()) {
      const before = answered.length;
      await consoles[index]?.end("SIGTERM");
      consoles[index] = await startOne(port);
      // The other is not restarted before this one serves again.
      await expect
        .poll(async () => (await sendRequest(`http://127.0.0.1:${port}`, { path: "/ready" })).status, {
          timeout: 10_000,
        })
        .toBe(200);
      expect(answered.length).toBeGreaterThan(before);
    }
    isOver = true;
    await Promise.all(load);
    expect(failed, readFileSync(join(folder, "logs/error.log"), "utf8")).toEqual([]);
    expect(answered.length).toBeGreaterThan(20);
  }, 60_000);

  test("the metrics count requests by route and calls by region and operation, without personal data", async () => {
    const client = new ConsoleClient(origin);
    const base = await client.signIn(staff);
    for (let times = 0; times < 4; times += 1) await client.get(`${base}/vacancies?q=somebody`);
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(text).toMatch(
      /console_http_request_duration_seconds_count\{method="GET",route="routes\/vacancies\/list",status="200"\} \d/,
    );
    expect(text).toMatch(
      /console_api_call_duration_seconds_count\{region="ap-southeast-2",operation="Vacancies",outcome="ok"\} \d/,
    );
    expect(text).toMatch(/nodejs_eventloop_lag_seconds \d/);
    expect(text).toMatch(/console_render_duration_seconds_count \d/);
    expect(text).not.toMatch(/[0-9a-f]{24}|@|somebody/);
    expect((await client.get("/metrics")).status).not.toBe(200);
  });

  test("a caller's trace continues at the API, and in the log", async () => {
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    await sendRequest(`http://127.0.0.1:${ports[0]}`, {
      path: "/login",
      headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    });
    await expect.poll(() => consoles[0]?.log()).toContain(`"traceId":"${trace}"`);
  });
});
