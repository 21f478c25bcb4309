import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openDatabases } from "../../regional-api/store/database";
import { migratePostgres } from "../../regional-api/store/postgres/migrate";
import { moveDataDir } from "../../regional-api/store/postgres/move";
import { withDatabase } from "../../regional-api/store/postgres/open";
import { Client, signedIn } from "../contract/fixtures/client";
import { addApplication, externalIdOf } from "../contract/fixtures/hiring";
import { documentOf } from "../contract/fixtures/operations";
import { buildServer, startServer, type Running } from "../contract/fixtures/server";
import { ids, rootId, worldOnDisk } from "../contract/fixtures/world";

// Two API processes on one database: one continues what the other left.

const rows = 400;
const server = process.env.TEST_POSTGRES ?? "";
const retail = { organizationId: ids.acme, customerId: ids.retail, hierarchyId: rootId(ids.retail) };
const filter = { ...retail, externalVacancyId: externalIdOf("main"), skipEq: 0, limitEq: 30 };

let build: Awaited<ReturnType<typeof buildServer>>;
let dataDir: string;
beforeAll(async () => {
  build = await buildServer();
  dataDir = await worldOnDisk();
  const databases = openDatabases(dataDir);
  const sydney = databases.region("ap-southeast-2");
  sydney.statement("DELETE FROM applications").run();
  sydney.transaction(() => {
    for (let made = 0; made < rows; made += 1) addApplication(sydney);
  });
  databases.close();
});
afterAll(() => {
  build.remove();
  rmSync(dataDir, { recursive: true });
});

let serial = 0;
let url: string;
let folder: string;
let processes: Running[];
const start = (environment: Record<string, string> = {}) =>
  startServer(build.file, {
    DATABASE_URL: url,
    DATA_DIR: folder,
    DEMO_IDP: "false",
    LOG_LEVEL: "info",
    ...environment,
  });

beforeEach(async () => {
  serial += 1;
  url = `${server}/processes_${serial}`;
  folder = mkdtempSync(join(tmpdir(), "edge-processes-"));
  processes = [];
  await withDatabase(`${server}/postgres`, (client) => client.query(`CREATE DATABASE processes_${serial}`));
  await withDatabase(url, (client) =>
    migratePostgres(client, async () => void (await moveDataDir(client, dataDir))),
  );
});
afterEach(async () => {
  for (const one of processes) if (one.child.exitCode === null) await one.end("SIGKILL");
  rmSync(folder, { recursive: true });
});

async function two(environment?: Record<string, string>): Promise<[Running, Running]> {
  const both: [Running, Running] = [await start(environment), await start(environment)];
  processes.push(...both);
  return both;
}
/** The same session at the other process. */
const at = (client: Client, { origin }: Running) => client.clone(origin);
const query = <Row>(text: string, values: unknown[] = []) =>
  withDatabase(url, async (client) => {
    await client.query("SET search_path = ap_southeast_2, directory, public");
    return (await client.query<Row & object>(text, values)).rows;
  });

interface Job {
  state: string;
  total: number;
  done: number;
}

test("BULK-13 a job continues at the other process when its own is killed, each row once", async () => {
  const [one, other] = await two();
  const first = await signedIn(one.origin, "recruiter");
  const jobOf = async (client: Client, name: string, variables: object) => {
    const { data, error, message } = await client.call(documentOf(name), {
      jobId: "job-of-two",
      ...variables,
    });
    expect(error && `${name}: ${message}`).toBeUndefined();
    return data[name] as Job;
  };
  let job = await jobOf(first, "BulkPlanApplications", {
    filter,
    change: { status: "APPS_APPLICATION_HIRED" },
  });
  while (job.state === "PREPARING") {
    await pause(20);
    job = await jobOf(first, "BulkGetJob", retail);
  }
  await jobOf(first, "BulkRunJob", retail);
  const second = at(first, other);
  do job = await jobOf(second, "BulkGetJob", retail);
  while (job.done === 0);
  expect(job.state).toBe("RUNNING");
  const killed = Date.now();
  await one.end("SIGKILL");
  do {
    await pause(50);
    job = await jobOf(second, "BulkGetJob", retail);
  } while (job.state === "RUNNING" && Date.now() - killed < 30_000);
  expect(job).toMatchObject({ state: "DONE", total: rows, done: rows });
  const changes = await query<{ count: string }>(
    `SELECT "applicationId", count(*) FROM application_changes WHERE after = 'APPS_APPLICATION_HIRED' GROUP BY 1`,
  );
  expect(changes).toHaveLength(rows);
  expect(new Set(changes.map(({ count }) => Number(count)))).toEqual(new Set([1]));
});

