/** What the record of changes says of ATS tenants. */
import { rowKind } from "../../core/record";
import { isOn, parseJsonObject } from "./ats-tenants.rules";
import { tenantRows } from "./ats-tenants.store";

/** A tenant of an ATS: what it signs in with is secret, and what the ATS asks for beside its switches may be. */
export const atsTenantKind = rowKind({
  kind: "ATS_TENANT",
  code: "ats:viewTenant",
  // TEN-07
  isArchivedForGood: true,
  fields: {
    atsName: "shown",
    externalTenantId: "shown",
    customerName: "shown",
    credential: "secret",
    hasFlag: "shown",
    hasVacancyByProduct: "shown",
    settings: "secret",
  },
  find: tenantRows.findAmong,
  name: ({ atsName, externalTenantId }) => `${atsName} ${externalTenantId}`,
  values: ({ extra }) => {
    const { hasFlag, hasVacancyByProduct, ...settings } = parseJsonObject(extra);
    return {
      hasFlag: isOn(hasFlag),
      hasVacancyByProduct: isOn(hasVacancyByProduct),
      settings: JSON.stringify(settings),
    };
  },
});
