import type { Migration } from "./migration";

/** Whether a session began by single sign-on, which lets nobody go on who reaches beyond the customer (SSO-57). */
export const directorySessionSso: Migration = {
  number: 156,
  name: "directory-session-sso",
  file: "directory",
  // Of older sessions nobody knows: they end within a week.
  sql: `ALTER TABLE sessions ADD COLUMN isBySso INTEGER NOT NULL DEFAULT 0 CHECK (isBySso IN (0, 1));`,
  postgres: `ALTER TABLE sessions ADD COLUMN "isBySso" bigint NOT NULL DEFAULT 0 CHECK ("isBySso" IN (0, 1));`,
};
