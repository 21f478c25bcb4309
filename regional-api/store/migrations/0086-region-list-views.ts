import type { Migration } from "./migration";

/**
 * Saved views of lists (GEN-32), the ones that people begin with (GEN-35), and what finds customers by their names in the
 * database (CUST-49). `nameKey` is kept by core/customers.store.ts; older rows get one without capitals.
 */
export const regionListViews: Migration = {
  number: 86,
  name: "region-list-views",
  file: "region",
  sql: `
    CREATE TABLE saved_views (
      id TEXT PRIMARY KEY,
      customerId TEXT NOT NULL REFERENCES customers (id),
      userId TEXT NOT NULL,
      list TEXT NOT NULL,
      name TEXT NOT NULL,
      nameKey TEXT NOT NULL,
      query TEXT NOT NULL,
      isShared INTEGER NOT NULL,
      createdAt INTEGER NOT NULL,
      version INTEGER NOT NULL DEFAULT 1,
      changedAt INTEGER,
      changedBy TEXT
    ) STRICT;
    CREATE INDEX saved_views_of_customer ON saved_views (customerId, list, nameKey, id);

    CREATE TABLE default_views (
      customerId TEXT NOT NULL REFERENCES customers (id),
      userId TEXT NOT NULL,
      list TEXT NOT NULL,
      viewId TEXT NOT NULL REFERENCES saved_views (id) ON DELETE CASCADE,
      PRIMARY KEY (userId, customerId, list)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX default_views_view ON default_views (viewId);
    CREATE INDEX default_views_customer ON default_views (customerId);

    ALTER TABLE customers ADD COLUMN nameKey TEXT NOT NULL DEFAULT '';
    UPDATE customers SET nameKey = lower(displayName);
    CREATE INDEX customers_by_name ON customers (organizationId, nameKey, id, uniqueName, archivedAt);
    CREATE INDEX customers_by_creation ON customers (organizationId, createdAt, id, nameKey, uniqueName, archivedAt);
    CREATE INDEX customers_by_archiving
      ON customers (organizationId, archivedAt, id, nameKey, uniqueName) WHERE archivedAt IS NOT NULL;
  `,
};
