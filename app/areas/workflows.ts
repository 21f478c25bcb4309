import { workflows } from "../i18n/workflows";
import { defineArea } from "./area";

export const workflowsArea = defineArea({
  // The path is below workflow sets, whichever page linked here (WF-02).
  path: "workflow-sets/workflows",
  id: "workflowId",
  texts: workflows,
  folder: "workflows",
  icon: "flow",
  list: "workflows",
  archiveList: "workflow-archive",
  kind: "WORKFLOW",
  formFields: { name: "name" },
  screens: {
    list: { flag: "edgeWorkflowListEnabled", right: "apps:listWorkflow somewhere" },
    archive: { flag: "edgeWorkflowArchiveListEnabled", right: "apps:listWorkflow somewhere" },
    create: {
      flag: "edgeWorkflowCreationEnabled",
      right: ["apps:createWorkflow", "apps:listWorkflow somewhere"],
    },
    detail: { flag: "edgeWorkflowDetailEnabled", right: "apps:viewWorkflow somewhere" },
    edit: {
      flag: "edgeWorkflowEditEnabled",
      right: ["apps:viewWorkflow somewhere", "apps:listWorkflow somewhere"],
    },
  },
  actions: {
    archive: { flag: null, right: "apps:archiveWorkflow" },
    restore: { flag: null, right: "apps:restoreWorkflow" },
    rehearse: { flag: null, right: "apps:listWorkflow somewhere" },
    edit: {
      flag: "edgeWorkflowEditEnabled",
      right: ["apps:editWorkflow", "apps:viewWorkflow somewhere", "apps:listWorkflow somewhere"],
    },
  },
});
