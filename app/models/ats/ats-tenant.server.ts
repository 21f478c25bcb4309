import { graphql } from "~/services/graphql";
import type { RegionalApi, ResultOf } from "~/services/regional-api.server";
import { type Scope, scopeIds } from "~/services/console-args";

const namesDocument = graphql(`
  query AtsNames($customerId: ID!, $organizationId: ID!, $hierarchyId: ID!) {
    AtsGetTenantsByCustomer(
      customerId: $customerId
      organizationId: $organizationId
      hierarchyId: $hierarchyId
    ) {
      atsName
    }
  }
`);

const listDocument = graphql(`
  query AtsTenants($customerId: ID!, $organizationId: ID!, $hierarchyId: ID!) {
    AtsGetTenantsByCustomer(
      customerId: $customerId
      organizationId: $organizationId
      hierarchyId: $hierarchyId
    ) {
      _id
      atsName
      externalTenantId
      customerName
      createdAt
      updatedAt
    }
  }
`);

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

const tenantDocument = graphql(
  `
    query AtsTenant($_id: ID!, $customerId: ID!, $organizationId: ID!, $hierarchyId: ID!) {
      AtsGetTenantById(
        _id: $_id
        customerId: $customerId
        organizationId: $organizationId
        hierarchyId: $hierarchyId
      ) {
        ...TenantWithValues
      }
    }
  `,
  [tenantFields],
);

const tenantsWithValuesDocument = graphql(
  `
    query AtsTenantsWithValues($customerId: ID!, $organizationId: ID!, $hierarchyId: ID!) {
      AtsGetTenantsByCustomer(
        customerId: $customerId
        organizationId: $organizationId
        hierarchyId: $hierarchyId
      ) {
        ...TenantWithValues
      }
    }
  `,
  [tenantFields],
);

const templatesDocument = graphql(`
  query AtsTemplates {
    AtsGetAtsTemplates {
      _id
      atsName
      displayName
    }
  }
`);

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

const templateDocument = graphql(
  `
    query AtsTemplate($_id: ID!) {
      AtsGetAtsTemplateById(_id: $_id) {
        ...TemplateWithItems
      }
    }
  `,
  [templateFields],
);

const templateOfDocument = graphql(
  `
    query AtsTemplateOf($atsName: String!) {
      AtsGetAtsTemplateByAtsName(atsName: $atsName) {
        ...TemplateWithItems
      }
    }
  `,
  [templateFields],
);

const createDocument = graphql(`
  mutation CreateAtsTenant(
    $atsName: String!
    $customerId: ID!
    $organizationId: ID!
    $hierarchyId: ID!
    $externalTenantId: String!
    $customerName: String!
    $credential: JSON!
    $extra: JSON!
  ) {
    AtsCreateTenant(
      atsName: $atsName
      customerId: $customerId
      organizationId: $organizationId
      hierarchyId: $hierarchyId
      externalTenantId: $externalTenantId
      customerName: $customerName
      credential: $credential
      extra: $extra
    ) {
      _id
    }
  }
`);

const updateDocument = graphql(`
  mutation UpdateAtsTenant(
    $_id: ID!
    $atsName: String!
    $customerId: ID!
    $organizationId: ID!
    $hierarchyId: ID!
    $externalTenantId: String!
    $customerName: String!
    $credential: JSON!
    $extra: JSON!
    $version: Int!
  ) {
    AtsUpdateTenant(
      _id: $_id
      atsName: $atsName
      customerId: $customerId
      organizationId: $organizationId
      hierarchyId: $hierarchyId
      externalTenantId: $externalTenantId
      customerName: $customerName
      credential: $credential
      extra: $extra
      version: $version
    ) {
      _id
    }
  }
`);

const archiveDocument = graphql(`
  mutation ArchiveAtsTenants($_ids: [ID!]!, $customerId: ID!, $organizationId: ID!, $hierarchyId: ID!) {
    AtsDeleteTenantsByIds(
      _ids: $_ids
      customerId: $customerId
      organizationId: $organizationId
      hierarchyId: $hierarchyId
    ) {
      _id
    }
  }
`);

export type AtsTenantRow = ResultOf<typeof listDocument>["AtsGetTenantsByCustomer"][number];
export type AtsTenant = ResultOf<typeof tenantDocument>["AtsGetTenantById"];
export type AtsTemplateOption = ResultOf<typeof templatesDocument>["AtsGetAtsTemplates"][number];
export type AtsTemplate = ResultOf<typeof templateDocument>["AtsGetAtsTemplateById"];

/** The names of the systems that a customer has tenants of, each once, in alphabetical order (ATSR-03). Throws ApiError. */
export async function getAtsNames(api: RegionalApi, scope: Scope): Promise<string[]> {
  const { AtsGetTenantsByCustomer } = await api.query(namesDocument, scopeIds(scope));
  return [...new Set(AtsGetTenantsByCustomer.map(({ atsName }) => atsName))].sort();
}

/** A customer's tenants (TEN-02). Throws ApiError. */
export async function getAtsTenants(api: RegionalApi, scope: Scope): Promise<AtsTenantRow[]> {
  return (await api.query(listDocument, scopeIds(scope))).AtsGetTenantsByCustomer;
}

async function getAtsTenant(api: RegionalApi, scope: Scope, _id: string): Promise<AtsTenant> {
  return (await api.query(tenantDocument, { _id, ...scopeIds(scope) })).AtsGetTenantById;
}

async function getAtsTenantsWithValues(api: RegionalApi, scope: Scope): Promise<AtsTenant[]> {
  return (await api.query(tenantsWithValuesDocument, scopeIds(scope))).AtsGetTenantsByCustomer;
}

/** The systems that can be set up, by name (TEN-10). Throws ApiError. */
export async function getAtsTemplates(api: RegionalApi): Promise<AtsTemplateOption[]> {
  const { AtsGetAtsTemplates } = await api.query(templatesDocument, {});
  return [...AtsGetAtsTemplates].sort((a, b) => a.displayName.localeCompare(b.displayName, "en"));
}

async function getAtsTemplate(api: RegionalApi, _id: string): Promise<AtsTemplate> {
  return (await api.query(templateDocument, { _id })).AtsGetAtsTemplateById;
}

async function getAtsTemplateOf(api: RegionalApi, atsName: string): Promise<AtsTemplate> {
  return (await api.query(templateOfDocument, { atsName })).AtsGetAtsTemplateByAtsName;
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
  if (!changed) await api.mutate(createDocument, variables, idempotencyKey);
  else
    await api.mutate(
      updateDocument,
      // A form that began without a tenant must not overwrite one that was set up meanwhile.
      { _id: changed.tenantId, ...variables, version: changed.version },
      idempotencyKey,
    );
}

/** Archives tenants for good, all or none (TEN-07). Throws ApiError. */
export async function archiveAtsTenants(
  api: RegionalApi,
  scope: Scope,
  _ids: string[],
  idempotencyKey: string,
): Promise<void> {
  await api.mutate(archiveDocument, { _ids, ...scopeIds(scope) }, idempotencyKey);
}
