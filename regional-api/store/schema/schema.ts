/** The complete schema of new data, in each engine's SQL. */
import { declared } from "../tables";
import type { Engine, Table } from "../tables/columns";
import { previousReleaseChain, copiesOfPostgres } from "./postgres/copies";
import { countsOfPostgres } from "./postgres/counts";
import { create } from "./print";
import { copiesOfSqlite } from "./sqlite/copies";
import { countsOfSqlite } from "./sqlite/counts";
import { searchOfSqlite } from "./sqlite/search";

/** Schema in addition to tables: views, triggers, and engine-specific parts. */
const dependents: Record<Engine, Record<keyof typeof declared, readonly string[]>> = {
  sqlite: {
    directory: [],
    region: [countsOfSqlite, copiesOfSqlite, searchOfSqlite],
  },
  postgres: {
    // Unlogged: a crash of the server loses call counts, but they cover only the last minutes.
    directory: [
      "CREATE UNLOGGED TABLE call_counts (key text PRIMARY KEY, span bigint NOT NULL, count bigint NOT NULL);",
    ],
    region: [
      // Index for finding names in the audit log by their words, normalized as in shared/search-key.ts.
      `CREATE TABLE record_search (seq bigint PRIMARY KEY, words tsvector NOT NULL);
      CREATE INDEX record_search_words ON record_search USING gin (words);`,
      ...[countsOfPostgres, copiesOfPostgres, previousReleaseChain],
    ],
  },
};

export const schema = (engine: Engine, file: keyof typeof declared): string =>
  [
    ...Object.entries<Table>(declared[file]).map(([name, table]) => create(engine, name, table)),
    ...dependents[engine][file],
  ].join("\n");
