/** Organisations and customers. */
import { z } from "zod/v4";
import { archived, conflict, invalid, notFound } from "../domain/errors";
import { noEdition } from "../domain/editions";
import { newId } from "../domain/ids";
import { maxPageSize } from "../domain/paging";
import { settingsCodes } from "../domain/settings";
import {
  activeSummaries,
  countCustomers,
  customerSorts,
  customersOfOrganization,
  findCustomer,
  findInDirectory,
  insertCustomer,
  isAccountNameTaken,
  listCustomers,
  setCustomerArchived,
  type CustomerListFilter,
  type CustomerSummary as CustomerSummaryShape,
} from "../store/customers";
import { recordEvent } from "../store/audit-events";
import {
  allOrganizations,
  findOrganization,
  insertOrganization,
  isOrganizationNameTaken,
  renameOrganization,
  setOrganizationArchived,
  sizeOfCustomer,
} from "../store/organizations";
import { insertTemplatePolicies } from "../store/policies";
import type { Row } from "../store/tables";
import { customersGranted, rootOf, type SessionCall } from "./access";
import { builder } from "./builder";
import { ChangeResult, type ChangeShape, isUnchanged, parseTags, Tag, unchangedSinceArg } from "./common";
import { Edition, editionAfter, versionArg, versionRule } from "./editions";
import { mutation, query } from "./operation";
import { Sort, sortOf } from "./paging";

type CustomerRow = Omit<Row<"customers">, "nameKey">;
type CustomerShape = CustomerRow & { awsRegion: string; canViewSettings: boolean };
type OrganizationShape = Row<"organizations"> & { customers: CustomerSummaryShape[] };

export const CustomerSummary = builder.objectRef<CustomerSummaryShape>("CustomerSummary").implement({
  fields: (t) => ({
    customerId: t.exposeID("customerId"),
    customerDisplayName: t.exposeString("customerDisplayName"),
    organizationId: t.exposeID("organizationId"),
    organizationDisplayName: t.exposeString("organizationDisplayName"),
    awsRegion: t.exposeString("awsRegion"),
    rootHierarchyId: t.exposeID("rootHierarchyId"),
    uniqueName: t.exposeString("uniqueName"),
  }),
});

const Customer = builder.objectRef<CustomerShape>("Customer").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    organizationId: t.exposeID("organizationId"),
    uniqueName: t.exposeString("uniqueName"),
    displayName: t.exposeString("displayName"),
    awsRegion: t.exposeString("awsRegion"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
    archivedAt: t.expose("archivedAt", { type: "DateTime", nullable: true }),
    tags: t.field({ type: [Tag], resolve: (customer) => parseTags(customer.tags) }),
    canViewSettings: t.exposeBoolean("canViewSettings", {
      description: "Whether the customer's settings are the caller's to read (PERM-66).",
    }),
  }),
});

const Organization = builder.objectRef<OrganizationShape>("Organization").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    uniqueName: t.exposeString("uniqueName"),
    displayName: t.exposeString("displayName"),
    customers: t.expose("customers", { type: [CustomerSummary] }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
    archivedAt: t.expose("archivedAt", { type: "DateTime", nullable: true }),
    tags: t.field({ type: [Tag], resolve: (organization) => parseTags(organization.tags) }),
    edition: t.field({ type: Edition, resolve: (organization) => organization }),
  }),
});

interface OrganizationUsage {
  id: string;
  customers: number;
  users: number;
  vacancies: number;
}

const OrganizationUsageType = builder.objectRef<OrganizationUsage>("OrganizationUsage").implement({
  description: "What is active in an organisation, over all regions.",
  fields: (t) => ({
    _id: t.exposeID("id"),
    customers: t.exposeInt("customers"),
    users: t.exposeInt("users"),
    vacancies: t.exposeInt("vacancies"),
  }),
});

const IdFilter = builder.inputType("ORGIdFilter", { fields: (t) => ({ _id: t.id({ required: true }) }) });
const CustomersFilter = builder.inputType("ORGCustomersFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    activeOnly: t.boolean({ description: "Leaves the archived ones out." }),
    archivedOnly: t.boolean({ description: "Leaves the active ones out." }),
    searchText: t.string({ description: "Part of the display name or of the account name." }),
    sort: t.field({
      type: Sort,
      description: "displayName, createdAt or archivedAt; newest first when left out.",
    }),
    skipEq: t.int({ description: "How many to leave out at the start." }),
    limitEq: t.int({ description: `How many to answer, up to ${maxPageSize}; all of them when left out.` }),
  }),
});
type CustomersWanted = typeof CustomersFilter.$inferInput;
const OrganizationsFilter = builder.inputType("ORGOrganizationsFilter", { fields: (t) => ({ _id: t.id() }) });

