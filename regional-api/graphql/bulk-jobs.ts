/** What is done to all rows of a list that match: planned, run, stopped, looked at, taken back (BULK). */
import { z } from "zod/v4";
import {
  bulkActions,
  bulkOutcomes,
  bulkReasons,
  bulkStopReasons,
  bulkUndoMs,
  type BulkWork,
  bulkWork,
  canBeUndone,
  inverseOf,
} from "../domain/bulk-jobs";
import { checked } from "../domain/checked";
import { conflict, invalid, notFound } from "../domain/errors";
import { pageOf, type PageOf } from "../domain/paging";
import { parseWorkflowCopy } from "../domain/workflow-stages";
import { applicationSeqs, countApplications, narrowedBySearch } from "../store/applications";
import {
  applicationIds,
  bulkCounts,
  bulkJobOf,
  countBulkJobs,
  countBulkRows,
  findBulkJob,
  listBulkJobs,
  listBulkRows,
  namesOf,
  setBulkState,
  undoableRows,
  type BulkCounts,
} from "../store/bulk-jobs";
import { customerIds, type CustomerListFilter } from "../store/customers";
import type { Database } from "../store/database";
import type { Row } from "../store/tables";
import { findVacancy, findVacancyByExternalId, vacancyIds } from "../store/vacancies";
import { checkCustomer, rootOf, type CustomerCall, type Scope, type SessionCall } from "./access";
import { scopeArgs, somewhere } from "./application-access";
import { settableStatus } from "./application-deeds";
import { ApplicationStatus } from "./application-types";
import { filterOf, ListFilter } from "./applications";
import { builder } from "./builder";
import { makePlan, type Plan, type PlanRow } from "./bulk-plans";
import { recordJob } from "./bulk-runner";
import { requireBulkRight } from "./bulk-targets";
import { holdsOn, requireOn } from "./department-access";
import { mutation, query } from "./operation";
import { Pagination } from "./paging";
import { vacancyFilterOf, VacancyListFilter } from "./vacancies";

// ---- types ----

const Action = builder.enumType("BulkAction", { values: bulkActions });
const State = builder.enumType("BulkJobState", {
  values: ["PREPARING", "PLANNED", "RUNNING", "STOPPED", "DONE"] as const,
});
const StopReason = builder.enumType("BulkStopReason", { values: bulkStopReasons });
const Outcome = builder.enumType("BulkRowOutcome", { values: bulkOutcomes });
const Reason = builder.enumType("BulkSkipReason", { values: bulkReasons });

/** A job as calls show it. It is an answer that is kept, so it holds no name of anything. */
interface JobShape extends Omit<Row<"bulk_jobs">, "work" | "undoOf"> {
  readonly work: BulkWork;
  readonly counts: BulkCounts;
  /** The job whose changes it takes back. */
  readonly undoOfId: string | null;
  readonly undoUntil: number | null;
}

const SkipCount = builder.objectRef<BulkCounts["skipped"][number]>("BulkSkipCount").implement({
  fields: (t) => ({ reason: t.expose("reason", { type: Reason }), count: t.exposeInt("count") }),
});

const vacancyOf = ({ work }: JobShape, db: Database) =>
  "vacancyId" in work ? findVacancy(db, work.vacancyId) : undefined;

