import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, cpSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { formWith, textOf } from "../support/console-client";
import { type RunningServer, startApi, startConsole } from "../support/servers";
import { sendRequest } from "./support/send-request";
import { type Person, signIn, type Stand, startStand, unusedName } from "./support/stand";

const organization = (displayName: string) => ({
  uniqueName: displayName.toLowerCase(),
  displayName,
});

/** Saves an organisation; returns the console's answer. */
async function save({ client, base }: Person, name: string) {
  const path = `${base}/organisations/create`;
  return client.post(path, formWith(await client.get(path), "save", organization(name)));
}

async function isListed({ client, base }: Person, name: string): Promise<boolean> {
  const { html } = await client.get(`${base}/organisations?q=${name}`);
  return html.includes(`>${name}<`);
}

async function endAll(servers: readonly RunningServer[]) {
  for (const server of servers) if (!server.hasEnded()) await server.end("SIGKILL");
}

/** Runs the API's own check of its files and expects no problems. */
function expectSound(dataDir: string) {
  const env = { ...process.env, DATA_DIR: join(dataDir, "regional-api"), APP_ENV: "local" };
  const args = ["build/regional-api/server.js", "verify"];
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
}

describe("SHELL-75 the disk under both logs is full", () => {
  const folder = mkdtempSync(join(tmpdir(), "edge-console-full-"));
  // Every write to it fails as on a full disk.
  const full = openSync("/dev/full", "w");
  let servers: RunningServer[];
  let person: Person;

  beforeAll(async () => {
    cpSync(inject("seededData"), folder, { recursive: true });
    const api = await startApi(folder, { LOG_LEVEL: "info" }, { output: full });
    const web = await startConsole(folder, { REGIONAL_API_URL: api.origin }, { output: full });
    servers = [web, api];
    person = await signIn({ web });
  });
  afterAll(async () => {
    await endAll(servers);
    closeSync(full);
    rmSync(folder, { recursive: true, force: true });
  });

  test("pages and saves continue, and both processes stop normally", async () => {
    for (let count = 0; count < 10; count += 1) {
      const name = unusedName("unlogged");
      expect((await save(person, name)).status).toBe(303);
      expect(await isListed(person, name)).toBe(true);
    }
    expect((await person.client.get(`${person.base}/nowhere`)).status).toBe(404);
    expect(servers.map((server) => server.hasEnded())).toEqual([false, false]);
    for (const server of servers) expect(await server.end("SIGTERM")).toBe(0);
  });
});

describe("SHELL-76 the disk under the data is full", () => {
  let stand: Stand;
  let person: Person;
  beforeAll(async () => {
    stand = await startStand({ LOG_LEVEL: "info" });
    person = await signIn(stand);
  });
  afterAll(() => stand.stop());

  /** Limits the size of the API's files, in bytes, so that writes beyond it fail. */
  const limitFiles = (bytes: number | "unlimited") =>
    execFileSync("prlimit", ["--pid", String(stand.api.pid), `--fsize=${bytes}:`]);

  test("a save is refused with a message and keeps the input, reads go on, and afterwards it is saved once", async () => {
    const path = `${person.base}/organisations/create`;
    const name = unusedName("unsaved");
    const fields = formWith(await person.client.get(path), "save", organization(name));
    limitFiles(4096);
    const refused = await person.client.post(path, fields);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.html).toContain(`value="${name}"`);
    expect(textOf(refused)).toContain("Please try again in a few minutes");
    for (const list of ["organisations", "customers", "vacancies", "users", "groups"])
      expect([list, (await person.client.get(`${person.base}/${list}`)).status]).toEqual([list, 200]);
    expect(await isListed(person, name)).toBe(false);
    expect((await sendRequest(stand.api.origin, { path: "/health" })).status).toBe(200);
    expect(stand.api.hasEnded()).toBe(false);

    limitFiles("unlimited");
    for (let count = 0; count < 2; count += 1)
      expect((await person.client.post(path, fields)).status).toBe(303);
    const { html } = await person.client.get(`${person.base}/organisations?q=${name}`);
    expect(html.split(`>${name}<`)).toHaveLength(2);
  });

  test("no write acknowledged while the disk filled up is missing, and the files are sound", async () => {
    const saved: string[] = [];
    const statuses = new Set<number>();
    for (let count = 0; count < 30; count += 1) {
      limitFiles(count % 3 === 1 ? 4096 : "unlimited");
      const name = unusedName("filling");
      const { status } = await save(person, name);
      statuses.add(status);
      if (status === 303) saved.push(name);
    }
    limitFiles("unlimited");
    expect([...statuses].sort()).toEqual([303, 503]);
    for (const name of saved) expect([name, await isListed(person, name)]).toEqual([name, true]);
    expectSound(stand.dataDir);
  });

  test("a candidate is removed although the log of writes cannot be purged yet: it is purged once there is room", async () => {
    const vacancy = `${person.base}/vacancies/${demoVacancyId("acmeRetail", 0)}`;
    const { html } = await person.client.get(vacancy);
    const application = /\/applications\/[0-9a-f]{24}/.exec(html)?.[0];
    const path = `${vacancy}${application}/de-identify`;
    const fields = formWith(await person.client.get(path), "confirm", { confirmation: "DEIDENTIFY" });
    // The write log may grow to this size; the data file is already larger.
    limitFiles(4_194_304);
    expect((await person.client.post(path, fields)).status).toBe(303);
    const log = join(stand.dataDir, "regional-api/ap-southeast-2.sqlite-wal");
    // Longer than the retry delay.
    await pause(1500);
    expect(statSync(log).size).toBeGreaterThan(0);
    limitFiles("unlimited");
    await vi.waitFor(() => expect(statSync(log).size).toBe(0), { timeout: 5000, interval: 100 });
    expect(stand.api.hasEnded()).toBe(false);
  });
});

