/** Migrates the schemas of a database. */
import type pg from "pg";
import { awsRegions } from "../../../shared/regions";
import { DataError } from "../data-files";
import { mapSequentially } from "../sequential";
import { directorySchema, schemaOf } from "./connection";
import { checksumOf, missingOf, initialRecords, type AppliedMigration } from "../migrations/applied";
import { migrations } from "../migrations/index";
import type { Migration } from "../migrations/migration";
import { schema as schemaText } from "../schema/schema";
import { wordsOfName } from "../search/entries";
import { recomputeKey } from "../../../shared/search-key";

/** Advisory lock during migrations, so that only one process migrates. */
const migrating = 4_811;

const schemas = [directorySchema, ...awsRegions.map(schemaOf)];

const fileOf = (schema: string): Migration["file"] => (schema === directorySchema ? "directory" : "region");

/**
 * Returns the pending migrations of a schema; undefined if it does not exist. Throws a DataError if it does
 * not belong to this release.
 */
async function missingFrom(client: pg.ClientBase, schema: string): Promise<Migration[] | undefined> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1",
    [schema],
  );
  if (tables.length === 0) return undefined;
  if (!tables.some(({ name }) => name === "schema_migrations"))
    throw new DataError(`The database has a schema "${schema}" that does not belong to this API.`);
  const { rows } = await client.query<AppliedMigration>(
    `SELECT number::int, name, "appliedAt", checksum FROM ${schema}.schema_migrations`,
  );
  const place = `The schema "${schema}"`;
  return missingOf({ place, file: fileOf(schema), engine: "postgres", rows }, migrations);
}

/**
 * Returns the number of pending migrations per schema. Throws a DataError if a schema is missing or does not
 * belong to this release.
 */
export async function missingIn(
  client: pg.ClientBase,
): Promise<(readonly [schema: string, count: number])[]> {
  return mapSequentially(schemas, async (schema) => {
    const missing = await missingFrom(client, schema);
    if (!missing) throw new DataError(`The database has no schema "${schema}": there is no data in it.`);
    return [schema, missing.length] as const;
  });
}

/** SQL condition that a key has non-ASCII characters; plain ASCII keys are the same under every rule. */
const hasOthers = (column: string) => `"${column}" ~ '[^ -~]'`;

/**
 * Recomputes keys and the search words of the audit log. Computes each distinct value once, however many rows
 * have it.
 */
async function makeKeysAnew(
  client: pg.ClientBase,
  keys: NonNullable<Migration["postgresKeys"]>,
): Promise<void> {
  for (const [table, columns] of Object.entries(keys))
    for (const column of columns) {
      const { rows } = await client.query<{ old: string }>(
        `SELECT DISTINCT "${column}" AS old FROM ${table} WHERE ${hasOthers(column)}`,
      );
      const changed = rows
        .map(({ old }) => [old, recomputeKey(old)] as const)
        .filter(([old, made]) => old !== made);
      await client.query(
        `UPDATE ${table} SET "${column}" = k.made FROM unnest($1::text[], $2::text[]) AS k (old, made)
         WHERE "${column}" = k.old`,
        [changed.map(([old]) => old), changed.map(([, made]) => made)],
      );
    }
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT "objectName" AS name FROM record_entries WHERE ${hasOthers("objectName")}`,
  );
  await client.query(
    `UPDATE record_search AS s SET words = array_to_tsvector(string_to_array(n.words, ' '))
     FROM unnest($1::text[], $2::text[]) AS n (name, words) JOIN record_entries AS e ON e."objectName" = n.name
     WHERE s.seq = e.seq`,
    [rows.map(({ name }) => name), rows.map(({ name }) => wordsOfName(name).join(" "))],
  );
}

/** Migrates all schemas in one transaction; `fill` fills a database that had no schema. */
export async function migratePostgres(
  client: pg.ClientBase,
  fill?: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${migrating})`);
    let wasEmpty = true;
    for (const schema of schemas) {
      const missing = await missingFrom(client, schema);
      if (missing) wasEmpty = false;
      const note = ({ number, name, checksum }: Omit<AppliedMigration, "appliedAt">) =>
        client.query(`INSERT INTO ${schema}.schema_migrations (number, name, checksum) VALUES ($1, $2, $3)`, [
          number,
          name,
          checksum,
        ]);
      if (!missing) {
        await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
        await client.query("CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public");
        await client.query("CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA public");
      }
      await client.query(`SET LOCAL search_path = ${[schema, directorySchema, "public"].join(", ")}`);
      if (!missing) {
        await client.query(
          `CREATE TABLE ${schema}.schema_migrations (
            number bigint PRIMARY KEY, name text NOT NULL, "appliedAt" timestamptz NOT NULL DEFAULT now(),
            checksum text NOT NULL
          )`,
        );
        await client.query(schemaText("postgres", fileOf(schema)));
        for (const row of initialRecords(fileOf(schema), "postgres", migrations)) await note(row);
      }
      for (const migration of missing ?? []) {
        await client.query(migration.postgres);
        if (migration.postgresKeys) await makeKeysAnew(client, migration.postgresKeys);
        await note({ ...migration, checksum: checksumOf(migration, "postgres") });
      }
    }
    if (wasEmpty) await fill?.(client);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}
