import { customers } from "../i18n/customers";
import { defineArea } from "./area";

const change = {
  flag: "edgeCustomerArchiveListEnabled",
  right: "provider of this organisation",
} as const;

/** Open to everyone with console access; archived customers only to provider staff. */
export const customersArea = defineArea({
  path: "customers",
  texts: customers,
  icon: "building",
  alsoAt: "settings",
  list: "customers",
  archiveList: "customer-archive",
  screens: {
    list: { flag: "edgeCustomerListEnabled" },
    archive: {
      flag: ["edgeCustomerListEnabled", "edgeCustomerArchiveListEnabled"],
      right: "provider of this organisation",
    },
    create: {
      flag: ["edgeCustomerListEnabled", "edgeCustomerCreationEnabled"],
      right: "provider of some organisation",
    },
  },
  actions: { archive: change, restore: change },
});
