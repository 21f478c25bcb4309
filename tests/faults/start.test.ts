import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { root } from "../../scripts/lib/setup.mjs";
import { supervise } from "../../scripts/lib/supervise.mjs";
import { freePort } from "../support/free-port";

/** The part of `npm start` after installing and building. */
const script = `
  import { runProduct } from "./scripts/lib/product.mjs";
  import { main } from "./scripts/lib/setup.mjs";
  await main(runProduct);`;
const args = ["--input-type=module", "--eval", script];

let folder: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edge-console-start-"));
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  child = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `npm start` on its own ports and data; returns its output once both servers run. */
async function npmStart(environment: Record<string, string> = {}, nodeArgs: readonly string[] = args) {
  const [port, apiPort] = [await freePort(), await freePort()];
  const given = { HOST: "127.0.0.1", PORT: String(port), API_PORT: String(apiPort), DATA_DIR: folder };
  child = spawn(process.execPath, nodeArgs, {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      LOG_LEVEL: "error",
      LOG_REQUESTS: "false",
      ...given,
      ...environment,
    } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  const pid = child.pid ?? 0;
  await expect.poll(() => output, { timeout: 25_000, interval: 50 }).toContain("Ctrl-C");
  return { pid, said: () => output, web: `http://127.0.0.1:${port}`, api: `http://127.0.0.1:${apiPort}` };
}

/** The process running this file as a child of `parent`. */
function pidOf(parent: number, file: string): number {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  const found = lines
    .map((line) => line.trim().split(/\s+/))
    .find((words) => words[1] === String(parent) && words.join(" ").includes(file));
  if (!found) throw new Error(`No process of ${file}`);
  return Number(found[0]);
}

const answers = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

test("npm start: a server that is killed is started again, the other one keeps running @all", async () => {
  cpSync(inject("seededData"), folder, { recursive: true });
  const { pid, said, web, api } = await npmStart();
  expect(said()).toContain("Demo accounts");
  expect(said()).toContain(`${api}/outbox`);
  const servers = { web: pidOf(pid, "console.js"), api: pidOf(pid, "regional-api/server.js") };

  process.kill(servers.api, "SIGKILL");
  await expect.poll(said, { timeout: 10_000 }).toContain("The regional API ended unexpectedly (SIGKILL)");
  expect(await answers(`${web}/login`)).toBe(200);
  await expect.poll(() => answers(`${api}/health`), { timeout: 10_000 }).toBe(200);
  expect(pidOf(pid, "console.js")).toBe(servers.web);

  const second = pidOf(pid, "regional-api/server.js");
  expect(second).not.toBe(servers.api);
  process.kill(servers.web, "SIGKILL");
  await expect.poll(said, { timeout: 10_000 }).toContain("The console ended unexpectedly (SIGKILL)");
  expect(await answers(`${api}/health`)).toBe(200);
  await expect.poll(() => answers(`${web}/login`), { timeout: 10_000 }).toBe(200);
  expect(pidOf(pid, "regional-api/server.js")).toBe(second);

  child?.kill("SIGTERM");
  expect(await once(child as ChildProcess, "exit")).toEqual([0, null]);
  expect([await answers(`${web}/login`), await answers(`${api}/health`)]).toEqual([0, 0]);
}, 60_000);

test("SHELL-77 npm start: a server that an uncaught error ends is started again @all", async () => {
  cpSync(inject("seededData"), folder, { recursive: true });
  const NODE_OPTIONS = `--import=${new URL("./support/uncaught.mjs", import.meta.url).href}`;
  const { pid, said, web, api } = await npmStart({ NODE_OPTIONS });
  for (const [name, file, address] of [
    ["The regional API", "regional-api/server.js", `${api}/health`],
    ["The console", "console.js", `${web}/login`],
  ] as const) {
    const first = pidOf(pid, file);
    process.kill(first, "SIGUSR2");
    await expect.poll(said, { timeout: 10_000 }).toContain(`${name} ended unexpectedly (code 1)`);
    await expect.poll(() => answers(address), { timeout: 10_000 }).toBe(200);
    expect(pidOf(pid, file)).not.toBe(first);
  }
}, 60_000);

test("SHELL-55 npm start: the servers stop when the process that supervises them is killed", async () => {
  cpSync(inject("seededData"), folder, { recursive: true });
  const { pid, web, api } = await npmStart();
  const servers = [pidOf(pid, "console.js"), pidOf(pid, "regional-api/server.js")];
  process.kill(pid, "SIGKILL");
  await expect.poll(() => servers.filter(isRunning), { timeout: 15_000 }).toEqual([]);
  expect([await answers(`${web}/login`), await answers(`${api}/health`)]).toEqual([0, 0]);
}, 60_000);

test("SHELL-55 npm start ends, with its servers, when only npm is ended", async () => {
  cpSync(inject("seededData"), folder, { recursive: true });
  const shell = `require("node:child_process").spawn("sh", ["-c", '"$0" "$@"; true', process.execPath, ...${JSON.stringify(args)}], { stdio: "inherit" })`;
  const { pid, web, api } = await npmStart({ npm_lifecycle_event: "start" }, ["--eval", shell]);
  expect(await answers(`${web}/login`)).toBe(200);
  process.kill(pid, "SIGTERM");
  await expect
    .poll(async () => [await answers(`${web}/login`), await answers(`${api}/health`)], { timeout: 15_000 })
    .toEqual([0, 0]);
}, 60_000);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const production = {
  APP_ENV: "production",
  CONSOLE_ORIGIN: "https://console.acme.test",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "no-reply@acme.test",
  PRIVACY_URL: "https://acme.test/privacy",
  COOKIE_URL: "https://acme.test/cookies",
  ACCEPTABLE_USE_URL: "https://acme.test/use",
  SUPPORT_URL: "mailto:help@acme.test",
  TALENT_HUB_URL: "https://hub.acme.test",
  QUESTION_BANK_URL: "https://questions.acme.test",
  DKIM_HOST: "dkim.acme.test",
};

test("AUTH-118 npm start in production: no demo account, no outbox, and no mention of either", async () => {
  const { said, api } = await npmStart(production);
  expect(said()).not.toMatch(/demo|outbox/i);
  expect(await answers(`${api}/outbox`)).toBe(404);
  const data = join(folder, "regional-api");
  for (const name of readdirSync(data)) expect(statSync(join(data, name)).mode & 0o077).toBe(0);
  expect(statSync(data).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(data, "eu-west-1.sqlite"), "utf8")).not.toContain("@acme.example");
}, 60_000);

