import type { Migration } from "./migration";

/** Groups and policies are edited: what is stored is version 1, by nobody known. */
export const regionGroupEditions: Migration = {
  number: 71,
  name: "region-group-editions",
  file: "region",
  sql: ["groups", "policies"]
    .map(
      (table) => `
    ALTER TABLE ${table} ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE ${table} ADD COLUMN changedAt INTEGER;
    ALTER TABLE ${table} ADD COLUMN changedBy TEXT;`,
    )
    .join(""),
};