test("SMS-27 two processes send each text once, and continue when the sending one is killed", async () => {
  const texts = 60;
  await withDatabase(url, async (client) => {
    await client.query("SET search_path = ap_southeast_2, directory, public");
    await client.query(
      `INSERT INTO outbox (id, channel, recipient, subject, text, "templateType", "createdAt")
       SELECT 'text-' || n, 'SMS', '+61412345678', 's', 't', 'FI_INVITE', $1 FROM generate_series(1, $2) AS n`,
      [Date.now(), texts],
    );
  });
  const keys: string[] = [];
  const gateway = createServer((request, response) => {
    keys.push(String(request.headers["idempotency-key"]));
    response.writeHead(202).end();
  });
  await new Promise<void>((done) => gateway.listen(0, "127.0.0.1", done));
  try {
    const address = gateway.address();
    const port = typeof address === "object" ? address?.port : 0;
    const [one] = await two({ SMS_URL: `http://127.0.0.1:${port}/` });
    await expect.poll(() => keys.length, { timeout: 20_000 }).toBeGreaterThan(0);
    await one.end("SIGKILL");
    await expect.poll(() => new Set(keys).size, { timeout: 30_000 }).toBe(texts);
    // Only the text in flight may be repeated.
    expect(keys.length).toBeLessThanOrEqual(texts + 1);
  } finally {
    gateway.closeAllConnections();
    gateway.close();
  }
});

test("loses and duplicates no acknowledged write when a process is killed", async () => {
  const [one, other] = await two();
  const staff = await signedIn(one.origin, "staff");
  const acknowledged: string[] = [];
  let isOver = false;
  const create = async (client: Client, prefix: string) => {
    for (let made = 0; !isOver; made += 1) {
      const uniqueName = `${prefix}-${made}`;
      const headers = { "idempotency-key": uniqueName };
      const organization = { uniqueName, displayName: uniqueName };
      try {
        const { error } = await client.call(
          documentOf("ORGCreateOrganization"),
          { organization },
          { headers },
        );
        if (!error) acknowledged.push(uniqueName);
      } catch {
        // Repeated at the other process with its key, as the console does.
        const again = await at(staff, other).call(
          documentOf("ORGCreateOrganization"),
          { organization },
          { headers },
        );
        if (!again.error) acknowledged.push(uniqueName);
        return;
      }
    }
  };
  const working = [
    create(staff.clone(), "one"),
    create(at(staff, other), "other"),
    create(at(staff, other), "third"),
  ];
  // Until each has created some, however long that takes here.
  const made = (prefix: string) => acknowledged.filter((name) => name.startsWith(prefix)).length;
  await vi.waitUntil(() => ["one", "other", "third"].every((prefix) => made(prefix) > 2), {
    timeout: 30_000,
  });
  await one.end("SIGKILL");
  const before = acknowledged.length;
  await vi.waitUntil(() => acknowledged.length > before + 6, { timeout: 30_000 });
  isOver = true;
  await Promise.all(working);
  const stored = (await query<{ name: string }>(`SELECT "uniqueName" AS name FROM organizations`)).map(
    ({ name }) => name,
  );
  expect(stored).toEqual(expect.arrayContaining(acknowledged));
  expect(new Set(stored).size).toBe(stored.length);
});

test("a draining process is not ready, and answers requests until it exits", async () => {
  const [one, other] = await two({ DRAIN_SECONDS: "2" });
  const staff = await signedIn(one.origin, "staff");
  const isReady = async () => (await fetch(`${one.origin}/ready`)).status === 200;
  let sent = 0;
  const failures: string[] = [];
  const use = async () => {
    while (await isReady()) {
      const { error } = await staff
        .clone()
        .call("{ AuthMe { _id } }")
        .catch((thrown: unknown) => ({ error: String(thrown) }));
      sent += 1;
      if (error) failures.push(error);
    }
  };
  const using = [use(), use(), use()];
  await pause(300);
  const ended = one.end("SIGTERM");
  await Promise.all(using);
  expect(failures).toEqual([]);
  expect(sent).toBeGreaterThan(10);
  expect((await at(staff, other).call("{ AuthMe { _id } }")).error).toBeUndefined();
  expect(await ended).toBe(0);
});

test("AUTH-88 calls are counted across both processes", async () => {
  const [one, other] = await two({ AUTH_CALLS_PER_MINUTE: "6" });
  const guess = (running: Running) =>
    new Client(running.origin).call(documentOf("AuthForgetPassword"), { email: "nobody@test.example" });
  const answers: (string | undefined)[] = [];
  for (let index = 0; index < 12; index += 1)
    answers.push((await guess(index % 2 === 0 ? one : other)).error);
  const refused = answers.filter((error) => error === "Rate Limit Error" || error === "RATE_LIMITED").length;
  expect(refused).toBeGreaterThanOrEqual(6);
});
