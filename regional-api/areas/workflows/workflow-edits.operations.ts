/** One workflow, the packages its stages may have, create and change (WF-23, WF-32 to WF-39, WF-47). */
import { mapInTurn } from "../../store/in-turn";
import { checked } from "../../core/checked";
import { invalid } from "../../core/errors";
import { searchTextOf } from "../../core/paging";
import { newId } from "../../core/ids";
import { searchKey } from "../../core/text";
import {
  newStages,
  parseStages,
  type Stage,
  stageEditRefusal,
  stagesToStore,
  workflowName,
  maxStages,
} from "./workflow-stages";
import type { Row } from "../../store/tables";
import type { Product } from "../../store/tables/hiring";
import { countVacanciesUsing, findPackage, listPackages, workflowRows } from "./workflows.store";
import type { CustomerCall, Scope } from "../../core/access";
import { ofCustomer } from "../../core/archivable";
import { builder, rowType } from "../../core/builder";
import { IdResult } from "../../core/shared-types";
import { onRootDepartment, scopeArgs, inAnyDepartment } from "../../core/department-access";
import { versionOptions } from "../../core/edited";
import { addRow, editRow, oneOf } from "../../core/entity";
import { mutation, query } from "../../core/operation";
import { listAccess, Workflow, workflows, WorkflowStageInput } from "./workflows.operations";
import { atMost, declareBounds, maxItems } from "../../core/bounds";
import { workflowKind } from "./workflows.record";

declareBounds({
  lists: {
    "AppsCreateWorkflow.stages": maxItems(maxStages, `A workflow can have at most ${maxStages} stages`),
    "AppsUpdateWorkflowInput.stages": maxItems(maxStages, `A workflow can have at most ${maxStages} stages`),
    "AppsAssessmentPackageFilter.externalIds": atMost(500, "packages", "Name"),
  },
});

// ---- one workflow ----

// WF-35: two names for the same answer. A workflow belongs to the whole customer, as in the lists.
for (const name of ["AppsGetWorkflowById", "AppsGetEditWorkflowById"])
  oneOf(name, {
    description: "One workflow, by its id.",
    type: Workflow,
    find: workflowRows.find,
    id: "workflowId",
    access: inAnyDepartment("apps:viewWorkflow"),
  });

// ---- packages ----

type PackageShape = Row<"assessment_packages"> & { organizationId: string };

const AssessmentPackage = rowType<PackageShape>()("AppsAssessmentPackage", {
  _id: "ID",
  externalId: "String",
  name: "String",
  description: "String?",
  product: "String",
  language: "String?",
  provider: "String",
  hierarchyId: "ID",
  customerId: "ID",
  organizationId: "ID",
  createdAt: "DateTime",
  updatedAt: "DateTime",
});

const AssessmentPackageFilter = builder.inputType("AppsAssessmentPackageFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ required: true }),
    product: t.string({ description: "Which type of packages; may be left out where they are named." }),
    externalIds: t.stringList({ description: "Only these packages." }),
    searchText: t.string(),
  }),
});

const isProduct = (text: string | null | undefined): text is Product => text === "FI" || text === "SI";

query("AppsGetAssessmentPackageList", {
  description: "The assessment packages that the stages of a workflow can use.",
  type: [AssessmentPackage],
  args: builder.args((t) => ({ filter: t.field({ type: AssessmentPackageFilter, required: true }) })),
  access: listAccess(({ filter }: { filter: Scope }) => filter),
  resolve: async ({ filter: { product, externalIds, searchText } }, { ctx, customer }) => {
    const isOfAny = product == null && externalIds != null;
    if (!isOfAny && !isProduct(product)) throw invalid("Please select a assessment type");
    const { id: customerId, organizationId } = customer;
    const packages = await listPackages(ctx.db, {
      customerId,
      product: isProduct(product) ? product : undefined,
      externalIds: externalIds ?? undefined,
      searchText: searchTextOf(searchText) ?? "",
    });
    return packages.map((one) => ({ ...one, organizationId }));
  },
});

// ---- create and change ----

interface Sent {
  readonly name: string;
  readonly stages: readonly object[];
}

/** What of a workflow is entered, as columns. Throws a Validation Error for what no workflow may be (WF-39). */
async function columnsOf(
  { ctx, customer }: CustomerCall,
  sent: Sent,
  stored?: readonly Stage[],
  isUsed = false,
) {
  const name = checked(workflowName, sent.name);
  const newOnes = checked(newStages, sent.stages);
  const refusal = stored
    ? stageEditRefusal(stored, newOnes, isUsed)
    : newOnes.some(({ _id }) => _id) && "A new stage has no id";
  if (refusal) throw invalid(refusal);
  const packageOf = async (externalId: string, product: string) => {
    const found = await findPackage(ctx.db, customer.id, externalId);
    if (found?.product !== product) throw invalid("Please select a assessment package");
    return found;
  };
  // What a stage is assessed in is its package's own language (WF-22), unless the sender knows better.
  const withLanguage = await mapInTurn(newOnes, async (stage) => ({
    ...stage,
    language: stage.language ?? (await packageOf(stage.externalAssessmentPackageId, stage.product)).language,
  }));
  const products = new Map(newOnes.map((one) => [one.externalAssessmentPackageId, one.product]));
  const stages = await stagesToStore(
    withLanguage,
    async (externalId) => (await packageOf(externalId, products.get(externalId) ?? "")).name,
    () => newId(ctx.now),
  );
  return {
    name,
    nameKey: searchKey(name),
    isDefault: 0 as const,
    defaultLanguage: stages[0]?.language ?? "en-US",
    stages: JSON.stringify(stages),
  };
}

mutation("AppsCreateWorkflow", {
  description: "Creates a workflow with its stages.",
  type: Workflow,
  args: {
    ...scopeArgs,
    ...builder.args((t) => ({
      name: t.string({ required: true }),
      stages: t.field({ type: [WorkflowStageInput], required: true }),
    })),
  },
  access: onRootDepartment("apps:createWorkflow"),
  changes: { of: workflowKind, made: ({ id }) => [id] },
  resolve: async (args, call) => {
    const columns = await columnsOf(call, args);
    const hierarchyId = call.customer.rootHierarchyId;
    return ofCustomer(workflowRows.find)(call, await addRow(workflows, call, { ...columns, hierarchyId }));
  },
});

const UpdateWorkflowInput = builder.inputType("AppsUpdateWorkflowInput", {
  fields: (t) => ({
    _id: t.id({ required: true }),
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ required: true }),
    name: t.string({ required: true }),
    stages: t.field({ type: [WorkflowStageInput], required: true }),
    version: t.int(versionOptions),
  }),
});

mutation("AppsUpdateWorkflow", {
  description: "Changes a workflow and its stages.",
  type: IdResult,
  args: builder.args((t) => ({
    updateWorkflowInput: t.field({ type: UpdateWorkflowInput, required: true }),
  })),
  access: {
    code: "apps:editWorkflow",
    scope: ({ updateWorkflowInput }: { updateWorkflowInput: Scope }) => updateWorkflowInput,
    onRoot: true,
  },
  changes: { of: workflowKind, ids: ({ updateWorkflowInput: { _id } }) => [_id] },
  resolve: ({ updateWorkflowInput: { _id: id, version, ...sent } }, call) =>
    editRow(workflows, call, { id, version }, async ({ stages }) => {
      const isUsed = (await countVacanciesUsing(call.ctx.db, call.customer.id, id)) > 0;
      return columnsOf(call, sent, parseStages(stages), isUsed);
    }),
});
