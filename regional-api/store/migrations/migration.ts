import type { declared } from "../tables";

/** A migration's SQL for each engine. */
export interface Step {
  readonly sql: string;
  readonly postgres: string;
}

/** A forward-only step for existing data; never edited after it has run anywhere, only followed by another. */
export interface Migration extends Step {
  /** Unique across both kinds of file; also the order of application. */
  readonly number: number;
  readonly name: string;
  /** The file it applies to: the directory, or each region file. PostgreSQL has a schema for each. */
  readonly file: keyof typeof declared;
  /** May call `search_key`, which recomputes a stored key (shared/search-key.ts). */
  readonly sql: string;
  /** Key columns by table that PostgreSQL recomputes afterwards, along with the search words of the audit log. */
  readonly postgresKeys?: Readonly<Record<string, readonly string[]>>;
}