// ---- customers ----

const shapeOf = (row: CustomerRow, { ctx: { awsRegion }, caller }: SessionCall): CustomerShape => ({
  ...row,
  awsRegion,
  canViewSettings: caller.grants.allows(settingsCodes.read, rootOf({ ...row, awsRegion })),
});

/** What of the customers is asked for, of those that the caller may open. */
function wanted(filter: CustomersWanted, { ctx, caller }: SessionCall): CustomerListFilter {
  const { organizationId, activeOnly, archivedOnly, searchText, sort } = filter;
  // Staff of the whole organisation see each of its customers; who else does is asked of each.
  const seesAll = caller.grants.hasWildcard(organizationId) && !caller.grants.denies();
  const isSeen = (row: Row<"customers">) =>
    caller.grants.allows("edge:access", rootOf({ ...row, awsRegion: ctx.awsRegion }));
  return {
    organizationId,
    state: activeOnly ? "active" : archivedOnly ? "archived" : "all",
    searchText: searchText?.trim() ? searchText : undefined,
    ids: seesAll
      ? undefined
      : customersOfOrganization(ctx.db, organizationId)
          .filter(isSeen)
          .map(({ id }) => id),
    ...sortOf(sort, customerSorts),
  };
}

query("ORGGetCustomers", {
  type: [Customer],
  args: builder.args((t) => ({ filter: t.field({ type: CustomersFilter, required: true }) })),
  access: { code: "edge:access", organization: ({ filter }) => filter.organizationId },
  resolve: ({ filter }, call) => {
    const { limitEq, skipEq } = filter;
    if (limitEq != null && !(limitEq >= 1 && limitEq <= maxPageSize))
      throw invalid(`A page has 1 to ${maxPageSize} rows`);
    if (skipEq != null && skipEq < 0) throw invalid("A list begins at 0");
    return listCustomers(call.ctx.db, wanted(filter, call), limitEq, skipEq ?? 0).map((row) =>
      shapeOf(row, call),
    );
  },
});

query("ORGCountCustomers", {
  description: "How many customers the filter leaves, on all pages.",
  type: "Int",
  args: builder.args((t) => ({ filter: t.field({ type: CustomersFilter, required: true }) })),
  access: { code: "edge:access", organization: ({ filter }) => filter.organizationId },
  resolve: ({ filter }, call) => countCustomers(call.ctx.db, wanted(filter, call)),
});

query("ORGGetCustomer", {
  type: Customer,
  args: builder.args((t) => ({ filter: t.field({ type: IdFilter, required: true }) })),
  access: { code: "edge:access", scope: ({ filter }) => ({ customerId: filter._id }) },
  resolve: (_args, call) => {
    const row = findCustomer(call.ctx.db, call.customer.id);
    if (!row) throw notFound();
    return shapeOf(row, call);
  },
});

// The console checks the same rules in its form (CUST-26..CUST-33); the texts are the catalogue's.
const newCustomer = z.object({
  organizationId: z.string().trim().min(1, "Please select an organisation"),
  displayName: z
    .string()
    .trim()
    .min(1, "Please enter a display customer name")
    .max(100, "Please keep the display name within 100 characters"),
  uniqueName: z
    .string()
    .trim()
    .min(1, "Please enter an account name")
    .max(100, "Please keep the account name within 100 characters")
    .regex(/^[a-z]([a-z0-9-]*[a-z0-9])?$/, 'Please enter only lowercase letters, numbers and "-"'),
});

mutation("ORGCreateCustomer", {
  type: Customer,
  args: builder.args((t) => ({
    organizationId: t.id({ required: true }),
    uniqueName: t.string({ required: true }),
    displayName: t.string({ required: true }),
  })),
  access: { wildcard: ({ organizationId }) => organizationId },
  validate: newCustomer,
  resolve: ({ organizationId, uniqueName, displayName }, call) => {
    const { ctx, caller } = call;
    if (findOrganization(ctx.db, organizationId)?.archivedAt !== null) {
      throw invalid("Please select an organisation");
    }
    if (isAccountNameTaken(ctx.db, uniqueName)) throw conflict("Account Name already exists");
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
    insertCustomer(ctx.db, customer);
    insertTemplatePolicies(ctx.db, customer, ctx.config.policyPrefix);
    return shapeOf(customer, call);
  },
});

