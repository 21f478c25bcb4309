import type { declared } from "../tables";

/** What a migration does, in the words of each engine. */
export interface Step {
  readonly sql: string;
  readonly postgres: string;
}

/** One forward-only step of data that exist; never edited once it ran somewhere, only followed by another. */
export interface Migration extends Step {
  /** Unique over both files, and the order of application. */
  readonly number: number;
  readonly name: string;
  /** The file it belongs to: the directory, or each of the region files. PostgreSQL has a schema for each of them. */
  readonly file: keyof typeof declared;
  /** May call `search_key`, which makes a stored key anew (shared/search-key.ts). */
  readonly sql: string;
  /** The keys that PostgreSQL is to have made anew then, by their tables, and with them the words of the record. */
  readonly postgresKeys?: Readonly<Record<string, readonly string[]>>;
}
