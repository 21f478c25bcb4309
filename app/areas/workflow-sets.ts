import { workflowSets } from "../i18n/workflow-sets";
import { defineArea } from "./area";

export const workflowSetsArea = defineArea({
  path: "workflow-sets",
  id: "workflowSetId",
  texts: workflowSets,
  icon: "layers",
  list: "workflow-sets",
  archiveList: "workflow-set-archive",
  kind: "WORKFLOW_SET",
  formFields: { name: "name", description: "description" },
  screens: {
    list: { flag: "edgeWorkflowSetListEnabled", right: "apps:listWorkflow somewhere" },
    archive: { flag: "edgeWorkflowSetArchiveListEnabled", right: "apps:listWorkflow somewhere" },
    create: {
      flag: "edgeWorkflowSetCreationEnabled",
      right: ["apps:createWorkflow", "apps:listWorkflow somewhere"],
    },
    detail: { flag: "edgeWorkflowSetDetailEnabled", right: "apps:viewWorkflow somewhere" },
    edit: {
      flag: "edgeWorkflowSetEditEnabled",
      right: ["apps:viewWorkflow somewhere", "apps:listWorkflow somewhere"],
    },
  },
  actions: {
    archive: { flag: null, right: "apps:archiveWorkflow" },
    restore: { flag: null, right: "apps:restoreWorkflow" },
    edit: {
      flag: "edgeWorkflowSetEditEnabled",
      right: ["apps:editWorkflow", "apps:viewWorkflow somewhere", "apps:listWorkflow somewhere"],
    },
  },
});
