/** A customer's connection to an applicant-tracking system (TEN). */
import { z } from "zod/v4";
import type { CustomerCall } from "../../core/access";
import { entity } from "../../core/entity";
import { conflict, invalid, notFound } from "../../core/errors";
import { text } from "../../core/fields";
import type { Writer } from "../../store/engine";
import { requireGroups } from "../permissions/rights";
import {
  isOn,
  referencedIds,
  parseJsonObject,
  parseTemplateItems,
  tenantFields,
  tenantValues,
} from "./ats-tenants.rules";
import { belongToCustomer, findTemplateOf, tenantsOf } from "./ats-tenants.store";

export const tenants = entity("ats_tenants", {
  what: "ATS tenant",
  fields: { atsName: text(z.string()), ...tenantFields },
  // Credentials are secret, and other ATS settings may be.
  record: {
    kind: "ATS_TENANT",
    code: "ats:viewTenant",
    // Archiving is irreversible (TEN-07).
    isArchivedForGood: true,
    name: ({ atsName, externalTenantId }) => `${atsName} ${externalTenantId}`,
    fields: {
      credential: "secret",
      hasFlag: "shown",
      hasVacancyByProduct: "shown",
      settings: "secret",
    },
    values: ({ credential, extra }) => {
      const { hasFlag, hasVacancyByProduct, ...settings } = parseJsonObject(extra);
      return {
        credential,
        hasFlag: isOn(hasFlag),
        hasVacancyByProduct: isOn(hasVacancyByProduct),
        settings: JSON.stringify(settings),
      };
    },
  },
  columns: async ({ atsName, ...values }, call: CustomerCall<Writer>, stored) => {
    const { ctx, customer } = call;
    if (stored && stored.atsName !== atsName) throw invalid("The ATS of a tenant cannot be changed");
    const template = await findTemplateOf(ctx.db, atsName);
    if (!template) throw invalid("Please select one ats template");
    const items = parseTemplateItems(template.atsTemplateItems);
    const before = stored && {
      ...stored,
      credential: parseJsonObject(stored.credential),
      extra: parseJsonObject(stored.extra),
    };
    const { externalTenantId, customerName, credential, extra } = tenantValues(values, items, before);
    const named = referencedIds(extra, items);
    if (!(await belongToCustomer(ctx.db, customer.id, named))) throw notFound();
    // Groups that the tenant already has are not checked again.
    const known = before ? referencedIds(before.extra, items).groupIds : [];
    await requireGroups(
      call,
      named.groupIds.filter((id) => !known.includes(id)),
    );
    if (!stored && (await tenantsOf(ctx.db, customer.id)).some((one) => one.atsName === atsName))
      throw conflict("The customer already has a tenant for this ATS");
    return {
      externalTenantId,
      customerName,
      credential: JSON.stringify(credential),
      extra: JSON.stringify(extra),
    };
  },
});
