import { compareNames } from "~/i18n/name-order";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

const fetchNames = queryOf("AtsGetTenantsByCustomer", "atsName", "AtsNames");

const tenantFields = "_id atsName externalTenantId customerName credential extra version";
const fetchTenant = queryOf("AtsGetTenantById", tenantFields, "AtsTenant");

const fetchTenantsWithValues = queryOf("AtsGetTenantsByCustomer", tenantFields, "AtsTenantsWithValues");

const fetchTemplates = queryOf("AtsGetAtsTemplates", "_id atsName displayName");

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

const fetchTemplate = queryOf("AtsGetAtsTemplateById", templateFields, "AtsTemplate");

/** The template of an ATS, by name. Throws ApiError. */
export const getAtsTemplateOf = queryOf("AtsGetAtsTemplateByAtsName", templateFields, "AtsTemplateOf");

const sendCreate = mutationOf("AtsCreateTenant", "_id", "CreateAtsTenant");

const sendUpdate = mutationOf("AtsUpdateTenant", "_id", "UpdateAtsTenant");

export type AtsTenantRow = Awaited<ReturnType<typeof getAtsTenants>>[number];
export type AtsTenant = Awaited<ReturnType<typeof fetchTenant>>;
export type AtsTemplateOption = Awaited<ReturnType<typeof fetchTemplates>>[number];
export type AtsTemplate = ResultOf<typeof templateFields>;

/** Distinct names of the ATSs a customer has tenants of, alphabetical (ATSR-03). Throws ApiError. */
export async function getAtsNames(api: CustomerApi): Promise<string[]> {
  const tenants = await fetchNames(api);
  return [...new Set(tenants.map(({ atsName }) => atsName))].sort();
}

/** A customer's tenants (TEN-02). Throws ApiError. */
export const getAtsTenants = queryOf(
  "AtsGetTenantsByCustomer",
  "_id atsName externalTenantId customerName createdAt updatedAt",
  "AtsTenants",
);

/** Available ATSs, by display name (TEN-10). Throws ApiError. */
export async function getAtsTemplates(api: CustomerApi): Promise<AtsTemplateOption[]> {
  const templates = await fetchTemplates(api);
  return [...templates].sort((a, b) => compareNames(a.displayName, b.displayName));
}

/**
 * Loads a tenant form: the template, and the tenant, whose secrets are reported only as set or not. `tenantId` selects
 * that tenant and its ATS's template; `templateId` selects the template and the customer's tenant for it, if any
 * (TEN-11, TEN-25). Both promises reject with ApiError.
 */
export function getTenantForm(
  api: CustomerApi,
  wanted: { tenantId: string } | { templateId: string },
): { template: Promise<AtsTemplate>; tenant: Promise<AtsTenant | null> } {
  if ("tenantId" in wanted) {
    const tenant = fetchTenant(api, { _id: wanted.tenantId });
    return { tenant, template: tenant.then(({ atsName }) => getAtsTemplateOf(api, { atsName })) };
  }
  const template = fetchTemplate(api, { _id: wanted.templateId });
  const tenant = Promise.all([template, fetchTenantsWithValues(api)]).then(
    ([{ atsName }, tenants]) => tenants.find((one) => one.atsName === atsName) ?? null,
  );
  return { template, tenant };
}

export type AtsTenantValues = Pick<AtsTenant, "externalTenantId" | "customerName"> & {
  credential: Record<string, unknown>;
  extra: Record<string, unknown>;
};

/** The tenant being changed and the version the user saw; null for a new tenant. */
type TenantVersion = { tenantId: string; version: number };

/**
 * Creates a customer's tenant, or updates the existing one (TEN-25, TEN-26). Throws ApiError: a conflict if the tenant
 * is not at the version the user saw.
 */
export async function saveAtsTenant(
  api: FormApi,
  changed: TenantVersion | null,
  values: AtsTenantValues & { atsName: string },
): Promise<void> {
  if (!changed) await sendCreate(api, values);
  else await sendUpdate(api, { _id: changed.tenantId, ...values, version: changed.version });
}

/** Archives tenants permanently, all or none (TEN-07). */
export const archiveAtsTenants = mutationOf("AtsDeleteTenantsByIds", "_id", "ArchiveAtsTenants");
