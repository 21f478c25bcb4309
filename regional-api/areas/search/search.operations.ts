/** The search of the top bar: vacancies and applications by part of their name, any record by its id (SRCH). */
import { idText } from "../../../shared/pasted";
import { filterSequentially, flatMapSequentially } from "../../store/sequential";
import { invalid } from "../../core/errors";
import { searchTextOf } from "../../core/paging";
import type { PermissionCode } from "../../core/permissions";
import { findApplication, findAssessment, readApplications } from "../applications/applications.store";
import { findMail, findTextMessage } from "../candidate-messages/candidate-messages.store";
import { findGroup } from "../permissions/group-grants.store";
import { isVisible } from "../permissions/rights";
import {
  searchApplications,
  searchVacancies,
  type VacancyFound,
  workflowsOfPackage,
} from "./record-search.store";
import { findUser } from "../../core/users.store";
import type { Row } from "../../store/tables";
import { findVacancy, findVacancyByExternalId } from "../vacancies/vacancies.store";
import { workflowSets } from "../workflow-sets/workflow-sets.entity";
import { workflows as workflowEntity } from "../workflows/workflows.entity";
import { type CustomerCall } from "../../core/access";
import { Application, type ApplicationShape } from "../applications/application-types";
import { builder, rowType, textArgs } from "../../core/builder";
import {
  departmentsFor,
  holdsOn,
  mayOpenRows,
  scopeArgs,
  inAnyDepartment,
} from "../../core/department-access";
import { query } from "../../core/operation";
import { Sort, sortOf } from "../../core/page-types";
import { findVisiblePolicy } from "../policies/policy-access";
import { atMost, declareBounds, searchStartBound, pageSize } from "../../core/bounds";
import { withVisibleNames } from "../applications/application-access";

declareBounds({
  lists: {
    "AppsVacancySearchFilter.hierarchyIdList": atMost(5_000, "departments"),
  },
  pages: {
    "AppsApplicationSearchFilter.skipEq": searchStartBound,
    "AppsApplicationSearchFilter.limitEq": pageSize,
    "AppsVacancySearchFilter.skipEq": searchStartBound,
    "AppsVacancySearchFilter.limitEq": pageSize,
  },
});

interface Page {
  readonly skipEq: number;
  readonly limitEq: number;
  readonly searchText?: string | null;
}

/**
 * Returns the search criteria. The limit includes one extra row, which shows whether there are more. Throws
 * if the text is too long.
 */
function searchOf({ skipEq, limitEq, searchText }: Page) {
  return { text: searchTextOf(searchText) ?? "", skip: skipEq, limit: limitEq + 1 };
}

const hasMoreOptions = { description: "Whether there are more results." } as const;

type ListedVacancy = VacancyFound & { canView: boolean };

const VacancyFoundType = rowType<ListedVacancy>()("AppsVacancyFound", {
  _id: "ID",
  canView: "Boolean",
  title: "String",
  externalVacancyId: "String?",
  createdAt: "DateTime",
});

const VacanciesFound = builder
  .objectRef<{ data: ListedVacancy[]; hasMore: boolean }>("AppsVacanciesFound")
  .implement({
    fields: (t) => ({
      data: t.expose("data", { type: [VacancyFoundType] }),
      hasMore: t.exposeBoolean("hasMore", hasMoreOptions),
    }),
  });

const VacancySearch = builder.inputType("AppsVacancySearchFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ required: true }),
    hierarchyIdList: t.idList(),
    searchText: t.string({
      description: "Part of the title or of the external id. All vacancies if omitted.",
    }),
    skipEq: t.int({ required: true }),
    limitEq: t.int({ required: true }),
  }),
});

query("AppsGetVacancyList", {
  description: "The vacancies that match a search, and whether there are more.",
  type: VacanciesFound,
  args: builder.args((t) => ({ filter: t.field({ type: VacancySearch, required: true }) })),
  access: { code: "apps:listVacancy", scope: ({ filter }) => filter, anyDepartment: true },
  resolve: async ({ filter }, call) => {
    const hierarchyIds = await departmentsFor(call, "apps:listVacancy", filter.hierarchyIdList);
    const search = { ...searchOf(filter), customerId: call.customer.id, hierarchyIds };
    const rows = await searchVacancies(call.ctx.db, search);
    const mayOpen = await mayOpenRows(call, "apps:viewVacancy");
    const data = rows.slice(0, filter.limitEq).map((row) => ({ ...row, canView: mayOpen(row) }));
    return { data, hasMore: rows.length > filter.limitEq };
  },
});

