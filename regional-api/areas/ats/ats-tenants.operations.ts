/** A customer's connections to applicant-tracking systems, and the templates of their forms (TEN). */
import { mapTogether } from "../../store/in-turn";
import {
  namedIn,
  parseJsonObject,
  parseTemplateItems,
  tenantValues,
  toldOfCredential,
  uiComponents,
  type TemplateItem,
} from "./ats-tenants.rules";
import { conflict, forbidden, invalid, notFound } from "../../core/errors";
import type { PermissionCode } from "../../core/permissions";
import {
  allTemplates,
  areOwn,
  findTemplate,
  findTemplateOf,
  tenantRows,
  tenantsOf,
  type AtsTemplate,
  type AtsTenant,
} from "./ats-tenants.store";
import { ofCustomer } from "../../core/archivable";
import { customersGranted, type CustomerCall, type SessionCall } from "../../core/access";
import { builder, idArgs, textArgs } from "../../core/builder";
import { IdResult } from "../../core/shared-types";
import { onRootDepartment, scopeArgs } from "../../core/department-access";
import { editedType } from "../../core/edited";
import { createOf, editOf, oneOf } from "../../core/entity";
import { mutation, query } from "../../core/operation";
import { requireGroups } from "../permissions/rights";
import type { Reader } from "../../store/engine";
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

const Tenant = editedType<AtsTenant & { organizationId: string }>()(
  "AtsTenant",
  {
    _id: "ID",
    atsName: "String",
    customerId: "ID",
    organizationId: "ID",
    hierarchyId: "ID",
    externalTenantId: "String",
    customerName: "String",
    createdAt: "DateTime",
    updatedAt: "DateTime",
  },
  (t) => ({
    credential: t.field({
      type: "JSON",
      description: "Whether each value is set, by name. The values themselves are never returned (TEN-35).",
      resolve: ({ credential }) => toldOfCredential(parseJsonObject(credential)),
    }),
    extra: t.field({ type: "JSON", resolve: ({ extra }) => parseJsonObject(extra) }),
  }),
);

// ---- templates ----

/** Templates belong to no customer: whoever may see them for one of theirs sees them. */
async function checkTemplates(call: SessionCall, code: PermissionCode): Promise<void> {
  if ((await customersGranted(call, code)).length === 0) throw forbidden();
}

query("AtsGetAtsTemplates", {
  description: "The forms of all applicant tracking systems that can be connected.",
  type: [Template],
  access: "session",
  resolve: async (_args, call) => {
    await checkTemplates(call, "ats:listTemplate");
    return allTemplates(call.ctx.db);
  },
});

query("AtsGetAtsTemplateById", {
  description: "The form of an applicant tracking system's connection, by its id.",
  type: Template,
  args: idArgs("_id"),
  access: "session",
  resolve: async ({ _id }, call) => {
    await checkTemplates(call, "ats:viewTemplate");
    return (await findTemplate(call.ctx.db, _id)) ?? fail();
  },
});

query("AtsGetAtsTemplateByAtsName", {
  description: "The form of an applicant tracking system's connection, by the system's name.",
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

const valueArgs = {
  ...textArgs("atsName", "externalTenantId", "customerName"),
  ...builder.args((t) => ({
    credential: t.field({ type: "JSON", required: true }),
    extra: t.field({ type: "JSON", required: true }),
  })),
};

const tenants = { rows: tenantRows, kind: atsTenantKind, what: "ATS tenant" };

/** An active tenant of whatever customer; several are asked for side by side. */
const activeTenant = async (db: Reader, id: string) => {
  const tenant = await tenantRows.findAmong(db, id);
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

oneOf("AtsGetTenantById", {
  description: "One connection to an applicant tracking system, by its id.",
  type: Tenant,
  find: activeTenant,
  access: onRootDepartment("ats:viewTenant"),
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
  };
}

createOf("AtsCreateTenant", tenants, {
  description: "Connects an applicant tracking system.",
  args: valueArgs,
  code: "ats:createTenant",
  columns: async (args, call) => {
    const columns = await columnsOf(args, call);
    if ((await tenantsOf(call.ctx.db, call.customer.id)).some(({ atsName }) => atsName === args.atsName))
      throw conflict("The customer has a tenant of this ATS already");
    return { hierarchyId: call.hierarchyId, atsName: args.atsName, ...columns };
  },
});

editOf("AtsUpdateTenant", tenants, {
  description: "Changes a connection to an applicant tracking system.",
  args: valueArgs,
  code: "ats:editTenant",
  check: ({ atsName }, stored) => {
    if (stored.atsName !== atsName) throw invalid("The ATS of a tenant cannot be changed");
  },
  columns: columnsOf,
});

/** Archives for good, all or none (TEN-07). */
mutation("AtsDeleteTenantsByIds", {
  description: "Deletes several connections to applicant tracking systems.",
  type: [IdResult],
  args: { ...builder.args((t) => ({ _ids: t.idList({ required: true }) })), ...scopeArgs },
  access: onRootDepartment("ats:deleteTenant"),
  changes: { of: atsTenantKind, ids: ({ _ids }) => _ids },
  resolve: async ({ _ids }, call) => {
    const { db, now } = call.ctx;
    const chosen = await mapTogether(new Set(_ids), (id) => ofCustomer(activeTenant)(call, id));
    await mapTogether(chosen, ({ id }) => tenantRows.archive(db, id, now, now));
    return chosen.map(({ id }) => ({ id }));
  },
});
