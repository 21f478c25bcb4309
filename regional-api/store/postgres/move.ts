/**
 * Copies the data of an embedded data folder into an empty database, and reads both again before it says that it is done.
 * All of it is there afterwards, or nothing.
 */
import BetterSqlite3 from "better-sqlite3";
import type pg from "pg";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { awsRegions } from "../../regions";
import { DataError, directoryFile } from "../data-files";
import { wordsOfName } from "../search/entries";
import { directorySchema, schemaOf } from "./connection";

type Value = string | number | bigint | Buffer | null;

/** A table as both engines have it. */
interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

const quote = (name: string) => `"${name}"`;
const listOf = (names: readonly string[]) => names.map(quote).join(", ");

/** Tables that each engine fills in its own way. */
const ofOneEngine = new Set(["schema_migrations", "record_search", "audit_events", "call_counts"]);

/** The tables of a schema, each after those that it refers to. */
async function tablesOf(client: pg.ClientBase, schema: string): Promise<Table[]> {
  const { rows } = await client.query<Table & { refersTo: string[] }>(
    `SELECT c.relname AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       (SELECT array_agg(a.attname::text ORDER BY array_position(i.indkey::int2[], a.attnum))
         FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
         WHERE i.indrelid = c.oid AND i.indisprimary) AS key,
       coalesce((SELECT array_agg(f.confrelid::regclass::text) FROM pg_constraint f
         WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid), '{}') AS "refersTo"
     FROM pg_class c WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' ORDER BY c.relname`,
    [schema],
  );
  const sorted: (Table & { refersTo: string[] })[] = [];
  const visit = (table: Table & { refersTo: string[] }) => {
    if (sorted.includes(table)) return;
    for (const other of rows) if (table.refersTo.includes(other.name)) visit(other);
    sorted.push(table);
  };
  for (const table of rows) visit(table);
  return sorted.filter(({ name }) => !ofOneEngine.has(name));
}

/** The most parameters of one statement, with room to spare. */
const maxParameters = 30_000;

