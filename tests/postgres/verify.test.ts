import { rmSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { runCommand } from "../../regional-api/commands/index";
import { readConfig } from "../../regional-api/config";
import { migratePostgres } from "../../regional-api/store/postgres/migrate";
import { moveDataDir } from "../../regional-api/store/postgres/move";
import { openPostgres, withDatabase } from "../../regional-api/store/postgres/open";
import { verifyPostgres } from "../../regional-api/store/postgres/verify";
import { appendEntry } from "../../regional-api/store/record-chain";
import { postgresPrograms } from "../../scripts/lib/postgres.mjs";
import { ids, worldOnDisk } from "../contract/fixtures/world";

// `verify` finds and locates manual changes in the database that bypassed its triggers.

describe.skipIf(postgresPrograms() === undefined)("AUD-13 verify", () => {
  const server = process.env.TEST_POSTGRES ?? "";
  const url = `${server}/verified`;
  /** More than one batch. */
  const entries = 1_100;
  let dataDir: string;

  const onServer = (text: string) => withDatabase(`${server}/postgres`, (client) => client.query(text));
  /** Changes data as the server's owner can, without triggers. */
  const byHand = (text: string) =>
    withDatabase(url, (client) =>
      client.query(`SET session_replication_role = replica; SET search_path = ap_southeast_2; ${text}`),
    );
  const problems = async () => (await verifyPostgres(url)).problems;

  beforeAll(async () => {
    dataDir = await worldOnDisk();
    await onServer("CREATE DATABASE verified_template");
    const template = `${server}/verified_template`;
    await withDatabase(template, (client) =>
      migratePostgres(client, async () => void (await moveDataDir(client, dataDir))),
    );
    const store = await openPostgres({ url: template, maxConnections: 4, lost: () => undefined });
    await store.region("ap-southeast-2").write(async (db) => {
      for (let at = 1; at <= entries; at += 1)
        await appendEntry(
          db,
          {
            ...{ id: `entry-${at}`, at, action: "CHANGED", outcome: "SUCCESS", kind: "USER" },
            ...{ objectId: null, objectName: `Ødegård ${at}`, objectCount: 1, actorId: null },
            ...{ organizationId: ids.acme, customerId: ids.retail, departmentId: null, source: "CONSOLE" },
            ...{ network: "", requestId: "", operation: "", changes: "[]", details: "{}" },
          },
          [],
        );
    });
    await store.close();
  });
  beforeEach(async () => {
    await onServer("DROP DATABASE IF EXISTS verified");
    await onServer("CREATE DATABASE verified TEMPLATE verified_template");
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  test("reports an untouched database as sound", async () => {
    const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    try {
      await runCommand("verify", [], readConfig({ DATABASE_URL: url, DATA_DIR: dataDir }));
      expect(output.mock.calls.join("")).toMatch(/^verified at \S+ is sound\.\n.*pg_amcheck/);
    } finally {
      output.mockRestore();
    }
  });

  test.each([
    [
      "an entry that reads otherwise",
      "UPDATE record_entries SET changes = '[{}]' WHERE seq = 1050",
      "was changed",
    ],
    [
      "an entry that is gone",
      "DELETE FROM record_entries WHERE seq = 7",
      `entry 7 of customer ${ids.retail} is missing`,
    ],
    [
      "the newest that are gone",
      "DELETE FROM record_entries WHERE seq > 1090",
      `entry 1091 of customer ${ids.retail} is missing`,
    ],
    [
      "another head",
      "UPDATE record_chains SET \"lastHash\" = '\\x00'",
      "the head of the record of customer ",
    ],
  ])("%s", async (_what, change, found) => {
    await byHand(change);
    expect(await problems()).toEqual([
      expect.stringMatching(`^The schema "ap_southeast_2": the audit log is broken: .*${found}`),
    ]);
    const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir });
    await expect(runCommand("verify", [], config)).rejects.toThrow(found);
  });

  test.each([
    [
      "UPDATE users SET \"archivedAt\" = 1 WHERE email LIKE 'recruiter%'",
      "numbers of the users of departments",
    ],
    ['UPDATE groups SET "usersCount" = "usersCount" + 1', "numbers of the people of groups"],
    ['UPDATE vacancies SET "applicationCount" = 77', "numbers of the candidates of vacancies"],
  ])("finds counts that do not match the rows: %s", async (change, found) => {
    await byHand(change);
    expect((await problems()).join("\n")).toContain(found);
  });

  test("refuses a database without data, or of a newer release", async () => {
    await byHand("INSERT INTO schema_migrations (number, name, checksum) VALUES (999, 'later', 'x')");
    await expect(verifyPostgres(url)).rejects.toThrow("newer release");
    await byHand("DROP SCHEMA directory CASCADE");
    await expect(verifyPostgres(url)).rejects.toThrow("there is no data in it");
  });
});

test.skipIf(postgresPrograms() === undefined)(
  "moved data is analyzed and vacuumed, so that it is fast to read at once",
  async () => {
    const server = process.env.TEST_POSTGRES ?? "";
    const dataDir = await worldOnDisk();
    await withDatabase(`${server}/postgres`, (client) => client.query("CREATE DATABASE moved"));
    const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    try {
      const url = `${server}/moved`;
      await runCommand("move-to-postgres", [], readConfig({ DATABASE_URL: url, DATA_DIR: dataDir }));
      expect(output.mock.calls.join("")).toMatch(/^\d+ rows of \d+ tables are in .*read back and compared/);
      const { rows } = await withDatabase(url, (client) =>
        client.query(
          `SELECT relname FROM pg_stat_user_tables
             WHERE schemaname = 'ap_southeast_2' AND (last_vacuum IS NULL OR last_analyze IS NULL)`,
        ),
      );
      expect(rows).toEqual([]);
    } finally {
      output.mockRestore();
      rmSync(dataDir, { recursive: true });
    }
  },
);
