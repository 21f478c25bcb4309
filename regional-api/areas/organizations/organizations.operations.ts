/** Organisations: list, details, creation, renaming and archiving. */
import { z } from "zod/v4";
import { grantedCustomers, type SessionCall } from "../../core/access";
import { type Archivable, archiveMutation, setArchived } from "../../core/archivable";
import { builder, idArgs, rowType, textArgs, inputOf } from "../../core/builder";
import {
  activeSummaries,
  findInDirectory,
  type CustomerSummary as CustomerSummaryShape,
} from "../../core/customers.store";
import { Edition, editionAfter, versionArg } from "../../core/versioned-type";
import { noEdition } from "../../core/optimistic-lock";
import { archived, conflict, invalid, notFound } from "../../core/errors";
import { newId } from "../../core/ids";
import { mutation, query } from "../../core/operation";
import { findOrganization } from "../../core/organizations.store";
import { parseTags, Tag } from "../../core/shared-types";
import type { Writer } from "../../store/engine";
import { mapSequentially, mapConcurrently } from "../../store/sequential";
import type { Row } from "../../store/tables";
import { CustomerSummary } from "../customers/customers.operations";
import { organizations } from "./organizations.entity";
import { allOrganizations, isOrganizationNameTaken } from "./organizations.store";

type OrganizationShape = Row<"organizations"> & { customers: CustomerSummaryShape[] };

const Organization = rowType<OrganizationShape>()(
  "Organization",
  { ...organizations.shown, archivedAt: "DateTime?" },
  (t) => ({
    customers: t.expose("customers", { type: [CustomerSummary] }),
    tags: t.field({ type: [Tag], resolve: ({ tags }) => parseTags(tags) }),
    edition: t.field({ type: Edition, resolve: (organization) => organization }),
  }),
);

const OrganizationsFilter = inputOf("ORGOrganizationsFilter", { _id: "ID?" });

query("ORGGetOrganizations", {
  description: "The organisations on which the caller holds every permission, with their active customers.",
  type: [Organization],
  args: builder.args((t) => ({ filter: t.field({ type: OrganizationsFilter }) })),
  access: { wildcard: () => null },
  resolve: async ({ filter }, { ctx, caller }) =>
    mapConcurrently(
      (await allOrganizations(ctx.db)).filter(
        ({ id }) => caller.grants.hasWildcard(id) && (!filter?._id || filter._id === id),
      ),
      async (row) => ({ ...row, customers: await activeSummaries(ctx.db, row.id) }),
    ),
});

query("ORGGetOrganization", {
  description: "One organisation, by its id.",
  type: Organization,
  args: idArgs("_id"),
  access: { code: "edge:access", organization: ({ _id }) => _id },
  resolve: async (_args, call) => ({
    ...call.organization,
    customers: await grantedCustomers(call, "edge:access", call.organization.id),
  }),
});

const NewOrganization = builder.inputType("ORGNewOrganizationInput", { fields: organizations.inputs });

mutation("ORGCreateOrganization", {
  description: "Creates an organisation.",
  type: Organization,
  args: builder.args((t) => ({ organization: t.field({ type: NewOrganization, required: true }) })),
  // Requires all organisations: a caller with a single one could not see the new one.
  access: { wildcard: () => "*" },
  changes: { of: organizations.kind, made: ({ id }) => [id] },
  resolve: async (sent, { ctx }) => {
    const values = organizations.checked(sent.organization);
    if (await isOrganizationNameTaken(ctx.db, values.uniqueName))
      throw conflict("Organisation name already exists");
    const organization: Row<"organizations"> = {
      ...organizations.stored(values),
      id: newId(ctx.now),
      tags: "[]",
      createdAt: ctx.now,
      updatedAt: ctx.now,
      archivedAt: null,
      ...noEdition,
    };
    await organizations.rows.insert(ctx.db, organization);
    return { ...organization, customers: [] };
  },
});

mutation("ORGUpdateOrganization", {
  description: "Changes an organisation.",
  type: Organization,
  args: { ...idArgs("_id"), ...textArgs("displayName"), ...versionArg },
  access: { wildcard: ({ _id }) => _id },
  validate: z.object({ displayName: organizations.fields.displayName.rule }),
  changes: { of: organizations.kind, ids: ({ _id }) => [_id] },
  resolve: async ({ _id, displayName, version }, call) => {
    const { ctx } = call;
    const stored = await findOrganization(ctx.db, _id);
    if (!stored) throw notFound();
    if (stored.archivedAt !== null) throw archived("organisation");
    const edition = await editionAfter(call, stored, version);
    const changes = { displayName, ...edition, updatedAt: ctx.now };
    await organizations.rows.update(ctx.db, _id, changes);
    return { ...stored, ...changes, customers: await activeSummaries(ctx.db, _id) };
  },
});

const archivable: Archivable<SessionCall<Writer>, Row<"organizations">> = {
  find: async ({ ctx, caller }, id) => {
    const organization = await organizations.rows.findAmong(ctx.db, id);
    if (!organization || !caller.grants.hasWildcard(id)) throw notFound();
    return organization;
  },
  store: organizations.rows.archive,
};

const archiving = {
  ids: ["organizationIds", "organisations"],
  of: organizations.kind,
  access: { wildcard: () => null },
} as const;

archiveMutation("ORGArchiveOrganizations", true, {
  ...archiving,
  args: builder.args((t) => ({
    customerId: t.id({
      description: "The customer that is open in the console. Its organisation cannot be archived (ORG-37).",
    }),
  })),
  change: async ({ customerId, ...chosen }, call) => {
    const { ctx, caller } = call;
    const changes = await setArchived(call, archivable, chosen, true);
    // Refuses to archive the organisation of the caller's own customer, or of the customer currently open.
    const inUse = await mapSequentially(
      [caller.user.customerId, customerId],
      async (id) => id && (await findInDirectory(ctx.db, id))?.organizationId,
    );
    if (chosen.ids.some((id) => inUse.includes(id)))
      throw invalid("The organisation that you work in cannot be archived");
    return changes;
  },
});

archiveMutation("ORGRestoreOrganizations", false, {
  ...archiving,
  args: {},
  change: (chosen, call) => setArchived(call, archivable, chosen, false),
});