/** Runs an `npm start` that fails; returns its output. */
async function notStarted(environment: Record<string, string>): Promise<string> {
  const start = spawn(process.execPath, args, {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      API_PORT: "0",
      DATA_DIR: folder,
      ...environment,
    } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [start.stdout, start.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  expect(await once(start, "close")).toEqual([1, null]);
  expect(output).not.toMatch(/^\s+at /m);
  return output;
}

test("SHELL-104 npm start that cannot begin prints the reason without a stack, and exits with 1", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "in the way");
  expect(await notStarted({ DATA_DIR: join(file, "data") })).toContain("ENOTDIR");
  expect(await notStarted({ API_PORT: "http" })).toContain("API_PORT: must be");
  // The console's settings are checked before anything starts, and errors name the variables as they were set.
  for (const [name, value] of [
    ["PORT", "99999"],
    ["HOST", "999.1.1.1"],
    ["NODE_ENV", "live"],
    ["SSO_DOMAIN", "a b/c"],
  ] as const) {
    const output = await notStarted({ [name]: value });
    expect(output).toMatch(new RegExp(`wrong:\\n  ${name}: .+\nNothing was started.\n$`));
  }
  expect(await notStarted({ HOST: "0.0.0.0" })).toContain("DEMO_ON_NETWORK=true");
  expect(await notStarted({ ...production, CONSOLE_ORIGIN: "" })).toMatch(
    /wrong:\n {2}CONSOLE_ORIGIN: is needed/,
  );
  // The API has not created its data either.
  expect(readdirSync(folder)).not.toContain("regional-api");
}, 60_000);

test("AUTH-118 production refuses to open data with demo accounts", async () => {
  cpSync(inject("seededData"), folder, { recursive: true });
  const output = await notStarted(production);
  expect(output).toMatch(/did not start: \S+regional-api holds demo accounts, whose password is published/);
  expect(output).not.toMatch(/Console-Demo/);
}, 60_000);

test("gives up on a server that keeps failing after a few quick exits, with growing delays", async () => {
  const log = join(folder, "log");
  const file = join(folder, "fails.mjs");
  const body = `
    import { appendFileSync } from "node:fs";
    appendFileSync(${JSON.stringify(log)}, Date.now() + " " + process.env.PORT + "\\n");
    process.send({ listening: 4321 });
    setTimeout(() => process.exit(3), 50);`;
  writeFileSync(file, body);
  await new Promise<void>((done) => {
    const options = {
      name: "The server",
      file,
      portVariable: "PORT",
      gaveUp: done,
      output: "ignore",
    } as const;
    const env = { ...process.env, PORT: "0" };
    supervise({ ...options, env, firstWaitMs: 100, quickFailures: 4 });
  });
  expect(existsSync(log)).toBe(true);
  const starts = readFileSync(log, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(Number));
  // Four starts, the later ones on the port that the first one chose.
  expect(starts.map(([, port]) => port)).toEqual([0, 4321, 4321, 4321]);
  const [first = 0, second = 0, third = 0, fourth = 0] = starts.map(([at]) => at);
  expect(second - first).toBeGreaterThanOrEqual(100);
  expect(third - second).toBeGreaterThanOrEqual(200);
  expect(fourth - third).toBeGreaterThanOrEqual(400);
});
