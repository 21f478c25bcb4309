import type { Migration } from "./migration";

/**
 * A user upload is kept from the moment its file was read, row by row: what is looked at before anybody is made, and how
 * far it has come. The table before held finished results alone, and nothing wrote it.
 */
export const regionUserUploads: Migration = {
  number: 74,
  name: "region-user-uploads",
  file: "region",
  sql: `
    DROP TABLE end_user_uploads;

    CREATE TABLE end_user_uploads (
      uploadId TEXT NOT NULL,
      customerId TEXT NOT NULL REFERENCES customers (id),
      createdBy TEXT NOT NULL,
      fileName TEXT NOT NULL,
      header TEXT NOT NULL CHECK (json_valid(header)),
      mfaEnabled INTEGER NOT NULL,
      forcePasswordReset INTEGER NOT NULL,
      notes TEXT,
      createdAt INTEGER NOT NULL,
      begunAt INTEGER,
      doneAt INTEGER,
      PRIMARY KEY (customerId, uploadId)
    ) STRICT;
    CREATE INDEX end_user_uploads_expiry ON end_user_uploads (createdAt);
    CREATE INDEX end_user_uploads_unbegun ON end_user_uploads (createdAt) WHERE begunAt IS NULL;

    CREATE TABLE end_user_upload_rows (
      customerId TEXT NOT NULL,
      uploadId TEXT NOT NULL,
      fileRow INTEGER NOT NULL,
      cells TEXT NOT NULL CHECK (json_valid(cells)),
      status TEXT CHECK (status IN ('CREATED', 'FAILED')),
      email TEXT,
      userId TEXT,
      reason TEXT,
      PRIMARY KEY (customerId, uploadId, fileRow),
      FOREIGN KEY (customerId, uploadId) REFERENCES end_user_uploads (customerId, uploadId) ON DELETE CASCADE
    ) STRICT;
  `,
};
