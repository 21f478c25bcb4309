import type { Migration } from "./migration";

/** The log kept before the audit log existed; starts of 1.29.0 copied it into the audit log. */
export const directoryAuditEvents: Migration = {
  number: 191,
  name: "directory-audit-events",
  file: "directory",
  sql: "DROP TABLE audit_events;",
  postgres: "",
};
