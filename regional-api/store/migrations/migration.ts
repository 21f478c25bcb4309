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
  readonly sql: string;
  /** The same for PostgreSQL. Those up to 150 have none: its first tables (postgres/migrations) hold what they made. */
  readonly postgres?: string;
}
