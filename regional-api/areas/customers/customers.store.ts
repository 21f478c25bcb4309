import { setOf } from "../../core/statements.store";
import { searchKey } from "../../core/text";
import {
  anyOf,
  contains,
  from,
  isSameIgnoringCase,
  nameOf,
  noLimit,
  withoutIndex,
  orderOf,
  type SortColumn,
} from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import type { NewRow, Row } from "../../store/tables";
import { archiver } from "../../core/archiving.store";
import { endSsoSessionsOf } from "../../core/sessions.store";
import { someSequentially } from "../../store/sequential";
import { prepared, sql } from "../../store/sql";

const selectOfOrganization = prepared<{ organizationId: string }>()((p) =>
  sql
    .selectFrom("customers")
    .selectAll()
    .where("organizationId", "=", p.organizationId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc"),
);

const selectByUniqueName = prepared<{ uniqueName: string }>()((p) =>
  sql.selectFrom("customer_directory").select("id").where(isSameIgnoringCase("uniqueName", p.uniqueName)),
);

const selectSsoByAccountName = prepared<{ uniqueName: string }>()((p) =>
  sql.selectFrom("sso_configs").select("customerId").where(isSameIgnoringCase("accountName", p.uniqueName)),
);

const archiveInRegion = archiver("customers");

const archiveInDirectory = setOf("customer_directory", "archivedAt");

/** Sort fields by their API names, each with its column. */
export const customerSorts = {
  displayName: "nameKey",
  createdAt: "createdAt",
  archivedAt: "archivedAt?",
} as const satisfies Record<string, SortColumn<"customers">>;

export interface CustomerListFilter {
  readonly organizationId: string;
  readonly state: "active" | "archived" | "all";
  /** Part of the display name or the account name. */
  readonly searchText?: string | undefined;
  /** Only these customers. */
  readonly ids?: readonly string[] | undefined;
  readonly sort: keyof typeof customerSorts;
  readonly order: "asc" | "desc";
}

/** Returns the index that covers a page and a count, in sort order. */
const indexOf = ({ sort, state }: CustomerListFilter) =>
  sort === "displayName"
    ? "customers_by_name"
    : sort === "archivedAt" && state === "archived"
      ? "customers_by_archiving"
      : "customers_by_creation";

const sortColumnOf = (filter: CustomerListFilter) =>
  filter.sort === "archivedAt" && filter.state !== "archived" ? "createdAt" : customerSorts[filter.sort];

const listQuery = (filter: CustomerListFilter) => {
  const { organizationId, state, searchText, ids } = filter;
  return sql
    .selectFrom(from("customers", { index: indexOf(filter) }))
    .where("organizationId", "=", organizationId)
    .$if(state !== "all", (query) => query.where("archivedAt", state === "archived" ? "is not" : "is", null))
    .$if(ids !== undefined, (query) => query.where(anyOf(withoutIndex("id"), ids ?? [])))
    .$if(searchText !== undefined, (query) =>
      query.where((customer) =>
        customer.or([
          contains("nameKey", searchKey(searchText ?? "")),
          contains(customer.fn<string>("lower", ["uniqueName"]), searchKey(searchText ?? "")),
        ]),
      ),
    );
};

/** Query for a page of customers. Finds the page on the index first, then reads only its rows. */
export const customerPage = (filter: CustomerListFilter, limit: number, offset: number) =>
  sql
    .selectFrom(
      listQuery(filter)
        .select(["id", `${nameOf(sortColumnOf(filter))} as sortKey`])
        .orderBy(nameOf(sortColumnOf(filter)), orderOf(sortColumnOf(filter), filter.order))
        .orderBy("id", filter.order)
        .limit(limit)
        .offset(offset)
        .as("page"),
    )
    .innerJoin("customers as c", "c.id", "page.id")
    .selectAll("c")
    .orderBy("page.sortKey", orderOf(sortColumnOf(filter), filter.order))
    .orderBy("page.id", filter.order);

/** Query for the number of matching customers. */
export const customerCount = (filter: CustomerListFilter) =>
  listQuery(filter).select((count) => count.fn.countAll<number>().as("count"));

/** Returns the customers of one page in order; without a limit, all from `offset` on. */
export const listCustomers = (
  db: Reader,
  filter: CustomerListFilter,
  limit: number | null | undefined,
  offset: number,
): Promise<Row<"customers">[]> => db.all(customerPage(filter, limit ?? noLimit, offset));

/** Returns the number of matching customers. */
export const countCustomers = async (db: Reader, filter: CustomerListFilter): Promise<number> =>
  (await db.get(customerCount(filter)))?.count ?? 0;

/** Returns the organisation's customers in this region, newest first, archived ones included. */
export const customersOfOrganization = (db: Reader, organizationId: string) =>
  selectOfOrganization.all(db, { organizationId });

/**
 * True if a customer in any region, archived or not, has this account name or uses it for single sign-on.
 * Otherwise users of a new customer would be sent to another customer's identity provider (CUST-43).
 */
export const isAccountNameTaken = (regions: readonly Reader[], uniqueName: string): Promise<boolean> =>
  someSequentially(
    regions,
    async (db) =>
      (await selectByUniqueName.get(db, { uniqueName })) !== undefined ||
      (await selectSsoByAccountName.get(db, { uniqueName })) !== undefined,
  );

/** True if another customer has the account name. */
export async function isAccountNameOfAnother(db: Reader, uniqueName: string, id: string): Promise<boolean> {
  const owner = await selectByUniqueName.get(db, { uniqueName });
  return owner !== undefined && owner.id !== id;
}

/**
 * Adds a customer and its root department to the region and the directory, and assigns the customer to its
 * creator (CUST-41).
 */
export async function insertCustomer(db: Writer, customer: Omit<Row<"customers">, "nameKey">): Promise<void> {
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
  await db.run(sql.insertInto("customers").values({ ...customer, nameKey: searchKey(displayName) }));
  await db.run(sql.insertInto("hierarchies").values(root));
  await db.run(
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
    await db.run(sql.insertInto("user_customers").values({ userId: createdBy, customerId: id }));
  }
}

/** Archives (a time) or restores (null) a customer. Archiving ends its single sign-on sessions (SSO-58). */
export async function setCustomerArchived(
  db: Writer,
  id: string,
  archivedAt: number | null,
  now: number,
): Promise<void> {
  await archiveInRegion(db, id, archivedAt, now);
  await archiveInDirectory(db, id, { archivedAt });
  if (archivedAt !== null) await endSsoSessionsOf(db, id, now);
}
