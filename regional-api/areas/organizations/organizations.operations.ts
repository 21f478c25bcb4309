/** Organisations: the list, one of them, a new one, its name and their archive. */
import { z } from "zod/v4";
import { archived, conflict, invalid, notFound } from "../../core/errors";
import { noEdition } from "../../core/editions";
import { newId } from "../../core/ids";
import { within } from "../../core/text";
import {
  activeSummaries,
  findInDirectory,
  type CustomerSummary as CustomerSummaryShape,
} from "../../core/customers.store";
import { findOrganization } from "../../core/organizations.store";
import {
  allOrganizations,
  insertOrganization,
  isOrganizationNameTaken,
  renameOrganization,
  setOrganizationArchived,
  sizeOfCustomer,
} from "./organizations.store";
import type { Row } from "../../store/tables";
import { customersGranted, type SessionCall } from "../../core/access";
import { type Archivable, setArchived } from "../../core/archivable";
import { builder } from "../../core/builder";
import { ChangeResult, parseTags, Tag, unchangedSinceArg } from "../../core/shared-types";
import { Edition, editionAfter, versionArg, versionRule } from "../../core/edited";
import { mutation, query } from "../../core/operation";
import { CustomerSummary } from "../customers/customers.operations";
import { changedRows, declareBounds } from "../../core/bounds";
import type { Writer } from "../../store/engine";
import { organizationKind } from "./organizations.record";

declareBounds({
  lists: {
    "ORGGetOrganizationUsage.organizationIds": changedRows("organisations"),
    "ORGArchiveOrganizations.organizationIds": changedRows("organisations"),
    "ORGRestoreOrganizations.organizationIds": changedRows("organisations"),
  },
});

type OrganizationShape = Row<"organizations"> & { customers: CustomerSummaryShape[] };

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
  description: "The active contents of an organisation, over all regions.",
  fields: (t) => ({
    _id: t.exposeID("id"),
    customers: t.exposeInt("customers"),
    users: t.exposeInt("users"),
    vacancies: t.exposeInt("vacancies"),
  }),
});

const OrganizationsFilter = builder.inputType("ORGOrganizationsFilter", { fields: (t) => ({ _id: t.id() }) });

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
  .refine(within(100), "Please keep the display name within 100 characters");
const newOrganization = z.object({
  organization: z.object({
    uniqueName: z
      .string()
      .trim()
      .min(1, "Please enter unique organisation name")
      .refine(within(100), "Please keep the unique name within 100 characters"),
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
  changes: { of: organizationKind, made: ({ id }) => [id] },
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
  changes: { of: organizationKind, ids: ({ _id }) => [_id] },
  resolve: ({ _id, displayName, version }, call) => {
    const { ctx } = call;
    const stored = findOrganization(ctx.db, _id);
    if (!stored) throw notFound();
    if (stored.archivedAt !== null) throw archived("organisation");
    const edition = editionAfter(call, stored, version);
    renameOrganization(ctx.db, _id, displayName, edition, ctx.now);
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
        sizeOfCustomer(ctx.readerOf(awsRegion), customerId),
      );
      const sum = (of: "users" | "vacancies") => sizes.reduce((total, size) => total + size[of], 0);
      return { id, customers: customers.length, users: sum("users"), vacancies: sum("vacancies") };
    }),
});

const organizationIdsArgs = builder.args((t) => ({
  organizationIds: t.idList({ required: true }),
  ...unchangedSinceArg,
}));

const organizations: Archivable<SessionCall<Writer>, Row<"organizations">> = {
  find: ({ ctx, caller }, id) => {
    const organization = findOrganization(ctx.db, id);
    if (!organization || !caller.grants.hasWildcard(id)) throw notFound();
    return organization;
  },
  store: setOrganizationArchived,
};

mutation("ORGArchiveOrganizations", {
  type: [ChangeResult],
  args: {
    ...organizationIdsArgs,
    ...builder.args((t) => ({
      customerId: t.id({
        description:
          "The customer that is open in the console. Its organisation cannot be archived (ORG-37).",
      }),
    })),
  },
  access: { wildcard: () => null },
  changes: {
    of: organizationKind,
    ids: ({ organizationIds }) => organizationIds,
    undoes: ({ unchangedSince }) => unchangedSince,
  },
  resolve: ({ organizationIds: ids, unchangedSince, customerId }, call) => {
    const { ctx, caller } = call;
    const changes = setArchived(call, organizations, { ids, unchangedSince }, true);
    // Nobody shuts the door of the room they stand in: neither their own customer's nor the one that is open.
    const inUse = [caller.user.customerId, customerId].map(
      (id) => id && findInDirectory(ctx.db, id)?.organizationId,
    );
    if (ids.some((id) => inUse.includes(id)))
      throw invalid("The organisation that you work in cannot be archived");
    return changes;
  },
});

mutation("ORGRestoreOrganizations", {
  type: [ChangeResult],
  args: organizationIdsArgs,
  access: { wildcard: () => null },
  changes: {
    of: organizationKind,
    ids: ({ organizationIds }) => organizationIds,
    undoes: ({ unchangedSince }) => unchangedSince,
  },
  resolve: ({ organizationIds: ids, unchangedSince }, call) =>
    setArchived(call, organizations, { ids, unchangedSince }, false),
});
