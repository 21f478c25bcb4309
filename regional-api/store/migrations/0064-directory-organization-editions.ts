import type { Migration } from "./migration";

/** An organisation says how often it was renamed, when and by whom: the record of changes is not kept for good. */
export const directoryOrganizationEditions: Migration = {
  number: 64,
  name: "directory-organization-editions",
  file: "directory",
  sql: `
    ALTER TABLE organizations ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE organizations ADD COLUMN changedAt INTEGER;
    ALTER TABLE organizations ADD COLUMN changedBy TEXT;
    UPDATE organizations SET (version, changedAt, changedBy) = (
      SELECT json_extract(details, '$.version'), at, actorId FROM audit_events
      WHERE event = 'ORGANIZATION_RENAMED' AND subject = organizations.id
      ORDER BY at DESC, id DESC LIMIT 1
    ) WHERE id IN (SELECT subject FROM audit_events WHERE event = 'ORGANIZATION_RENAMED');
  `,
};