function* batches(rows: Iterable<Value[]>, size: number): Generator<Value[][]> {
  let batch: Value[][] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

const rowsOf = (sqlite: BetterSqlite3.Database, { name, columns, key }: Table) =>
  sqlite
    .prepare<[], Value[]>(`SELECT ${listOf(columns)} FROM ${quote(name)} ORDER BY ${listOf(key)}`)
    .safeIntegers(true)
    .raw()
    .iterate();

async function insert(client: pg.ClientBase, table: string, columns: readonly string[], rows: Value[][]) {
  const width = columns.length;
  const places = rows.map(
    (_, row) => `(${columns.map((_column, index) => `$${row * width + index + 1}`).join(", ")})`,
  );
  await client.query(
    `INSERT INTO ${quote(table)} (${listOf(columns)}) VALUES ${places.join(", ")}`,
    rows.flat(),
  );
}

async function copy(client: pg.ClientBase, sqlite: BetterSqlite3.Database, table: Table): Promise<number> {
  const { name, columns } = table;
  let count = 0;
  // What the triggers keep is copied as well.
  await client.query(`ALTER TABLE ${quote(name)} DISABLE TRIGGER USER; SET CONSTRAINTS ALL DEFERRED`);
  for (const batch of batches(rowsOf(sqlite, table), Math.floor(maxParameters / columns.length))) {
    await insert(client, name, columns, batch);
    count += batch.length;
  }
  await client.query(`SET CONSTRAINTS ALL IMMEDIATE; ALTER TABLE ${quote(name)} ENABLE TRIGGER USER`);
  if (columns.includes("seq"))
    await client.query(
      `SELECT setval(sequence, top) FROM (SELECT pg_get_serial_sequence($1, 'seq') AS sequence,
         (SELECT max(seq) FROM ${quote(name)}) AS top) AS s WHERE sequence IS NOT NULL AND top IS NOT NULL`,
      [name],
    );
  return count;
}

const shown = (value: Value): string | null =>
  value === null ? null : Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : String(value);

/** Whether a value read from PostgreSQL as text is the one of SQLite: fractions have more than one spelling. */
const isSame = (one: Value, other: string | null) =>
  shown(one) === other || (typeof one === "number" && other !== null && Number(other) === one);

const verifiedAtOnce = 2_000;

/** Throws a DataError that names the first row which the database does not have as the file has it. */
async function verify(client: pg.ClientBase, sqlite: BetterSqlite3.Database, table: Table): Promise<void> {
  const { name, columns, key } = table;
  const texts = columns.map((column) => `${quote(column)}::text`).join(", ");
  await client.query(
    // Named by the table, so that the order is not that of the texts.
    `DECLARE moved CURSOR FOR SELECT ${texts} FROM ${quote(name)} AS t
     ORDER BY ${key.map((column) => `t.${quote(column)}`).join(", ")}`,
  );
  let place = 0;
  const differs = () =>
    new DataError(`The table ${name} is not the same in the database: row ${place} differs.`);
  for (const batch of batches(rowsOf(sqlite, table), verifiedAtOnce)) {
    const { rows } = await client.query<(string | null)[]>({
      text: `FETCH ${batch.length} FROM moved`,
      rowMode: "array",
    });
    for (const [index, row] of batch.entries()) {
      place += 1;
      const moved = rows[index];
      if (!moved || !row.every((value, column) => isSame(value, moved[column] ?? null))) throw differs();
    }
  }
  const { rows } = await client.query("FETCH 1 FROM moved");
  place += 1;
  if (rows.length > 0) throw differs();
  await client.query("CLOSE moved");
}

/** Fills the index of the words in the record's names. */
async function indexRecord(client: pg.ClientBase, sqlite: BetterSqlite3.Database): Promise<void> {
  const names = sqlite
    .prepare<[], [number, string]>(
      "SELECT seq, objectName FROM record_entries WHERE objectName IS NOT NULL ORDER BY seq",
    )
    .raw()
    .iterate();
  for (const batch of batches(names, 5_000))
    await client.query(
      `INSERT INTO record_search (seq, words)
       SELECT seq, array_to_tsvector(string_to_array(words, ' ')) FROM unnest($1::bigint[], $2::text[]) AS n (seq, words)`,
      [batch.map(([seq]) => seq), batch.map(([, name]) => wordsOfName(String(name)).join(" "))],
    );
}

/** The tables of a file with their columns, without those of full text, which PostgreSQL has no need of. */
function tablesIn(sqlite: BetterSqlite3.Database): Map<string, string[]> {
  const all = sqlite
    .prepare<[], { name: string; type: string }>(
      "SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'",
    )
    .all();
  const columnsOf = (name: string) =>
    sqlite.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck().all(name);
  return new Map(
    all
      .filter(({ name, type }) => type === "table" && !ofOneEngine.has(name))
      .map(({ name }) => [name, columnsOf(name)]),
  );
}

/** Throws a DataError for a table or a column that only one of both has: it would be lost. */
function assertAlike(sqlite: BetterSqlite3.Database, tables: readonly Table[]): void {
  const files = tablesIn(sqlite);
  const missing = [...files.keys()].find((name) => !tables.some((table) => table.name === name));
  if (missing !== undefined) throw new DataError(`The database has no table ${missing}.`);
  for (const { name, columns } of tables) {
    const own = files.get(name);
    if (!own) throw new DataError(`${sqlite.name} has no table ${name}.`);
    const other = [...own, ...columns].find((column) => own.includes(column) !== columns.includes(column));
    if (other !== undefined)
      throw new DataError(
        `The column ${name}.${other} is in ${own.includes(other) ? "the file" : "the database"} alone.`,
      );
  }
}

/** Tables of so many rows take seconds: each is told of. */
const toldFrom = 20_000;

/** What was copied: how many rows of how many tables. */
export interface Moved {
  readonly tables: number;
  readonly rows: number;
}

/** Does `work` with each table of each file, its schema being the first that names are looked up in. */
async function withTables(
  client: pg.ClientBase,
  dataDir: string,
  work: (table: Table, sqlite: BetterSqlite3.Database, schema: string) => Promise<void>,
): Promise<void> {
  const parts = [
    { file: directoryFile, schema: directorySchema },
    ...awsRegions.map((region) => ({ file: `${region}.sqlite`, schema: schemaOf(region) })),
  ];
  for (const { file, schema } of parts) {
    const path = join(dataDir, file);
    if (!existsSync(path)) throw new DataError(`${path} is missing.`);
    const sqlite = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
    try {
      await client.query(`SET LOCAL search_path = ${schema}, ${directorySchema}, public`);
      const tables = await tablesOf(client, schema);
      assertAlike(sqlite, tables);
      for (const table of tables) await work(table, sqlite, schema);
    } finally {
      sqlite.close();
    }
  }
}

/** Throws a DataError that names the first row which the database has otherwise than the files of `dataDir`. */
export const verifyMoved = (client: pg.ClientBase, dataDir: string): Promise<void> =>
  withTables(client, dataDir, (table, sqlite) => verify(client, sqlite, table));

/**
 * Copies all files of `dataDir`, which nobody may serve meanwhile, by `client`, whose schemas are there and empty. Runs in
 * the caller's transaction. Throws a DataError for a database that has rows, and for what does not come out alike.
 */
export async function moveDataDir(
  client: pg.ClientBase,
  dataDir: string,
  say: (text: string) => void = () => undefined,
): Promise<Moved> {
  let [tables, rows] = [0, 0];
  await withTables(client, dataDir, async (table, sqlite, schema) => {
    // An empty record has a head already.
    if (table.name === "record_head") await client.query('DELETE FROM record_head WHERE "lastSeq" = 0');
    const { rows: some } = await client.query(`SELECT 1 FROM ${quote(table.name)} LIMIT 1`);
    if (some.length > 0)
      throw new DataError(`The database has rows in ${schema}.${table.name}: it must be empty.`);
    const copied = await copy(client, sqlite, table);
    if (copied >= toldFrom) say(`${copied} rows of ${schema}.${table.name} are copied.`);
    rows += copied;
    tables += 1;
    if (table.name === "record_entries") await indexRecord(client, sqlite);
  });
  if (rows >= toldFrom) say("All is copied, and is read again.");
  await verifyMoved(client, dataDir);
  return { tables, rows };
}

/**
 * Has PostgreSQL look through what was copied, outside of a transaction: until it has statistics and knows which pages hold
 * nothing but what everybody sees, lists read whole tables. By itself it would come to it minutes later.
 */
export const vacuum = async (client: pg.ClientBase): Promise<void> =>
  void (await client.query("VACUUM (ANALYZE)"));
