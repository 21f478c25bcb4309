import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";
import { type Scope, scopeIds } from "~/services/console-args";

const askNames = queryOf("AtsGetTenantsByCustomer", "atsName", "AtsNames");

const atsTenantsFields = graphql(`
  fragment AtsTenantsFields on AtsTenant @_unmask {
    _id
    atsName
    externalTenantId
    customerName
    createdAt
    updatedAt
  }
`);
const askList = queryOf("AtsGetTenantsByCustomer", atsTenantsFields, "AtsTenants");

const tenantFields = graphql(`
  fragment TenantWithValues on AtsTenant @_unmask {
    _id
    atsName
    externalTenantId
    customerName
    credential
    extra
    version
  }
`);

const askTenant = queryOf("AtsGetTenantById", tenantFields, "AtsTenant");

const askTenantsWithValues = queryOf("AtsGetTenantsByCustomer", tenantFields, "AtsTenantsWithValues");

const atsTemplatesFields = graphql(`
  fragment AtsTemplatesFields on AtsTemplate @_unmask {
    _id
    atsName
    displayName
  }
`);
const askTemplates = queryOf("AtsGetAtsTemplates", atsTemplatesFields);

const templateFields = graphql(`
  fragment TemplateWithItems on AtsTemplate @_unmask {
    _id
    atsName
    displayName
    atsTemplateItems {
      isReadOnly
      key
      label
      description
      uiComponent
      valueType
      defaultValue
    }
  }
`);

const askTemplate = queryOf("AtsGetAtsTemplateById", templateFields, "AtsTemplate");

const askTemplateOf = queryOf("AtsGetAtsTemplateByAtsName", templateFields, "AtsTemplateOf");

const sendCreate = mutationOf("AtsCreateTenant", "_id", "CreateAtsTenant");

const sendUpdate = mutationOf("AtsUpdateTenant", "_id", "UpdateAtsTenant");

const sendArchive = mutationOf("AtsDeleteTenantsByIds", "_id", "ArchiveAtsTenants");

export type AtsTenantRow = ResultOf<typeof atsTenantsFields>;
export type AtsTenant = ResultOf<typeof tenantFields>;
export type AtsTemplateOption = ResultOf<typeof atsTemplatesFields>;
export type AtsTemplate = ResultOf<typeof templateFields>;

/** The names of the systems that a customer has tenants of, each once, in alphabetical order (ATSR-03). Throws ApiError. */
export async function getAtsNames(api: RegionalApi, scope: Scope): Promise<string[]> {
  const tenants = await askNames(api, scopeIds(scope));
  return [...new Set(tenants.map(({ atsName }) => atsName))].sort();
}

/** A customer's tenants (TEN-02). Throws ApiError. */
export async function getAtsTenants(api: RegionalApi, scope: Scope): Promise<AtsTenantRow[]> {
  return await askList(api, scopeIds(scope));
}

async function getAtsTenant(api: RegionalApi, scope: Scope, _id: string): Promise<AtsTenant> {
  return await askTenant(api, { _id, ...scopeIds(scope) });
}

async function getAtsTenantsWithValues(api: RegionalApi, scope: Scope): Promise<AtsTenant[]> {
  return await askTenantsWithValues(api, scopeIds(scope));
}

/** The systems that can be set up, by name (TEN-10). Throws ApiError. */
export async function getAtsTemplates(api: RegionalApi): Promise<AtsTemplateOption[]> {
  const templates = await askTemplates(api, {});
  return [...templates].sort((a, b) => a.displayName.localeCompare(b.displayName, "en"));
}

async function getAtsTemplate(api: RegionalApi, _id: string): Promise<AtsTemplate> {
  return await askTemplate(api, { _id });
}

/** The template of the system of that name. Throws ApiError. */
export async function getAtsTemplateOf(api: RegionalApi, atsName: string): Promise<AtsTemplate> {
  return await askTemplateOf(api, { atsName });
}

/**
 * Reads a tenant's form: its template, and the tenant, which says of its secrets only whether they are set. By
 * `tenantId` it is that tenant and its system's template; by `templateId` that template and the customer's tenant of
 * it, if any (TEN-11, TEN-25). Both promises reject with ApiError.
 */
export function getTenantForm(
  api: RegionalApi,
  scope: Scope,
  wanted: { tenantId: string } | { templateId: string },
): { template: Promise<AtsTemplate>; tenant: Promise<AtsTenant | null> } {
  if ("tenantId" in wanted) {
    const tenant = getAtsTenant(api, scope, wanted.tenantId);
    return { tenant, template: tenant.then(({ atsName }) => getAtsTemplateOf(api, atsName)) };
  }
  const template = getAtsTemplate(api, wanted.templateId);
  const tenant = Promise.all([template, getAtsTenantsWithValues(api, scope)]).then(
    ([{ atsName }, tenants]) => tenants.find((one) => one.atsName === atsName) ?? null,
  );
  return { template, tenant };
}

export type AtsTenantValues = Pick<AtsTenant, "externalTenantId" | "customerName"> & {
  credential: Record<string, unknown>;
  extra: Record<string, unknown>;
};

/** The tenant that is changed, and its version that the person saw; null for one that there was not yet. */
type Changed = { tenantId: string; version: number };

/**
 * Creates a customer's tenant of a system, or changes the one that there is (TEN-25, TEN-26). Throws ApiError: a
 * conflict when it is not the one that the person saw.
 */
export async function saveAtsTenant(
  api: RegionalApi,
  scope: Scope,
  changed: Changed | null,
  values: AtsTenantValues & { atsName: string },
  idempotencyKey: string,
): Promise<void> {
  const variables = { ...scopeIds(scope), ...values };
  if (!changed) await sendCreate(api, variables, idempotencyKey);
  else
    await sendUpdate(api, { _id: changed.tenantId, ...variables, version: changed.version }, idempotencyKey);
}

/** Archives tenants for good, all or none (TEN-07). Throws ApiError. */
export async function archiveAtsTenants(
  api: RegionalApi,
  scope: Scope,
  _ids: string[],
  idempotencyKey: string,
): Promise<void> {
  await sendArchive(api, { _ids, ...scopeIds(scope) }, idempotencyKey);
}
