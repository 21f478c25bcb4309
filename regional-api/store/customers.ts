/** Customers: their rows in the region, and the directory that all regions share. */
import type { AwsRegion } from "../domain/regions";
import type { Database } from "./database";
import type { NewRow, Row } from "./schema";
import { prepared, sql } from "./sql";

const selectDirectory = prepared<{ id: string }>()((p) =>
  sql.selectFrom("customer_directory").selectAll().where("id", "=", p.id),
);

const summaryColumns = [
  "c.id as customerId",
  "c.displayName as customerDisplayName",
  "c.organizationId",
  "o.displayName as organizationDisplayName",
  "c.awsRegion",
  "c.rootHierarchyId",
  "c.uniqueName",
] as const;

const selectActiveSummaries = prepared<object>()(() =>
  sql
    .selectFrom("customer_directory as c")
    .innerJoin("organizations as o", "o.id", "c.organizationId")
    .select(summaryColumns)
    .where("c.archivedAt", "is", null)
    .orderBy("c.displayName")
    .orderBy("c.id"),
);

const selectOrganizationSummaries = prepared<{ organizationId: string }>()((p) =>
  sql
    .selectFrom("customer_directory as c")
    .innerJoin("organizations as o", "o.id", "c.organizationId")
    .select(summaryColumns)
    .where("c.organizationId", "=", p.organizationId)
    .where("c.archivedAt", "is", null)
    .orderBy("c.displayName")
    .orderBy("c.id"),
);

const selectGivenTo = prepared<{ userId: string }>()((p) =>
  sql
    .selectFrom("user_customers as u")
    .innerJoin("customer_directory as c", "c.id", "u.customerId")
    .innerJoin("organizations as o", "o.id", "c.organizationId")
    .select(summaryColumns)
    .where("u.userId", "=", p.userId)
    .where("c.archivedAt", "is", null),
);

const selectById = prepared<{ id: string }>()((p) =>
  sql.selectFrom("customers").selectAll().where("id", "=", p.id),
);

const selectOfOrganization = prepared<{ organizationId: string }>()((p) =>
  sql
    .selectFrom("customers")
    .selectAll()
    .where("organizationId", "=", p.organizationId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc"),
);

const selectByUniqueName = prepared<{ uniqueName: string }>()((p) =>
  sql.selectFrom("customer_directory").select("id").where("uniqueName", "=", p.uniqueName),
);

const updateRegion = prepared<{ id: string; archivedAt: number | null; now: number }>()((p) =>
  sql.updateTable("customers").set({ archivedAt: p.archivedAt, updatedAt: p.now }).where("id", "=", p.id),
);

const updateDirectory = prepared<{ id: string; archivedAt: number | null }>()((p) =>
  sql.updateTable("customer_directory").set({ archivedAt: p.archivedAt }).where("id", "=", p.id),
);

/** For EXPLAIN QUERY PLAN tests. */
export const customerQueries = { selectOfOrganization, selectActiveSummaries, selectOrganizationSummaries };

export interface CustomerSummary {
  customerId: string;
  customerDisplayName: string;
  organizationId: string;
  organizationDisplayName: string;
  awsRegion: AwsRegion;
  rootHierarchyId: string;
  uniqueName: string;
}

/** A customer of any region, archived or not. */
export const findInDirectory = (db: Database, id: string) => selectDirectory.get(db, { id });

/** Active customers of all regions, by name; of one organisation when given. */
export function activeSummaries(db: Database, organizationId?: string): CustomerSummary[] {
  return organizationId === undefined
    ? selectActiveSummaries.all(db, {})
    : selectOrganizationSummaries.all(db, { organizationId });
}

/** The active customers a user was given. */
export const summariesGivenTo = (db: Database, userId: string): CustomerSummary[] =>
  selectGivenTo.all(db, { userId });

/** A customer of this region. */
export const findCustomer = (db: Database, id: string) => selectById.get(db, { id });

/** The organisation's customers in this region, newest first, archived ones included. */
export const customersOfOrganization = (db: Database, organizationId: string) =>
  selectOfOrganization.all(db, { organizationId });

/** Whether any customer of any region, archived or not, has the account name (CUST-43). */
export const isAccountNameTaken = (db: Database, uniqueName: string) =>
  selectByUniqueName.get(db, { uniqueName }) !== undefined;

/** Whether a customer other than this one has the account name. */
export function isAccountNameOfAnother(db: Database, uniqueName: string, id: string): boolean {
  const owner = selectByUniqueName.get(db, { uniqueName });
  return owner !== undefined && owner.id !== id;
}

/** Adds a customer with its root hierarchy to the region and the directory, and gives it to its creator (CUST-41). */
export function insertCustomer(db: Database, customer: Row<"customers">): void {
  const { id, organizationId, uniqueName, displayName, rootHierarchyId, createdBy, createdAt } = customer;
  const root: NewRow<"hierarchies"> = {
    id: rootHierarchyId,
    parentId: null,
    organizationId,
    customerId: id,
    name: displayName,
    position: 0,
    createdAt,
    updatedAt: createdAt,
    archivedAt: null,
  };
  db.transaction(() => {
    db.run(sql.insertInto("customers").values(customer));
    db.run(sql.insertInto("hierarchies").values(root));
    db.run(
      sql.insertInto("customer_directory").values({
        id,
        organizationId,
        uniqueName,
        displayName,
        awsRegion: db.awsRegion,
        rootHierarchyId,
        createdAt,
        archivedAt: null,
      }),
    );
    if (createdBy) {
      db.run(sql.insertInto("user_customers").values({ userId: createdBy, customerId: id }));
    }
  });
}

/** Archives (a time) or restores (null) a customer of this region. */
export function setCustomerArchived(db: Database, id: string, archivedAt: number | null, now: number): void {
  db.transaction(() => {
    updateRegion.run(db, { id, archivedAt, now });
    updateDirectory.run(db, { id, archivedAt });
  });
}
