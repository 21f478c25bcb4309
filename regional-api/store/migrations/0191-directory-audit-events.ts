import type { Migration } from "./migration";

/** What versions before the record of changes kept of it was carried into the record by the starts of 1.29.0. */
export const directoryAuditEvents: Migration = {
  number: 191,
  name: "directory-audit-events",
  file: "directory",
  sql: "DROP TABLE audit_events;",
  postgres: "",
};
