/** Organisations: the list, one of them, a new one, its name and their archive. */
import { mapInTurn, mapTogether } from "../../store/in-turn";
import { z } from "zod/v4";
import { enteredText } from "../../core/entered";
import { archived, conflict, invalid, notFound } from "../../core/errors";
import { noEdition } from "../../core/editions";
import { newId } from "../../core/ids";
import {
  activeSummaries,
  findInDirectory,
  type CustomerSummary as CustomerSummaryShape,
} from "../../core/customers.store";
import { findOrganization, organizationAmong } from "../../core/organizations.store";
import { allOrganizations, isOrganizationNameTaken, organizationRows } from "./organizations.store";
import type { Row } from "../../store/tables";
import { customersGranted, type SessionCall } from "../../core/access";
import { type Archivable, archiveMutation, setArchived } from "../../core/archivable";
import { builder, idArgs } from "../../core/builder";
import { parseTags, Tag } from "../../core/shared-types";
import { Edition, editionAfter, versionArg, versionRule } from "../../core/edited";
import { mutation, query } from "../../core/operation";
import { CustomerSummary } from "../customers/customers.operations";
import type { Writer } from "../../store/engine";
import { organizationKind } from "./organizations.record";

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

const OrganizationsFilter = builder.inputType("ORGOrganizationsFilter", { fields: (t) => ({ _id: t.id() }) });

query("ORGGetOrganizations", {
  description: "The organisations on which the caller holds every right, with their active customers.",
  type: [Organization],
  args: builder.args((t) => ({ filter: t.field({ type: OrganizationsFilter }) })),
  access: { wildcard: () => null },
  resolve: async ({ filter }, { ctx, caller }) =>
    mapTogether(
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
    customers: await customersGranted(call, "edge:access", call.organization.id),
  }),
});

// The console checks the same rules in its form (ORG-26..ORG-30); the texts are the catalogue's.
const organizationDisplayName = enteredText(
  "organizationDisplayName",
  100,
  "the display name",
  "Please enter display organisation name",
);
const newOrganization = z.object({
  organization: z.object({
    uniqueName: enteredText(
      "organizationUniqueName",
      100,
      "the unique name",
      "Please enter unique organisation name",
    ),
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
  description: "Creates an organisation.",
  type: Organization,
  args: builder.args((t) => ({ organization: t.field({ type: NewOrganization, required: true }) })),
  // Who holds one organisation alone could not see the new one.
  access: { wildcard: () => "*" },
  validate: newOrganization,
  changes: { of: organizationKind, made: ({ id }) => [id] },
  resolve: async ({ organization: { uniqueName, displayName } }, { ctx }) => {
    if (await isOrganizationNameTaken(ctx.db, uniqueName)) throw conflict("Organisation name already exists");
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
    await organizationRows.insert(ctx.db, organization);
    return { ...organization, customers: [] };
  },
});

mutation("ORGUpdateOrganization", {
  description: "Changes an organisation.",
  type: Organization,
  args: builder.args((t) => ({
    _id: t.id({ required: true }),
    displayName: t.string({ required: true }),
    ...versionArg,
  })),
  access: { wildcard: ({ _id }) => _id },
  validate: z.object({ _id: z.string(), displayName: organizationDisplayName, version: versionRule }),
  changes: { of: organizationKind, ids: ({ _id }) => [_id] },
  resolve: async ({ _id, displayName, version }, call) => {
    const { ctx } = call;
    const stored = await findOrganization(ctx.db, _id);
    if (!stored) throw notFound();
    if (stored.archivedAt !== null) throw archived("organisation");
    const edition = await editionAfter(call, stored, version);
    const changes = { displayName, ...edition, updatedAt: ctx.now };
    await organizationRows.update(ctx.db, _id, changes);
    return { ...stored, ...changes, customers: await activeSummaries(ctx.db, _id) };
  },
});

const organizations: Archivable<SessionCall<Writer>, Row<"organizations">> = {
  find: async ({ ctx, caller }, id) => {
    const organization = await organizationAmong(ctx.db, id);
    if (!organization || !caller.grants.hasWildcard(id)) throw notFound();
    return organization;
  },
  store: organizationRows.archive,
};

const archiving = {
  ids: ["organizationIds", "organisations"],
  of: organizationKind,
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
    const changes = await setArchived(call, organizations, chosen, true);
    // Nobody shuts the door of the room they stand in: neither their own customer's nor the one that is open.
    const inUse = await mapInTurn(
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
  change: (chosen, call) => setArchived(call, organizations, chosen, false),
});
