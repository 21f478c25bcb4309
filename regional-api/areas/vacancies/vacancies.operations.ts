/** Vacancies: two lists, details, creation, edit, archiving and restoring (VAC-12 to VAC-64). */
import { mapSequentially, mapConcurrently } from "../../store/sequential";
import { isDeepStrictEqual } from "node:util";
import { validate } from "../../core/validate";
import { archived, conflict, forbidden, invalid } from "../../core/errors";
import { newId } from "../../core/ids";
import { interviewLink } from "../candidate-messages/interview-links";
import { idsBelow } from "../../core/departments.store";
import { pageOf, searchTextOf } from "../../core/paging";
import {
  newExternalVacancyId,
  parseLinks,
  parseManagers,
  vacancyFields,
  type GenericAssessmentLink,
  type Manager,
} from "./vacancies.rules";
import {
  newStages,
  parseStages,
  parseWorkflowCopy,
  type Stage,
  toStoredStages,
  type WorkflowCopy,
  maxStages,
} from "../workflows/workflow-stages";
import { messageSwitches } from "../candidate-messages/candidate-messages.store";
import type { NewRow, Row } from "../../store/tables";
import {
  columnsOf,
  countVacancies,
  findVacancy,
  findVacanciesByExternalIds,
  findVacancyByExternalId,
  insertVacancy,
  listVacancies,
  progressOf,
  setVacancyArchived,
  updateVacancy,
  vacancySorts,
  type VacancyListFilter as VacancyFilter,
  type VacancyListRow,
} from "./vacancies.store";
import { findPackage } from "../workflows/workflows.store";
import { workflows } from "../workflows/workflows.entity";
import type { CustomerCall } from "../../core/access";
import { ofCustomer } from "../../core/archivable";
import { MessageSwitch } from "../candidate-messages/message-switches";
import { builder, idArgs, rowType, textArgs, inputOf, argsOf } from "../../core/builder";
import {
  changedAtOptions,
  type ChangeShape,
  IdResult,
  isUnchanged,
  unchangedSinceArg,
} from "../../core/shared-types";
import {
  departmentCheck,
  departmentsFor,
  holdsOn,
  isInScope,
  mayOpenRows,
  requireOn,
  scopeArgs,
  inAnyDepartment,
} from "../../core/department-access";
import { Edited, editionAfter, versionArg } from "../../core/versioned-type";
import { mutation, query } from "../../core/operation";
import { pageType, Sort, sortOf } from "../../core/page-types";
import { WorkflowStage, WorkflowStageInput } from "../workflows/workflow-types";
import { atMost, changedRows, declareBounds, firstRow, maxItems, pageSize } from "../../core/bounds";
import type { Writer } from "../../store/engine";
import { vacancyKind } from "./vacancies.record";

const peopleOfType = maxItems(100, "A vacancy has at most 100 people of a type");

declareBounds({
  lists: {
    "AppsVacancyListFilter.hierarchyIdList": atMost(5_000, "departments"),
    "AppsVacancyListFilter.hierarchyIds": atMost(500, "departments and vacancies", "Name"),
    "AppsVacancyListFilter.externalVacancyIds": atMost(500, "departments and vacancies", "Name"),
    "AppsArchiveVacanciesByExternalVacancyIds.externalVacancyIds": changedRows("vacancies"),
    "AppsRestoreVacanciesByExternalVacancyIds.externalVacancyIds": changedRows("vacancies"),
    "AppsCreateVacancy.managers": atMost(200, "people of a vacancy"),
    "AppsUpdateVacancyByExternalVacancyId.hiringManagers": peopleOfType,
    "AppsUpdateVacancyByExternalVacancyId.recruiters": peopleOfType,
    "AppsUpdateVacancyById.hiringManagers": peopleOfType,
    "AppsUpdateVacancyById.recruiters": peopleOfType,
    "AppsVacancyWorkflowInput.stages": maxItems(maxStages, `A workflow can have at most ${maxStages} stages`),
  },
  pages: {
    "AppsVacancyListFilter.skipEq": firstRow,
    "AppsVacancyListFilter.limitEq": pageSize,
  },
});

// ---- types ----

const VacancyManager = rowType<Manager>()("AppsVacancyManager", {
  firstName: "String",
  lastName: "String",
  email: "String",
  externalId: "String",
  type: "String",
});

type ListedVacancy = VacancyListRow & { canView: boolean; canCount: boolean };

