import { policies } from "../i18n/policies";
import { defineArea } from "./area";

export const policiesArea = defineArea({
  path: "policies",
  id: "policyId",
  texts: policies,
  icon: "shield",
  list: "policies",
  kind: "POLICY",
  screens: {
    list: { flag: "edgePolicyListEnabled", right: "org:listUser" },
    create: {
      flag: ["edgePolicyListEnabled", "edgePolicyCreationEnabled"],
      right: ["org:listUser", "org:editUser"],
    },
    detail: { flag: "edgePolicyListEnabled", right: "org:listUser" },
    edit: { flag: ["edgePolicyListEnabled", "edgePolicyEditEnabled"], right: "org:listUser" },
  },
});
