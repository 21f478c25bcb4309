/** Workflow sets as lists show them, their type (WFS-11, WFS-48), archive and restore (WFS-12, WFS-13). */
import { flatMapInTurn } from "../../store/in-turn";
import { notFound } from "../../core/errors";
import { parseOptions, type WorkflowOption } from "./workflow-sets.rules";
import type { Row } from "../../store/tables";
import { findWorkflowSet, setWorkflowSetArchived, workflowSetLists } from "./workflow-sets.store";
import { findWorkflow } from "../workflows/workflows.store";
import type { CustomerCall, Scope } from "../../core/access";
import { builder, rowType } from "../../core/builder";
import { unchangedSinceArg } from "../../core/shared-types";
import { onRootDepartment, scopeArgs, inAnyDepartment } from "../../core/department-access";
import { Edited } from "../../core/edited";
import { query } from "../../core/operation";
import { pageType, Sort } from "../../core/page-types";
import {
  archiveMutations,
  type Archivable,
  ofCustomer,
  pageOfList,
  setArchived,
} from "../../core/archivable";
import { listAccess, Workflow } from "../workflows/workflows.operations";
import { changedRows, declareBounds, firstRow, pageSize } from "../../core/bounds";
import type { Writer } from "../../store/engine";
import { workflowSetKind } from "./workflow-sets.record";

declareBounds({
  lists: {
    "AppsArchiveWorkflowSet.workflowSetIds": changedRows("workflow sets"),
    "AppsRestoreWorkflowSet.workflowSetIds": changedRows("workflow sets"),
  },
  pages: {
    "AppsGetWorkflowSetList.skipEq": firstRow,
    "AppsGetWorkflowSetList.limitEq": pageSize,
  },
});

const WorkflowOptionType = rowType<WorkflowOption>()("AppsWorkflowOption", {
  workflowId: "ID",
  displayName: "String",
  isDefault: "Boolean",
});

export type WorkflowSetShape = Row<"workflow_sets"> & { organizationId: string };

const WorkflowSet = builder.objectRef<WorkflowSetShape>("AppsWorkflowSet").implement({
  interfaces: [Edited],
  fields: (t) => ({
    _id: t.exposeID("id"),
    name: t.exposeString("name"),
    description: t.exposeString("description"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    updatedAt: t.expose("updatedAt", { type: "DateTime" }),
    archivedAt: t.expose("archivedAt", { type: "DateTime", nullable: true }),
    hierarchyId: t.exposeID("hierarchyId"),
    customerId: t.exposeID("customerId"),
    organizationId: t.exposeID("organizationId"),
    workflowOptions: t.field({
      type: [WorkflowOptionType],
      resolve: ({ workflowOptions }) => parseOptions(workflowOptions),
    }),
    workflows: t.field({
      type: [Workflow],
      description: "The workflows of the options in order, including archived ones.",
      resolve: async ({ workflowOptions, customerId, organizationId }, _args, ctx) =>
        flatMapInTurn(parseOptions(workflowOptions), async ({ workflowId }) => {
          const workflow = await findWorkflow(ctx.db, workflowId);
          return workflow?.customerId === customerId ? [{ ...workflow, organizationId }] : [];
        }),
    }),
  }),
});

// ---- lists ----

const WorkflowSetList = pageType("AppsWorkflowSetList", WorkflowSet);

const WorkflowSetFilter = builder.inputType("AppsWorkflowSetFilter", {
  fields: (t) => ({
    isArchived: t.boolean(),
    searchText: t.string({ description: "Part of the name." }),
  }),
});

query("AppsGetWorkflowSetList", {
  type: WorkflowSetList,
  args: {
    ...scopeArgs,
    ...builder.args((t) => ({
      skipEq: t.int({ required: true }),
      limitEq: t.int({ required: true }),
      sort: t.field({ type: Sort }),
      workflowSetFilter: t.field({ type: WorkflowSetFilter }),
    })),
  },
  // A set belongs to the whole customer, as its workflows do, and follows their permissions (GEN-17).
  access: listAccess((args: Scope) => args),
  resolve: ({ workflowSetFilter, ...args }, call) => {
    const { isArchived, searchText } = workflowSetFilter ?? {};
    return pageOfList(call, workflowSetLists, { ...args, searchText }, isArchived === true);
  },
});

/** A set of the call's customer, archived or not. Throws a Not Found Error for any other. */
export async function workflowSetOf({ ctx, customer }: CustomerCall, id: string): Promise<WorkflowSetShape> {
  const set = await findWorkflowSet(ctx.db, id);
  if (set?.customerId !== customer.id) throw notFound();
  return { ...set, organizationId: customer.organizationId };
}

query("AppsGetWorkflowSetById", {
  type: WorkflowSet,
  args: { ...builder.args((t) => ({ workflowSetId: t.id({ required: true }) })), ...scopeArgs },
  access: inAnyDepartment("apps:viewWorkflow"),
  resolve: ({ workflowSetId }, call) => workflowSetOf(call, workflowSetId),
});

// ---- archive and restore ----

const sets: Archivable<CustomerCall<Writer>, Row<"workflow_sets">> = {
  find: ofCustomer(findWorkflowSet),
  store: setWorkflowSetArchived,
};

archiveMutations(["AppsArchiveWorkflowSet", "AppsRestoreWorkflowSet"], {
  args: {
    ...scopeArgs,
    ...builder.args((t) => ({ workflowSetIds: t.idList({ required: true }) })),
    ...unchangedSinceArg,
  },
  access: (archive) => onRootDepartment(archive ? "apps:archiveWorkflow" : "apps:restoreWorkflow"),
  changes: {
    of: workflowSetKind,
    ids: ({ workflowSetIds }) => workflowSetIds,
    undoes: ({ unchangedSince }) => unchangedSince,
  },
  change: ({ workflowSetIds: ids, unchangedSince }, call, archive) =>
    setArchived(call, sets, { ids, unchangedSince }, archive),
});