const ApplicationsFound = builder
  .objectRef<{ data: ApplicationShape[]; viewedVacancyIds: string[]; hasMore: boolean }>(
    "AppsApplicationsFound",
  )
  .implement({
    fields: (t) => ({
      data: t.expose("data", { type: [Application] }),
      viewedVacancyIds: t.idList({
        description:
          "The ids of the applications' vacancies that the caller may open with AppsGetVacancyById.",
        resolve: (found) => found.viewedVacancyIds,
      }),
      hasMore: t.exposeBoolean("hasMore", hasMoreOptions),
    }),
  });

const ApplicationSearch = builder.inputType("AppsApplicationSearchFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyId: t.id({ required: true }),
    searchText: t.string({
      required: true,
      description: "Part of a name, an email address or an application id, or a whole phone number.",
    }),
    skipEq: t.int({ required: true }),
    limitEq: t.int({ required: true }),
    sort: t.field({ type: Sort, description: "Only createdAt, descending, is supported." }),
  }),
});

query("AppsSearchApplications", {
  description: "The applications that match a search, newest first, and whether there are more.",
  type: ApplicationsFound,
  args: builder.args((t) => ({ filter: t.field({ type: ApplicationSearch, required: true }) })),
  access: { code: "apps:listApplication", scope: ({ filter }) => filter, anyDepartment: true },
  resolve: async ({ filter }, call) => {
    const { db } = call.ctx;
    const { order } = sortOf<"createdAt">(filter.sort, { createdAt: "createdAt" });
    if (order === "asc") throw invalid("The list cannot be sorted by this field");
    const { id: customerId, organizationId } = call.customer;
    const hierarchyIds = await departmentsFor(call, "apps:listApplication");
    const seqs = await searchApplications(db, { ...searchOf(filter), customerId, hierarchyIds });
    const rows = await withVisibleNames(call, await readApplications(db, seqs.slice(0, filter.limitEq)));
    const mayOpen = await mayOpenRows(call, "apps:viewVacancy");
    return {
      data: rows.map((row) => ({ ...row, organizationId })),
      viewedVacancyIds: [...new Set(rows.filter(mayOpen).map(({ vacancyId }) => vacancyId))],
      hasMore: seqs.length > filter.limitEq,
    };
  },
});

// ---- any record by its id ----

const RecordKind = builder.enumType("CommonRecordKind", {
  values: [
    "VACANCY",
    "APPLICATION",
    "MAIL",
    "SMS",
    "USER",
    "GROUP",
    "POLICY",
    "WORKFLOW",
    "WORKFLOW_SET",
  ] as const,
});

/** A found record of any kind. */
export interface RecordShape {
  readonly kind: (typeof RecordKind)["$inferType"];
  readonly id: string;
  readonly name: string;
  readonly vacancyId?: string;
  readonly email?: string;
}

/** The GraphQL type of a found record. */
export const FoundRecord = builder.objectRef<RecordShape>("CommonRecord").implement({
  fields: (t) => ({
    kind: t.expose("kind", { type: RecordKind }),
    _id: t.exposeID("id"),
    name: t.exposeString("name", { description: "The display name." }),
    vacancyId: t.string({ nullable: true, resolve: ({ vacancyId }) => vacancyId ?? null }),
    email: t.string({
      nullable: true,
      description: "The address of a user.",
      resolve: ({ email }) => email ?? null,
    }),
  }),
});

/** True if the caller may see a row of a department or, without one, of the call's whole customer. */
async function maySee(
  call: CustomerCall,
  code: PermissionCode,
  row: { customerId: string | null; hierarchyId?: string | null },
): Promise<boolean> {
  const { id, rootHierarchyId } = call.customer;
  return row.customerId === id && (await holdsOn(call, code, row.hierarchyId ?? rootHierarchyId));
}

