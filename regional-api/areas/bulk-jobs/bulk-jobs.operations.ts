/** Bulk jobs over all rows that match a list: plan, run, stop, undo (BULK). */
import { z } from "zod/v4";
import { bulkUndoMs, type BulkWork, canBeUndone, inverseOf, maxBulkRows, workOf } from "./bulk-jobs.rules";
import { requireFreeSlot } from "../../core/concurrency";
import { validate } from "../../core/validate";
import { conflict, invalid } from "../../core/errors";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import { allSeqs } from "../applications/application-search.store";
import { narrowedBySearch } from "../applications/applications.store";
import {
  applicationIds,
  bulkJobOf,
  endBulkPlan,
  runningJobs,
  setBulkState,
  undoableRows,
} from "./bulk-jobs.store";
import type { Row } from "../../store/tables";
import { findVacancyByExternalId, vacancyIds } from "../vacancies/vacancies.store";
import type { CustomerCall } from "../../core/access";
import { settableStatus } from "../applications/application-changes";
import { requireValidReason } from "../decline-reasons/decline-reasons.store";
import type { Reader } from "../../store/engine";
import { ApplicationStatus } from "../workflows/application-enums";
import { filterOf, ListFilter } from "../applications/application-filter";
import { builder } from "../../core/builder";
import { makePlan, type PickedRows, type Plan, type PlanRow } from "./bulk-plans";
import { recordJob } from "./bulk-runner";
import { requireBulkRight } from "./bulk-targets";
import { requireOn, scopeArgs } from "../../core/department-access";
import { mutation } from "../../core/operation";
import { vacancyFilterOf, VacancyListFilter } from "../vacancies/vacancies.operations";
import { access, Job, jobArgs, requireJob, shapeById } from "./bulk-job-views.operations";
import { atMost, declareBounds } from "../../core/bounds";

declareBounds({
  lists: {
    "BulkPlanUndo.positions": atMost(2_000, "rows"),
  },
});

// ---- planning ----

const jobId = z.string().regex(/^[\w-]{8,100}$/, "The job's id cannot be used");
const origin = z.string().max(4_000, "The list's address is too long").nullish();

const planArgs = builder.args((t) => ({
  jobId: t.id({
    required: true,
    description: "An idempotency key chosen by the caller: a repeated call with the same id changes nothing.",
  }),
  origin: t.string({ description: "The list's location in the console. Stored and returned unchanged." }),
}));

interface PlanInput {
  readonly jobId: string;
  readonly origin?: string | null | undefined;
}

function planOf(given: PlanInput, work: BulkWork, rows: Plan["rows"]): Plan {
  return { jobId: validate(jobId, given.jobId), origin: validate(origin, given.origin), work, rows };
}

const pickedRows = (ids: readonly string[]): PickedRows => ({
  count: ids.length,
  read: (_, from, to) =>
    ids.slice(from, to).map((rowId, index): PlanRow => ({ rowId, position: from + index + 1 })),
});

const ApplicationChange = builder.inputType("BulkApplicationChange", {
  description: "Exactly one of `status`, `stageId` and `resend` is required.",
  fields: (t) => ({
    status: t.field({ type: ApplicationStatus }),
    declineReasonId: t.id({ description: "Why they are declined; needed where the customer requires it." }),
    stageId: t.id(),
    resend: t.boolean(),
  }),
});

type ChangeInput = typeof ApplicationChange.$inferInput;

async function workOn(
  db: Reader,
  vacancy: Row<"vacancies">,
  { status, stageId, resend, declineReasonId }: ChangeInput,
): Promise<BulkWork> {
  const vacancyId = vacancy.id;
  const actions = [status, stageId, resend].filter(
    (one) => one !== undefined && one !== null && one !== false,
  );
  if (actions.length !== 1) throw invalid("Send exactly one change");
  if (status) {
    const given = validate(settableStatus, status);
    const declineReason = await requireValidReason(db, vacancy.customerId, given, declineReasonId);
    return { action: "APPLICATION_STATUS", vacancyId, status: given, declineReason };
  }
  if (!stageId) return { action: "APPLICATION_RESEND", vacancyId };
  if (!parseWorkflowCopy(vacancy.workflow).stages.some(({ _id }) => _id === stageId))
    throw invalid("Please select a stage");
  return { action: "APPLICATION_MOVE", vacancyId, stageId };
}

mutation("BulkPlanApplications", {
  type: Job,
  description:
    "Plans a job: stores the applications that currently match the list and the effect on each. Changes no application.",
  args: {
    ...planArgs,
    ...builder.args((t) => ({
      filter: t.field({ type: ListFilter, required: true }),
      change: t.field({ type: ApplicationChange, required: true }),
    })),
  },
  access: { code: "apps:editApplication", scope: ({ filter }) => filter, anyDepartment: true },
  changes: "none because a plan changes no row and expires unless it is run",
  before: async ({ filter: asked, change, ...given }, call) => {
    const found = await findVacancyByExternalId(call.ctx.db, call.customer.id, asked.externalVacancyId);
    const vacancy = await requireOn(call, found, "apps:listApplication", "apps:listApplication");
    const rows: Plan["rows"] = async ({ ctx: { db } }) => {
      const { filter: wanted, order } = filterOf(vacancy, asked, call.ctx.now);
      const filter = await narrowedBySearch(db, call.customer.id, wanted);
      // Reading one row above the limit is enough to refuse the plan.
      const seqs = await allSeqs(db, filter, order, maxBulkRows + 1);
      return {
        count: seqs.length,
        read: async (db, from, to) =>
          (await applicationIds(db, seqs.slice(from, to))).map((rowId, index) => ({
            rowId,
            position: from + index + 1,
          })),
      };
    };
    await makePlan(call, planOf(given, await workOn(call.ctx.db, vacancy, change), rows));
  },
  resolve: (args, call) => shapeById(call, args.jobId),
});

