/** Workflow sets as lists show them, their type (WFS-11, WFS-48), archive and restore (WFS-12, WFS-13). */
import { parseOptions, type WorkflowOption } from "./workflow-sets.rules";
import type { Row } from "../../store/tables";
import { workflowSetLists, workflowSetRows } from "./workflow-sets.store";
import { workflowRows } from "../workflows/workflows.store";
import type { Scope } from "../../core/access";
import { rowType } from "../../core/builder";
import { inAnyDepartment } from "../../core/department-access";
import { editedType } from "../../core/edited";
import { archiveOf, listOf, oneOf } from "../../core/entity";
import { pageType } from "../../core/page-types";
import { listAccess, Workflow } from "../workflows/workflows.operations";
import { workflowSetKind } from "./workflow-sets.record";

const WorkflowOptionType = rowType<WorkflowOption>()("AppsWorkflowOption", {
  workflowId: "ID",
  displayName: "String",
  isDefault: "Boolean",
});

export type WorkflowSetShape = Row<"workflow_sets"> & { organizationId: string };

const WorkflowSet = editedType<WorkflowSetShape>()(
  "AppsWorkflowSet",
  {
    _id: "ID",
    name: "String",
    description: "String",
    createdAt: "DateTime",
    updatedAt: "DateTime",
    archivedAt: "DateTime?",
    hierarchyId: "ID",
    customerId: "ID",
    organizationId: "ID",
  },
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
            parseOptions(workflowOptions).map(({ workflowId }) => workflowRows.findAmong(ctx.db, workflowId)),
          )
        ).flatMap((workflow) =>
          workflow?.customerId === customerId ? [{ ...workflow, organizationId }] : [],
        ),
    }),
  }),
);

listOf("AppsGetWorkflowSetList", {
  description: "A page of the active or of the archived workflow sets.",
  type: pageType("AppsWorkflowSetList", WorkflowSet),
  lists: workflowSetLists,
  filter: ["workflowSetFilter", "AppsWorkflowSetFilter"],
  searched: "name",
  // A set belongs to the whole customer, as its workflows do, and follows their permissions (GEN-17).
  access: listAccess((args: Scope) => args),
});

oneOf("AppsGetWorkflowSetById", {
  description: "One workflow set, by its id.",
  type: WorkflowSet,
  find: workflowSetRows.find,
  id: "workflowSetId",
  access: inAnyDepartment("apps:viewWorkflow"),
});

/** What is edited, archived and restored. */
export const workflowSets = { rows: workflowSetRows, kind: workflowSetKind, what: "workflow set" };

archiveOf(["AppsArchiveWorkflowSet", "AppsRestoreWorkflowSet"], workflowSets, {
  ids: "workflowSetIds",
  codes: ["apps:archiveWorkflow", "apps:restoreWorkflow"],
});
