import type { Migration } from "./migration";

/**
 * Which shared policies a group has is edited apart from its name, so it has an edition of its own (POL-26). The indexes of
 * archived users hold their department: whoever sees one department alone gets a deep page without reading every row.
 */
export const regionGroupPolicies: Migration = {
  number: 87,
  name: "region-group-policies",
  file: "region",
  sql: `
    ALTER TABLE groups ADD COLUMN policiesVersion INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE groups ADD COLUMN policiesChangedAt INTEGER;
    ALTER TABLE groups ADD COLUMN policiesChangedBy TEXT;
    DROP INDEX users_archived_at;
    CREATE INDEX users_archived_at ON users (customerId, archivedAt, id, hierarchyId) WHERE archivedAt IS NOT NULL;
    DROP INDEX users_archived_created;
    CREATE INDEX users_archived_created ON users (customerId, createdAt, id, hierarchyId, archivedAt)
      WHERE archivedAt IS NOT NULL;
  `,
};
