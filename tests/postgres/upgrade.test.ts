import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type pg from "pg";
import { expect, test } from "vitest";
import { awsRegions } from "../../shared/regions";
import { directorySchema, schemaOf } from "../../regional-api/store/postgres/connection";
import { migratePostgres } from "../../regional-api/store/postgres/migrate";
import { openPostgres, withDatabase } from "../../regional-api/store/postgres/open";
import { verifyPostgres } from "../../regional-api/store/postgres/verify";
import { appendEntry } from "../../regional-api/store/record-chain";
import { entryOfBefore, entryOfToday } from "../support/record-of-before";

// After a start, databases made by 1.29.0 have the same schema as new ones (tests/contract/upgrade.test.ts: files).

const server = process.env.TEST_POSTGRES ?? "";
const urlOf = async (name: string) => {
  await withDatabase(`${server}/postgres`, (client) => client.query(`CREATE DATABASE ${name}`));
  return `${server}/${name}`;
};

/** Everything in a schema, regardless of column order. */
const madeOf = async (client: pg.ClientBase, schema: string) => {
  const { rows } = await client.query<{ line: string }>(
    `SELECT concat_ws(' ', c.relname, c.relpersistence, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
       a.attidentity, a.attgenerated, a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid)) AS line
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
     WHERE c.relnamespace = $1::text::regnamespace AND c.relkind IN ('r', 'v')
     UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
     FROM pg_constraint WHERE connamespace = $1::text::regnamespace
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = $1::text
     UNION ALL SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
     WHERE c.relnamespace = $1::text::regnamespace AND NOT tgisinternal
     UNION ALL SELECT proname || regexp_replace(prosrc, '\\s+', ' ', 'g') FROM pg_proc WHERE pronamespace = $1::text::regnamespace
     UNION ALL SELECT viewname || regexp_replace(definition, '\\s+', ' ', 'g') FROM pg_views WHERE schemaname = $1::text`,
    [schema],
  );
  return rows.map(({ line }) => line).sort();
};
const schemas = [directorySchema, ...awsRegions.map(schemaOf)];
const allOf = async (url: string) => {
  const made: Record<string, string[]> = {};
  await withDatabase(url, async (client) => {
    for (const schema of schemas) made[schema] = await madeOf(client, schema);
  });
  return made;
};

test("GEN-80 upgrades a database of 1.29.0 to the current declarations, and refuses an older one", async () => {
  const file = new URL("../contract/fixtures/1.29.0/postgres.sql.gz", import.meta.url);
  const old = gunzipSync(readFileSync(file)).toString();
  const [fresh, upgraded] = [await urlOf("upgrade_new"), await urlOf("upgrade_old")];
  await withDatabase(fresh, (client) => migratePostgres(client));
  await withDatabase(upgraded, async (client) => {
    await client.query("CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin");
    await client.query(old);
    // The dump has one region.
    for (const schema of schemas.slice(1).filter((one) => !old.includes(`SCHEMA ${one};`))) {
      await client.query(`ALTER SCHEMA us_east_1 RENAME TO ${schema}; DROP SCHEMA directory CASCADE`);
      await client.query(old);
    }
  });
  const before = await allOf(upgraded);
  const change = (text: string) => withDatabase(upgraded, (client) => client.query(text));
  await change("UPDATE eu_west_1.schema_migrations SET number = -158 WHERE number = 158");
  const refused =
    /"eu_west_1" is of a version before 1\.29\.0: start version 1\.29\.0 with it once, then this one\./;
  await expect(withDatabase(upgraded, (client) => migratePostgres(client))).rejects.toThrow(refused);
  await expect(verifyPostgres(upgraded)).rejects.toThrow(refused);
  expect(await allOf(upgraded)).toEqual(before);

  await change("UPDATE eu_west_1.schema_migrations SET number = 158 WHERE number = -158");
  const addOfBefore = async (seq: number, hash: Buffer) => {
    const entry = entryOfBefore(seq, "one", hash);
    await withDatabase(upgraded, async (client) => {
      await client.query("SET search_path = eu_west_1, directory, public");
      const names = entry.columns.map((column) => `"${column}"`).join();
      const places = entry.columns.map((_, index) => `$${index + 1}`).join();
      await client.query(`INSERT INTO record_entries (${names}) VALUES (${places})`, entry.values);
      await client.query('UPDATE record_head SET "lastSeq" = $1, "lastAt" = $1, "lastHash" = $2', [
        seq,
        entry.hash,
      ]);
    });
    return entry.hash;
  };
  const hash = await addOfBefore(1, Buffer.alloc(32));
  await withDatabase(upgraded, (client) => migratePostgres(client));
  expect(await allOf(upgraded)).toEqual(await allOf(fresh));
  expect(await verifyPostgres(upgraded)).toEqual({ problems: [], notes: [] });

  // A process of the previous release runs next to the first of this one, and both add to the record.
  await addOfBefore(2, hash);
  const store = await openPostgres({ url: upgraded, maxConnections: 4, lost: () => undefined });
  for (const [index, customerId] of ["one", null, "one"].entries())
    await store
      .region("eu-west-1")
      .write((db) => appendEntry(db, entryOfToday(`of-today-${index}`, customerId), []));
  await store.close();
  await withDatabase(upgraded, async (client) => {
    await client.query("SET search_path = eu_west_1, directory, public");
    const { rows } = await client.query('SELECT "lastHash" AS hash FROM record_head');
    await addOfBefore(4, (rows as { hash: Buffer }[])[0]?.hash ?? hash);
  });
  expect(await verifyPostgres(upgraded)).toEqual({ problems: [], notes: [] });
  await change("ALTER TABLE eu_west_1.record_entries DISABLE TRIGGER USER");
  await change("DELETE FROM eu_west_1.record_entries WHERE link = 1");
  expect((await verifyPostgres(upgraded)).problems.join()).toContain("entry 1 of customer one is missing");
});
