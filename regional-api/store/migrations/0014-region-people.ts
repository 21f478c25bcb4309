import type { Migration } from "./migration";

/** What people leave behind beside the records themselves: dashboard layouts, results of user uploads. */
export const regionPeople: Migration = {
  number: 14,
  name: "region-people",
  file: "region",
  sql: `
    -- No reference to users: staff of another region's file keep a layout here too.
    CREATE TABLE dashboard_layouts (
      userId TEXT NOT NULL,
      customerId TEXT NOT NULL REFERENCES customers (id),
      layout TEXT NOT NULL CHECK (json_valid(layout)),
      updatedAt INTEGER NOT NULL,
      PRIMARY KEY (userId, customerId)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE end_user_uploads (
      uploadId TEXT NOT NULL,
      customerId TEXT NOT NULL REFERENCES customers (id),
      createdBy TEXT NOT NULL,
      mfaEnabled INTEGER NOT NULL,
      forcePasswordReset INTEGER NOT NULL,
      notes TEXT,
      total INTEGER NOT NULL,
      created INTEGER NOT NULL,
      failed INTEGER NOT NULL,
      results TEXT NOT NULL CHECK (json_valid(results)),
      createdAt INTEGER NOT NULL,
      PRIMARY KEY (customerId, uploadId)
    ) STRICT;
    CREATE INDEX end_user_uploads_expiry ON end_user_uploads (createdAt);
  `,
};