const VacancyListItem = builder.objectRef<ListedVacancy>("AppsVacancyListItem").implement({
  fields: (t) => ({
    canView: t.exposeBoolean("canView", {
      description:
        "Whether the caller may read the vacancy with AppsGetVacancyById. The permission may be denied on its department.",
    }),
    _id: t.exposeID("id"),
    title: t.exposeString("title"),
    externalVacancyId: t.exposeString("externalVacancyId", { nullable: true }),
    applicationCount: t.exposeInt("applicationCount"),
    progress: t.intList({
      nullable: true,
      description:
        "Applications by progress at their stage: not started, in progress, completed, dropped out. Null if the caller may not list them.",
      resolve: async ({ id, canCount }, _args, { db }) =>
        (canCount ? await progressOf(db, id) : null) ?? null,
    }),
    managers: t.field({ type: [VacancyManager], resolve: ({ managers }) => parseManagers(managers) }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    archivedAt: t.expose("archivedAt", { type: "DateTime", nullable: true }),
  }),
});

const VacancyList = pageType("AppsVacancyList", VacancyListItem);

const RoleFamily = builder.objectRef<VacancyShape>("AppsRoleFamily").implement({
  fields: (t) => ({ _id: t.exposeID("roleFamilyId"), name: t.exposeString("roleFamilyName") }),
});

const VacancyLocation = rowType<{ address: string }>()("AppsVacancyLocation", { address: "String" });

const VacancyWorkflow = builder.objectRef<WorkflowCopy>("AppsVacancyWorkflow").implement({
  fields: (t) => ({
    _id: t.exposeID("_id"),
    name: t.exposeString("name"),
    stages: t.field({ type: [WorkflowStage], resolve: ({ stages }) => stages }),
  }),
});

const AssessmentLink = rowType<GenericAssessmentLink>()("AppsGenericAssessmentLink", {
  stageId: "ID",
  assessmentLink: "String",
  externalAssessmentPackageId: "String",
  assessmentPackageName: "String",
});

type VacancyShape = Row<"vacancies"> & { organizationId: string };

const Vacancy = builder.objectRef<VacancyShape>("AppsVacancy").implement({
  interfaces: [Edited],
  fields: (t) => ({
    _id: t.exposeID("id"),
    title: t.exposeString("title"),
    description: t.exposeString("description", { nullable: true }),
    externalVacancyId: t.exposeString("externalVacancyId", { nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    archivedAt: t.expose("archivedAt", { type: "DateTime", nullable: true }),
    applicationCount: t.exposeInt("applicationCount"),
    managers: t.field({ type: [VacancyManager], resolve: ({ managers }) => parseManagers(managers) }),
    roleFamily: t.field({ type: RoleFamily, resolve: (vacancy) => vacancy }),
    location: t.field({
      type: VacancyLocation,
      nullable: true,
      resolve: ({ locationAddress }) => (locationAddress ? { address: locationAddress } : null),
    }),
    workflow: t.field({ type: VacancyWorkflow, resolve: ({ workflow }) => parseWorkflowCopy(workflow) }),
    hierarchyId: t.exposeID("hierarchyId"),
    jobRequisitionId: t.exposeString("jobRequisitionId", { nullable: true }),
    customerId: t.exposeID("customerId"),
    organizationId: t.exposeID("organizationId"),
    genericAssessmentLinks: t.field({
      type: [AssessmentLink],
      resolve: ({ genericAssessmentLinks }) => parseLinks(genericAssessmentLinks),
    }),
    messageSwitches: t.field({
      type: [MessageSwitch],
      description: "The message switches of each stage: invitation, resent link, chat report and decline.",
      resolve: (vacancy, _args, { db, config }) => messageSwitches(db, vacancy, config),
    }),
  }),
});

const RoleFamilyInput = inputOf("AppsRoleFamilyInput", { name: "String" });
const VacancyLocationInput = inputOf("AppsVacancyLocationInput", { address: "String?" });
const VacancyManagerInput = inputOf("AppsVacancyManagerInput", {
  firstName: "String",
  lastName: "String",
  email: "String",
  externalId: "String?",
  type: "String",
});
const VacancyPersonInput = inputOf("AppsVacancyPersonInput", {
  firstName: "String",
  lastName: "String",
  email: "String",
  externalId: "String?",
});
const VacancyWorkflowInput = builder.inputType("AppsVacancyWorkflowInput", {
  fields: (t) => ({
    _id: t.id({ required: true }),
    name: t.string({ required: true }),
    stages: t.field({ type: [WorkflowStageInput], required: true }),
  }),
});

// ---- lists ----

export const VacancyListFilter = builder.inputType("AppsVacancyListFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ required: true }),
    hierarchyIdList: t.idList({ description: "Only these departments, without those below them." }),
    hierarchyIds: t.idList({ description: "Only these departments and those below them." }),
    externalVacancyIds: t.stringList({ description: "Only these vacancies." }),
    skipEq: t.int({ required: true }),
    limitEq: t.int({ required: true }),
    isArchived: t.boolean(),
    sort: t.field({ type: Sort }),
    searchText: t.string(),
    managerText: t.string(),
    createdFrom: t.field({ type: "DateTime" }),
    createdBefore: t.field({ type: "DateTime" }),
    hasApplications: t.boolean(),
    workflowId: t.id({ description: "Only vacancies with a copy of this workflow." }),
  }),
});

