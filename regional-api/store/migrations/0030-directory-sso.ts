import type { Migration } from "./migration";

export const directorySso: Migration = {
  number: 30,
  name: "directory-sso",
  file: "directory",
  sql: `
    CREATE TABLE sso_requests (
      id TEXT PRIMARY KEY,
      awsRegion TEXT NOT NULL,
      customerId TEXT NOT NULL,
      stateHash BLOB NOT NULL,
      redirect TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL,
      usedAt INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sso_requests_expiry ON sso_requests (expiresAt);

    CREATE TABLE sso_assertions (
      customerId TEXT NOT NULL,
      id TEXT NOT NULL,
      expiresAt INTEGER NOT NULL,
      PRIMARY KEY (customerId, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sso_assertions_expiry ON sso_assertions (expiresAt);
  `,
};
