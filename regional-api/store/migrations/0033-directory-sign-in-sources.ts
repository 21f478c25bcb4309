import type { Migration } from "./migration";

/** Wrong codes beside wrong passwords, and failures by where they came from. */
export const directorySignInSources: Migration = {
  number: 33,
  name: "directory-sign-in-sources",
  file: "directory",
  sql: `
    ALTER TABLE login_attempts ADD COLUMN codeFailures INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE sign_in_sources (
      awsRegion TEXT NOT NULL,
      email TEXT NOT NULL,
      source BLOB NOT NULL,
      failures INTEGER NOT NULL,
      strikes INTEGER NOT NULL,
      refusedUntil INTEGER,
      updatedAt INTEGER NOT NULL,
      PRIMARY KEY (awsRegion, email, source)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sign_in_sources_updated ON sign_in_sources (updatedAt);
  `,
};
