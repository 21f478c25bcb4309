/** A customer's connections to applicant-tracking systems, and the templates for their forms (TEN). */
import { grantedCustomers, type SessionCall } from "../../core/access";
import { ofCustomer } from "../../core/archivable";
import { changedRows, declareBounds } from "../../core/bounds";
import { builder, idArgs, textArgs, argsOf } from "../../core/builder";
import { onRootDepartment, scopeArgs } from "../../core/department-access";
import { editedType } from "../../core/versioned-type";
import { createOf, editOf } from "../../core/entity-operations";
import { forbidden, notFound } from "../../core/errors";
import { mutation, query } from "../../core/operation";
import type { PermissionCode } from "../../core/permissions";
import { IdResult } from "../../core/shared-types";
import type { Reader } from "../../store/engine";
import { mapConcurrently } from "../../store/sequential";
import { tenants } from "./ats-tenants.entity";
import {
  parseJsonObject,
  parseTemplateItems,
  credentialPresence,
  uiComponents,
  type TemplateItem,
} from "./ats-tenants.rules";
import {
  allTemplates,
  findTemplate,
  findTemplateOf,
  tenantsOf,
  type AtsTemplate,
  type AtsTenant,
} from "./ats-tenants.store";

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

const Tenant = editedType<AtsTenant & { organizationId: string }>()("AtsTenant", tenants.shown, (t) => ({
  credential: t.field({
    type: "JSON",
    description: "Whether each value is set, by name. The values themselves are never returned (TEN-35).",
    resolve: ({ credential }) => credentialPresence(parseJsonObject(credential)),
  }),
  extra: t.field({ type: "JSON", resolve: ({ extra }) => parseJsonObject(extra) }),
}));

// ---- templates ----

/** Templates belong to no customer: throws unless the caller holds `code` for at least one customer. */
async function checkTemplates(call: SessionCall, code: PermissionCode): Promise<void> {
  if ((await grantedCustomers(call, code)).length === 0) throw forbidden();
}

query("AtsGetAtsTemplates", {
  description: "The connection forms of all supported applicant tracking systems.",
  type: [Template],
  access: "session",
  resolve: async (_args, call) => {
    await checkTemplates(call, "ats:listTemplate");
    return allTemplates(call.ctx.db);
  },
});

query("AtsGetAtsTemplateById", {
  description: "An applicant tracking system's connection form, by its id.",
  type: Template,
  args: idArgs("_id"),
  access: "session",
  resolve: async ({ _id }, call) => {
    await checkTemplates(call, "ats:viewTemplate");
    return (await findTemplate(call.ctx.db, _id)) ?? fail();
  },
});

query("AtsGetAtsTemplateByAtsName", {
  description: "An applicant tracking system's connection form, by the system's name.",
  type: Template,
  args: textArgs("atsName"),
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

/** Returns an active tenant of any customer. Concurrent calls are batched. */
const activeTenant = async (db: Reader, id: string) => {
  const tenant = await tenants.rows.findAmong(db, id);
  return tenant?.archivedAt === null ? tenant : undefined;
};

query("AtsGetTenantsByCustomer", {
  description: "The customer's connections to applicant tracking systems.",
  type: [Tenant],
  args: scopeArgs,
  access: onRootDepartment("ats:listTenant"),
  resolve: async (_args, { ctx, customer: { id, organizationId } }) =>
    (await tenantsOf(ctx.db, id)).map((tenant) => ({ ...tenant, organizationId })),
});

query("AtsGetTenantById", {
  description: "One connection to an applicant tracking system, by its id.",
  type: Tenant,
  args: { ...idArgs("_id"), ...scopeArgs },
  access: onRootDepartment("ats:viewTenant"),
  resolve: ({ _id }, call) => ofCustomer(activeTenant)(call, _id),
});

createOf("AtsCreateTenant", tenants, {
  description: "Connects an applicant tracking system.",
  code: "ats:createTenant",
});

editOf("AtsUpdateTenant", tenants, {
  description: "Changes a connection to an applicant tracking system.",
  code: "ats:editTenant",
});

/** Irreversible; archives all tenants or none (TEN-07). */
mutation("AtsDeleteTenantsByIds", {
  description: "Deletes several connections to applicant tracking systems.",
  type: [IdResult],
  args: { ...argsOf({ _ids: ["ID"] }), ...scopeArgs },
  access: onRootDepartment("ats:deleteTenant"),
  changes: { of: tenants.kind, ids: ({ _ids }) => _ids },
  resolve: async ({ _ids }, call) => {
    const { db, now } = call.ctx;
    const chosen = await mapConcurrently(new Set(_ids), (id) => ofCustomer(activeTenant)(call, id));
    await mapConcurrently(chosen, ({ id }) => tenants.rows.archive(db, id, now, now));
    return chosen.map(({ id }) => ({ id }));
  },
});