/** Translates a list filter, limited to the departments where the caller may see vacancies. */
export async function vacancyFilterOf(
  call: CustomerCall,
  filter: typeof VacancyListFilter.$inferInput,
): Promise<VacancyFilter> {
  const [searchText, managerText] = [filter.searchText, filter.managerText].map(searchTextOf);
  const { hierarchyIds, hierarchyIdList, externalVacancyIds } = filter;
  const { ctx, customer } = call;
  const seen = await departmentsFor(call, "apps:listVacancy", hierarchyIdList);
  const below = hierarchyIds?.length ? new Set(await idsBelow(ctx.db, customer.id, hierarchyIds)) : undefined;
  return {
    customerId: customer.id,
    hierarchyIds: below ? seen.filter((id) => below.has(id)) : seen,
    ...(externalVacancyIds && { externalIds: externalVacancyIds }),
    isArchived: filter.isArchived === true,
    ...sortOf(filter.sort, vacancySorts),
    ...(searchText && { searchText }),
    ...(managerText && { managerText }),
    createdFrom: filter.createdFrom ?? undefined,
    createdBefore: filter.createdBefore ?? undefined,
    hasApplications: filter.hasApplications ?? undefined,
    workflowId: filter.workflowId ?? undefined,
  };
}

query("AppsGetVacancyListV2", {
  description: "A page of the vacancies that match the filter.",
  type: VacancyList,
  args: builder.args((t) => ({ filter: t.field({ type: VacancyListFilter, required: true }) })),
  access: { code: "apps:listVacancy", scope: ({ filter }) => filter, anyDepartment: true },
  resolve: async ({ filter }, call) => {
    const { db } = call.ctx;
    const rows = await vacancyFilterOf(call, filter);
    const page = pageOf(await countVacancies(db, rows), filter.skipEq, filter.limitEq);
    const data = await listVacancies(db, rows, filter.limitEq, page.offset);
    const mayOpen = await mayOpenRows(call, "apps:viewVacancy");
    const mayCount = await mayOpenRows(call, "apps:listApplication");
    return {
      data: data.map((row) => ({ ...row, canView: mayOpen(row), canCount: mayCount(row) })),
      pagination: page,
    };
  },
});

// ---- one vacancy ----

query("AppsGetVacancyById", {
  description: "One vacancy, by its id.",
  type: Vacancy,
  args: { ...idArgs("vacancyId"), ...scopeArgs },
  access: inAnyDepartment("apps:viewVacancy"),
  resolve: async ({ vacancyId }, call) => {
    const vacancy = await requireOn(
      call,
      await findVacancy(call.ctx.db, vacancyId),
      "apps:viewVacancy",
      "apps:listVacancy",
    );
    return { ...vacancy, organizationId: call.customer.organizationId };
  },
});

// ---- changes ----

const fieldArgs = builder.args((t) => ({
  title: t.string({ required: true }),
  description: t.string(),
  roleFamily: t.field({ type: RoleFamilyInput, required: true }),
  location: t.field({ type: VacancyLocationInput }),
}));

/**
 * Returns an id that no vacancy of the customer has; the id space is large enough that a second try is rare.
 */
async function freeExternalId({ ctx, customer }: CustomerCall): Promise<string> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const id = newExternalVacancyId();
    if (!(await findVacancyByExternalId(ctx.db, customer.id, id))) return id;
  }
  throw conflict("No external vacancy id is free");
}

/**
 * True if the sent stages equal the stored ones. The limits of stored stages always apply; a missing id is
 * matched by position.
 */
