/** Organisations, customers and departments. */
import { z } from "zod/v4";
import { conflict, invalid, notFound } from "../domain/errors";
import { newId } from "../domain/ids";
import {
  activeSummaries,
  customersOfOrganization,
  findCustomer,
  insertCustomer,
  isAccountNameTaken,
  setCustomerArchived,
  type CustomerSummary as CustomerSummaryShape,
} from "../store/customers";
import { descendantsOf, findHierarchy, treeBelow, type HierarchyTree } from "../store/hierarchies";
import { allOrganizations, findOrganization } from "../store/organizations";
import { insertTemplatePolicies } from "../store/policies";
import type { Row } from "../store/schema";
import { customersGranted, rootOf, type CustomerCall, type Scope, type SessionCall } from "./access";
import { builder } from "./builder";
import { IdResult, parseTags, Tag } from "./common";
import type { ApiContext } from "./context";
import { mutation, query } from "./operation";

type CustomerShape = Row<"customers"> & { awsRegion: string };
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
  }),
});

const HierarchyNode = builder.objectRef<HierarchyTree>("HierarchyNode");
HierarchyNode.implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    parentId: t.exposeID("parentId", { nullable: true }),
    organizationId: t.exposeID("organizationId"),
    customerId: t.exposeID("customerId"),
    name: t.exposeString("name"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
    archivedAt: t.expose("archivedAt", { type: "DateTime", nullable: true }),
    children: t.expose("children", { type: [HierarchyNode] }),
    tags: t.field({ type: [Tag], resolve: (node) => parseTags(node.tags) }),
  }),
});

const ChildrenShape = builder.enumType("ORGChildrenShape", { values: ["tree", "flatArray"] });

const HierarchyFilter = builder.inputType("ORGHierarchyFilter", {
  fields: (t) => ({ _id: t.id(), customerId: t.id() }),
});
const IdFilter = builder.inputType("ORGIdFilter", { fields: (t) => ({ _id: t.id({ required: true }) }) });
const CustomersFilter = builder.inputType("ORGCustomersFilter", {
  fields: (t) => ({ organizationId: t.id({ required: true }), activeOnly: t.boolean() }),
});
const OrganizationsFilter = builder.inputType("ORGOrganizationsFilter", { fields: (t) => ({ _id: t.id() }) });

// ---- departments ----

interface HierarchyArgs {
  filter: { _id?: string | null; customerId?: string | null };
  childrenShape?: "tree" | "flatArray" | null;
}

const hierarchyArgs = builder.args((t) => ({
  filter: t.field({ type: HierarchyFilter, required: true }),
  childrenShape: t.field({ type: ChildrenShape }),
}));

/** A filter names the department, or its customer, or both, which must then belong together. */
function hierarchyScope({ filter }: HierarchyArgs, ctx: ApiContext): Scope {
  if (!filter._id && !filter.customerId) throw invalid("filter needs _id or customerId");
  const customerId = filter.customerId ?? findHierarchy(ctx.db, filter._id ?? "")?.customerId;
  if (!customerId) throw notFound();
  return { customerId, hierarchyId: filter._id };
}

function hierarchy(call: CustomerCall, id: string, shape: HierarchyArgs["childrenShape"]): HierarchyTree {
  const tree = treeBelow(call.ctx.db, call.customer.id, id);
  if (!tree) throw notFound();
  if (shape !== "flatArray") return tree;
  return { ...tree, children: descendantsOf(tree).map((node) => ({ ...node, children: [] })) };
}

query("ORGGetRootHierarchy", {
  type: HierarchyNode,
  args: hierarchyArgs,
  access: { code: "edge:access", scope: hierarchyScope },
  resolve: ({ childrenShape }, call) => hierarchy(call, call.customer.rootHierarchyId, childrenShape),
});

query("ORGGetHierarchy", {
  type: HierarchyNode,
  args: hierarchyArgs,
  access: { code: "edge:access", scope: hierarchyScope },
  resolve: ({ childrenShape }, call) => hierarchy(call, call.hierarchyId, childrenShape),
});

// ---- customers ----

const withRegion = (row: Row<"customers">, { awsRegion }: ApiContext): CustomerShape => ({
  ...row,
  awsRegion,
});

query("ORGGetCustomers", {
  type: [Customer],
  args: builder.args((t) => ({ filter: t.field({ type: CustomersFilter, required: true }) })),
  access: { code: "edge:access", organization: ({ filter }) => filter.organizationId },
  resolve: ({ filter }, { ctx, caller }) =>
    customersOfOrganization(ctx.db, filter.organizationId)
      .filter((row) => !filter.activeOnly || row.archivedAt === null)
      .map((row) => withRegion(row, ctx))
      .filter((customer) =>
        caller.grants.allows("edge:access", rootOf({ ...customer, awsRegion: ctx.awsRegion })),
      ),
});

query("ORGGetCustomer", {
  type: Customer,
  args: builder.args((t) => ({ filter: t.field({ type: IdFilter, required: true }) })),
  access: { code: "edge:access", scope: ({ filter }) => ({ customerId: filter._id }) },
  resolve: (_args, { ctx, customer }) => {
    const row = findCustomer(ctx.db, customer.id);
    if (!row) throw notFound();
    return withRegion(row, ctx);
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
  resolve: ({ organizationId, uniqueName, displayName }, { ctx, caller }) => {
    if (findOrganization(ctx.db, organizationId)?.archivedAt !== null) {
      throw invalid("Please select an organisation");
    }
    if (isAccountNameTaken(ctx.db, uniqueName)) throw conflict("Account Name already exists");
    const customer: Row<"customers"> = {
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
    return withRegion(customer, ctx);
  },
});

const customerIdsArgs = builder.args((t) => ({
  customerIds: t.idList({ required: true }),
  organizationId: t.id({ required: true }),
}));

/** Archives or restores all of the customers, or none; gives those that changed (CUST-20, ORG-10). */
function setArchived(
  customerIds: readonly string[],
  organizationId: string,
  archive: boolean,
  { ctx }: SessionCall,
) {
  const customers = [...new Set(customerIds)].map((id) => {
    const customer = findCustomer(ctx.db, id);
    if (customer?.organizationId !== organizationId) throw notFound();
    return customer;
  });
  return customers
    .filter((customer) => (customer.archivedAt === null) === archive)
    .map(({ id }) => {
      setCustomerArchived(ctx.db, id, archive ? ctx.now : null, ctx.now);
      return { id };
    });
}

mutation("ORGArchiveCustomers", {
  type: [IdResult],
  args: customerIdsArgs,
  access: { wildcard: ({ organizationId }) => organizationId },
  resolve: ({ customerIds, organizationId }, call) => setArchived(customerIds, organizationId, true, call),
});

mutation("ORGRestoreCustomers", {
  type: [IdResult],
  args: customerIdsArgs,
  access: { wildcard: ({ organizationId }) => organizationId },
  resolve: ({ customerIds, organizationId }, call) => setArchived(customerIds, organizationId, false, call),
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
