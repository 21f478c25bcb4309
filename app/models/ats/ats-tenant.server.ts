import { compareNames } from "~/i18n/name-order";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { ResultOf } from "~/services/regional-api.server";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

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

/** The template of the system of a name. Throws ApiError. */
export const getAtsTemplateOf = queryOf("AtsGetAtsTemplateByAtsName", templateFields, "AtsTemplateOf");

const sendCreate = mutationOf("AtsCreateTenant", "_id", "CreateAtsTenant");

const sendUpdate = mutationOf("AtsUpdateTenant", "_id", "UpdateAtsTenant");

export type AtsTenantRow = ResultOf<typeof atsTenantsFields>;
export type AtsTenant = ResultOf<typeof tenantFields>;
export type AtsTemplateOption = ResultOf<typeof atsTemplatesFields>;
export type AtsTemplate = ResultOf<typeof templateFields>;

/** The names of the systems that a customer has tenants of, each once, in alphabetical order (ATSR-03). Throws ApiError. */
export async function getAtsNames(api: CustomerApi): Promise<string[]> {
  const tenants = await askNames(api, {});
  return [...new Set(tenants.map(({ atsName }) => atsName))].sort();
}

/** A customer's tenants (TEN-02). Throws ApiError. */
export const getAtsTenants = (api: CustomerApi) => askList(api, {});

/** The systems that can be set up, by name (TEN-10). Throws ApiError. */
export async function getAtsTemplates(api: CustomerApi): Promise<AtsTemplateOption[]> {
  const templates = await askTemplates(api, {});
  return [...templates].sort((a, b) => compareNames(a.displayName, b.displayName));
}

/**
 * Reads a tenant's form: its template, and the tenant, which says of its secrets only whether they are set. By
 * `tenantId` it is that tenant and its system's template; by `templateId` that template and the customer's tenant of
 * it, if any (TEN-11, TEN-25). Both promises reject with ApiError.
 */
export function getTenantForm(
  api: CustomerApi,
  wanted: { tenantId: string } | { templateId: string },
): { template: Promise<AtsTemplate>; tenant: Promise<AtsTenant | null> } {
  if ("tenantId" in wanted) {
    const tenant = askTenant(api, { _id: wanted.tenantId });
    return { tenant, template: tenant.then(({ atsName }) => getAtsTemplateOf(api, { atsName })) };
  }
  const template = askTemplate(api, { _id: wanted.templateId });
  const tenant = Promise.all([template, askTenantsWithValues(api, {})]).then(
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
  api: FormApi,
  changed: Changed | null,
  values: AtsTenantValues & { atsName: string },
): Promise<void> {
  if (!changed) await sendCreate(api, values);
  else await sendUpdate(api, { _id: changed.tenantId, ...values, version: changed.version });
}

/** Archives tenants for good, all or none (TEN-07). */
export const archiveAtsTenants = mutationOf("AtsDeleteTenantsByIds", "_id", "ArchiveAtsTenants");