const isCopyOf = (stored: readonly Stage[], sent: readonly Stage[]) =>
  isDeepStrictEqual(
    sent.map(({ dayLimit: _, ...stage }, index) => ({ ...stage, _id: stage._id || stored[index]?._id })),
    stored.map(({ dayLimit: _, ...stage }) => stage),
  );

mutation("AppsCreateVacancy", {
  description: "Creates a vacancy.",
  type: Vacancy,
  args: {
    ...scopeArgs,
    ...fieldArgs,
    ...builder.args((t) => ({
      managers: t.field({ type: [VacancyManagerInput] }),
      workflow: t.field({ type: VacancyWorkflowInput, required: true }),
    })),
  },
  access: { code: "apps:createVacancy", scope: (args) => args },
  changes: { of: vacancyKind, made: ({ id }) => [id] },
  resolve: async (args, call) => {
    const { ctx, customer, hierarchyId } = call;
    const fields = validate(vacancyFields, { ...args, managers: args.managers ?? [] });
    const known = await workflows.rows.find(ctx.db, args.workflow._id);
    if (known?.customerId !== customer.id || known.archivedAt !== null)
      throw invalid("Please select a workflow");
    const packageName = async (externalId: string) => {
      const found = await findPackage(ctx.db, customer.id, externalId);
      if (!found) throw invalid("Please select a assessment package");
      return found.name;
    };
    const sent = await toStoredStages(validate(newStages, args.workflow.stages), packageName, () => "");
    const stages = await mapSequentially(parseStages(known.stages), async (stage) => ({
      ...stage,
      assessmentPackageName: await packageName(stage.externalAssessmentPackageId),
    }));
    // Other stages would amount to a workflow created without the right to create one (VAC-45).
    if (!isCopyOf(stages, sent)) throw invalid("The stages differ from those of the workflow");
    if (args.workflow.name.trim() !== known.name.trim())
      throw invalid("The name differs from that of the workflow");
    const id = newId(ctx.now);
    const links = stages.map((stage): GenericAssessmentLink => ({
      stageId: stage._id,
      assessmentLink: interviewLink(ctx.awsRegion, stage.product, id, stage._id),
      externalAssessmentPackageId: stage.externalAssessmentPackageId,
      assessmentPackageName: stage.assessmentPackageName,
    }));
    const workflow: WorkflowCopy = { _id: known.id, name: known.name, stages, rulesBy: known.rulesBy };
    const vacancy: NewRow<"vacancies"> = {
      id,
      customerId: customer.id,
      hierarchyId,
      externalVacancyId: await freeExternalId(call),
      jobRequisitionId: null,
      ...columnsOf(fields),
      workflow: JSON.stringify(workflow),
      genericAssessmentLinks: JSON.stringify(links),
      ...(await editionAfter(call, undefined, 0)),
      createdAt: ctx.now,
      updatedAt: ctx.now,
      archivedAt: null,
    };
    await insertVacancy(ctx.db, vacancy);
    return ofCustomer(findVacancy)(call, id);
  },
});

const updateArgs = {
  ...scopeArgs,
  ...fieldArgs,
  ...versionArg,
  ...builder.args((t) => ({
    hiringManagers: t.field({ type: [VacancyPersonInput] }),
    recruiters: t.field({ type: [VacancyPersonInput] }),
  })),
};

interface UpdateArgs {
  version: number;
  hiringManagers?: readonly object[] | null;
  recruiters?: readonly object[] | null;
}

/** Updates a vacancy if the caller may edit it; department and workflow cannot be changed. */
async function update(call: CustomerCall<Writer>, found: Row<"vacancies"> | undefined, args: UpdateArgs) {
  const vacancy = await requireOn(call, found, "apps:editVacancy", "apps:viewVacancy");
  // The right to edit does not include the right to view, and editing requires both (PERM-48).
  if (!(await holdsOn(call, "apps:viewVacancy", vacancy.hierarchyId))) throw forbidden();
  if (vacancy.archivedAt !== null) throw archived("vacancy");
  const people = [
    ...(args.hiringManagers ?? []).map((one) => ({ ...one, type: "HIRING_MANAGER" })),
    ...(args.recruiters ?? []).map((one) => ({ ...one, type: "RECRUITER" })),
  ];
  const fields = validate(vacancyFields, { ...args, managers: people });
  const edition = await editionAfter(call, vacancy, args.version);
  await updateVacancy(call.ctx.db, vacancy.id, fields, edition, call.ctx.now);
  return { id: vacancy.id };
}

