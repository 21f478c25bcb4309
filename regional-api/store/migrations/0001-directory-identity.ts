import type { Migration } from "./migration";

export const directoryIdentity: Migration = {
  number: 1,
  name: "directory-identity",
  file: "directory",
  sql: `
    CREATE TABLE organizations (
      id TEXT PRIMARY KEY,
      uniqueName TEXT NOT NULL COLLATE NOCASE UNIQUE,
      displayName TEXT NOT NULL,
      tags TEXT NOT NULL DEFAULT '[]',
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      archivedAt INTEGER
    ) STRICT;
    CREATE INDEX organizations_created ON organizations (createdAt DESC, id DESC);

    CREATE TABLE customer_directory (
      id TEXT PRIMARY KEY,
      organizationId TEXT NOT NULL REFERENCES organizations (id),
      uniqueName TEXT NOT NULL COLLATE NOCASE UNIQUE,
      displayName TEXT NOT NULL,
      awsRegion TEXT NOT NULL,
      rootHierarchyId TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      archivedAt INTEGER
    ) STRICT;
    CREATE INDEX customer_directory_active ON customer_directory (displayName, id) WHERE archivedAt IS NULL;
    CREATE INDEX customer_directory_organization ON customer_directory (organizationId, displayName, id)
      WHERE archivedAt IS NULL;

    CREATE TABLE user_directory (
      id TEXT PRIMARY KEY,
      email TEXT NOT NULL,
      awsRegion TEXT NOT NULL,
      organizationId TEXT NOT NULL,
      customerId TEXT NOT NULL,
      archivedAt INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX user_directory_email ON user_directory (email, awsRegion);

    CREATE TABLE user_customers (
      userId TEXT NOT NULL,
      customerId TEXT NOT NULL,
      PRIMARY KEY (userId, customerId)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      userId TEXT NOT NULL,
      awsRegion TEXT NOT NULL,
      csrfToken TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL,
      revokedAt INTEGER
    ) STRICT;
    CREATE INDEX sessions_user ON sessions (userId);
    CREATE INDEX sessions_expiry ON sessions (expiresAt);

    CREATE TABLE session_tokens (
      hash BLOB PRIMARY KEY,
      sessionId TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
      createdAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL,
      rotatedAt INTEGER,
      successor BLOB
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX session_tokens_session ON session_tokens (sessionId);
    CREATE INDEX session_tokens_expiry ON session_tokens (expiresAt);
    CREATE INDEX session_tokens_rotated ON session_tokens (rotatedAt) WHERE successor IS NOT NULL;

    CREATE TABLE remembered_devices (
      tokenHash BLOB NOT NULL,
      userId TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL,
      PRIMARY KEY (tokenHash, userId)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX remembered_devices_user ON remembered_devices (userId);
    CREATE INDEX remembered_devices_expiry ON remembered_devices (expiresAt);

    CREATE TABLE login_attempts (
      awsRegion TEXT NOT NULL,
      email TEXT NOT NULL,
      failures INTEGER NOT NULL,
      lockedUntil INTEGER,
      updatedAt INTEGER NOT NULL,
      PRIMARY KEY (awsRegion, email)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX login_attempts_updated ON login_attempts (updatedAt);

    CREATE TABLE one_time_codes (
      id TEXT PRIMARY KEY,
      purpose TEXT NOT NULL CHECK (purpose IN ('MFA', 'PASSWORD_RESET', 'SSO')),
      codeHash BLOB NOT NULL,
      userId TEXT NOT NULL,
      awsRegion TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      data TEXT NOT NULL DEFAULT '{}',
      createdAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL,
      usedAt INTEGER
    ) STRICT;
    CREATE INDEX one_time_codes_hash ON one_time_codes (purpose, codeHash);
    CREATE INDEX one_time_codes_user ON one_time_codes (userId, purpose, createdAt);
    CREATE INDEX one_time_codes_expiry ON one_time_codes (expiresAt);
  `,
};
