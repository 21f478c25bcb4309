import BetterSqlite3 from "better-sqlite3";
/** For operators: the log, readiness, metrics, and refusals to start with incomplete settings. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../support/free-port";
import { buildServer, type Running, startServer } from "./fixtures/server";

let built: Awaited<ReturnType<typeof buildServer>>;
let folder: string;
let server: Running;
let metrics: string;

/** Runs the API with a command, or without one, until it exits. */
function run(args: readonly string[], environment: Record<string, string>, cwd = folder) {
  const env = { PATH: process.env["PATH"], ...environment } as unknown as NodeJS.ProcessEnv;
  const { status, stdout, stderr } = spawnSync(process.execPath, [built.file, ...args], {
    cwd,
    env,
    encoding: "utf8",
    timeout: 30_000,
  });
  return { code: status, stdout, stderr };
}

beforeAll(async () => {
  built = await buildServer();
  folder = mkdtempSync(join(tmpdir(), "api-operation-"));
  metrics = `127.0.0.1:${await freePort()}`;
  server = await startServer(built.file, { DATA_DIR: join(folder, "data"), API_METRICS_ADDRESS: metrics });
});
afterAll(async () => {
  await server.end("SIGTERM");
  built.remove();
  rmSync(folder, { recursive: true, force: true });
});

test("GEN-71 every log line has the console's fields, and request lines have their trace", async () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  await fetch(`${server.origin}/health`, { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } });
  await fetch(`${server.origin}/nowhere`, { headers: { traceparent: "broken" } });
  const lines = () =>
    server
      .log()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  await expect.poll(() => lines().filter(({ message }) => message === "request")).toHaveLength(2);
  for (const line of lines()) {
    expect(line.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(["info", "warn", "error"]).toContain(line.level);
    expect(line.message).toEqual(expect.any(String));
  }
  const [health, nowhere] = lines().filter(({ message }) => message === "request");
  expect(health).toMatchObject({ level: "info", traceId: trace, route: "/health", status: 200 });
  // A missing page is not an error.
  expect(nowhere).toMatchObject({ level: "info", status: 404 });
  expect(nowhere).not.toHaveProperty("traceId");
});

test("GEN-72 /ready reports if it serves, and if anything can be stored", async () => {
  const answer = await fetch(`${server.origin}/ready`);
  expect([answer.status, await answer.json()]).toEqual([200, { status: "ready", storage: "ok" }]);
});

test("GEN-73 the metrics cover mails, texts, jobs, data, disk, backup, event loop and requests", async () => {
  const figures = async () => (await fetch(`http://${metrics}/metrics`)).text();
  const before = await figures();
  const value = (text: string, name: string) =>
    Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1] ?? "none");
  const waiting = ["api_mails_waiting", "api_texts_waiting", "api_jobs_waiting", "api_jobs_running"];
  for (const name of [...waiting, "api_log_lines_lost"])
    expect([name, value(before, name)]).toEqual([name, 0]);
  for (const name of ["api_data_bytes", "api_disk_free_bytes", "nodejs_eventloop_lag_p99_seconds"])
    expect(value(before, name), name).toBeGreaterThan(0);
  expect(value(before, "api_backup_age_seconds")).toBeNaN();
  expect(before).toMatch(
    /^api_request_duration_seconds_count\{region="none",operation="none",status="200"\} \d/m,
  );
  const backup = run(["backup", join(folder, "copy")], { DATA_DIR: join(folder, "data") });
  expect([backup.code, backup.stderr]).toEqual([0, ""]);
  const age = value(await figures(), "api_backup_age_seconds");
  expect(age).toBeGreaterThanOrEqual(0);
  expect(age).toBeLessThan(60);
  expect((await fetch(`http://${metrics}/else`)).status).toBe(404);
  // The backup's time is not data, so a restore may follow.
  expect(run(["verify"], { DATA_DIR: join(folder, "data") }).code).toBe(0);
});

test("AUTH-111 does not start in production without the console's origin and a mail server, and names each", () => {
  const data = join(folder, "production");
  const environment = { DATA_DIR: data, NODE_ENV: "production", API_PORT: "0" };
  const refused = run([], environment);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /CONSOLE_ORIGIN: .+\n\s+SMTP_URL: .+\n\s+MAIL_FROM: .+\n\s+DKIM_HOST: .+\n\s+MFA_SECRET: /,
  );
  expect(refused.stderr).not.toMatch(/^\s+at /m);
  const half = run([], { ...environment, CONSOLE_ORIGIN: "https://console.example" });
  expect([half.code, half.stderr.includes("SMTP_URL"), half.stderr.includes("CONSOLE_ORIGIN:")]).toEqual([1, true, false]); // prettier-ignore
  expect(readdirSync(folder)).not.toContain("production");
});

const person = ["create-admin", "a@b.example", "--organisation", "Group", "--customer", "Shop"];

test("AUTH-112 AUD-02 create-admin creates no second installation in an empty folder unless asked to", () => {
  const own = join(folder, "wrong");
  mkdirSync(own);
  const refused = run(person, { CONSOLE_ORIGIN: "https://console.example" }, own);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`There is no data in ${join(own, "data")}`);
  expect(readdirSync(own)).toEqual([]);
  const created = run([...person, "--new-data"], { CONSOLE_ORIGIN: "https://console.example" }, own);
  expect(created.code).toBe(0);
  expect(created.stdout).toContain("https://console.example/resetPassword");
  expect(created.stdout).toContain(`The data is in ${join(own, "data")}.`);
  const file = new BetterSqlite3(join(own, "data", "ap-southeast-2.sqlite"), { readonly: true });
  const entries = file
    .prepare("SELECT kind, action, source, operation FROM record_entries ORDER BY seq")
    .all();
  file.close();
  const made = { action: "CREATED", source: "COMMAND", operation: "create-admin" };
  expect(entries).toEqual(["ORGANIZATION", "CUSTOMER", "USER"].map((kind) => ({ kind, ...made })));
});

test("AUTH-112 suggested commands can be run as printed: the program, its folder and the data", () => {
  const { code, stderr } = run(["backup"], { DATA_DIR: join(folder, "data") });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^DATA_DIR=\S+\/data node \S+\.js backup <folder>\n$/);
  const [variable = "", program = ""] = /^(\S+) node (\S+)/.exec(stderr)?.slice(1) ?? [];
  const typed = spawnSync("sh", ["-c", `${variable} "$NODE" ${program} verify`], {
    cwd: folder,
    env: { ...process.env, NODE: process.execPath },
    encoding: "utf8",
  });
  expect([typed.status, typed.stderr]).toEqual([0, ""]);
  expect(run(["backup"], { DATA_DIR: "x", npm_lifecycle_event: "api" }).stderr).toBe("npm run api -- backup <folder>\n"); // prettier-ignore
});
