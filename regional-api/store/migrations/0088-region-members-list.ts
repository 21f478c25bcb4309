import type { Migration } from "./migration";

/**
 * The members of a group are looked up one by one: this index holds all that their list looks at and sorts by, so that a
 * group of thousands does not read thousands of rows to show a page (USER-12, GRP-41, PERM-68).
 */
export const regionMembersList: Migration = {
  number: 88,
  name: "region-members-list",
  file: "region",
  sql: `
    CREATE INDEX users_of_groups
      ON users (id, customerId, archivedAt, nameKey, email, createdAt, lastActive, groupCount, hierarchyId);
  `,
};
