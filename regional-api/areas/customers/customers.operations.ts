/** Customers: list, detail, creation and archiving; and the summary used elsewhere. */
import { conflict, invalid, notFound } from "../../core/errors";
import { newId } from "../../core/ids";
import { maxPageSize, searchTextOf } from "../../core/paging";
import { settingsCodes } from "../../core/settings-codes";
import {
  findCustomer,
  customersInDirectory,
  regionCustomer,
  type CustomerSummary as CustomerSummaryShape,
} from "../../core/customers.store";
import {
  countCustomers,
  customerSorts,
  customersOfOrganization,
  insertCustomer,
  isAccountNameTaken,
  listCustomers,
  setCustomerArchived,
  type CustomerListFilter,
} from "./customers.store";
import { findOrganization } from "../../core/organizations.store";
import { insertTemplatePolicies } from "../policies/policies.store";
import type { Row } from "../../store/tables";
import { rootOf, type SessionCall } from "../../core/access";
import { archiveMutations, setArchived } from "../../core/archivable";
import { builder, idArgs, rowType, inputOf, argsOf } from "../../core/builder";
import { readersOf } from "../../core/context";
import { parseTags, Tag } from "../../core/shared-types";
import { mutation, query } from "../../core/operation";
import { Sort, sortOf } from "../../core/page-types";
import { atMost, declareBounds, firstRow, pageSize } from "../../core/bounds";
import type { Writer } from "../../store/engine";
import { customers } from "./customers.entity";

declareBounds({
  lists: { "ORGFindArchivedCustomers.customerIds": atMost(9_000, "customers") },
  pages: {
    "ORGCustomersFilter.skipEq": firstRow,
    "ORGCustomersFilter.limitEq": pageSize,
  },
});

type CustomerRow = Omit<Row<"customers">, "nameKey">;
type CustomerShape = CustomerRow & { awsRegion: string; canViewSettings: boolean };

export const CustomerSummary = rowType<CustomerSummaryShape>()("CustomerSummary", {
  customerId: "ID",
  customerDisplayName: "String",
  organizationId: "ID",
  organizationDisplayName: "String",
  awsRegion: "String",
  rootHierarchyId: "ID",
  uniqueName: "String",
});

const Customer = rowType<CustomerShape>()(
  "Customer",
  {
    ...customers.shown,
    organizationId: "ID",
    awsRegion: "String",
    archivedAt: "DateTime?",
  },
  (t) => ({
    tags: t.field({ type: [Tag], resolve: ({ tags }) => parseTags(tags) }),
    canViewSettings: t.exposeBoolean("canViewSettings", {
      description: "Whether the caller may read the customer's settings (PERM-66).",
    }),
  }),
);

const IdFilter = inputOf("ORGIdFilter", { _id: "ID" });
const CustomersFilter = builder.inputType("ORGCustomersFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    activeOnly: t.boolean({ description: "Only active customers." }),
    archivedOnly: t.boolean({ description: "Only archived customers." }),
    searchText: t.string({ description: "Part of the display name or of the account name." }),
    sort: t.field({
      type: Sort,
      description: "By displayName, createdAt or archivedAt. Newest first if omitted.",
    }),
    skipEq: t.int({ description: "How many rows to skip." }),
    limitEq: t.int({ description: `How many rows to return, at most ${maxPageSize}. All rows if omitted.` }),
  }),
});
type CustomersQuery = typeof CustomersFilter.$inferInput;

const shapeOf = (row: CustomerRow, { ctx: { awsRegion }, caller }: SessionCall): CustomerShape => ({
  ...row,
  awsRegion,
  canViewSettings: caller.grants.allows(settingsCodes.read, rootOf({ ...row, awsRegion })),
});

/** Translates an API filter, limited to customers the caller may open. */
async function toListFilter(
  filter: CustomersQuery,
  { ctx, caller }: SessionCall,
): Promise<CustomerListFilter> {
  const { organizationId, activeOnly, archivedOnly, searchText, sort } = filter;
  // Staff of the whole organisation see all of its customers; for other callers, each customer is checked.
  const seesAll = caller.grants.hasWildcard(organizationId) && !caller.grants.denies();
  const isSeen = (row: Row<"customers">) =>
    caller.grants.allows("edge:access", rootOf({ ...row, awsRegion: ctx.awsRegion }));
  return {
    organizationId,
    state: activeOnly ? "active" : archivedOnly ? "archived" : "all",
    searchText: searchTextOf(searchText),
    ids: seesAll
      ? undefined
      : (await customersOfOrganization(ctx.db, organizationId)).filter(isSeen).map(({ id }) => id),
    ...sortOf(sort, customerSorts),
  };
}

