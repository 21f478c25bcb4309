import type { Migration } from "./migration";

/** What tells a person's sessions and remembered browsers apart (USER-89). */
export const directorySessionUse: Migration = {
  number: 67,
  name: "directory-session-use",
  file: "directory",
  sql: `
    -- Where it began, without the last part of the address; null for sessions older than this.
    ALTER TABLE sessions ADD COLUMN network TEXT;
    ALTER TABLE remembered_devices ADD COLUMN lastUsedAt INTEGER;
  `,
};
