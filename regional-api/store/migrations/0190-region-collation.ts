import type { Migration } from "./migration";

/** PostgreSQL compares all texts bytewise, as SQLite does; columns added later lacked that collation. */
export const regionCollation: Migration = {
  number: 190,
  name: "region-collation",
  file: "region",
  sql: "",
  postgres: `
    ALTER TABLE bulk_job_rows ALTER COLUMN mail TYPE text COLLATE "C", ALTER COLUMN "text" TYPE text COLLATE "C";
    ALTER TABLE applications ALTER COLUMN "invitedAs" TYPE text COLLATE "C";
  `,
};
