/** A customer's connections to applicant-tracking systems, and the templates of their forms (TEN). */
import { mapInTurn } from "../../store/in-turn";
import {
  namedIn,
  parseJsonObject,
  parseTemplateItems,
  tenantValues,
  toldOfCredential,
  uiComponents,
  type TemplateItem,
} from "./ats-tenants.rules";
import { archived, conflict, forbidden, invalid, notFound } from "../../core/errors";
import { newId } from "../../core/ids";
import type { PermissionCode } from "../../core/permissions";
import {
  addTenant,
  allTemplates,
  archiveTenant,
  areOwn,
  changeTenant,
  findTemplate,
  findTemplateOf,
  findTenant,
  tenantsOf,
  type AtsTemplate,
  type AtsTenant,
} from "./ats-tenants.store";
import { customersGranted, type CustomerCall, type SessionCall } from "../../core/access";
import { builder } from "../../core/builder";
import { IdResult } from "../../core/shared-types";
import { onRootDepartment, scopeArgs } from "../../core/department-access";
import { Edited, editionAfter, versionArg } from "../../core/edited";
import { mutation, query } from "../../core/operation";
import { requireGroups } from "../permissions/rights";
import { changedRows, declareBounds } from "../../core/bounds";
import { atsTenantKind } from "./ats-tenants.record";

declareBounds({
  lists: {
    "AtsDeleteTenantsByIds._ids": changedRows("tenants"),
  },
});

const UiComponent = builder.enumType("AtsUiComponent", { values: uiComponents });

const TemplateItemType = builder.objectRef<TemplateItem>("AtsTemplateItem").implement({
  fields: (t) => ({
    isReadOnly: t.exposeBoolean("isReadOnly"),
    key: t.exposeString("key"),
    label: t.exposeString("label"),
    description: t.exposeString("description"),
    uiComponent: t.expose("uiComponent", { type: UiComponent }),
    valueType: t.exposeString("valueType"),
    defaultValue: t.field({ type: "JSON", nullable: true, resolve: ({ defaultValue }) => defaultValue }),
  }),
});

const Template = builder.objectRef<AtsTemplate>("AtsTemplate").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    atsName: t.exposeString("atsName"),
    displayName: t.exposeString("displayName"),
    atsTemplateItems: t.field({
      type: [TemplateItemType],
      resolve: ({ atsTemplateItems }) => parseTemplateItems(atsTemplateItems),
    }),
  }),
});

