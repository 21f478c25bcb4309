import { users } from "../i18n/users";
import { defineArea } from "./area";

export const usersArea = defineArea({
  path: "users",
  id: "userId",
  texts: users,
  icon: "user",
  list: "users",
  archiveList: "user-archive",
  kind: "USER",
  screens: {
    list: { flag: "edgeUserListEnabled", right: "org:listUser somewhere" },
    archive: { flag: ["edgeUserListEnabled", "edgeUserArchiveListEnabled"], right: "org:listUser somewhere" },
    // New users are created in the customer's root department (USER-68).
    create: { flag: ["edgeUserListEnabled", "edgeUserCreationEnabled"], right: "org:createUser" },
    detail: { flag: "edgeUserListEnabled", right: "org:viewUser somewhere" },
    edit: { flag: ["edgeUserListEnabled", "edgeUserEditEnabled"], right: "org:viewUser somewhere" },
  },
  further: {
    upload: { flag: ["edgeUserListEnabled", "edgeUserBulkUploadEnabled"], right: "org:createUser" },
    "add-to-group": {
      flag: ["edgeUserListEnabled", "edgeUserAddToGroupEnabled"],
      right: ["org:editUser somewhere", "org:listUser somewhere"],
    },
  },
  actions: {
    archive: { flag: "edgeUserArchiveListEnabled", right: "org:archiveUser somewhere" },
    restore: { flag: "edgeUserArchiveListEnabled", right: "org:restoreUser somewhere" },
    edit: { flag: "edgeUserEditEnabled", right: "org:editUser somewhere" },
  },
});