const Job = builder.objectRef<JobShape>("BulkJob").implement({
  description:
    "Something done to all rows of a list that matched when it was planned. Its creator alone sees it.",
  fields: (t) => ({
    jobId: t.exposeID("jobId"),
    action: t.field({ type: Action, resolve: ({ work }) => work.action }),
    state: t.expose("state", { type: State }),
    stopReason: t.expose("stopReason", { type: StopReason, nullable: true }),
    undoOf: t.exposeID("undoOfId", {
      nullable: true,
      description: "The job whose changes this one takes back.",
    }),
    origin: t.exposeString("origin", { nullable: true, description: "As it was given with the plan." }),
    vacancyId: t.id({ nullable: true, resolve: ({ work }) => ("vacancyId" in work ? work.vacancyId : null) }),
    vacancyTitle: t.string({
      nullable: true,
      resolve: (job, _args, { db }) => vacancyOf(job, db)?.title ?? null,
    }),
    status: t.field({
      type: ApplicationStatus,
      nullable: true,
      resolve: ({ work }) => ("status" in work ? work.status : null),
    }),
    stageName: t.string({
      nullable: true,
      resolve: (job, _args, { db }) => {
        const { work } = job;
        const vacancy = vacancyOf(job, db);
        if (!("stageId" in work) || !vacancy) return null;
        return (
          parseWorkflowCopy(vacancy.workflow).stages.find(({ _id }) => _id === work.stageId)?.name ?? null
        );
      },
    }),
    total: t.int({ resolve: ({ counts }) => counts.total }),
    waiting: t.int({ resolve: ({ counts }) => counts.waiting }),
    done: t.int({ resolve: ({ counts }) => counts.done }),
    skipped: t.field({ type: [SkipCount], resolve: ({ counts }) => counts.skipped }),
    undone: t.int({ resolve: ({ counts }) => counts.undone }),
    undoUntil: t.expose("undoUntil", {
      type: "DateTime",
      nullable: true,
      description: "Until when its changes can be taken back; null when they cannot.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    startedAt: t.expose("startedAt", { type: "DateTime", nullable: true }),
    endedAt: t.expose("endedAt", { type: "DateTime", nullable: true }),
  }),
});

interface RowShape extends Row<"bulk_job_rows"> {
  readonly name: string | null;
  readonly stageName: string | null;
}

const JobRow = builder.objectRef<RowShape>("BulkJobRow").implement({
  fields: (t) => ({
    position: t.exposeInt("position", {
      description: "Its place in the list as it was; names it in the job.",
    }),
    rowId: t.exposeID("rowId"),
    name: t.exposeString("name", {
      nullable: true,
      description: "Null for what is gone, or no longer the caller's to see.",
    }),
    outcome: t.expose("outcome", { type: Outcome }),
    reason: t.expose("reason", { type: Reason, nullable: true }),
    beforeStatus: t.field({
      type: ApplicationStatus,
      nullable: true,
      resolve: ({ before }) =>
        settableStatus.safeParse(before).data ?? (before === "APPS_APPLICATION_INTERVIEW" ? before : null),
    }),
    beforeStage: t.exposeString("stageName", { nullable: true }),
    changedAt: t.expose("changedAt", { type: "DateTime", nullable: true }),
    undoneAt: t.expose("undoneAt", { type: "DateTime", nullable: true }),
  }),
});

const listType = <Shape extends object>(name: string, type: typeof Job | typeof JobRow) =>
  builder.objectRef<{ data: Shape[]; pagination: PageOf }>(name).implement({
    fields: (t) => ({
      data: t.field({ type: [type], resolve: ({ data }) => data as never }),
      pagination: t.expose("pagination", { type: Pagination }),
    }),
  });
const JobList = listType<JobShape>("BulkJobList", Job);
const JobRowList = listType<RowShape>("BulkJobRowList", JobRow);

function shapeOf(
  { ctx: { db, now } }: CustomerCall,
  { work: stored, undoOf, ...job }: Row<"bulk_jobs">,
): JobShape {
  const work = bulkWork.parse(JSON.parse(stored));
  const counts = bulkCounts(db, job.seq);
  const hasInverse = undoOf === null && canBeUndone(work) && counts.done > counts.undone;
  const undoUntil = hasInverse && job.endedAt !== null ? job.endedAt + bulkUndoMs : null;
  return {
    ...job,
    work,
    counts,
    undoOfId: undoOf === null ? null : (bulkJobOf(db, undoOf)?.jobId ?? null),
    undoUntil: undoUntil !== null && now < undoUntil ? undoUntil : null,
  };
}

/** A job of the caller's own. Throws Not Found for any other. */
function requireJob({ ctx, caller, customer }: CustomerCall, jobId: string): Row<"bulk_jobs"> {
  const job = findBulkJob(ctx.db, customer.id, jobId, ctx.now);
  if (job?.createdBy !== caller.user.id) throw notFound();
  return job;
}

const shapeById = (call: CustomerCall, jobId: string) => shapeOf(call, requireJob(call, jobId));

// ---- looking ----

const access = somewhere("edge:access");
const jobArgs = {
  ...builder.args((t) => ({ jobId: t.id({ required: true }) })),
  ...scopeArgs,
};
const pageArgs = builder.args((t) => ({
  skip: t.int({ required: true }),
  limit: t.int({ required: true }),
}));

query("BulkGetJob", {
  type: Job,
  args: jobArgs,
  access,
  resolve: ({ jobId }, call) => shapeById(call, jobId),
});

query("BulkGetJobs", {
  type: JobList,
  description: "The caller's own at this customer, newest first.",
  args: { ...scopeArgs, ...pageArgs },
  access,
  resolve: ({ skip, limit }, call) => {
    const { db, now } = call.ctx;
    const mine = { customerId: call.customer.id, createdBy: call.caller.user.id };
    const page = pageOf(countBulkJobs(db, mine, now), skip, limit);
    const jobs = listBulkJobs(db, mine, now, { limit, offset: page.offset });
    return { data: jobs.map((job) => shapeOf(call, job)), pagination: page };
  },
});

/** Whether the names of a job's rows are still the caller's to see. */
function maySeeNames(call: CustomerCall, work: BulkWork): boolean {
  if ("organizationId" in work) return call.caller.grants.hasWildcard(work.organizationId);
  const vacancy = "vacancyId" in work ? findVacancy(call.ctx.db, work.vacancyId) : undefined;
  if (vacancy) return holdsOn(call, "apps:listApplication", vacancy.hierarchyId);
  return call.caller.grants.allows("apps:listVacancy", rootOf(call.customer));
}

query("BulkGetJobRows", {
  type: JobRowList,
  args: {
    ...jobArgs,
    ...pageArgs,
    ...builder.args((t) => ({
      outcome: t.field({ type: Outcome }),
      reason: t.field({ type: Reason }),
    })),
  },
  access,
  resolve: ({ jobId, skip, limit, outcome, reason }, call) => {
    const { db } = call.ctx;
    const job = requireJob(call, jobId);
    const work = bulkWork.parse(JSON.parse(job.work));
    const filter = { job: job.seq, outcome: outcome ?? undefined, reason: reason ?? undefined };
    const page = pageOf(countBulkRows(db, filter), skip, limit);
    const rows = listBulkRows(db, filter, { limit, offset: page.offset });
    const kind = "vacancyId" in work ? "APPLICATION" : "organizationId" in work ? "CUSTOMER" : "VACANCY";
    const names = maySeeNames(call, work)
      ? namesOf(
          db,
          kind,
          rows.map(({ rowId }) => rowId),
        )
      : new Map<string, string>();
    const vacancy = "vacancyId" in work ? findVacancy(db, work.vacancyId) : undefined;
    const stages = vacancy ? parseWorkflowCopy(vacancy.workflow).stages : [];
    const data = rows.map((row) => ({
      ...row,
      name: names.get(row.rowId) ?? null,
      stageName: stages.find(({ _id }) => _id === row.before)?.name ?? null,
    }));
    return { data, pagination: page };
  },
});

// ---- planning ----

const jobId = z.string().regex(/^[\w-]{8,100}$/, "The job's id cannot be used");
const origin = z.string().max(4_000, "The list's address is too long").nullish();

const planArgs = builder.args((t) => ({
  jobId: t.id({ required: true, description: "Chosen by the caller; the same again changes nothing." }),
  origin: t.string({ description: "Kept for the caller: where the list is." }),
}));

interface Planned {
  readonly jobId: string;
  readonly origin?: string | null | undefined;
}

function planOf(given: Planned, work: BulkWork, rows: Plan["rows"]): Plan {
  return { jobId: checked(jobId, given.jobId), origin: checked(origin, given.origin), work, rows };
}

const picked = (ids: readonly string[]): ReturnType<Plan["rows"]> => ({
  count: ids.length,
  read: (from, to) =>
    ids.slice(from, to).map((rowId, index): PlanRow => ({ rowId, position: from + index + 1 })),
});

const ApplicationChange = builder.inputType("BulkApplicationChange", {
  description: "One of the three.",
  fields: (t) => ({
    status: t.field({ type: ApplicationStatus }),
    stageId: t.id(),
    resend: t.boolean(),
  }),
});

type ChangeInput = typeof ApplicationChange.$inferInput;

function workOn(vacancy: Row<"vacancies">, { status, stageId, resend }: ChangeInput): BulkWork {
  const vacancyId = vacancy.id;
  const asked = [status, stageId, resend].filter((one) => one !== undefined && one !== null && one !== false);
  if (asked.length !== 1) throw invalid("Ask for one change");
  if (status) return { action: "APPLICATION_STATUS", vacancyId, status: checked(settableStatus, status) };
  if (!stageId) return { action: "APPLICATION_RESEND", vacancyId };
  if (!parseWorkflowCopy(vacancy.workflow).stages.some(({ _id }) => _id === stageId))
    throw invalid("Please select a stage");
  return { action: "APPLICATION_MOVE", vacancyId, stageId };
}

mutation("BulkPlanApplications", {
  type: Job,
  description:
    "Writes down which applications of a list match now, and what would become of each. Changes none.",
  args: {
    ...planArgs,
    ...builder.args((t) => ({
      filter: t.field({ type: ListFilter, required: true }),
      change: t.field({ type: ApplicationChange, required: true }),
    })),
  },
  access: { code: "apps:editApplication", scope: ({ filter }) => filter, anyDepartment: true },
  before: async ({ filter: asked, change, ...given }, call) => {
    const found = findVacancyByExternalId(call.ctx.db, call.customer.id, asked.externalVacancyId);
    const vacancy = requireOn(call, found, "apps:listApplication", "apps:listApplication");
    const rows: Plan["rows"] = ({ ctx: { db } }) => {
      const { filter: wanted, order } = filterOf(vacancy, asked);
      const filter = narrowedBySearch(db, call.customer.id, wanted);
      const count = countApplications(db, filter);
      const seqs = applicationSeqs(db, filter, order, count, 0);
      return {
        count: seqs.length,
        read: (from, to) =>
          applicationIds(db, seqs.slice(from, to)).map((rowId, index) => ({
            rowId,
            position: from + index + 1,
          })),
      };
    };
    await makePlan(call, planOf(given, workOn(vacancy, change), rows));
  },
  resolve: (args, call) => shapeById(call, args.jobId),
});

mutation("BulkPlanVacancies", {
  type: Job,
  description:
    "Writes down which vacancies of a list match now: the active ones to be archived, or the archived ones to be restored.",
  args: {
    ...planArgs,
    ...builder.args((t) => ({ filter: t.field({ type: VacancyListFilter, required: true }) })),
  },
  access: { code: "apps:listVacancy", scope: ({ filter }) => filter, anyDepartment: true },
  before: async ({ filter, ...given }, call) => {
    const action = filter.isArchived ? "VACANCY_RESTORE" : "VACANCY_ARCHIVE";
    const wanted = vacancyFilterOf(call, filter);
    await makePlan(
      call,
      planOf(given, { action }, ({ ctx }) => picked(vacancyIds(ctx.db, wanted))),
    );
  },
  resolve: (args, call) => shapeById(call, args.jobId),
});

const CustomerFilter = builder.inputType("BulkCustomerFilter", {
  fields: (t) => ({
    isArchived: t.boolean({ required: true }),
    searchText: t.string({
      description: "Part of the display name or the account name, ignoring case and accents.",
    }),
  }),
});

mutation("BulkPlanCustomers", {
  type: Job,
  description:
    "Writes down which customers of the organisation match in this region: the active ones to be archived, or the archived ones to be restored.",
  args: {
    ...planArgs,
    ...scopeArgs,
    ...builder.args((t) => ({ filter: t.field({ type: CustomerFilter, required: true }) })),
  },
  access: { wildcard: ({ organizationId }) => organizationId },
  before: async ({ filter: { isArchived, searchText }, ...given }, session) => {
    const call = atCustomer(session, given);
    const { organizationId } = call.customer;
    if ([...(searchText ?? "")].length > 200) throw invalid("The search text is too long");
    const action = isArchived ? "CUSTOMER_RESTORE" : "CUSTOMER_ARCHIVE";
    const wanted: CustomerListFilter = {
      organizationId,
      state: isArchived ? "archived" : "active",
      searchText: searchText?.trim() ? searchText : undefined,
      sort: "createdAt",
      order: "desc",
    };
    const rows: Plan["rows"] = ({ ctx }) => picked(customerIds(ctx.db, wanted));
    await makePlan(call, planOf(given, { action, organizationId }, rows));
  },
  resolve: (args, session) => shapeById(atCustomer(session, args), args.jobId),
});

/** The call at the customer that is open, for what is done to the customers of its organisation. */
const atCustomer = ({ ctx, caller }: SessionCall, scope: Scope): CustomerCall =>
  checkCustomer(ctx, caller, scope, { code: "edge:access", scope: () => scope });

mutation("BulkPlanUndo", {
  type: Job,
  description: "Writes down what of a job's changes can still be taken back: all, or those at `positions`.",
  args: {
    ...planArgs,
    ...scopeArgs,
    ...builder.args((t) => ({
      undoOf: t.id({ required: true }),
      positions: t.intList({ description: "Left out, all." }),
    })),
  },
  access,
  before: async ({ undoOf, positions, ...given }, call) => {
    const job = requireJob(call, undoOf);
    requireUndoable(call, job);
    const work = inverseOf(bulkWork.parse(JSON.parse(job.work)));
    const wanted = positions && new Set(positions);
    const rows: Plan["rows"] = ({ ctx }) => {
      const changed = undoableRows(ctx.db, job.seq).flatMap(({ rowId, position, changedAt }) =>
        changedAt !== null && (!wanted || wanted.has(position))
          ? [{ rowId, position, unchangedSince: changedAt }]
          : [],
      );
      return { count: changed.length, read: (from, to) => changed.slice(from, to) };
    };
    await makePlan(call, { ...planOf(given, work, rows), undoOf: job.seq });
  },
  resolve: (args, call) => shapeById(call, args.jobId),
});

/** Throws unless what a job did can be taken back now (BULK-14). */
function requireUndoable(call: CustomerCall, job: Row<"bulk_jobs">): void {
  const { work, endedAt } = shapeOf(call, job);
  if (job.undoOf !== null || !canBeUndone(work)) throw conflict("This cannot be undone");
  if (endedAt === null) throw conflict("It is still running");
  if (call.ctx.now >= endedAt + bulkUndoMs) throw conflict("The 24 hours to undo it are over");
}

// ---- doing ----

mutation("BulkRunJob", {
  type: Job,
  description:
    "Begins what was planned, or goes on with what was stopped. It is done beside the calls: ask for the job to see how far it is.",
  args: jobArgs,
  access,
  resolve: ({ jobId: id }, call) => {
    const { db, now } = call.ctx;
    const job = requireJob(call, id);
    const { work } = shapeOf(call, job);
    requireBulkRight(call, work);
    if (job.state === "PLANNED" || job.state === "STOPPED") {
      const undone = job.undoOf === null ? undefined : bulkJobOf(db, job.undoOf);
      if (undone) requireUndoable(call, undone);
      setBulkState(db, job, "RUNNING", { now });
      recordJob(call.ctx, job, "BULK_JOB_STARTED");
      call.ctx.bulkRunner.begin(db, job.seq);
    }
    return shapeById(call, id);
  },
});

mutation("BulkStopJob", {
  type: Job,
  description: "Stops a job between two of its rows. What was done stays; what was not can be done later.",
  args: jobArgs,
  access,
  resolve: ({ jobId: id }, call) => {
    const job = requireJob(call, id);
    if (job.state === "RUNNING") {
      setBulkState(call.ctx.db, job, "STOPPED", { stopReason: "ASKED", now: call.ctx.now });
      recordJob(call.ctx, job, "BULK_JOB_STOPPED", { reason: "ASKED" });
    }
    return shapeById(call, id);
  },
});
