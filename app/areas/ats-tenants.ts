import { atsTenants } from "../i18n/ats";
import { defineArea, word } from "./area";

/** Shown as a settings tab, so it has no menu entry. */
export const atsTenantsArea = defineArea({
  path: "settings/ats-tenants",
  id: "tenantId",
  texts: atsTenants,
  list: "ats-tenants",
  kind: "ATS_TENANT",
  createTitle: word(atsTenants, "setUp"),
  screens: {
    list: { flag: "edgeTenantsEnabled", right: "ats:listTenant" },
    // Creating a tenant also requires the group-creation flag (TEN-05, TEN-34).
    create: {
      flag: ["edgeTenantsEnabled", "edgeGroupCreationEnabled"],
      right: [
        "ats:listTenant",
        "ats:createTenant",
        "ats:listTemplate somewhere",
        "ats:viewTemplate somewhere",
      ],
    },
    detail: {
      flag: "edgeTenantsEnabled",
      right: ["ats:listTenant", "ats:viewTenant", "ats:viewTemplate somewhere"],
    },
  },
});
