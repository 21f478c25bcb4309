/** Startup with missing, damaged or locked data: it refuses, names the file and changes nothing. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDataDir } from "../../regional-api/store/data-dir";
import { dataFiles } from "../../regional-api/store/data-files";
import { openDatabases } from "../../regional-api/store/database";
import { signedIn } from "./fixtures/client";
import { canRunUnprivileged, runServer, unprivilegedUser } from "./fixtures/command";
import { buildServer, startServer } from "./fixtures/server";
import { worldOnDisk } from "./fixtures/world";

let file: string;
let remove: () => void;
let dataDir: string;
beforeAll(async () => {
  ({ file, remove } = await buildServer());
}, 60_000);
afterAll(() => remove());
beforeEach(async () => {
  dataDir = await worldOnDisk();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const pathOf = (name: string) => join(dataDir, name);
const sumOf = (name: string) =>
  createHash("sha256")
    .update(readFileSync(pathOf(name)))
    .digest("hex");
/** Checksums of all files in the data folder except the lock and SQLite's temporary ones. */
const contents = () =>
  readdirSync(dataDir)
    .filter((name) => !/^api\.|-(wal|shm)$/.test(name))
    .map((name) => `${name} ${sumOf(name)}`);

let seeds = 0;
const seed = () => {
  seeds += 1;
};
/** Expects a refusal for `reason` in one line that names the file, and unchanged files. */
async function expectRefusal(name: string, reason: RegExp) {
  const before = contents();
  const seeded = seeds;
  const error = await openDataDir(dataDir, seed).then(
    (databases) => {
      databases.close();
      return undefined;
    },
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  const { message } = error as Error;
  expect(message).toMatch(reason);
  expect(message).toContain(pathOf(name));
  expect(message).not.toContain("\n");
  expect(contents()).toEqual(before);
  expect(seeds).toBe(seeded);
}

describe.each(dataFiles)("%s", (name) => {
  test("removed: nothing is deleted or seeded", async () => {
    rmSync(pathOf(name));
    await expectRefusal(name, /is missing/);
  });

  test("emptied", async () => {
    truncateSync(pathOf(name), 0);
    await expectRefusal(name, /is empty/);
  });

  test("no SQLite file", async () => {
    writeFileSync(pathOf(name), "A text that somebody has put here.\n".repeat(400));
    await expectRefusal(name, /is not an SQLite database/);
  });

  test("truncated", async () => {
    truncateSync(pathOf(name), Math.floor(statSync(pathOf(name)).size / 2));
    await expectRefusal(name, /is damaged/);
  });

  test("damaged in the middle", async () => {
    const bytes = readFileSync(pathOf(name));
    bytes.fill(0xa5, 4096 * 4, 4096 * 12);
    writeFileSync(pathOf(name), bytes);
    await expectRefusal(name, /is damaged/);
  });

  test("of a newer release", async () => {
    const sqlite = new BetterSqlite3(pathOf(name));
    sqlite.exec(
      "INSERT INTO schema_migrations (number, name, appliedAt) VALUES (9999, 'from-the-future', 1)",
    );
    sqlite.close();
    await expectRefusal(name, /newer release.*9999/);
  });

  test("of another program", async () => {
    rmSync(pathOf(name));
    const sqlite = new BetterSqlite3(pathOf(name));
    sqlite.exec("CREATE TABLE notes (text TEXT)");
    sqlite.close();
    await expectRefusal(name, /is not a file of this API/);
  });

  test("locked by another program @all", async () => {
    const other = new BetterSqlite3(pathOf(name));
    other.exec("BEGIN IMMEDIATE");
    await expectRefusal(name, /is locked by another program/);
    other.close();
  });
});

test("a region's file older than the directory, as after a partial restore", async () => {
  const old = join(dataDir, "old");
  copyFileSync(pathOf("us-east-1.sqlite"), old);
  const databases = openDatabases(dataDir);
  const db = databases.region("us-east-1");
  db.sqlite.exec(`
    INSERT INTO customers (id, organizationId, uniqueName, displayName, rootHierarchyId, createdAt, updatedAt)
      SELECT 'new', organizationId, 'new', 'New', 'new', 1, 1 FROM customers LIMIT 1;
    INSERT INTO customer_directory (id, organizationId, uniqueName, displayName, awsRegion, rootHierarchyId, createdAt)
      SELECT id, organizationId, uniqueName, displayName, 'us-east-1', 'new', 1 FROM customers WHERE id = 'new'`);
  databases.close();
  renameSync(old, pathOf("us-east-1.sqlite"));
  await expectRefusal("us-east-1.sqlite", /lacks 1 customers and 0 users that directory\.sqlite has/);
});

test("a directory from an older backup than the regions", async () => {
  const databases = openDatabases(dataDir);
  databases.region("us-east-1").sqlite.exec(
    `INSERT INTO customers (id, organizationId, uniqueName, displayName, rootHierarchyId, createdAt, updatedAt)
       VALUES ('new', 'an organisation of later', 'new', 'New', 'new', 1, 1)`,
  );
  databases.close();
  await expectRefusal("directory.sqlite", /lacks 1 organisations of .*us-east-1\.sqlite/);
});

test("swapped region files, and a region's file in place of the directory", async () => {
  copyFileSync(pathOf("us-east-1.sqlite"), pathOf("eu-west-1.sqlite"));
  await expectRefusal("eu-west-1.sqlite", /lacks/);
  copyFileSync(pathOf("us-east-1.sqlite"), pathOf("directory.sqlite"));
  await expectRefusal("directory.sqlite", /holds the data of a region, not of the directory/);
});

test("only SQLite's side files of a missing database", async () => {
  for (const name of dataFiles) rmSync(pathOf(name));
  writeFileSync(pathOf("eu-west-1.sqlite-wal"), "committed, but not yet in the file");
  await expectRefusal("directory.sqlite", /is missing, while there is eu-west-1\.sqlite-wal/);
  expect(existsSync(pathOf("eu-west-1.sqlite-wal"))).toBe(true);
});

test("a seed killed while filling restarts, one killed while moving is completed", async () => {
  for (const name of readdirSync(dataDir)) rmSync(pathOf(name));
  mkdirSync(pathOf(".filling"));
  writeFileSync(join(dataDir, ".filling", "directory.sqlite"), "half");
  const before = seeds;
  (await openDataDir(dataDir, seed)).close();
  expect(seeds).toBe(before + 1);
  expect(existsSync(pathOf(".filling"))).toBe(false);

  const sums = dataFiles.map(sumOf);
  mkdirSync(pathOf(".filled"));
  for (const name of ["directory.sqlite", "us-east-1.sqlite"])
    renameSync(pathOf(name), join(dataDir, ".filled", name));
  (await openDataDir(dataDir, seed)).close();
  expect(seeds).toBe(before + 1);
  expect(dataFiles.map(sumOf)).toEqual(sums);
  expect(existsSync(pathOf(".filled"))).toBe(false);
});

test("the process reports it in one line without a stack, and exits with 1", async () => {
  rmSync(pathOf("directory.sqlite"));
  const { code, stderr } = await runServer(file, { DATA_DIR: dataDir, SEED: "demo" });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The regional API did not start: .*directory\.sqlite is missing.*\n$/);
});

