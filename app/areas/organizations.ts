import { organizations } from "../i18n/organizations";
import { defineArea } from "./area";

const change = { flag: "edgeOrgArchiveListEnabled", right: "provider of some organisation" } as const;

export const organizationsArea = defineArea({
  path: "organisations",
  id: "organizationId",
  texts: organizations,
  folder: "organizations",
  icon: "globe",
  list: "organizations",
  archiveList: "organization-archive",
  screens: {
    list: { flag: "edgeOrgListEnabled", right: "provider of some organisation" },
    archive: {
      flag: ["edgeOrgListEnabled", "edgeOrgArchiveListEnabled"],
      right: "provider of some organisation",
    },
    create: {
      flag: ["edgeOrgListEnabled", "edgeOrgCreationEnabled"],
      right: "provider of every organisation",
    },
    detail: {
      flag: ["edgeOrgListEnabled", "edgeOrgCreationEnabled"],
      right: "provider of some organisation",
    },
  },
  actions: { archive: change, restore: change },
});
