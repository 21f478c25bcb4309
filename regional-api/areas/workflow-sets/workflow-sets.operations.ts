/** Workflow sets: lists, details, create, edit, archive and restore (WFS-11 to WFS-13, WFS-33, WFS-39, WFS-48). */
import type { Scope } from "../../core/access";
import { rowType, textArgs } from "../../core/builder";
import { inAnyDepartment, scopeArgs } from "../../core/department-access";
import { editedType } from "../../core/versioned-type";
import { archiveOf, createOf, editOf, listOf, oneOf } from "../../core/entity-operations";
import { invalid } from "../../core/errors";
import { query } from "../../core/operation";
import { pageType } from "../../core/page-types";
import type { Row } from "../../store/tables";
import { workflows } from "../workflows/workflows.entity";
import { listAccess, Workflow } from "../workflows/workflows.operations";
import { isTaken, parseOptions, type WorkflowOption, workflowSets } from "./workflow-sets.entity";

const WorkflowOptionType = rowType<WorkflowOption>()("AppsWorkflowOption", {
  workflowId: "ID",
  displayName: "String",
  isDefault: "Boolean",
});

const WorkflowSet = editedType<Row<"workflow_sets"> & { organizationId: string }>()(
  "AppsWorkflowSet",
  { ...workflowSets.shown, archivedAt: "DateTime?" },
  (t) => ({
    workflowOptions: t.field({
      type: [WorkflowOptionType],
      resolve: ({ workflowOptions }) => parseOptions(workflowOptions),
    }),
    workflows: t.field({
      type: [Workflow],
      description: "The workflows of the options in order, including archived ones.",
      resolve: async ({ workflowOptions, customerId, organizationId }, _args, ctx) =>
        (
          await Promise.all(
            parseOptions(workflowOptions).map(({ workflowId }) =>
              workflows.rows.findAmong(ctx.db, workflowId),
            ),
          )
        ).flatMap((workflow) =>
          workflow?.customerId === customerId ? [{ ...workflow, organizationId }] : [],
        ),
    }),
  }),
);

listOf("AppsGetWorkflowSetList", workflowSets, {
  type: pageType("AppsWorkflowSetList", WorkflowSet),
  filter: ["workflowSetFilter", "AppsWorkflowSetFilter"],
  searched: "name",
  // A set belongs to the whole customer, as its workflows do, and has the same permissions (GEN-17).
  access: listAccess((args: Scope) => args),
});

oneOf("AppsGetWorkflowSetById", workflowSets, {
  type: WorkflowSet,
  id: "workflowSetId",
  access: inAnyDepartment("apps:viewWorkflow"),
});

query("AppsCheckWorkflowSetNameDuplicatedByName", {
  description: "Whether the customer already has a workflow set with this name.",
  type: "Boolean",
  args: { ...textArgs("name"), ...scopeArgs },
  access: listAccess((args: Scope) => args),
  resolve: async ({ name }, call) => {
    if (name.length > 1_000) throw invalid("Please keep the workflow set name within 25 characters");
    return isTaken(call, name);
  },
});

createOf("AppsCreateWorkflowSet", workflowSets, { code: "apps:createWorkflow" });

editOf("AppsUpdateWorkflowSet", workflowSets, { code: "apps:editWorkflow" });

archiveOf(["AppsArchiveWorkflowSet", "AppsRestoreWorkflowSet"], workflowSets, {
  ids: "workflowSetIds",
  codes: ["apps:archiveWorkflow", "apps:restoreWorkflow"],
});
