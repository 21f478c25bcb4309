/** What the record of changes says of ATS tenants. */
import { recordKind } from "../../core/record";
import { tenantById } from "./ats-tenants.store";

/** A tenant of an ATS: what it signs in with is secret, and what the ATS asks for beside may be. */
export const atsTenantKind = recordKind({
  kind: "ATS_TENANT",
  code: "ats:viewTenant",
  fields: {
    atsName: "shown",
    externalTenantId: "shown",
    customerName: "shown",
    credential: "secret",
    settings: "secret",
  },
  read: async (db, id) => {
    const tenant = await tenantById(db, id);
    return (
      tenant && {
        name: `${tenant.atsName} ${tenant.externalTenantId}`,
        customerId: tenant.customerId,
        isArchived: tenant.archivedAt !== null,
        version: tenant.version,
        values: {
          atsName: tenant.atsName,
          externalTenantId: tenant.externalTenantId,
          customerName: tenant.customerName,
          credential: tenant.credential,
          settings: tenant.extra,
        },
      }
    );
  },
});
