import type { Migration } from "./migration";

/**
 * Users are searched and sorted by `nameKey` (USER-11, USER-18), which core/users.store.ts keeps; rows older than it get one
 * without capitals until they are saved again. Searches walk one index that holds all they look at and sort by.
 */
export const regionUserList: Migration = {
  number: 66,
  name: "region-user-list",
  file: "region",
  sql: `
    ALTER TABLE users ADD COLUMN nameKey TEXT NOT NULL DEFAULT '';
    UPDATE users SET nameKey = lower(coalesce(nullif(trim(firstName || ' ' || lastName), ''), username));
    ALTER TABLE users ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE users ADD COLUMN changedAt INTEGER;
    ALTER TABLE users ADD COLUMN changedBy TEXT;
    DROP INDEX users_active_first_name;
    CREATE INDEX users_active_name ON users (customerId, nameKey, id) WHERE archivedAt IS NULL;
    CREATE INDEX users_archived_at ON users (customerId, archivedAt, id) WHERE archivedAt IS NOT NULL;
    CREATE INDEX users_active_search
      ON users (customerId, nameKey, email, createdAt, lastActive, groupCount, hierarchyId, id)
      WHERE archivedAt IS NULL;
    CREATE INDEX users_archived_search
      ON users (customerId, nameKey, email, createdAt, lastActive, groupCount, archivedAt, hierarchyId, id)
      WHERE archivedAt IS NOT NULL;
  `,
};
