/**
 * Copies an embedded data folder into an empty database, then reads both again to compare them. Copies all of
 * it or nothing.
 */
import BetterSqlite3 from "better-sqlite3";
import type pg from "pg";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { awsRegions } from "../../../shared/regions";
import { DataError, directoryFile } from "../data-files";
import { wordsOfName } from "../search/entries";
import { declared } from "../tables";
import type { Column, Table as DeclaredTable } from "../tables/columns";
import { directorySchema, schemaOf } from "./connection";

type Value = string | number | bigint | Buffer | null;

/** A table with its columns (without generated ones) and its key columns. */
interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** Returns the tables of a file, referenced tables first, without full-text indexes. */
const tablesOf = (file: keyof typeof declared): Table[] =>
  Object.entries<DeclaredTable>(declared[file]).map(([name, { columns, options }]) => {
    const all = Object.entries({ ...columns, ...options.further });
    const namesOf = (which: (facts: Column["facts"]) => unknown) =>
      all.filter(([, { facts }]) => which(facts)).map(([column]) => column);
    return {
      name,
      columns: namesOf(({ lengthOf }) => lengthOf === undefined),
      key: options.primaryKey ?? namesOf(({ isPrimary }) => isPrimary),
    };
  });

const quote = (name: string) => `"${name}"`;
const listOf = (names: readonly string[]) => names.map(quote).join(", ");

/** Maximum number of parameters per statement, with a margin. */
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
  // Columns that triggers maintain are copied as well, so the triggers must not run.
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

/** Compares a SQLite value with PostgreSQL's text; fractions have more than one text form. */
const isSame = (one: Value, other: string | null) =>
  shown(one) === other || (typeof one === "number" && other !== null && Number(other) === one);

const rowsPerCheck = 2_000;

/** Throws a DataError that names the first row that differs from the file's. */
async function verify(client: pg.ClientBase, sqlite: BetterSqlite3.Database, table: Table): Promise<void> {
  const { name, columns, key } = table;
  const texts = columns.map((column) => `${quote(column)}::text`).join(", ");
  await client.query(
    // Qualified by the table, because an unqualified name would sort by the text column of the same name.
    `DECLARE moved CURSOR FOR SELECT ${texts} FROM ${quote(name)} AS t
     ORDER BY ${key.map((column) => `t.${quote(column)}`).join(", ")}`,
  );
  let place = 0;
  const differs = () =>
    new DataError(`The table ${name} is not the same in the database: row ${place} differs.`);
  for (const batch of batches(rowsOf(sqlite, table), rowsPerCheck)) {
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

/** Fills the full-text index of names in the audit log. */
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

/** From this number of rows on, copying a table takes seconds, so progress is reported. */
const reportedFrom = 20_000;

/** Numbers of tables and rows copied. */
export interface MoveSummary {
  readonly tables: number;
  readonly rows: number;
}

/** Runs `work` for each table of each file, with its schema first in the search path. */
async function withTables(
  client: pg.ClientBase,
  dataDir: string,
  work: (table: Table, sqlite: BetterSqlite3.Database, schema: string) => Promise<void>,
): Promise<void> {
  const parts = [
    { kind: "directory", file: directoryFile, schema: directorySchema } as const,
    ...awsRegions.map(
      (region) => ({ kind: "region", file: `${region}.sqlite`, schema: schemaOf(region) }) as const,
    ),
  ];
  for (const { kind, file, schema } of parts) {
    const path = join(dataDir, file);
    if (!existsSync(path)) throw new DataError(`${path} is missing.`);
    const sqlite = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
    try {
      await client.query(`SET LOCAL search_path = ${schema}, ${directorySchema}, public`);
      for (const table of tablesOf(kind)) await work(table, sqlite, schema);
    } finally {
      sqlite.close();
    }
  }
}

/** Throws a DataError that names the first row that differs from the files in `dataDir`. */
export const verifyCopy = (client: pg.ClientBase, dataDir: string): Promise<void> =>
  withTables(client, dataDir, (table, sqlite) => verify(client, sqlite, table));

/**
 * Copies all files of `dataDir`, which must not be in use, by `client`; the client's schemas must exist and
 * be empty. Runs in the caller's transaction. Throws a DataError if the database has rows or the copy
 * differs.
 */
export async function moveDataDir(
  client: pg.ClientBase,
  dataDir: string,
  say: (text: string) => void = () => undefined,
): Promise<MoveSummary> {
  let [tables, rows] = [0, 0];
  await withTables(client, dataDir, async (table, sqlite, schema) => {
    const { rows: some } = await client.query(`SELECT 1 FROM ${quote(table.name)} LIMIT 1`);
    if (some.length > 0)
      throw new DataError(`The database has rows in ${schema}.${table.name}: it must be empty.`);
    const copied = await copy(client, sqlite, table);
    if (copied >= reportedFrom) say(`${copied} rows of ${schema}.${table.name} are copied.`);
    rows += copied;
    tables += 1;
    if (table.name === "record_entries") await indexRecord(client, sqlite);
  });
  if (rows >= reportedFrom) say("Everything has been copied and is now read back.");
  await verifyCopy(client, dataDir);
  return { tables, rows };
}

/**
 * Runs VACUUM and ANALYZE after copying, outside a transaction. Without statistics and the visibility map,
 * lists would scan whole tables until autovacuum runs minutes later.
 */
export const vacuum = async (client: pg.ClientBase): Promise<void> =>
  void (await client.query("VACUUM (ANALYZE)"));