const customerIdsArgs = {
  ...builder.args((t) => ({
    customerIds: t.idList({ required: true }),
    organizationId: t.id({ required: true }),
  })),
  ...unchangedSinceArg,
};

interface ArchiveArgs {
  customerIds: readonly string[];
  organizationId: string;
  unchangedSince?: number | null;
}

/** Archives or restores a customer of the call's region; returns when, null for one that is so already. */
export function archiveCustomer(
  { ctx }: SessionCall,
  customer: Row<"customers">,
  archive: boolean,
): number | null {
  if ((customer.archivedAt === null) !== archive) return null;
  setCustomerArchived(ctx.db, customer.id, archive ? ctx.now : null, ctx.now);
  return ctx.now;
}

/**
 * Archives or restores all of the customers, or none, save those that changed after `since`; returns those that it
 * changed (CUST-20, ORG-10).
 */
function setArchived(
  { customerIds, organizationId, unchangedSince }: ArchiveArgs,
  archive: boolean,
  call: SessionCall,
): ChangeShape[] {
  const customers = [...new Set(customerIds)].map((id) => {
    const customer = findCustomer(call.ctx.db, id);
    if (customer?.organizationId !== organizationId) throw notFound();
    return customer;
  });
  return customers
    .filter((customer) => isUnchanged(customer, unchangedSince))
    .flatMap((customer) => {
      const changedAt = archiveCustomer(call, customer, archive);
      return changedAt === null ? [] : [{ id: customer.id, changedAt }];
    });
}

mutation("ORGArchiveCustomers", {
  type: [ChangeResult],
  args: customerIdsArgs,
  access: { wildcard: ({ organizationId }) => organizationId },
  resolve: (args, call) => setArchived(args, true, call),
});

mutation("ORGRestoreCustomers", {
  type: [ChangeResult],
  args: customerIdsArgs,
  access: { wildcard: ({ organizationId }) => organizationId },
  resolve: (args, call) => setArchived(args, false, call),
});

// ---- organisations ----

query("ORGGetOrganizations", {
  type: [Organization],
  args: builder.args((t) => ({ filter: t.field({ type: OrganizationsFilter }) })),
  access: { wildcard: () => null },
  resolve: ({ filter }, { ctx, caller }) =>
    allOrganizations(ctx.db)
      .filter(({ id }) => caller.grants.hasWildcard(id) && (!filter?._id || filter._id === id))
      .map((row) => ({ ...row, customers: activeSummaries(ctx.db, row.id) })),
});

query("ORGGetOrganization", {
  type: Organization,
  args: builder.args((t) => ({ _id: t.id({ required: true }) })),
  access: { code: "edge:access", organization: ({ _id }) => _id },
  resolve: (_args, call) => ({
    ...call.organization,
    customers: customersGranted(call, "edge:access", call.organization.id),
  }),
});

// The console checks the same rules in its form (ORG-26..ORG-30); the texts are the catalogue's.
const organizationDisplayName = z
  .string()
  .trim()
  .min(1, "Please enter display organisation name")
  .max(100, "Please keep the display name within 100 characters");
const newOrganization = z.object({
  organization: z.object({
    uniqueName: z
      .string()
      .trim()
      .min(1, "Please enter unique organisation name")
      .max(100, "Please keep the unique name within 100 characters"),
    displayName: organizationDisplayName,
  }),
});

const NewOrganization = builder.inputType("ORGNewOrganizationInput", {
  fields: (t) => ({
    uniqueName: t.string({ required: true }),
    displayName: t.string({ required: true }),
  }),
});

mutation("ORGCreateOrganization", {
  type: Organization,
  args: builder.args((t) => ({ organization: t.field({ type: NewOrganization, required: true }) })),
  // Who holds one organisation alone could not see the new one.
  access: { wildcard: () => "*" },
  validate: newOrganization,
  resolve: ({ organization: { uniqueName, displayName } }, { ctx }) => {
    if (isOrganizationNameTaken(ctx.db, uniqueName)) throw conflict("Organisation name already exists");
    const organization: Row<"organizations"> = {
      id: newId(ctx.now),
      uniqueName,
      displayName,
      tags: "[]",
      createdAt: ctx.now,
      updatedAt: ctx.now,
      archivedAt: null,
      ...noEdition,
    };
    insertOrganization(ctx.db, organization);
    return { ...organization, customers: [] };
  },
});