const Tenant = builder.objectRef<AtsTenant & { organizationId: string }>("AtsTenant").implement({
  interfaces: [Edited],
  fields: (t) => ({
    _id: t.exposeID("id"),
    atsName: t.exposeString("atsName"),
    customerId: t.exposeID("customerId"),
    organizationId: t.exposeID("organizationId"),
    hierarchyId: t.exposeID("hierarchyId"),
    externalTenantId: t.exposeString("externalTenantId"),
    customerName: t.exposeString("customerName"),
    credential: t.field({
      type: "JSON",
      description: "Whether each value is set, by name. The values themselves are never returned (TEN-35).",
      resolve: ({ credential }) => toldOfCredential(parseJsonObject(credential)),
    }),
    extra: t.field({ type: "JSON", resolve: ({ extra }) => parseJsonObject(extra) }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
  }),
});

// ---- templates ----

/** Templates belong to no customer: whoever may see them for one of theirs sees them. */
async function checkTemplates(call: SessionCall, code: PermissionCode): Promise<void> {
  if ((await customersGranted(call, code)).length === 0) throw forbidden();
}

query("AtsGetAtsTemplates", {
  type: [Template],
  access: "session",
  resolve: async (_args, call) => {
    await checkTemplates(call, "ats:listTemplate");
    return allTemplates(call.ctx.db);
  },
});

query("AtsGetAtsTemplateById", {
  type: Template,
  args: builder.args((t) => ({ _id: t.id({ required: true }) })),
  access: "session",
  resolve: async ({ _id }, call) => {
    await checkTemplates(call, "ats:viewTemplate");
    return (await findTemplate(call.ctx.db, _id)) ?? fail();
  },
});

query("AtsGetAtsTemplateByAtsName", {
  type: Template,
  args: builder.args((t) => ({ atsName: t.string({ required: true }) })),
  access: "session",
  resolve: async ({ atsName }, call) => {
    await checkTemplates(call, "ats:viewTemplate");
    return (await findTemplateOf(call.ctx.db, atsName)) ?? fail();
  },
});

function fail(): never {
  throw notFound();
}

// ---- tenants ----

const idArg = builder.args((t) => ({ _id: t.id({ required: true }) }));

const valueArgs = builder.args((t) => ({
  atsName: t.string({ required: true }),
  externalTenantId: t.string({ required: true }),
  customerName: t.string({ required: true }),
  credential: t.field({ type: "JSON", required: true }),
  extra: t.field({ type: "JSON", required: true }),
}));

const shown = (tenant: AtsTenant, { customer }: CustomerCall) => ({
  ...tenant,
  organizationId: customer.organizationId,
});

/** An active tenant of the customer. */
async function tenantOf({ ctx, customer }: CustomerCall, id: string): Promise<AtsTenant> {
  const tenant = await findTenant(ctx.db, customer.id, id);
  return tenant?.archivedAt === null ? tenant : fail();
}

query("AtsGetTenantsByCustomer", {
  type: [Tenant],
  args: scopeArgs,
  access: onRootDepartment("ats:listTenant"),
  resolve: async (_args, call) =>
    (await tenantsOf(call.ctx.db, call.customer.id)).map((tenant) => shown(tenant, call)),
});

query("AtsGetTenantById", {
  type: Tenant,
  args: { ...idArg, ...scopeArgs },
  access: onRootDepartment("ats:viewTenant"),
  resolve: async ({ _id }, call) => shown(await tenantOf(call, _id), call),
});

interface Values {
  readonly atsName: string;
  readonly externalTenantId: string;
  readonly customerName: string;
  readonly credential?: unknown;
  readonly extra?: unknown;
}

/**
 * The values as columns; `before` is the tenant that they change. Throws a Validation Error for what the ATS' template
 * does not allow.
 */
async function columnsOf({ atsName, ...values }: Values, call: CustomerCall, before?: AtsTenant) {
  const { ctx, customer } = call;
  const template = await findTemplateOf(ctx.db, atsName);
  if (!template) throw invalid("Please select one ats template");
  const items = parseTemplateItems(template.atsTemplateItems);
  const { externalTenantId, customerName, credential, extra } = tenantValues(
    values,
    items,
    before && {
      ...before,
      credential: parseJsonObject(before.credential),
      extra: parseJsonObject(before.extra),
    },
  );
  const named = namedIn(extra, items);
  if (!(await areOwn(ctx.db, customer.id, named))) throw notFound();
  // Groups that the tenant had may stay.
  const known = before ? namedIn(parseJsonObject(before.extra), items).groupIds : [];
  await requireGroups(
    call,
    named.groupIds.filter((id) => !known.includes(id)),
  );
  return {
    externalTenantId,
    customerName,
    credential: JSON.stringify(credential),
    extra: JSON.stringify(extra),
    updatedAt: ctx.now,
  };
}

mutation("AtsCreateTenant", {
  type: IdResult,
  args: { ...scopeArgs, ...valueArgs },
  access: onRootDepartment("ats:createTenant"),
  changes: { of: atsTenantKind, made: ({ id }) => [id] },
  resolve: async (args, call) => {
    const { ctx, customer, hierarchyId } = call;
    const columns = await columnsOf(args, call);
    if ((await tenantsOf(ctx.db, customer.id)).some(({ atsName }) => atsName === args.atsName)) {
      throw conflict("The customer has a tenant of this ATS already");
    }
    const id = newId(ctx.now);
    await addTenant(ctx.db, {
      id,
      customerId: customer.id,
      hierarchyId,
      atsName: args.atsName,
      ...columns,
      ...(await editionAfter(call, undefined, 0)),
      createdAt: ctx.now,
      archivedAt: null,
    });
    return { id };
  },
});

mutation("AtsUpdateTenant", {
  type: IdResult,
  args: {
    ...idArg,
    ...scopeArgs,
    ...valueArgs,
    ...versionArg,
  },
  access: onRootDepartment("ats:editTenant"),
  changes: { of: atsTenantKind, ids: ({ _id }) => [_id] },
  resolve: async (args, call) => {
    const tenant = (await findTenant(call.ctx.db, call.customer.id, args._id)) ?? fail();
    const { id, atsName } = tenant;
    if (tenant.archivedAt !== null) throw archived("ATS tenant");
    if (atsName !== args.atsName) throw invalid("The ATS of a tenant cannot be changed");
    const edition = await editionAfter(call, tenant, args.version);
    await changeTenant(call.ctx.db, { id, ...(await columnsOf(args, call, tenant)), ...edition });
    return { id };
  },
});

/** Archives for good, all or none (TEN-07). */
mutation("AtsDeleteTenantsByIds", {
  type: [IdResult],
  args: { ...builder.args((t) => ({ _ids: t.idList({ required: true }) })), ...scopeArgs },
  access: onRootDepartment("ats:deleteTenant"),
  changes: { of: atsTenantKind, ids: ({ _ids }) => _ids },
  resolve: async ({ _ids }, call) => {
    const tenants = await mapInTurn([...new Set(_ids)], (id) => tenantOf(call, id));
    for (const { id } of tenants) await archiveTenant(call.ctx.db, id, call.ctx.now);
    return tenants.map(({ id }) => ({ id }));
  },
});
