/** Brings the schemas of a database up to date. */
import { createHash } from "node:crypto";
import type pg from "pg";
import { awsRegions } from "../../regions";
import { DataError } from "../data-files";
import { mapInTurn } from "../in-turn";
import { directorySchema, schemaOf } from "./connection";
import { postgresMigrations } from "./migrations/index";
import { wordsOfName } from "../search/entries";
import { keyAnew } from "../search/search-key";
import type { PostgresMigration } from "./migrations/migration";

const checksumOf = ({ sql }: PostgresMigration) =>
  createHash("sha256").update(sql.replace(/\s+/g, " ").trim()).digest("hex");

/** Held while a database is brought up to date, so that one process does it. */
const migrating = 4_811;

interface Applied {
  readonly number: number;
  readonly checksum: string;
}

const schemas = [directorySchema, ...awsRegions.map(schemaOf)];

/** What ran in a schema; undefined for one that is not there. Throws a DataError for one that is not this API's. */
async function appliedIn(client: pg.ClientBase, schema: string): Promise<Map<number, string> | undefined> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1",
    [schema],
  );
  if (tables.length === 0) return undefined;
  if (!tables.some(({ name }) => name === "schema_migrations"))
    throw new DataError(`The database has a schema "${schema}" that is not of this API.`);
  const { rows } = await client.query<Applied>(`SELECT number, checksum FROM ${schema}.schema_migrations`);
  return new Map(rows.map(({ number, checksum }) => [Number(number), checksum]));
}

/** Throws a DataError for what a newer release did, or what was changed after it ran. */
function assertKnown(schema: string, applied: ReadonlyMap<number, string>): void {
  for (const [number, checksum] of applied) {
    const migration = postgresMigrations.find((one) => one.number === number);
    if (!migration)
      throw new DataError(
        `The schema "${schema}" was changed by a newer release (migration ${number} is not known here).`,
      );
    if (checksumOf(migration) !== checksum)
      throw new DataError(
        `The schema "${schema}": migration ${number} (${migration.name}) was changed after it ran.`,
      );
  }
}

const missingOf = (schema: string, applied: ReadonlyMap<number, string> | undefined) => {
  const kind = schema === directorySchema ? "directory" : "region";
  return postgresMigrations.filter((one) => one.schema === kind && !applied?.has(one.number));
};

/** How many migrations each schema lacks. Throws a DataError where one is not there, or is not this release's. */
export async function missingIn(
  client: pg.ClientBase,
): Promise<(readonly [schema: string, count: number])[]> {
  return mapInTurn(schemas, async (schema) => {
    const applied = await appliedIn(client, schema);
    if (!applied) throw new DataError(`The database has no schema "${schema}": there is no data in it.`);
    assertKnown(schema, applied);
    return [schema, missingOf(schema, applied).length] as const;
  });
}

/** Of plain letters a key is what it was by any rule. */
const hasOthers = (column: string) => `"${column}" ~ '[^ -~]'`;

/** Makes keys anew, and the words by which the record is searched: each that differs once, however many rows have it. */
async function makeKeysAnew(
  client: pg.ClientBase,
  keys: NonNullable<PostgresMigration["keys"]>,
): Promise<void> {
  for (const [table, columns] of Object.entries(keys))
    for (const column of columns) {
      const { rows } = await client.query<{ old: string }>(
        `SELECT DISTINCT "${column}" AS old FROM ${table} WHERE ${hasOthers(column)}`,
      );
      const changed = rows
        .map(({ old }) => [old, keyAnew(old)] as const)
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

/** Makes what is missing, all of it or nothing; what had nothing of this API before is filled by `fill`. */
export async function migratePostgres(
  client: pg.ClientBase,
  fill?: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${migrating})`);
    let wasEmpty = true;
    for (const schema of schemas) {
      const applied = await appliedIn(client, schema);
      if (applied) wasEmpty = false;
      assertKnown(schema, applied ?? new Map());
      const missing = missingOf(schema, applied);
      if (missing.length === 0) continue;
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
      await client.query("CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public");
      await client.query("CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA public");
      await client.query(`SET LOCAL search_path = ${[schema, directorySchema, "public"].join(", ")}`);
      await client.query(
        `CREATE TABLE IF NOT EXISTS ${schema}.schema_migrations (
          number bigint PRIMARY KEY, name text NOT NULL, "appliedAt" timestamptz NOT NULL DEFAULT now(),
          checksum text NOT NULL
        )`,
      );
      for (const migration of missing) {
        await client.query(migration.sql);
        if (migration.keys) await makeKeysAnew(client, migration.keys);
        await client.query(
          `INSERT INTO ${schema}.schema_migrations (number, name, checksum) VALUES ($1, $2, $3)`,
          [migration.number, migration.name, checksumOf(migration)],
        );
      }
    }
    if (wasEmpty) await fill?.(client);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}
