/** verify, backup, restore and create-admin, as run by `npm run api -- …`, next to a serving process. */
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findProgram } from "../../scripts/lib/browser.mjs";
import { awsRegions } from "../../shared/regions";
import { backUp, restore } from "../../regional-api/store/backup";
import { openDataDir } from "../../regional-api/store/data-dir";
import { dataFiles, demoIdpFile } from "../../regional-api/store/data-files";
import { openDatabases } from "../../regional-api/store/database";
import { brokenAt } from "../../regional-api/store/record-chain";
import { reconcileDirectory } from "../../regional-api/store/reconcile";
import { verifyDataDir } from "../../regional-api/store/verify";
import { Client, loginMutation, signedIn } from "./fixtures/client";
import { runServer } from "./fixtures/command";
import { buildServer, startServer } from "./fixtures/server";
import { snapshot } from "./fixtures/snapshot";
import { ids, worldOnDisk } from "./fixtures/world";

let file: string;
let remove: () => void;
let dataDir: string;
/** For files the tests create; deleted after each test. */
let folder: string;
beforeAll(async () => {
  ({ file, remove } = await buildServer());
}, 60_000);
afterAll(() => remove());
beforeEach(async () => {
  dataDir = await worldOnDisk();
  folder = mkdtempSync(join(tmpdir(), "api-test-"));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

const api = (args: string[], environment: Record<string, string> = {}) =>
  runServer(file, { DATA_DIR: dataDir, ...environment }, { args });

/** Creates customers in all regions until stopped; `acknowledged` are their names. */
function startWriters(staff: Client, count: number) {
  const acknowledged: string[] = [];
  let isStopped = false;
  const write = async (writer: number) => {
    const region = awsRegions[writer % awsRegions.length] ?? "eu-west-1";
    const client = staff.clone();
    for (let number = 0; !isStopped; number += 1) {
      const uniqueName = `w${writer}-n${number}`;
      const variables = { organizationId: ids.acme, uniqueName, displayName: uniqueName };
      await client.result("ORGCreateCustomer", variables, { region });
      acknowledged.push(uniqueName);
    }
  };
  const writers = Array.from({ length: count }, (_, writer) => write(writer));
  return {
    acknowledged,
    stop: () => {
      isStopped = true;
      return Promise.all(writers);
    },
  };
}

test("AUD-13 an entry recorded during verification does not break it", () => {
  const path = join(dataDir, "ap-southeast-2.sqlite");
  const [writer, reader] = [new BetterSqlite3(path), new BetterSqlite3(path, { readonly: true })];
  const prepare = reader.prepare.bind(reader);
  reader.prepare = ((text: string) => {
    // Between reading the record's head and its entries.
    if (text.includes("FROM record_entries"))
      writer.exec(
        `INSERT INTO record_entries (seq, id, at, action, outcome, kind, objectCount, source, network, requestId, operation, changes, details, hash)
         SELECT max(seq) + 1, 'later', 1, 'CHANGED', 'SUCCESS', 'USER', 1, 'CONSOLE', '', '', '', '[]', '{}', x'00' FROM record_entries`,
      );
    return prepare(text);
  }) as typeof reader.prepare;
  try {
    expect(brokenAt(reader)).toBeUndefined();
  } finally {
    for (const one of [writer, reader]) one.close();
  }
});

test("a backup taken during eight writers is consistent and has every write acknowledged before it @all", async () => {
  const server = await startServer(file, { DATA_DIR: dataDir });
  const staff = await signedIn(server.origin, "staff");
  const { acknowledged, stop } = startWriters(staff, 8);
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(50);

  const before = [...acknowledged];
  const backup = join(folder, "backup");
  expect(await api(["backup", backup])).toMatchObject({ code: 0, stderr: "" });
  const after = acknowledged.length;
  // Writing continued during the backup.
  expect(after).toBeGreaterThan(before.length);
  expect(await api(["verify"])).toMatchObject({ code: 0, stderr: "" });
  await stop();
  expect(await server.end("SIGTERM")).toBe(0);

  const restored = join(folder, "restored");
  expect(await api(["restore", backup], { DATA_DIR: restored })).toMatchObject({ code: 0, stderr: "" });
  const verified = await api(["verify"], { DATA_DIR: restored });
  expect(verified).toMatchObject({ code: 0, stderr: "", stdout: `${restored} is sound.\n` });

  // Customers' settings name the demo identity provider's certificate.
  expect(readFileSync(join(restored, demoIdpFile))).toEqual(readFileSync(join(dataDir, demoIdpFile)));
  const databases = await openDataDir(restored, undefined);
  // The files are of the same moment, so nothing needs to be reconciled.
  expect(await reconcileDirectory(databases)).toBe(0);
  const names = databases
    .all()
    .flatMap((db) => db.sqlite.prepare<[], string>("SELECT uniqueName FROM customers").pluck().all());
  databases.close();
  expect(names).toEqual(expect.arrayContaining(before));
  expect(new Set(names).size).toBe(names.length);

  const again = await startServer(file, { DATA_DIR: restored });
  await signedIn(again.origin, "staff");
  expect(await again.end("SIGTERM")).toBe(0);
}, 60_000);

describe("backup", () => {
  test("no command takes an option for a folder", async () => {
    for (const command of ["backup", "restore", "verify"])
      for (const option of ["--help", "-h"]) {
        const { code, stderr } = await api([command, option]);
        expect([code, stderr]).toEqual([1, expect.stringMatching(/<folder>\n$/)]);
      }
  });

  test("works while the API is stopped, and only its user may read the files", async () => {
    const backup = join(folder, "backup");
    expect(await api(["backup", backup])).toMatchObject({ code: 0, stderr: "" });
    expect(readdirSync(backup).sort()).toEqual([...dataFiles, "manifest.json"].sort());
    expect(readdirSync(folder)).toEqual(["backup"]);
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(backup)) expect(statSync(join(backup, name)).mode & 0o777).toBe(0o600);
    const [before, after] = [openDatabases(dataDir), openDatabases(backup)];
    expect(snapshot(after)).toBe(snapshot(before));
    for (const databases of [before, after]) databases.close();
  });

  test("refuses a folder that is not empty", async () => {
    writeFileSync(join(folder, "mine.txt"), "stays");
    const { code, stderr } = await api(["backup", folder]);
    expect(code).toBe(1);
    expect(stderr).toBe(`${folder} is not empty. Name a folder that is not there yet.\n`);
    expect(readdirSync(folder)).toEqual(["mine.txt"]);
  });

  test.skipIf(!findProgram("prlimit"))(
    "onto a full disk, it names the folder and leaves nothing there",
    () => {
      const target = join(folder, "copy");
      const args = ["--fsize=65536:", process.execPath, file, "backup", target];
      const env = { ...process.env, DATA_DIR: dataDir, APP_ENV: "local" };
      const { status, stderr } = spawnSync("prlimit", args, { env, encoding: "utf8" });
      expect([status, stderr.startsWith(`${target} cannot `), stderr.trim().split("\n").length]).toEqual([
        1,
        true,
        1,
      ]);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test("refuses incomplete data", async () => {
    rmSync(join(dataDir, "eu-west-1.sqlite"));
    const { code, stderr } = await api(["backup", join(folder, "backup")]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^\S+eu-west-1\.sqlite cannot be opened .*\n$/);
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(join(dataDir, "eu-west-1.sqlite"))).toBe(false);
  });

  test("refuses data changed by a newer release", async () => {
    const sqlite = new BetterSqlite3(join(dataDir, "us-east-1.sqlite"));
    sqlite.exec("INSERT INTO schema_migrations (number, name, appliedAt) VALUES (9999, 'x', 1)");
    sqlite.close();
    await expect(backUp(dataDir, join(folder, "backup"))).rejects.toThrow(
      /us-east-1\.sqlite was changed by a newer release \(migration 9999 is not known here\)\.$/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("restore refuses and leaves no data behind", () => {
  let backup: string;
  let target: string;
  beforeEach(async () => {
    backup = join(folder, "backup");
    target = join(folder, "target");
    await backUp(dataDir, backup);
  });
  const expectRefusal = async (reason: RegExp, left: readonly string[] = []) => {
    await expect(restore(backup, target)).rejects.toThrow(reason);
    expect(existsSync(target) ? readdirSync(target) : []).toEqual(left);
  };

  test.each(dataFiles)("%s with one byte changed", async (name) => {
    const bytes = readFileSync(join(backup, name));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(join(backup, name), bytes);
    await expectRefusal(new RegExp(`^\\S+${name} is not what was backed up`));
  });

  test.each(dataFiles)("%s missing", async (name) => {
    rmSync(join(backup, name));
    await expectRefusal(new RegExp(`^\\S+${name} cannot be opened`));
  });

  test("a manifest without a file, one that leads elsewhere, no manifest", async () => {
    const path = join(backup, "manifest.json");
    const manifest = JSON.parse(readFileSync(path, "utf8")) as { files: { name: string }[] };
    writeFileSync(path, JSON.stringify({ ...manifest, files: manifest.files.slice(1) }));
    await expectRefusal(/does not name directory\.sqlite/);
    const [first, ...others] = manifest.files;
    writeFileSync(
      path,
      JSON.stringify({ ...manifest, files: [{ ...first, name: "../x.sqlite" }, ...others] }),
    );
    await expectRefusal(/is not the list of a backup/);
    rmSync(path);
    await expectRefusal(/manifest\.json cannot be opened/);
  });

  test("a file from another time, although its checksum is listed", async () => {
    const other = join(folder, "other");
    const databases = openDatabases(dataDir);
    const { sqlite } = databases.region("us-east-1");
    sqlite.pragma("foreign_keys = OFF");
    sqlite.exec("UPDATE customers SET id = id || 'x'; UPDATE hierarchies SET customerId = customerId || 'x'");
    databases.close();
    await backUp(dataDir, other);
    type Manifest = { files: { name: string }[] };
    const read = (where: string) =>
      JSON.parse(readFileSync(join(where, "manifest.json"), "utf8")) as Manifest;
    const ofOther = read(other).files.filter(({ name }) => name === "us-east-1.sqlite");
    const files = [...read(backup).files.filter(({ name }) => name !== "us-east-1.sqlite"), ...ofOther];
    writeFileSync(join(backup, "manifest.json"), JSON.stringify({ ...read(backup), files }));
    copyFileSync(join(other, "us-east-1.sqlite"), join(backup, "us-east-1.sqlite"));
    await expectRefusal(/us-east-1\.sqlite lacks 1 customers and 0 users that directory\.sqlite has/);
  });

  test("a data folder that is not empty or is in use", async () => {
    await restore(backup, target);
    const present = readdirSync(target);
    expect(present).toContain("directory.sqlite");
    await expectRefusal(/is restored into an empty folder alone/, present);
    target = dataDir;
    const server = await startServer(file, { DATA_DIR: dataDir });
    const { code, stderr } = await api(["restore", backup]);
    expect(code).toBe(1);
    expect(stderr).toBe(`${dataDir} is in use by another regional API (process ${server.child.pid}).\n`);
    expect(await server.end("SIGTERM")).toBe(0);
  });
});

describe("verify", () => {
  const verdict = () => {
    const { problems, notes } = verifyDataDir(dataDir);
    return `${problems.length > 0 ? 1 : 0} ${[...notes, ...problems].join("\n")}`;
  };
  const change = (name: string, text: string) => {
    const sqlite = new BetterSqlite3(join(dataDir, name));
    sqlite.pragma("foreign_keys = OFF");
    sqlite.exec(text);
    sqlite.close();
  };

  test("sound data", async () => {
    expect(await api(["verify"])).toEqual({ code: 0, stdout: `${dataDir} is sound.\n`, stderr: "" });
  });

  test("the process names each problem in a line and exits with 1", async () => {
    rmSync(join(dataDir, "eu-west-1.sqlite"));
    truncateSync(join(dataDir, "us-east-1.sqlite"), 0);
    const lines = ["eu-west-1.sqlite is missing.", "us-east-1.sqlite is empty."];
    const stderr = lines.map((line) => `${join(dataDir, line)}\n`).join("");
    expect(await api(["verify"])).toEqual({ code: 1, stdout: "", stderr });
  });

  test.each(dataFiles)("%s missing, empty, not a database, truncated", (name) => {
    const path = join(dataDir, name);
    const bytes = readFileSync(path);
    truncateSync(path, bytes.length / 2);
    expect(verdict()).toMatch(new RegExp(`^1 .*${name} is damaged`));
    writeFileSync(path, "a text".repeat(1000));
    expect(verdict()).toMatch(new RegExp(`^1 .*${name} is not an SQLite database`));
    truncateSync(path, 0);
    expect(verdict()).toMatch(new RegExp(`^1 .*${name} is empty`));
    rmSync(path);
    expect(verdict()).toMatch(new RegExp(`^1 .*${name} is missing`));
    expect(existsSync(path)).toBe(false);
  });

  test("rows whose parent rows are missing", () => {
    change("eu-west-1.sqlite", "DELETE FROM hierarchies");
    change(
      "ap-southeast-2.sqlite",
      "UPDATE hierarchies SET customerId = 'nobody' WHERE parentId IS NOT NULL",
    );
    expect(verdict()).toMatch(
      /^1 \S+ap-southeast-2\.sqlite has a row in hierarchies without its row in customers/,
    );
  });

  test("an unknown migration, and a pending one", () => {
    change(
      "us-east-1.sqlite",
      "INSERT INTO schema_migrations (number, name, appliedAt) VALUES (9999, 'x', 1)",
    );
    expect(verdict()).toMatch(/^1 \S+us-east-1\.sqlite was changed by a newer release/);
    change("us-east-1.sqlite", "DELETE FROM schema_migrations WHERE number > 160");
    expect(verdict()).toMatch(/^0 \S+us-east-1\.sqlite lacks \d+ migrations/);
  });

  test("a region missing what the directory has, and a directory that the next start completes", () => {
    change("directory.sqlite", `DELETE FROM customer_directory WHERE id = '${ids.bank}'`);
    expect(verdict()).toMatch(/^0 \S+directory\.sqlite lacks 1 customers and 0 users of .*copies/);
    change("directory.sqlite", "UPDATE user_directory SET awsRegion = 'eu-west-1'");
    expect(verdict()).toMatch(
      /^1 .*eu-west-1\.sqlite lacks 0 customers and \d+ users that directory\.sqlite has/s,
    );
  });
});

describe("create-admin", () => {
  const production = { APP_ENV: "production", CONSOLE_ORIGIN: "https://console.example" };
  const options = ["--organisation", "Café Group", "--customer", "Über Café & Söhne"];
  const create = (...args: string[]) => api(["create-admin", ...args], { DATA_DIR: folder, ...production });
  const linkIn = (text: string) => new URL(/https:\S+/.exec(text)?.[0] ?? "");

  test("creates the platform's administrator with a link that works once; a second run refuses", async () => {
    const server = await startServer(file, { DATA_DIR: folder, ...production });
    const { code, stdout, stderr } = await create(
      "First.Admin@Provider.example",
      ...options,
      "--region",
      "eu-west-1",
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const link = linkIn(stdout);
    expect(link.origin + link.pathname).toBe("https://console.example/resetPassword");
    expect(link.searchParams.get("region")).toBe("eu-west-1");

    const [email, password, region] = ["first.admin@provider.example", "First-Password-1!", "eu-west-1"];
    const variables = { resetToken: link.searchParams.get("token"), password };
    const visitor = new Client(server.origin);
    const use = () => visitor.send("AuthResetPassword", variables, { region });
    expect((await visitor.call(loginMutation, { email, password }, { region })).error).toBeDefined();
    expect((await use()).error).toBeUndefined();
    expect((await use()).error).toBeDefined();

    const person = new Client(server.origin);
    expect((await person.call(loginMutation, { email, password }, { region })).error).toBeUndefined();
    const made = await person.send("ORGGetOrganizations", {}, { region });
    expect(made.error).toBeUndefined();
    const [organization] = Object.values(made.data)[0] as { _id: string }[];
    const customer = { organizationId: organization?._id, uniqueName: "second", displayName: "Second" };
    await person.result("ORGCreateCustomer", customer, { region: "us-east-1" });

    for (const args of [
      ["other@provider.example", ...options],
      [email, ...options],
      [email, "--new-link"],
    ]) {
      const refused = await create(...args);
      expect(refused.code).toBe(1);
      expect(refused.stdout).toBe("");
    }
    await server.end("SIGTERM");
    expect((await api(["verify"], { DATA_DIR: folder })).code).toBe(0);
    const databases = openDatabases(folder);
    const db = databases.region("eu-west-1");
    expect(db.statement("SELECT uniqueName FROM organizations").all()).toEqual([
      { uniqueName: "cafe-group" },
    ]);
    expect(db.statement("SELECT uniqueName FROM customers").all()).toEqual([
      { uniqueName: "uber-cafe-sohne" },
    ]);
    databases.close();
  }, 60_000);

  test("the command suggested by a start without accounts makes links to its console", async () => {
    const server = await startServer(file, { DATA_DIR: folder, ...production });
    const environment = `DATA_DIR=${folder} CONSOLE_ORIGIN=${production.CONSOLE_ORIGIN} node`;
    expect(server.log()).toMatch(
      new RegExp(`"command":"${environment} \\S+ create-admin","message":"there is no account`),
    );
    expect((await create("a@b.example", "--password", "x")).stderr).toContain(`${environment} `);
    await server.end("SIGTERM");
  });

  test("a lost link is replaced as long as no password is set", async () => {
    const first = linkIn((await create("a@b.example", ...options, "--new-data")).stdout);
    const second = linkIn((await create("a@b.example", "--new-link")).stdout);
    expect((await create("b@b.example", "--new-link")).code).toBe(1);
    const server = await startServer(file, { DATA_DIR: folder, ...production });
    const use = (link: URL) => {
      const variables = { resetToken: link.searchParams.get("token"), password: "First-Password-1!" };
      return new Client(server.origin).send("AuthResetPassword", variables);
    };
    expect((await use(first)).error).toBeDefined();
    expect((await use(second)).error).toBeUndefined();
    await server.end("SIGTERM");
  });

  test.each([
    [["not an email", ...options], "email"],
    [["a@b.example", "--organisation", "Group"], "  customer: is needed\n"],
    [["a@b.example", "--customer", "Shop", "--organisation", "東京"], "organisation"],
    [["a@b.example", ...options, "--region", "mars-1"], "region"],
    [["a@b.example", "--password", "x"], "--password"],
  ])("%j: names the problem and creates nothing", async (args, named) => {
    const { code, stderr } = await create(...args);
    expect(code).toBe(1);
    expect(stderr).toContain(named);
    expect(stderr).not.toContain("    at ");
    expect(readdirSync(folder)).toEqual([]);
  });
});

test("refuses an unknown command and lists the known ones", async () => {
  const { code, stderr } = await api(["erase"]);
  expect(code).toBe(1);
  expect(stderr).toBe(
    'Unknown command "erase". The commands are: verify, backup, restore, move-to-postgres, create-admin.\n',
  );
});