mutation("AppsUpdateVacancyByExternalVacancyId", {
  description: "Changes a vacancy, identified by its id in the applicant tracking system.",
  type: IdResult,
  args: { ...textArgs("externalVacancyId"), ...updateArgs },
  access: inAnyDepartment("apps:editVacancy"),
  changes: {
    of: vacancyKind,
    ids: async ({ customerId, externalVacancyId }, { db }) => [
      (await findVacancyByExternalId(db, customerId, externalVacancyId))?.id,
    ],
  },
  resolve: async ({ externalVacancyId, ...args }, call) =>
    update(call, await findVacancyByExternalId(call.ctx.db, call.customer.id, externalVacancyId), args),
});

mutation("AppsUpdateVacancyById", {
  description: "Changes a vacancy.",
  type: IdResult,
  args: { ...idArgs("vacancyId"), ...updateArgs },
  access: inAnyDepartment("apps:editVacancy"),
  changes: { of: vacancyKind, ids: ({ vacancyId }) => [vacancyId] },
  resolve: async ({ vacancyId, ...args }, call) =>
    update(call, await findVacancy(call.ctx.db, vacancyId), args),
});

// ---- archive and restore ----

const idsArgs = {
  ...argsOf({ externalVacancyIds: ["String"] }),
  ...scopeArgs,
  ...unchangedSinceArg,
};

interface ArchiveArgs {
  externalVacancyIds: readonly string[];
  unchangedSince?: number | null;
}

const VacancyChange = builder
  .objectRef<ChangeShape & { externalVacancyId: string | null }>("AppsVacancyChange")
  .implement({
    fields: (t) => ({
      _id: t.exposeID("id"),
      externalVacancyId: t.exposeString("externalVacancyId", { nullable: true }),
      changedAt: t.expose("changedAt", changedAtOptions),
    }),
  });

/** Returns the permission required for archiving or restoring on the vacancy's department. */
export const archiveCode = (archive: boolean) => (archive ? "apps:archiveVacancy" : "apps:restoreVacancy");

/** Archives or restores a vacancy. Returns the time of the change, or null if there was none. */
export async function archiveVacancy(
  { ctx }: CustomerCall<Writer>,
  vacancy: Row<"vacancies">,
  archive: boolean,
): Promise<number | null> {
  if ((vacancy.archivedAt === null) !== archive) return null;
  await setVacancyArchived(ctx.db, vacancy.id, archive ? ctx.now : null, ctx.now);
  return ctx.now;
}

/**
 * Archives or restores as many of the vacancies as possible. Skips vacancies that are unknown, in other
 * departments or changed after `unchangedSince` (VAC-23). A vacancy already in that state is returned without
 * a time, to distinguish it from one that failed (ORG-60).
 */
async function setArchived(call: CustomerCall<Writer>, args: ArchiveArgs, archive: boolean) {
  const { externalVacancyIds: externalIds, unchangedSince } = args;
  const { ctx, customer } = call;
  const isAllowed = departmentCheck(call, [archiveCode(archive)]);
  const changes = await mapConcurrently(
    await findVacanciesByExternalIds(ctx.db, customer.id, externalIds),
    async (vacancy) => {
      if (!(await isAllowed(vacancy.hierarchyId)) || !(await isInScope(call, vacancy.hierarchyId))) return [];
      if (!isUnchanged(vacancy, unchangedSince)) return [];
      const changedAt = await archiveVacancy(call, vacancy, archive);
      return [{ id: vacancy.id, externalVacancyId: vacancy.externalVacancyId, changedAt }];
    },
  );
  return changes.flat();
}

for (const [archive, verb] of [
  [true, "Archive"],
  [false, "Restore"],
] as const)
  mutation(`Apps${verb}VacanciesByExternalVacancyIds`, {
    description: archive
      ? "Archives several vacancies, identified by their ids in the applicant tracking system."
      : "Restores several archived vacancies, identified by their ids in the applicant tracking system.",
    type: [VacancyChange],
    args: idsArgs,
    access: inAnyDepartment(archiveCode(archive)),
    changes: {
      of: vacancyKind,
      ids: async ({ customerId, externalVacancyIds }, { db }) =>
        (await findVacanciesByExternalIds(db, customerId, externalVacancyIds)).map(({ id }) => id),
      undoes: ({ unchangedSince }) => unchangedSince,
    },
    resolve: (args, call) => setArchived(call, args, archive),
  });
