/** A step of a schema, in the words of each engine. */
export interface Step {
  readonly sql: string;
  readonly postgres: string;
}

/** One forward-only step of a database file or schema; never edited once released, only followed by another. */
export interface Migration {
  /** Unique over both kinds of file; the order of application. */
  readonly number: number;
  readonly name: string;
  /** The file it belongs to: the directory, or each of the region files. PostgreSQL has a schema for each of them. */
  readonly file: "directory" | "region";
  /** May call `search_key`, which makes a stored key anew (store/search/search-key.ts). */
  readonly sql: string;
  /** The same for PostgreSQL. Those up to 150 have none: its first tables (postgres/migrations) hold what they made. */
  readonly postgres?: string;
  /** The keys that PostgreSQL is to have made anew then, by their tables, and with them the words of the record. */
  readonly postgresKeys?: Readonly<Record<string, readonly string[]>>;
}
