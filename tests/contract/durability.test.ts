import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDataDir } from "../../regional-api/store/data-dir";
import { openDatabases, type Databases } from "../../regional-api/store/database";
import { reconcileDirectory } from "../../regional-api/store/reconcile";
import { signedIn } from "./fixtures/client";
import { buildServer, startServer } from "./fixtures/server";
import { snapshot } from "./fixtures/snapshot";
import { ids, people, worldOnDisk } from "./fixtures/world";

let file: string;
let remove: () => void;
beforeAll(async () => {
  ({ file, remove } = await buildServer());
}, 60_000);
afterAll(() => remove());

const temporary = () => mkdtempSync(join(tmpdir(), "api-test-"));

function expectSound(databases: Databases): void {
  for (const db of databases.all()) {
    for (const schema of ["main", "directory"]) {
      expect(db.sqlite.pragma(`${schema}.integrity_check`, { simple: true })).toBe("ok");
      expect(db.sqlite.pragma(`${schema}.foreign_key_check`)).toEqual([]);
    }
  }
}

test("kill -9 in the middle of writes, ten times: every acknowledged customer is in both files @all", async () => {
  const dataDir = await worldOnDisk();
  const acknowledged: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    const server = await startServer(file, { DATA_DIR: dataDir });
    const staff = await signedIn(server.origin, "staff");
    const write = async (writer: number) => {
      for (let number = 0; ; number += 1) {
        const uniqueName = `r${round}-w${writer}-n${number}`;
        const variables = { organizationId: ids.acme, uniqueName, displayName: uniqueName };
        const region = (["ap-southeast-2", "eu-west-1", "us-east-1"] as const)[writer % 3] ?? "eu-west-1";
        // The killed server drops the connection, so that write is not acknowledged.
        const answer = await staff
          .clone()
          .send("ORGCreateCustomer", variables, { region })
          .catch(() => null);
        if (!answer) return;
        expect(answer.error).toBeUndefined();
        acknowledged.push(uniqueName);
      }
    };
    const writers = Array.from({ length: 6 }, (_, writer) => write(writer));
    setTimeout(() => server.child.kill("SIGKILL"), 120 + round * 17);
    await Promise.all(writers);
    expect(await server.end("SIGKILL")).toBeNull();
  }
  expect(acknowledged.length).toBeGreaterThan(20);

  const databases = openDatabases(dataDir);
  await reconcileDirectory(databases);
  expectSound(databases);
  const inDirectory = new Set(
    databases
      .region("eu-west-1")
      .sqlite.prepare<[], string>("SELECT uniqueName FROM customer_directory")
      .pluck()
      .all(),
  );
  const inRegions = new Set(
    databases
      .all()
      .flatMap((db) =>
        db.sqlite
          .prepare<[], string>(
            "SELECT c.uniqueName FROM customers c JOIN hierarchies h ON h.id = c.rootHierarchyId",
          )
          .pluck()
          .all(),
      ),
  );
  expect(acknowledged.filter((name) => !inDirectory.has(name) || !inRegions.has(name))).toEqual([]);
  expect(inDirectory).toEqual(inRegions);
  databases.close();
  rmSync(dataDir, { recursive: true });
}, 120_000);

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s stops cleanly: code 0 and empty write-ahead logs",
  async (signal) => {
    const dataDir = await worldOnDisk();
    const server = await startServer(file, { DATA_DIR: dataDir });
    await signedIn(server.origin, "staff");
    expect(await server.end(signal)).toBe(0);
    expect(readdirSync(dataDir).filter((name) => name.endsWith("-wal"))).toEqual([]);
    rmSync(dataDir, { recursive: true });
  },
);

test("CUST-41 CUST-43 at start the directory is completed from a region file that a crash left ahead", async () => {
  const dataDir = await worldOnDisk();
  const databases = openDatabases(dataDir);
  expect(await reconcileDirectory(databases)).toBe(0);
  const sydney = databases.region("ap-southeast-2");
  sydney.statement("UPDATE customers SET createdBy = ? WHERE id = ?").run(people.staff, ids.bank);
  sydney.statement("INSERT INTO user_customers VALUES (?, ?)").run(people.staff, ids.bank);
  const before = snapshot(databases);
  // As if the directory file's commit had not happened.
  sydney.statement("DELETE FROM user_customers WHERE customerId = ?").run(ids.bank);
  sydney.statement("DELETE FROM customer_directory WHERE id = ?").run(ids.bank);
  sydney.statement("UPDATE customer_directory SET archivedAt = NULL WHERE id = ?").run(ids.closed);
  sydney.statement("DELETE FROM user_directory WHERE id = ?").run(people.admin);
  sydney.statement("UPDATE user_directory SET archivedAt = NULL WHERE id = ?").run(people.archived);
  expect(snapshot(databases)).not.toBe(before);
  expect(await reconcileDirectory(databases)).toBe(5);
  expect(snapshot(databases)).toBe(before);
  databases.close();
  rmSync(dataDir, { recursive: true });
});

test("the region file is committed before the directory, so that a crash in between is repairable", async () => {
  const dataDir = await worldOnDisk();
  const databases = openDatabases(dataDir);
  const db = databases.region("eu-west-1");
  const files = (db.sqlite.pragma("database_list") as { name: string }[]).map(({ name }) => name);
  expect(files.filter((name) => name !== "temp")).toEqual(["main", "directory"]);
  for (const schema of ["main", "directory"]) {
    expect(db.sqlite.pragma(`${schema}.synchronous`, { simple: true })).toBe(2);
    expect(db.sqlite.pragma(`${schema}.journal_mode`, { simple: true })).toBe("wal");
  }
  databases.close();
  rmSync(dataDir, { recursive: true });
});

test("an interrupted seed starts over; a complete one is kept", async () => {
  const dataDir = temporary();
  writeFileSync(join(dataDir, "not-ours.txt"), "stays");
  let seeds = 0;
  const seed = async (databases: Databases) => {
    seeds += 1;
    const organization = { id: "a".repeat(24), name: `Seed ${seeds}` };
    databases
      .region("eu-west-1")
      .statement(
        "INSERT INTO organizations (id, uniqueName, displayName, createdAt, updatedAt) VALUES (?, ?, ?, 1, 1)",
      )
      .run(organization.id, organization.name, organization.name);
    if (seeds === 1) throw new Error("killed");
  };
  await expect(openDataDir(dataDir, seed)).rejects.toThrow("killed");
  for (let start = 0; start < 2; start += 1) {
    const databases = await openDataDir(dataDir, seed);
    expect(databases.region("us-east-1").statement("SELECT displayName FROM organizations").all()).toEqual([
      { displayName: "Seed 2" },
    ]);
    databases.close();
  }
  expect(seeds).toBe(2);
  expect(readdirSync(dataDir).filter((name) => !name.endsWith(".sqlite"))).toEqual([
    "api.lock",
    "not-ours.txt",
  ]);
  rmSync(dataDir, { recursive: true });
});
