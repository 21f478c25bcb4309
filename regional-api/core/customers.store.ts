/** Customers: their rows in the region, and the directory shared by all regions. */
import { findBy, rowAmong, selectByIds } from "./statements.store";
import type { AwsRegion } from "../../shared/regions";
import { anyOf } from "../store/dialect";
import type { Reader } from "../store/engine";
import { prepared, sql } from "../store/sql";
import { rowsBy, batchLoader } from "../store/batch-loader";

const selectAmong = selectByIds("customer_directory");

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

const selectOrganizationSummaries = prepared<{ organizationIds: readonly string[] }>()((p) =>
  sql
    .selectFrom("customer_directory as c")
    .innerJoin("organizations as o", "o.id", "c.organizationId")
    .select(summaryColumns)
    .where(anyOf("c.organizationId", p.organizationIds))
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

export interface CustomerSummary {
  customerId: string;
  customerDisplayName: string;
  organizationId: string;
  organizationDisplayName: string;
  awsRegion: AwsRegion;
  rootHierarchyId: string;
  uniqueName: string;
}

/** Returns a customer of any region, archived or not. */
export const findInDirectory = findBy("customer_directory", "id");

/** Returns the customers of any region with these ids, archived or not. */
export const customersInDirectory = async (db: Reader, ids: readonly string[]) =>
  new Map((await selectAmong.all(db, { ids })).map((customer) => [customer.id, customer]));

/** Returns a customer of any region. Concurrent lookups are batched into one query. */
export const customerAmong = batchLoader(customersInDirectory);

const summariesOfOrganizations = batchLoader(async (db, organizationIds) =>
  rowsBy(
    await selectOrganizationSummaries.all(db, { organizationIds }),
    ({ organizationId }) => organizationId,
  ),
);

/** Returns the active customers of all regions, or of one organisation, by name. */
export async function activeSummaries(db: Reader, organizationId?: string): Promise<CustomerSummary[]> {
  return organizationId === undefined
    ? selectActiveSummaries.all(db, {})
    : ((await summariesOfOrganizations(db, organizationId)) ?? []);
}

/** Returns the active customers that a user is assigned to. */
export const assignedCustomers = (db: Reader, userId: string): Promise<CustomerSummary[]> =>
  selectGivenTo.all(db, { userId });

/** Returns a customer of this region. */
export const findCustomer = findBy("customers", "id");

const selectOfRegion = selectByIds("customers");

/** Returns a customer of this region. Concurrent lookups are batched into one query. */
export const regionCustomer = rowAmong(selectOfRegion);
