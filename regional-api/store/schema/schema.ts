/** Everything that new data begin with, in statements of each engine. */
import { declared } from "../tables";
import type { Engine, Table } from "../tables/columns";
import { chainOfBefore, copiesOfPostgres } from "./postgres/copies";
import { countsOfPostgres } from "./postgres/counts";
import { create } from "./print";
import { copiesOfSqlite } from "./sqlite/copies";
import { countsOfSqlite } from "./sqlite/counts";
import { searchOfSqlite } from "./sqlite/search";

/** What the tables alone do not say: views, triggers, and what only one engine has. */
const beside: Record<Engine, Record<keyof typeof declared, readonly string[]>> = {
  sqlite: {
    directory: [],
    region: [countsOfSqlite, copiesOfSqlite, searchOfSqlite],
  },
  postgres: {
    // Calls that were counted are lost when the server crashes: they are those of the last minutes.
    directory: [
      "CREATE UNLOGGED TABLE call_counts (key text PRIMARY KEY, span bigint NOT NULL, count bigint NOT NULL);",
    ],
    region: [
      // Names in the record are found by their words, folded as shared/search-key.ts does.
      `CREATE TABLE record_search (seq bigint PRIMARY KEY, words tsvector NOT NULL);
      CREATE INDEX record_search_words ON record_search USING gin (words);`,
      ...[countsOfPostgres, copiesOfPostgres, chainOfBefore],
    ],
  },
};

export const schema = (engine: Engine, file: keyof typeof declared): string =>
  [
    ...Object.entries<Table>(declared[file]).map(([name, table]) => create(engine, name, table)),
    ...beside[engine][file],
  ].join("\n");