mutation("ORGUpdateOrganization", {
  type: Organization,
  args: builder.args((t) => ({
    _id: t.id({ required: true }),
    displayName: t.string({ required: true }),
    ...versionArg,
  })),
  access: { wildcard: ({ _id }) => _id },
  validate: z.object({ _id: z.string(), displayName: organizationDisplayName, version: versionRule }),
  resolve: ({ _id, displayName, version }, call) => {
    const { ctx, caller } = call;
    const stored = findOrganization(ctx.db, _id);
    if (!stored) throw notFound();
    if (stored.archivedAt !== null) throw archived("organisation");
    const edition = editionAfter(call, stored, version);
    renameOrganization(ctx.db, _id, displayName, edition, ctx.now);
    recordEvent(ctx.db, ctx, {
      event: "ORGANIZATION_RENAMED",
      outcome: "SUCCESS",
      actorId: caller.user.id,
      subject: _id,
      details: { version: edition.version },
    });
    const customers = activeSummaries(ctx.db, _id);
    return { ...stored, ...edition, displayName, updatedAt: ctx.now, customers };
  },
});

query("ORGGetOrganizationUsage", {
  type: [OrganizationUsageType],
  args: builder.args((t) => ({ organizationIds: t.idList({ required: true }) })),
  access: { wildcard: () => null },
  resolve: ({ organizationIds }, { ctx, caller }) =>
    [...new Set(organizationIds)].map((id) => {
      if (!caller.grants.hasWildcard(id) || !findOrganization(ctx.db, id)) throw notFound();
      const customers = activeSummaries(ctx.db, id);
      const sizes = customers.map(({ awsRegion, customerId }) =>
        sizeOfCustomer(ctx.databases.region(awsRegion), customerId),
      );
      const sum = (of: "users" | "vacancies") => sizes.reduce((total, size) => total + size[of], 0);
      return { id, customers: customers.length, users: sum("users"), vacancies: sum("vacancies") };
    }),
});

const organizationIdsArgs = builder.args((t) => ({
  organizationIds: t.idList({ required: true }),
  ...unchangedSinceArg,
}));
const archiveOrganizationsArgs = builder.args((t) => ({
  ...organizationIdsArgs,
  customerId: t.id({ description: "The customer that is open: its organisation is not archived (ORG-37)." }),
}));
type OrganizationIds = {
  organizationIds: readonly string[];
  unchangedSince?: number | null;
  customerId?: string | null;
};

/** Archives or restores all of the organisations, or none; returns those that changed (ORG-10, ORG-17). */
function setOrganizationsArchived(
  { organizationIds, unchangedSince, customerId }: OrganizationIds,
  archive: boolean,
  { ctx, caller }: SessionCall,
): ChangeShape[] {
  const organizations = [...new Set(organizationIds)].map((id) => {
    const organization = findOrganization(ctx.db, id);
    if (!organization || !caller.grants.hasWildcard(id)) throw notFound();
    return organization;
  });
  // Nobody shuts the door of the room they stand in: neither their own customer's nor the one that is open.
  const inUse = [caller.user.customerId, customerId].map(
    (id) => id && findInDirectory(ctx.db, id)?.organizationId,
  );
  if (archive && organizations.some(({ id }) => inUse.includes(id))) {
    throw invalid("The organisation that you work in cannot be archived");
  }
  return organizations
    .filter((one) => (one.archivedAt === null) === archive && isUnchanged(one, unchangedSince))
    .map(({ id }) => {
      setOrganizationArchived(ctx.db, id, archive ? ctx.now : null, ctx.now);
      return { id, changedAt: ctx.now };
    });
}

mutation("ORGArchiveOrganizations", {
  type: [ChangeResult],
  args: archiveOrganizationsArgs,
  access: { wildcard: () => null },
  resolve: (args, call) => setOrganizationsArchived(args, true, call),
});

mutation("ORGRestoreOrganizations", {
  type: [ChangeResult],
  args: organizationIdsArgs,
  access: { wildcard: () => null },
  resolve: (args, call) => setOrganizationsArchived(args, false, call),
});
