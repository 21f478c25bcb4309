import { groups } from "../i18n/groups";
import { defineArea } from "./area";

const change = { flag: "edgeGroupArchiveListEnabled", right: "org:editUser" } as const;

export const groupsArea = defineArea({
  path: "groups",
  id: "groupId",
  texts: groups,
  icon: "group",
  list: "groups",
  archiveList: "group-archive",
  kind: "GROUP",
  formFields: { name: "name", description: "description" },
  screens: {
    list: { flag: "edgeGroupListEnabled", right: "org:listUser" },
    archive: { flag: ["edgeGroupListEnabled", "edgeGroupArchiveListEnabled"], right: "org:listUser" },
    create: {
      flag: ["edgeGroupListEnabled", "edgeGroupCreationEnabled"],
      right: ["org:listUser", "org:editUser"],
    },
    detail: { flag: ["edgeGroupListEnabled", "edgeGroupDetailEnabled"], right: "org:listUser" },
    edit: {
      flag: ["edgeGroupListEnabled", "edgeGroupDetailEnabled", "edgeGroupEditEnabled"],
      right: "org:listUser",
    },
  },
  further: {
    compare: { flag: ["edgeGroupListEnabled", "edgeGroupDetailEnabled"], right: "org:listUser" },
  },
  actions: {
    archive: change,
    restore: change,
    edit: { flag: "edgeGroupEditEnabled", right: "org:editUser" },
  },
});
