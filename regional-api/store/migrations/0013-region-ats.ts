import type { Migration } from "./migration";

/** Applicant-tracking systems: templates (the same for all customers), tenants, and the request log. */
export const regionAts: Migration = {
  number: 13,
  name: "region-ats",
  file: "region",
  sql: `
    CREATE TABLE ats_templates (
      id TEXT PRIMARY KEY,
      atsName TEXT NOT NULL UNIQUE,
      displayName TEXT NOT NULL,
      atsTemplateItems TEXT NOT NULL CHECK (json_valid(atsTemplateItems)),
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE ats_tenants (
      id TEXT PRIMARY KEY,
      customerId TEXT NOT NULL REFERENCES customers (id),
      hierarchyId TEXT NOT NULL REFERENCES hierarchies (id),
      atsName TEXT NOT NULL,
      externalTenantId TEXT NOT NULL CHECK (externalTenantId <> ''),
      customerName TEXT NOT NULL CHECK (customerName <> ''),
      credential TEXT NOT NULL CHECK (json_valid(credential)),
      extra TEXT NOT NULL CHECK (json_valid(extra)),
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      archivedAt INTEGER
    ) STRICT;
    CREATE INDEX ats_tenants_active ON ats_tenants (customerId, createdAt, id) WHERE archivedAt IS NULL;

    CREATE TABLE ats_requests (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      customerId TEXT NOT NULL REFERENCES customers (id),
      atsName TEXT NOT NULL,
      requestType TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN (
        'ATS_REQUEST_STARTED', 'ATS_REQUEST_FAILED', 'ATS_REQUEST_COMPLETED', 'ATS_REQUEST_IGNORED'
      )),
      masterId TEXT,
      externalTenantId TEXT NOT NULL,
      requestCount INTEGER NOT NULL,
      retryable INTEGER NOT NULL,
      retryCount INTEGER NOT NULL,
      extra TEXT NOT NULL CHECK (json_valid(extra)),
      payload TEXT NOT NULL CHECK (json_valid(payload)),
      responses TEXT NOT NULL CHECK (json_valid(responses)),
      tags TEXT NOT NULL CHECK (json_valid(tags)),
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX ats_requests_id ON ats_requests (id);
    CREATE INDEX ats_requests_created ON ats_requests (
      customerId, atsName, createdAt, seq, requestType, status, masterId, externalTenantId
    );
    CREATE INDEX ats_requests_master ON ats_requests (
      customerId, atsName, masterId, createdAt, seq, requestType, status, externalTenantId
    );
  `,
};