query("ORGGetCustomers", {
  description: "The customers that match the filter and that the caller can see.",
  type: [Customer],
  args: builder.args((t) => ({ filter: t.field({ type: CustomersFilter, required: true }) })),
  access: { code: "edge:access", organization: ({ filter }) => filter.organizationId },
  resolve: async ({ filter }, call) => {
    const { limitEq, skipEq } = filter;
    return (await listCustomers(call.ctx.db, await toListFilter(filter, call), limitEq, skipEq ?? 0)).map(
      (row) => shapeOf(row, call),
    );
  },
});

query("ORGCountCustomers", {
  description: "The number of customers that match the filter.",
  type: "Int",
  args: builder.args((t) => ({ filter: t.field({ type: CustomersFilter, required: true }) })),
  access: { code: "edge:access", organization: ({ filter }) => filter.organizationId },
  resolve: async ({ filter }, call) => countCustomers(call.ctx.db, await toListFilter(filter, call)),
});

query("ORGGetCustomer", {
  description: "One customer, by its id.",
  type: Customer,
  args: builder.args((t) => ({ filter: t.field({ type: IdFilter, required: true }) })),
  access: { code: "edge:access", scope: ({ filter }) => ({ customerId: filter._id }) },
  resolve: async (_args, call) => {
    const row = await findCustomer(call.ctx.db, call.customer.id);
    if (!row) throw notFound();
    return shapeOf(row, call);
  },
});

interface ArchivedCustomerShape {
  readonly id: string;
  readonly displayName: string;
  readonly awsRegion: string;
  readonly organizationId: string;
  readonly canRestore: boolean;
}

const ArchivedCustomer = rowType<ArchivedCustomerShape>()("ORGArchivedCustomer", {
  _id: "ID",
  displayName: "String",
  awsRegion: "String",
  organizationId: "ID",
  canRestore: "Boolean",
});

query("ORGFindArchivedCustomers", {
  description:
    "The given customers, in any region, that are archived and that the caller may restore or could open if they were active.",
  type: [ArchivedCustomer],
  args: argsOf({ customerIds: ["ID"] }),
  access: "session",
  resolve: async ({ customerIds }, { ctx, caller: { grants } }) =>
    [...(await customersInDirectory(ctx.db, customerIds)).values()]
      .filter(({ archivedAt }) => archivedAt !== null)
      .map((customer) => ({
        ...customer,
        canRestore: grants.hasWildcard(customer.organizationId),
        isTheirs: grants.allows("edge:access", rootOf(customer)),
      }))
      .filter(({ canRestore, isTheirs }) => canRestore || isTheirs),
});

mutation("ORGCreateCustomer", {
  description: "Creates a customer.",
  type: Customer,
  args: { ...idArgs("organizationId"), ...customers.args },
  access: { wildcard: ({ organizationId }) => organizationId },
  changes: { of: customers.kind, made: ({ id }) => [id] },
  resolve: async (sent, call) => {
    const { ctx, caller } = call;
    const { organizationId, uniqueName, displayName } = customers.checked(sent);
    if ((await findOrganization(ctx.db, organizationId))?.archivedAt !== null) {
      throw invalid("Please select an organisation");
    }
    if (await isAccountNameTaken(readersOf(ctx), uniqueName)) throw conflict("Account Name already exists");
    const customer: CustomerRow = {
      id: newId(ctx.now),
      organizationId,
      uniqueName,
      displayName,
      rootHierarchyId: newId(ctx.now),
      tags: "[]",
      createdBy: caller.user.id,
      createdAt: ctx.now,
      updatedAt: ctx.now,
      archivedAt: null,
    };
    await insertCustomer(ctx.db, customer);
    await insertTemplatePolicies(ctx.db, customer, ctx.config.policyPrefix);
    return shapeOf(customer, call);
  },
});

/** Archives or restores a customer of the call's region. Returns the time of the change, or null if there was none. */
export async function archiveCustomer(
  { ctx }: SessionCall<Writer>,
  customer: Row<"customers">,
  archive: boolean,
): Promise<number | null> {
  if ((customer.archivedAt === null) !== archive) return null;
  await setCustomerArchived(ctx.db, customer.id, archive ? ctx.now : null, ctx.now);
  return ctx.now;
}

archiveMutations(["ORGArchiveCustomers", "ORGRestoreCustomers"], {
  ids: ["customerIds", "customers"],
  of: customers.kind,
  args: idArgs("organizationId"),
  access: () => ({ wildcard: ({ organizationId }: { organizationId: string }) => organizationId }),
  // Only customers of the named organisation can be changed (ORG-10).
  change: async ({ organizationId, ...chosen }, call, archive) => {
    const ofOrganization = async ({ ctx }: SessionCall, id: string) => {
      const customer = await regionCustomer(ctx.db, id);
      if (customer?.organizationId !== organizationId) throw notFound();
      return customer;
    };
    return setArchived(call, { find: ofOrganization, store: setCustomerArchived }, chosen, archive);
  },
});