mutation("BulkPlanVacancies", {
  type: Job,
  description:
    "Plans a job: stores the vacancies that currently match the list, active ones to archive or archived ones to restore.",
  args: {
    ...planArgs,
    ...builder.args((t) => ({ filter: t.field({ type: VacancyListFilter, required: true }) })),
  },
  access: { code: "apps:listVacancy", scope: ({ filter }) => filter, anyDepartment: true },
  changes: "none because a plan changes no row and expires unless it is run",
  before: async ({ filter, ...given }, call) => {
    const action = filter.isArchived ? "VACANCY_RESTORE" : "VACANCY_ARCHIVE";
    const wanted = await vacancyFilterOf(call, filter);
    await makePlan(
      call,
      planOf(given, { action }, async ({ ctx }) => pickedRows(await vacancyIds(ctx.db, wanted))),
    );
  },
  resolve: (args, call) => shapeById(call, args.jobId),
});

mutation("BulkPlanUndo", {
  type: Job,
  description: "Plans a job that undoes another one: all of its changes, or those at `positions`.",
  args: {
    ...planArgs,
    ...scopeArgs,
    ...builder.args((t) => ({
      undoOf: t.id({ required: true }),
      positions: t.intList({ description: "All rows if omitted." }),
    })),
  },
  access,
  changes: "none because a plan changes no row and expires unless it is run",
  before: async ({ undoOf, positions, ...given }, call) => {
    const job = await requireJob(call, undoOf);
    requireUndoable(call, job);
    const work = inverseOf(workOf(job));
    const wanted = positions && new Set(positions);
    const rows: Plan["rows"] = async ({ ctx }) => {
      const changed = (await undoableRows(ctx.db, job.seq)).flatMap(({ rowId, position, changedAt }) =>
        changedAt !== null && (!wanted || wanted.has(position))
          ? [{ rowId, position, unchangedSince: changedAt }]
          : [],
      );
      return { count: changed.length, read: (_, from, to) => changed.slice(from, to) };
    };
    await makePlan(call, { ...planOf(given, work, rows), undoOf: job.seq });
  },
  resolve: (args, call) => shapeById(call, args.jobId),
});

/** Throws unless the job can be undone now (BULK-14). */
function requireUndoable(call: CustomerCall, job: Row<"bulk_jobs">): void {
  const { endedAt } = job;
  if (job.undoOf !== null || !canBeUndone(workOf(job))) throw conflict("The job cannot be undone");
  if (endedAt === null) throw conflict("The job is still running");
  if (call.ctx.now >= endedAt + bulkUndoMs) throw conflict("The 24 hours for undoing the job have passed");
}

// ---- execution ----

mutation("BulkRunJob", {
  type: Job,
  description:
    "Starts a planned job or resumes a stopped one. The job runs in the background: query it for progress.",
  args: jobArgs,
  access,
  changes: "written by recordJob, with its counts",
  resolve: async ({ jobId: id }, call) => {
    const { db, now } = call.ctx;
    const job = await requireJob(call, id);
    await requireBulkRight(call, workOf(job));
    if (job.state === "PLANNED" || job.state === "STOPPED") {
      const undone = job.undoOf === null ? undefined : await bulkJobOf(db, job.undoOf);
      if (undone) requireUndoable(call, undone);
      const running = await runningJobs(db, call.customer.id);
      requireFreeSlot("BULK_JOB", {
        ofPerson: running.filter(({ createdBy }) => createdBy === call.caller.user.id).length,
        ofCustomer: running.length,
      });
      await setBulkState(db, job, "RUNNING", { now });
      await recordJob(call.ctx, job, "STARTED", "BulkRunJob");
      const { bulkRunner, databases, awsRegion } = call.ctx;
      db.afterCommit(() => bulkRunner.begin(databases.region(awsRegion), job.seq));
    }
    return shapeById(call, id);
  },
});

mutation("BulkCancelPlan", {
  type: Job,
  description: "Discards a plan that was not started, and returns it.",
  args: jobArgs,
  access,
  changes: "none because a discarded plan has changed no row",
  resolve: async ({ jobId: id }, call) => {
    const job = await requireJob(call, id);
    if (job.state !== "PLANNED") throw conflict("The job has already been started");
    const was = await shapeById(call, id);
    await endBulkPlan(call.ctx.db, job);
    return was;
  },
});

mutation("BulkStopJob", {
  type: Job,
  description: "Stops a job between two rows. Completed changes are kept; the rest can be resumed later.",
  args: jobArgs,
  access,
  changes: "written by recordJob, with its counts",
  resolve: async ({ jobId: id }, call) => {
    const job = await requireJob(call, id);
    if (job.state === "RUNNING") {
      await setBulkState(call.ctx.db, job, "STOPPED", { stopReason: "ASKED", now: call.ctx.now });
      await recordJob(call.ctx, job, "STOPPED", "BulkStopJob", "ASKED");
    }
    return shapeById(call, id);
  },
});
