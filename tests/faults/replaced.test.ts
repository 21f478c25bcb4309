import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { putInPlace } from "../../scripts/lib/in-place.mjs";
import { root } from "../../scripts/lib/setup.mjs";
import { formWith } from "../support/console-client";
import { type RunningServer, startApi, startConsole } from "../support/servers";
import { sendRequest } from "./support/send-request";
import { type Person, signIn, staff, unusedName } from "./support/stand";

const folder = mkdtempSync(join(tmpdir(), "edge-console-replaced-"));
const data = join(folder, "data");
const NODE_OPTIONS = `--import=${new URL("./support/uncaught.mjs", import.meta.url).href}`;

let api: RunningServer;
beforeAll(async () => {
  cpSync(inject("seededData"), data, { recursive: true });
  api = await startApi(data);
});
afterAll(async () => {
  await api.end("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

describe("SHELL-77 uncaught errors", () => {
  const lineOf = (text: string) =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object)
      .find((line) => "message" in line && line.message === "uncaught error");

  test.each([
    ["SIGUSR2", "uncaughtException"],
    ["SIGWINCH", "unhandledRejection"],
  ] as const)(
    "by %s: the console serves while it drains, logs one line and ends with 1",
    async (signal, origin) => {
      const settings = { REGIONAL_API_URL: api.origin, NODE_OPTIONS, DRAIN_SECONDS: "2" };
      const web = await startConsole(data, settings);
      const ended = web.end(signal);
      await expect.poll(async () => (await sendRequest(web.origin, { path: "/ready" })).status).toBe(503);
      const page = await sendRequest(web.origin, { path: "/login" });
      expect([page.status, page.body.endsWith("</html>")]).toEqual([200, true]);
      expect(await ended).toBe(1);
      // Only lines of JSON.
      expect(lineOf(web.errors())).toMatchObject({
        level: "error",
        origin,
        error: { name: "Error", message: "planned for the test" },
      });
    },
  );

  test.each([
    ["SIGUSR2", "uncaughtException"],
    ["SIGWINCH", "unhandledRejection"],
  ] as const)(
    "by %s: the regional API logs one line and ends with 1, its data sound",
    async (signal, origin) => {
      const own = mkdtempSync(join(folder, "data-"));
      cpSync(inject("seededData"), own, { recursive: true });
      const failing = await startApi(own, { NODE_OPTIONS, LOG_LEVEL: "info" });
      expect(await failing.end(signal)).toBe(1);
      expect(lineOf(failing.errors())).toMatchObject({ level: "error", origin, error: { name: "Error" } });
      const next = await startApi(own);
      expect((await sendRequest(next.origin, { path: "/health" })).status).toBe(200);
      expect(await next.end("SIGTERM")).toBe(0);
    },
  );
});

test("SHELL-79 the API ends once requests in flight are answered, even if its mail server keeps the connection open", async () => {
  const own = mkdtempSync(join(folder, "data-"));
  cpSync(inject("seededData"), own, { recursive: true });
  const sockets: Socket[] = [];
  let taken = 0;
  // Reads everything and never closes the connection from its side.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined).write("220 ready\r\n");
    let isData = false;
    socket.on("data", (chunk) => {
      for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
        if (isData) {
          if (line !== ".") continue;
          isData = false;
          taken += 1;
          socket.write("250 taken\r\n");
        } else if (line === "DATA") {
          isData = true;
          socket.write("354 go on\r\n");
        } else if (line !== "QUIT") socket.write("250 ok\r\n");
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const mailing = await startApi(own, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  try {
    const query = `mutation { AuthForgetPassword(email: "${staff}") { isVerifyEmailSuccess } }`;
    const headers = { "content-type": "application/json" };
    const path = "/api/ap-southeast-2/graphql";
    const response = await sendRequest(mailing.origin, {
      method: "POST",
      path,
      headers,
      body: JSON.stringify({ query }),
    });
    expect(response.body).toContain('"isVerifyEmailSuccess":true');
    await expect.poll(() => taken, { timeout: 20_000 }).toBeGreaterThan(0);
    // A forced exit would be code 1, after 10 seconds.
    const from = performance.now();
    expect(await mailing.end("SIGTERM")).toBe(0);
    expect(performance.now() - from).toBeLessThan(8_000);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

describe("SHELL-78 replacing the running build under load", () => {
  const folderOfBuild = (name: string) => {
    const own = join(folder, name);
    cpSync(join(root, "config"), join(own, "config"), { recursive: true });
    for (const shared of ["package.json", "public", "node_modules"])
      symlinkSync(join(root, shared), join(own, shared));
    return own;
  };

  /** Requests pages, files and saves until shortly after `replace` is done; returns the failures. */
  async function underLoad(web: RunningServer, replace: () => void) {
    const person = await signIn({ web });
    const { body } = await sendRequest(web.origin, { path: "/login" });
    const files = [...new Set(body.match(/\/assets\/[\w.-]+\.(?:js|css)/g))];
    const failed: string[] = [];
    const saved: string[] = [];
    let isOver = false;
    const reader = async (paths: readonly string[]) => {
      for (let turn = 0; !isOver; turn += 1) {
        const path = paths[turn % paths.length] ?? "";
        const headers = { "accept-encoding": "br", cookie: person.client.cookieHeader };
        const answer = await sendRequest(web.origin, { path, headers });
        if (answer.status !== 200) failed.push(`${path} ${answer.status}`);
      }
    };
    const writer = async ({ client, base }: Person) => {
      const path = `${base}/organisations/create`;
      while (!isOver) {
        const name = unusedName("replaced");
        const typed = { uniqueName: name, displayName: name };
        const { status } = await client.post(path, formWith(await client.get(path), "save", typed));
        if (status === 303) saved.push(name);
        else failed.push(`save ${status}`);
      }
    };
    const load = [reader(files), reader([`${person.base}/vacancies`]), writer(person)];
    await expect.poll(() => saved.length, { timeout: 20_000 }).toBeGreaterThan(1);
    replace();
    const before = saved.length;
    await expect.poll(() => saved.length, { timeout: 20_000 }).toBeGreaterThan(before + 1);
    isOver = true;
    await Promise.all(load);
    const { client, base } = person;
    for (const name of saved)
      expect((await client.get(`${base}/organisations?q=${name}`)).html).toContain(`>${name}<`);
    return failed;
  }

  test("by switching a link: nothing fails, and the old process keeps its own files", async () => {
    const own = folderOfBuild("linked");
    for (const name of ["one", "two"]) cpSync(join(root, "build"), join(own, name), { recursive: true });
    symlinkSync("one", join(own, "build"));
    rmSync(join(own, "two/client/assets"), { recursive: true });
    const web = await startConsole(data, { REGIONAL_API_URL: api.origin }, { folder: own });
    const failed = await underLoad(web, () => {
      symlinkSync("two", join(own, "next"));
      renameSync(join(own, "next"), join(own, "build"));
    });
    expect(failed).toEqual([]);
    expect(await web.end("SIGTERM")).toBe(0);
  });

  test("by moving the new files over the old: no process ends, no page and no save fails", async () => {
    const own = folderOfBuild("moved");
    for (const name of ["build", ".build-next"])
      cpSync(join(root, "build"), join(own, name), { recursive: true });
    const web = await startConsole(data, { REGIONAL_API_URL: api.origin }, { folder: own });
    const failed = await underLoad(web, () => putInPlace(join(own, "build"), join(own, ".build-next")));
    expect(failed.filter((line) => !line.startsWith("/assets/"))).toEqual([]);
    expect(await web.end("SIGTERM")).toBe(0);
  });
});

test.each(["edge-console", "edge-console-api"])(
  "SHELL-82 the watchdog of %s kills a hung process, and leaves a responsive or missing one alone @all",
  async (name) => {
    const server =
      name === "edge-console"
        ? await startConsole(data, { REGIONAL_API_URL: api.origin })
        : await startApi(mkdtempSync(join(folder, "watched-")), { SEED: "none" });
    const unit = `${name}@${new URL(server.origin).port}`;
    const own = mkdtempSync(join(folder, "watch-"));
    // Stands in for systemd: signals the process as asked.
    const systemctl = join(own, "systemctl");
    writeFileSync(systemctl, `#!/bin/sh\necho "$@" >> ${own}/asked\nkill -KILL ${server.pid}\n`);
    chmodSync(systemctl, 0o755);
    const file = readFileSync(join(root, "config/deploy/edge-console-watch@.service"), "utf8");
    const [, ...words] = (/^ExecStart=(.+)$/m.exec(file)?.[1] ?? "").replaceAll("%i", unit).split(" ");
    const watch = async () => {
      const env = { ...process.env, PATH: `${own}:${process.env.PATH}` };
      const child = spawn(process.execPath, words, { cwd: root, env, stdio: "inherit" });
      expect(await once(child, "exit")).toEqual([0, null]);
    };
    await watch();
    expect(server.hasEnded()).toBe(false);
    process.kill(server.pid, "SIGSTOP");
    await watch();
    await expect.poll(() => server.hasEnded()).toBe(true);
    await watch();
    expect(readFileSync(join(own, "asked"), "utf8")).toBe(`kill --signal=KILL ${unit}.service\n`);
  },
);