/** A file system of 96 MB; undefined without root, which mounting needs. */
function smallDisk(): string | undefined {
  const path = mkdtempSync(join(tmpdir(), "edge-console-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=96m", "tmpfs", path]);
  if (status === 0) return path;
  rmSync(path, { recursive: true });
  return undefined;
}
const disk = smallDisk();

describe.skipIf(disk === undefined)(
  "SHELL-75 SHELL-76 data and both logs are on one disk, and it is full",
  () => {
    const path = disk ?? "";
    const filler = join(path, "filler");
    let servers: RunningServer[] = [];
    let person: Person;
    let logs: number;

    beforeAll(async () => {
      cpSync(inject("seededData"), path, { recursive: true });
      logs = openSync(join(path, "servers.log"), "a");
      const api = await startApi(path, { LOG_LEVEL: "info" }, { output: logs });
      const web = await startConsole(path, { REGIONAL_API_URL: api.origin }, { output: logs });
      servers = [web, api];
      person = await signIn({ web });
    });
    afterAll(async () => {
      await endAll(servers);
      closeSync(logs);
      execFileSync("umount", [path]);
      rmSync(path, { recursive: true });
    });

    /** Uses up all free bytes. */
    function fill() {
      const file = openSync(filler, "a");
      try {
        for (const size of [65_536, 4096, 1]) {
          try {
            for (;;) writeSync(file, Buffer.alloc(size));
          } catch {
            // Full: with smaller pieces there may still be something left.
          }
        }
      } finally {
        closeSync(file);
      }
    }

    test("saves are refused with a message, pages go on, no process ends, and every acknowledged write is stored", async () => {
      const saved: string[] = [];
      let refused = 0;
      for (let count = 0; count < 12; count += 1) {
        if (count % 4 === 2) fill();
        if (count % 4 === 0) rmSync(filler, { force: true });
        const name = unusedName("packed");
        const answer = await save(person, name);
        if (answer.status === 303) saved.push(name);
        else {
          expect([answer.status, answer.html.includes(`value="${name}"`)]).toEqual([503, true]);
          refused += 1;
        }
        for (const list of ["organisations", "vacancies"])
          expect([list, (await person.client.get(`${person.base}/${list}`)).status]).toEqual([list, 200]);
      }
      expect(refused).toBeGreaterThan(0);
      expect(saved.length).toBeGreaterThanOrEqual(6);
      rmSync(filler, { force: true });
      for (const name of saved) expect([name, await isListed(person, name)]).toEqual([name, true]);
      expect(servers.map((server) => server.hasEnded())).toEqual([false, false]);
      for (const server of servers) expect(await server.end("SIGTERM")).toBe(0);
      expectSound(path);
    });
  },
);
