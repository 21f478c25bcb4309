import type { Migration } from "./migration";

type Counted = "users" | "vacancies";

const counted = (table: Counted, row: "NEW" | "OLD", change: 1 | -1) => `
      INSERT INTO list_counts (list, customerId, hierarchyId, isArchived, count)
        VALUES ('${table}', ${row}.customerId, ${row}.hierarchyId, ${row}.archivedAt IS NOT NULL, ${change})
        ON CONFLICT DO UPDATE SET count = count + excluded.count;`;

/** Counts the rows of a table that has none counted. */
export const countListed = (table: Counted) => `
    INSERT INTO list_counts (list, customerId, hierarchyId, isArchived, count)
      SELECT '${table}', customerId, hierarchyId, archivedAt IS NOT NULL, count(*) FROM ${table} GROUP BY 2, 3, 4;`;

const keptOf = (table: Counted) => `
    ${countListed(table)}
    CREATE TRIGGER ${table}_counted AFTER INSERT ON ${table} BEGIN
      ${counted(table, "NEW", 1)}
    END;
    CREATE TRIGGER ${table}_counted_anew AFTER UPDATE OF customerId, hierarchyId, archivedAt ON ${table}
      WHEN OLD.customerId <> NEW.customerId OR OLD.hierarchyId <> NEW.hierarchyId
        OR (OLD.archivedAt IS NULL) <> (NEW.archivedAt IS NULL)
    BEGIN
      ${counted(table, "OLD", -1)}
      ${counted(table, "NEW", 1)}
    END;
    CREATE TRIGGER ${table}_uncounted AFTER DELETE ON ${table} BEGIN
      ${counted(table, "OLD", -1)}
    END;`;

/**
 * How many users and vacancies each department has is kept, so that the first page of a list costs the same however long
 * it is. Policies with a wildcard are few and asked for with every list of people and groups: an index of their own.
 */
export const regionListCounts: Migration = {
  number: 89,
  name: "region-list-counts",
  file: "region",
  sql: `
    CREATE TABLE list_counts (
      list TEXT NOT NULL CHECK (list IN ('users', 'vacancies')),
      customerId TEXT NOT NULL,
      hierarchyId TEXT NOT NULL,
      isArchived INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (list, customerId, hierarchyId, isArchived)
    ) STRICT, WITHOUT ROWID;
    ${keptOf("users")}
    ${keptOf("vacancies")}
    CREATE INDEX policies_wildcard ON policies (customerId) WHERE instr(statements, '"*"') > 0;
  `,
};
