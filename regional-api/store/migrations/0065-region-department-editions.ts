import type { Migration } from "./migration";

/** The edition of each customer's department tree, and what each of its saves changed. */
export const regionDepartmentEditions: Migration = {
  number: 65,
  name: "region-department-editions",
  file: "region",
  sql: `
    CREATE TABLE hierarchy_editions (
      customerId TEXT PRIMARY KEY REFERENCES customers (id),
      version INTEGER NOT NULL,
      changedAt INTEGER,
      changedBy TEXT
    ) STRICT;

    CREATE TABLE hierarchy_changes (
      seq INTEGER PRIMARY KEY,
      customerId TEXT NOT NULL REFERENCES customers (id),
      version INTEGER NOT NULL,
      hierarchyId TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('CREATED', 'RENAMED', 'MOVED', 'ARCHIVED')),
      name TEXT NOT NULL,
      -- Of a rename the name before, of a move the parent's name before and after, of a new one its parent's name.
      before TEXT,
      after TEXT,
      changedAt INTEGER NOT NULL,
      changedBy TEXT NOT NULL
    ) STRICT;
    CREATE INDEX hierarchy_changes_version ON hierarchy_changes (customerId, version, seq);
  `,
};