async function vacancyRecord(call: CustomerCall, id: string): Promise<RecordShape[]> {
  const { db } = call.ctx;
  const found =
    (await findVacancy(db, id.toLowerCase())) ?? (await findVacancyByExternalId(db, call.customer.id, id));
  return found && (await maySee(call, "apps:viewVacancy", found))
    ? [{ kind: "VACANCY", id: found.id, name: found.title }]
    : [];
}

/**
 * Returns the application with this id or with the assessment of this id, since links in mails contain the
 * latter.
 */
async function applicationRecord(call: CustomerCall, id: string): Promise<RecordShape[]> {
  const { db } = call.ctx;
  const found = await findApplication(db, (await findAssessment(db, id))?.applicationId ?? id);
  const [row] =
    found && (await maySee(call, "apps:viewApplication", found))
      ? await withVisibleNames(call, await readApplications(db, [found.seq]))
      : [];
  if (!row) return [];
  const name = `${row.candidate.firstName} ${row.candidate.lastName}`.trim();
  return [{ kind: "APPLICATION", id: row.id, name, vacancyId: row.vacancyId }];
}

async function messageRecords(call: CustomerCall, id: string): Promise<RecordShape[]> {
  const { db } = call.ctx;
  const found = [
    { kind: "MAIL" as const, message: await findMail(db, id) },
    { kind: "SMS" as const, message: await findTextMessage(db, id) },
  ];
  // Visible to callers who may see the logs (GEN-17).
  return flatMapSequentially(found, async ({ kind, message }) =>
    message && (await maySee(call, "apps:listCandidate", { customerId: message.customerId }))
      ? [{ kind, id: message.id, name: message.subject }]
      : [],
  );
}

/** A user as a found record. */
export const userRecord = ({ id, firstName, lastName, username, email }: Row<"users">): RecordShape => ({
  kind: "USER",
  id,
  name: `${firstName} ${lastName}`.trim() || username,
  email,
});

async function peopleRecords(call: CustomerCall, id: string): Promise<RecordShape[]> {
  const { db } = call.ctx;
  const user = await findUser(db, id);
  const group = await findGroup(db, id);
  const records: RecordShape[] = [];
  if (user && (await maySee(call, "org:viewUser", user))) records.push(userRecord(user));
  if (group && (await maySee(call, "org:listUser", group)) && (await isVisible(call, id)))
    records.push({ kind: "GROUP", id, name: group.name });
  const policy = await findVisiblePolicy(call, id);
  if (policy && (await maySee(call, "org:listUser", policy)))
    records.push({ kind: "POLICY", id, name: policy.name });
  return records;
}

/** Returns workflows and sets by id, and the workflows that use a package with this master id. */
async function workflowRecords(call: CustomerCall, id: string, typed: string): Promise<RecordShape[]> {
  const { db } = call.ctx;
  const workflow = await workflowEntity.rows.find(db, id);
  const set = await workflowSets.rows.find(db, id);
  const workflows = [
    ...(workflow ? [workflow] : []),
    ...(await workflowsOfPackage(db, call.customer.id, typed)),
  ];
  return [
    ...(await filterSequentially(workflows, (one) => maySee(call, "apps:viewWorkflow", one))).map((one) => ({
      kind: "WORKFLOW" as const,
      id: one.id,
      name: one.name,
    })),
    ...(set && (await maySee(call, "apps:viewWorkflow", set))
      ? [{ kind: "WORKFLOW_SET" as const, id: set.id, name: set.name }]
      : []),
  ];
}

query("CommonFindRecord", {
  description:
    "The records with this id that the caller may see. Also accepts email ids and assessment package ids (master ids).",
  type: [FoundRecord],
  args: { ...textArgs("id"), ...scopeArgs },
  access: inAnyDepartment("edge:access"),
  resolve: async ({ id: given }, call) => {
    const typed = idText(given);
    if (typed === "" || [...typed].length > 200) return [];
    const id = typed.toLowerCase();
    return [
      ...(await vacancyRecord(call, typed)),
      ...(await applicationRecord(call, id)),
      ...(await messageRecords(call, typed)),
      ...(await peopleRecords(call, id)),
      ...(await workflowRecords(call, id, typed)),
    ];
  },
});
