import type { Migration } from "./migration";

const columns = ["mail", "text"]
  .map((name) => `ALTER TABLE bulk_job_rows ADD COLUMN ${name} TEXT;`)
  .join("\n");

/** What became of the message that belongs to a row's change, by channel (BULK-25). */
export const regionBulkRowMessages: Migration = {
  number: 158,
  name: "region-bulk-row-messages",
  file: "region",
  sql: columns,
  postgres: columns,
};
