import { migrations } from "../../migrations/index";
import { directoryTables } from "./0001-directory-tables";
import { regionTables } from "./0002-region-tables";
import { regionCounts } from "./0003-region-counts";
import { regionCopies } from "./0004-region-copies";
import { regionSearch } from "./0005-region-search";
import type { PostgresMigration } from "./migration";

/** All migrations in order: the first tables, and what came after them for both engines (store/migrations). */
export const postgresMigrations: readonly PostgresMigration[] = [
  directoryTables,
  regionTables,
  regionCounts,
  regionCopies,
  regionSearch,
  ...migrations.flatMap(({ number, name, file: schema, postgres: sql, postgresKeys: keys }) =>
    sql === undefined ? [] : [{ number, name, schema, sql, keys }],
  ),
];