test("refuses a second process on the folder with the first one's id, also after an earlier kill -9", async () => {
  const killed = await startServer(file, { DATA_DIR: dataDir });
  await killed.end("SIGKILL");
  const first = await startServer(file, { DATA_DIR: dataDir });
  try {
    const { code, stderr } = await runServer(file, { DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(stderr).toBe(
      `The regional API did not start: ${dataDir} is in use by another regional API (process ${first.child.pid}).\n`,
    );
    await signedIn(first.origin, "staff");
  } finally {
    expect(await first.end("SIGTERM")).toBe(0);
  }
  expect(existsSync(pathOf("api.pid"))).toBe(false);
  const third = await startServer(file, { DATA_DIR: dataDir });
  await third.end("SIGTERM");
});

test("only one of two simultaneous starts serves, and its data is intact", async () => {
  const empty = join(dataDir, "new");
  const starts = await Promise.allSettled(
    [1, 2].map(() => startServer(file, { DATA_DIR: empty, SEED: "none" })),
  );
  const [running, ...others] = starts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(others).toEqual([]);
  expect(await running?.end("SIGTERM")).toBe(0);
  (await openDataDir(empty, undefined)).close();
});

test("new files are readable by their user only, and existing ones become so", async () => {
  const made = join(dataDir, "made", "data");
  const running = await startServer(file, { DATA_DIR: made });
  const modes = readdirSync(made).map(
    (name) => `${name} ${(statSync(join(made, name)).mode & 0o777).toString(8)}`,
  );
  await running.end("SIGTERM");
  expect(modes.length).toBeGreaterThan(dataFiles.length);
  expect(modes.filter((line) => !line.endsWith(" 600"))).toEqual([]);
  expect(statSync(made).mode & 0o777).toBe(0o700);

  chmodSync(pathOf("eu-west-1.sqlite"), 0o644);
  (await openDataDir(dataDir, undefined)).close();
  expect(statSync(pathOf("eu-west-1.sqlite")).mode & 0o777).toBe(0o600);
});

test("GEN-74 a data folder that is a file, or inside one: the line names it", async () => {
  const path = pathOf("a-file");
  writeFileSync(path, "");
  expect((await runServer(file, { DATA_DIR: path })).stderr).toMatch(
    /^The regional API did not start: \S+a-file is not a folder \(.*\)\.\n$/,
  );
  expect((await runServer(file, { DATA_DIR: join(path, "data") })).stderr).toMatch(
    /^The regional API did not start: \S+data cannot be opened \(.*\)\.\n$/,
  );
});

describe.skipIf(!canRunUnprivileged())("read-only", () => {
  const give = (...names: string[]) => {
    if (unprivilegedUser !== undefined)
      for (const name of names) chownSync(join(dataDir, name), unprivilegedUser, unprivilegedUser);
  };

  test("folder: the line names it", async () => {
    give(".", ...dataFiles);
    chmodSync(dataDir, 0o500);
    const { code, stderr } = await runServer(file, { DATA_DIR: dataDir }, { unprivileged: true });
    chmodSync(dataDir, 0o700);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The regional API did not start: \S+ cannot be read or written by this user \(.*\)\.\n$/,
    );
    expect(stderr).toContain(dataDir);
  });

  test.each(dataFiles)("%s: the line names it", async (name) => {
    give(".", ...dataFiles);
    chmodSync(pathOf(name), 0o400);
    const { code, stderr } = await runServer(file, { DATA_DIR: dataDir }, { unprivileged: true });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The regional API did not start: \S+ cannot be read or written by this user \(.*\)\.\n$/,
    );
    expect(stderr).toContain(pathOf(name));
  });
});

