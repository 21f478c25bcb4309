import { directoryTables } from "./0001-directory-tables";
import { regionTables } from "./0002-region-tables";
import { regionCounts } from "./0003-region-counts";
import { regionCopies } from "./0004-region-copies";
import { regionSearch } from "./0005-region-search";
import type { PostgresMigration } from "./migration";

/** All migrations in order. A new one is a new file NNNN-<schema>-<what>.ts and a line at the end. */
export const postgresMigrations: readonly PostgresMigration[] = [
  directoryTables,
  regionTables,
  regionCounts,
  regionCopies,
  regionSearch,
];
