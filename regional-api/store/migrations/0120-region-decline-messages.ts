import type { Migration } from "./migration";

/** Candidates who were declined and are told so a while later, as long as the decline stands (APP-70). */
export const regionDeclineMessages: Migration = {
  number: 120,
  name: "region-decline-messages",
  file: "region",
  sql: `
    CREATE TABLE decline_messages (
      applicationId TEXT NOT NULL PRIMARY KEY REFERENCES applications (id) ON DELETE CASCADE,
      declinedAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX decline_messages_declined ON decline_messages (declinedAt, applicationId);
  `,
};