test("SHELL-81 a port in use, and an address of another machine, are reported in one line", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = String(typeof address === "object" && address ? address.port : 0);
  const inUse = await runServer(file, { DATA_DIR: dataDir, API_PORT: port });
  const metrics = await runServer(file, { DATA_DIR: dataDir, API_METRICS_ADDRESS: `127.0.0.1:${port}` });
  other.close();
  expect([metrics.code, metrics.stderr.trim().split("\n").length]).toEqual([1, 1]);
  expect(metrics.stderr).toMatch(
    new RegExp(`did not start: 127.0.0.1:${port} is in use. Choose another one by API_METRICS_ADDRESS.`),
  );
  expect(inUse.code).toBe(1);
  expect(inUse.stderr).toMatch(
    new RegExp(
      `^The regional API did not start: 127.0.0.1:${port} is in use. Choose another one by HOST and API_PORT.\n$`,
    ),
  );
  const elsewhere = await runServer(file, { DATA_DIR: dataDir, HOST: "192.0.2.1", DEMO_ON_NETWORK: "true" });
  expect(elsewhere.stderr).toMatch(
    /^The regional API did not start: 192\.0\.2\.1:0 is not an address of this machine\..*\n$/,
  );
});

test("an empty folder in production is served without accounts, and explains how to create the first", async () => {
  const empty = mkdtempSync(join(tmpdir(), "api-test-"));
  const running = await startServer(file, { DATA_DIR: empty, APP_ENV: "production", SEED: "" });
  await running.end("SIGTERM");
  expect(running.log()).toContain("create-admin");
  const databases = openDatabases(empty);
  for (const db of databases.all()) expect(db.statement("SELECT * FROM users").all()).toEqual([]);
  databases.close();
  rmSync(empty, { recursive: true });
});
