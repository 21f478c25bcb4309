import type { Migration } from "./migration";

export const directoryAuditEvents: Migration = {
  number: 34,
  name: "directory-audit-events",
  file: "directory",
  sql: `
    CREATE TABLE audit_events (
      id TEXT PRIMARY KEY,
      at INTEGER NOT NULL,
      event TEXT NOT NULL,
      outcome TEXT NOT NULL CHECK (outcome IN ('SUCCESS', 'FAILURE')),
      actorId TEXT,
      subject TEXT,
      customerId TEXT,
      awsRegion TEXT NOT NULL,
      network TEXT NOT NULL,
      requestId TEXT NOT NULL,
      details TEXT NOT NULL DEFAULT '{}'
    ) STRICT;
    CREATE INDEX audit_events_at ON audit_events (at, id);
    CREATE INDEX audit_events_subject ON audit_events (subject, at, id);
    CREATE INDEX audit_events_customer ON audit_events (customerId, at, id);
  `,
};
