import type { PostgresMigration } from "./migration";

/** The tables of what all regions share, as the migrations of SQLite up to 150 leave them. */
export const directoryTables: PostgresMigration = {
  number: 1,
  name: "directory-tables",
  schema: "directory",
  sql: `
    CREATE TABLE organizations (
      id text COLLATE "C" PRIMARY KEY,
      "uniqueName" text COLLATE "C" NOT NULL,
      "displayName" text COLLATE "C" NOT NULL,
      tags text COLLATE "C" NOT NULL DEFAULT '[]',
      "createdAt" bigint NOT NULL,
      "updatedAt" bigint NOT NULL,
      "archivedAt" bigint,
      version bigint NOT NULL DEFAULT 0,
      "changedAt" bigint,
      "changedBy" text COLLATE "C"
    );
    CREATE TABLE customer_directory (
      id text COLLATE "C" PRIMARY KEY,
      "organizationId" text COLLATE "C" NOT NULL REFERENCES organizations (id),
      "uniqueName" text COLLATE "C" NOT NULL,
      "displayName" text COLLATE "C" NOT NULL,
      "awsRegion" text COLLATE "C" NOT NULL,
      "rootHierarchyId" text COLLATE "C" NOT NULL,
      "createdAt" bigint NOT NULL,
      "archivedAt" bigint
    );
    CREATE TABLE login_attempts (
      "awsRegion" text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      failures bigint NOT NULL,
      "lockedUntil" bigint,
      "updatedAt" bigint NOT NULL,
      "codeFailures" bigint NOT NULL DEFAULT 0,
      PRIMARY KEY ("awsRegion", email)
    );
    CREATE TABLE one_time_codes (
      id text COLLATE "C" PRIMARY KEY,
      purpose text COLLATE "C" NOT NULL CHECK (purpose IN ('MFA', 'PASSWORD_RESET', 'SSO')),
      "codeHash" bytea NOT NULL,
      "userId" text COLLATE "C" NOT NULL,
      "awsRegion" text COLLATE "C" NOT NULL,
      attempts bigint NOT NULL DEFAULT 0,
      data text COLLATE "C" NOT NULL DEFAULT '{}',
      "createdAt" bigint NOT NULL,
      "expiresAt" bigint NOT NULL,
      "usedAt" bigint
    );
    CREATE TABLE remembered_devices (
      "tokenHash" bytea NOT NULL,
      "userId" text COLLATE "C" NOT NULL,
      "createdAt" bigint NOT NULL,
      "expiresAt" bigint NOT NULL,
      "lastUsedAt" bigint,
      PRIMARY KEY ("tokenHash", "userId")
    );
    CREATE TABLE sessions (
      id text COLLATE "C" PRIMARY KEY,
      "userId" text COLLATE "C" NOT NULL,
      "awsRegion" text COLLATE "C" NOT NULL,
      "csrfToken" text COLLATE "C" NOT NULL,
      "createdAt" bigint NOT NULL,
      "expiresAt" bigint NOT NULL,
      "revokedAt" bigint,
      network text COLLATE "C",
      browser text COLLATE "C" CHECK (length(browser) <= 300)
    );
    CREATE TABLE session_tokens (
      hash bytea PRIMARY KEY,
      "sessionId" text COLLATE "C" NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      kind text COLLATE "C" NOT NULL CHECK (kind IN ('access', 'refresh')),
      "createdAt" bigint NOT NULL,
      "expiresAt" bigint NOT NULL,
      "rotatedAt" bigint,
      successor bytea,
      "usedAt" bigint
    );
    CREATE TABLE sign_in_sources (
      "awsRegion" text COLLATE "C" NOT NULL,
      email text COLLATE "C" NOT NULL,
      source bytea NOT NULL,
      failures bigint NOT NULL,
      strikes bigint NOT NULL,
      "refusedUntil" bigint,
      "updatedAt" bigint NOT NULL,
      PRIMARY KEY ("awsRegion", email, source)
    );
    CREATE TABLE sso_assertions (
      "customerId" text COLLATE "C" NOT NULL,
      id text COLLATE "C" NOT NULL,
      "expiresAt" bigint NOT NULL,
      PRIMARY KEY ("customerId", id)
    );
    CREATE TABLE sso_requests (
      id text COLLATE "C" PRIMARY KEY,
      "awsRegion" text COLLATE "C" NOT NULL,
      "customerId" text COLLATE "C" NOT NULL,
      "stateHash" bytea NOT NULL,
      redirect text COLLATE "C" NOT NULL,
      "createdAt" bigint NOT NULL,
      "expiresAt" bigint NOT NULL,
      "usedAt" bigint
    );
    CREATE TABLE user_customers (
      "userId" text COLLATE "C" NOT NULL,
      "customerId" text COLLATE "C" NOT NULL,
      PRIMARY KEY ("userId", "customerId")
    );
    CREATE TABLE user_directory (
      id text COLLATE "C" PRIMARY KEY,
      email text COLLATE "C" NOT NULL,
      "awsRegion" text COLLATE "C" NOT NULL,
      "organizationId" text COLLATE "C" NOT NULL,
      "customerId" text COLLATE "C" NOT NULL,
      "archivedAt" bigint
    );
    CREATE UNIQUE INDEX customer_directory_unique_name ON customer_directory (lower("uniqueName"));
    CREATE UNIQUE INDEX organizations_unique_name ON organizations (lower("uniqueName"));
    CREATE INDEX customer_directory_active ON customer_directory ("displayName", id) WHERE "archivedAt" IS NULL;
    CREATE INDEX customer_directory_organization ON customer_directory ("organizationId", "displayName", id) WHERE "archivedAt" IS NULL;
    CREATE INDEX login_attempts_updated ON login_attempts ("updatedAt");
    CREATE INDEX one_time_codes_expiry ON one_time_codes ("expiresAt");
    CREATE INDEX one_time_codes_hash ON one_time_codes (purpose, "codeHash");
    CREATE INDEX one_time_codes_user ON one_time_codes ("userId", purpose, "createdAt");
    CREATE INDEX organizations_created ON organizations ("createdAt" DESC, id DESC);
    CREATE INDEX remembered_devices_expiry ON remembered_devices ("expiresAt");
    CREATE INDEX remembered_devices_user ON remembered_devices ("userId");
    CREATE INDEX session_tokens_expiry ON session_tokens ("expiresAt");
    CREATE INDEX session_tokens_rotated ON session_tokens ("rotatedAt" NULLS FIRST) WHERE successor IS NOT NULL;
    CREATE INDEX session_tokens_session ON session_tokens ("sessionId");
    CREATE INDEX sessions_expiry ON sessions ("expiresAt");
    CREATE INDEX sessions_user ON sessions ("userId");
    CREATE INDEX sign_in_sources_updated ON sign_in_sources ("updatedAt");
    CREATE INDEX sso_assertions_expiry ON sso_assertions ("expiresAt");
    CREATE INDEX sso_requests_expiry ON sso_requests ("expiresAt");
    CREATE UNIQUE INDEX user_directory_email ON user_directory (email, "awsRegion");
    CREATE UNLOGGED TABLE call_counts (
      key text PRIMARY KEY,
      span bigint NOT NULL,
      count bigint NOT NULL
    );
  `,
};
