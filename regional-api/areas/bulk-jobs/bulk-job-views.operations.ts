/** Bulk jobs in the API: their types, and the queries on them (BULK). */
import { mapSequentially } from "../../store/sequential";
import {
  bulkActions,
  bulkOutcomes,
  bulkReasons,
  bulkStates,
  bulkStopReasons,
  bulkUndoMs,
  type BulkWork,
  canBeUndone,
  isDecline,
  workOf,
} from "./bulk-jobs.rules";
import { notFound } from "../../core/errors";
import { pageOf } from "../../core/paging";
import { parseWorkflowCopy } from "../workflows/workflow-stages";
import {
  bulkCounts,
  bulkJobOf,
  candidateNames,
  countBulkJobs,
  countBulkRows,
  findBulkJob,
  messagesOfJob,
  countReachableBySms,
  stagesOfRows,
  countMessagedByJob,
  messageTimesOfRows,
  listBulkJobs,
  listEndedJobs,
  listStoppedJobs,
  listBulkRows,
  vacancyTitles,
  type BulkCounts,
} from "./bulk-jobs.store";
import { messageSwitches, type MessageSwitches } from "../candidate-messages/candidate-messages.store";
import { reasonName } from "../decline-reasons/decline-reasons.store";
import type { Reader } from "../../store/engine";
import type { Row } from "../../store/tables";
import { findVacancy } from "../vacancies/vacancies.store";
import type { CustomerCall } from "../../core/access";
import { settableStatus } from "../applications/application-changes";
import { ApplicationStatus } from "../workflows/application-enums";
import { MessageOutcomeType } from "../applications/application-types";
import { MessageSwitch } from "../candidate-messages/message-switches";
import { builder, idArgs, argsOf } from "../../core/builder";
import type { ApiContext } from "../../core/context";
import { departmentCheck, scopeArgs, inAnyDepartment } from "../../core/department-access";
import { query } from "../../core/operation";
import { pageType } from "../../core/page-types";
import { declareBounds, firstRow, pageSize } from "../../core/bounds";

declareBounds({
  pages: {
    "BulkGetJobRows.skip": firstRow,
    "BulkGetJobRows.limit": pageSize,
    "BulkGetJobs.skip": firstRow,
    "BulkGetJobs.limit": pageSize,
  },
});

const Action = builder.enumType("BulkAction", { values: bulkActions });
const State = builder.enumType("BulkJobState", { values: bulkStates });
const StopReason = builder.enumType("BulkStopReason", { values: bulkStopReasons });
const Outcome = builder.enumType("BulkRowOutcome", { values: bulkOutcomes });
const Reason = builder.enumType("BulkSkipReason", { values: bulkReasons });

/** A job as returned by the API. It is stored as an answer (idempotency), so it must not contain names. */
interface JobShape extends Omit<Row<"bulk_jobs">, "work" | "undoOf"> {
  readonly work: BulkWork;
  readonly counts: BulkCounts;
  /** The job that this one undoes. */
  readonly undoOfId: string | null;
  readonly undoUntil: number | null;
}

const SkipCount = builder.objectRef<BulkCounts["skipped"][number]>("BulkSkipCount").implement({
  fields: (t) => ({ reason: t.expose("reason", { type: Reason }), count: t.exposeInt("count") }),
});

const vacancyOf = async ({ work }: JobShape, db: Reader) =>
  "vacancyId" in work ? findVacancy(db, work.vacancyId) : undefined;

/** Returns the notification switches that apply to a job's messages. */
async function findSwitches(
  job: JobShape,
  vacancy: Row<"vacancies">,
  { db, config }: Pick<ApiContext, "db" | "config">,
): Promise<MessageSwitches[]> {
  const { work } = job;
  const isOfWork = ({ stageId, template }: MessageSwitches): boolean => {
    switch (work.action) {
      case "APPLICATION_STATUS":
        return template === "APPLICATION_DECLINE";
      case "APPLICATION_MOVE":
        return stageId === work.stageId && (template === "FI_INVITE" || template === "SI_INVITE");
      case "APPLICATION_RESEND":
        return template === "RESEND_FI_INVITE" || template === "RESEND_SI_INVITE";
      default:
        return false;
    }
  };
  const own = (await messageSwitches(db, vacancy, config)).filter(isOfWork);
  // Chats and videos send different messages, so a plan lists only those for its candidates' stages.
  if (work.action !== "APPLICATION_RESEND" || job.state !== "PLANNED") return own;
  const stages = await stagesOfRows(db, job);
  return own.filter(({ stageId }) => stages.has(stageId));
}

const known = new WeakMap<JobShape, Promise<MessageSwitches[]>>();

/** Like findSwitches, cached for the fields of one answer. */
function switchesOf(
  job: JobShape,
  vacancy: Row<"vacancies">,
  ctx: Pick<ApiContext, "db" | "config">,
): Promise<MessageSwitches[]> {
  const found = known.get(job) ?? findSwitches(job, vacancy, ctx);
  known.set(job, found);
  return found;
}

/** True for an undo that is not in progress; counts of a running undo would be outdated at once. */
const isUndoAtRest = ({ state, undoOfId }: JobShape) =>
  undoOfId !== null && state !== "PREPARING" && state !== "RUNNING";

const SentMessages = builder
  .objectRef<Awaited<ReturnType<typeof messagesOfJob>>[number]>("BulkSentMessages")
  .implement({
    fields: (t) => ({
      mail: t.expose("mail", { type: MessageOutcomeType, nullable: true }),
      text: t.expose("text", { type: MessageOutcomeType, nullable: true }),
      count: t.exposeInt("count"),
    }),
  });

export const Job = builder.objectRef<JobShape>("BulkJob").implement({
  description:
    "A change to every row that matched a list's filter when the job was planned. Visible only to its creator.",
  fields: (t) => ({
    jobId: t.exposeID("jobId"),
    action: t.field({ type: Action, resolve: ({ work }) => work.action }),
    state: t.expose("state", { type: State }),
    stopReason: t.expose("stopReason", { type: StopReason, nullable: true }),
    undoOf: t.exposeID("undoOfId", {
      nullable: true,
      description: "The id of the job that this job undoes. Null if it undoes none.",
    }),
    origin: t.exposeString("origin", {
      nullable: true,
      description: "The value sent when the job was planned.",
    }),
    vacancyId: t.id({ nullable: true, resolve: ({ work }) => ("vacancyId" in work ? work.vacancyId : null) }),
    vacancyTitle: t.string({
      nullable: true,
      resolve: async (job, _args, { db }) => (await vacancyOf(job, db))?.title ?? null,
    }),
    status: t.field({
      type: ApplicationStatus,
      nullable: true,
      resolve: ({ work }) => ("status" in work ? work.status : null),
    }),
    declineReason: t.string({
      nullable: true,
      description:
        "The reason that the job gives with its declines, as it is called now. Null without one, and for an undo.",
      resolve: ({ work, customerId, undoOfId }, _args, { db }) =>
        "declineReason" in work && undoOfId === null
          ? reasonName(db, customerId, work.declineReason ?? null)
          : null,
    }),
    stageName: t.string({
      nullable: true,
      resolve: async (job, _args, { db }) => {
        const { work } = job;
        const vacancy = await vacancyOf(job, db);
        if (!("stageId" in work) || !vacancy) return null;
        return (
          parseWorkflowCopy(vacancy.workflow).stages.find(({ _id }) => _id === work.stageId)?.name ?? null
        );
      },
    }),
    messageSwitches: t.field({
      type: [MessageSwitch],
      description: "The messages that this job sends to candidates, by stage. Empty if it sends none.",
      resolve: async (job, _args, ctx) => {
        const vacancy = await vacancyOf(job, ctx.db);
        const sends = job.undoOfId === null && (isDecline(job.work) || !canBeUndone(job.work));
        return vacancy && sends ? switchesOf(job, vacancy, ctx) : [];
      },
    }),
    reachedBySms: t.int({
      nullable: true,
      description:
        "How many candidates of this plan can be notified by SMS under the current settings. Null for a job that sends no messages, and once the job has started.",
      resolve: async (job, _args, ctx) => {
        const { work, undoOfId, state } = job;
        const sendsMessages = isDecline(work) || !canBeUndone(work);
        const vacancy =
          sendsMessages && undoOfId === null && state === "PLANNED"
            ? await vacancyOf(job, ctx.db)
            : undefined;
        if (!vacancy) return null;
        const isOn = (await switchesOf(job, vacancy, ctx)).filter(({ isTextOn }) => isTextOn);
        // The message of a move depends on the target stage only.
        const stages = work.action === "APPLICATION_MOVE" ? parseWorkflowCopy(vacancy.workflow).stages : [];
        const from = isOn.flatMap(({ stageId }) => [stageId, ...stages.map(({ _id }) => _id)]);
        return countReachableBySms(ctx.db, job, from);
      },
    }),
    messagesSent: t.field({
      type: [SentMessages],
      description:
        "The outcomes of the invitations sent by a move or a resend, by channel. Empty for any other job, and while it runs.",
      resolve: ({ work, state, seq }, _args, { db }) =>
        !canBeUndone(work) && (state === "STOPPED" || state === "DONE")
          ? messagesOfJob(db, { seq, state })
          : [],
    }),
    declinesTold: t.int({
      nullable: true,
      description:
        "How many candidates had already been notified of the decline that this job undoes. Null for any other job, and while it runs.",
      resolve: (job, _args, { db }) =>
        isUndoAtRest(job) && isDecline(job.work) ? countMessagedByJob(db, job) : null,
    }),
    total: t.int({ resolve: ({ counts }) => counts.total }),
    waiting: t.int({ resolve: ({ counts }) => counts.waiting }),
    done: t.int({ resolve: ({ counts }) => counts.done }),
    skipped: t.field({ type: [SkipCount], resolve: ({ counts }) => counts.skipped }),
    undone: t.int({ resolve: ({ counts }) => counts.undone }),
    undoUntil: t.expose("undoUntil", {
      type: "DateTime",
      nullable: true,
      description: "When undo expires. Null if the job cannot be undone.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    startedAt: t.expose("startedAt", { type: "DateTime", nullable: true }),
    endedAt: t.expose("endedAt", { type: "DateTime", nullable: true }),
  }),
});

interface RowShape extends Row<"bulk_job_rows"> {
  readonly name: string | null;
  readonly stageName: string | null;
  /** Time when the candidate received the message about the decline that the row undoes. */
  readonly toldAt: number | null;
}

const JobRow = builder.objectRef<RowShape>("BulkJobRow").implement({
  fields: (t) => ({
    position: t.exposeInt("position", {
      description: "The row's position in the planned list. Unique within the job.",
    }),
    rowId: t.exposeID("rowId"),
    name: t.exposeString("name", {
      nullable: true,
      description: "Null if the row no longer exists or the caller may no longer see it.",
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
    toldAt: t.expose("toldAt", {
      type: "DateTime",
      nullable: true,
      description:
        "When the candidate was notified of the decline that this row undoes. Null if they were not.",
    }),
  }),
});

const JobList = pageType("BulkJobList", Job);
const JobsFound = builder.objectRef<{ jobs: JobShape[] }>("BulkUndoableJobs").implement({
  fields: (t) => ({ jobs: t.expose("jobs", { type: [Job] }) }),
});
const JobRowList = pageType("BulkJobRowList", JobRow);

async function shapeOf({ ctx: { db, now } }: CustomerCall, job: Row<"bulk_jobs">): Promise<JobShape> {
  const { undoOf } = job;
  const work = workOf(job);
  const counts = await bulkCounts(db, job.seq);
  const hasInverse = undoOf === null && canBeUndone(work) && counts.done > counts.undone;
  const undoUntil = hasInverse && job.endedAt !== null ? job.endedAt + bulkUndoMs : null;
  return {
    ...job,
    work,
    counts,
    undoOfId: undoOf === null ? null : ((await bulkJobOf(db, undoOf))?.jobId ?? null),
    undoUntil: undoUntil !== null && now < undoUntil ? undoUntil : null,
  };
}

/** Returns a job of the caller. Throws Not Found for other users' jobs. */
export async function requireJob(
  { ctx, caller, customer }: CustomerCall,
  jobId: string,
): Promise<Row<"bulk_jobs">> {
  const job = await findBulkJob(ctx.db, customer.id, jobId, ctx.now);
  if (job?.createdBy !== caller.user.id) throw notFound();
  return job;
}

/** Returns the API shape of the caller's job. Throws Not Found for other users' jobs. */
export const shapeById = async (call: CustomerCall, jobId: string) =>
  shapeOf(call, await requireJob(call, jobId));

// ---- queries ----

/** Access to jobs: any user who may enter the console in any department of the customer. */
export const access = inAnyDepartment("edge:access");
/** Arguments for one job in a customer's scope. */
export const jobArgs = {
  ...idArgs("jobId"),
  ...scopeArgs,
};
const pageArgs = argsOf({ skip: "Int", limit: "Int" });

query("BulkGetJob", {
  description: "One bulk job, with its progress.",
  type: Job,
  args: jobArgs,
  access,
  resolve: ({ jobId }, call) => shapeById(call, jobId),
});

query("BulkGetJobs", {
  type: JobList,
  description: "The caller's jobs at this customer, newest first.",
  args: { ...scopeArgs, ...pageArgs },
  access,
  resolve: async ({ skip, limit }, call) => {
    const { db, now } = call.ctx;
    const mine = { customerId: call.customer.id, createdBy: call.caller.user.id };
    const page = pageOf(await countBulkJobs(db, mine, now), skip, limit);
    const jobs = await listBulkJobs(db, mine, now, { limit, offset: page.offset });
    return { data: await mapSequentially(jobs, (job) => shapeOf(call, job)), pagination: page };
  },
});

const ownJobs = ({ customer, caller }: CustomerCall) => ({
  customerId: customer.id,
  createdBy: caller.user.id,
});

/** Returns the caller's jobs at the customer that can still be undone, newest first, at most 20. */
export async function undoableJobs(call: CustomerCall): Promise<JobShape[]> {
  const ended = await listEndedJobs(call.ctx.db, ownJobs(call), call.ctx.now, 20);
  const jobs = await mapSequentially(ended, (job) => shapeOf(call, job));
  return jobs.filter(({ undoUntil }) => undoUntil !== null);
}

/** Time for which a stopped job is reported. */
const stoppedMs = 7 * 24 * 3_600_000;

/** Returns the caller's jobs that recently stopped on their own with rows left, newest first, at most 20. */
export async function stoppedJobs(call: CustomerCall): Promise<JobShape[]> {
  const { db, now } = call.ctx;
  const stopped = await listStoppedJobs(db, ownJobs(call), { now, endedSince: now - stoppedMs, limit: 20 });
  const jobs = await mapSequentially(stopped, (job) => shapeOf(call, job));
  return jobs.filter(({ counts }) => counts.waiting > 0);
}

query("BulkGetUndoableJobs", {
  type: JobsFound,
  description: "The caller's jobs at this customer that can still be undone, newest first, at most 20.",
  args: scopeArgs,
  access,
  resolve: async (_args, call) => ({ jobs: await undoableJobs(call) }),
});

/**
 * Returns the names of those rows of a job that the caller may see now; vacancies by their department
 * (VAC-13).
 */
async function namesOf(call: CustomerCall, work: BulkWork, ids: readonly string[]) {
  const { db } = call.ctx;
  const maySee = departmentCheck(call, ["vacancyId" in work ? "apps:listApplication" : "apps:listVacancy"]);
  if ("vacancyId" in work) {
    const vacancy = await findVacancy(db, work.vacancyId);
    return vacancy && (await maySee(vacancy.hierarchyId))
      ? candidateNames(db, ids)
      : new Map<string, string>();
  }
  const titles = new Map<string, string>();
  for (const { id, title, hierarchyId } of await vacancyTitles(db, ids))
    if (await maySee(hierarchyId)) titles.set(id, title);
  return titles;
}

query("BulkGetJobRows", {
  description: "A page of the rows of a bulk job, with the outcome of each.",
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
  resolve: async ({ jobId, skip, limit, outcome, reason }, call) => {
    const { db } = call.ctx;
    const job = await requireJob(call, jobId);
    const work = workOf(job);
    const filter = { job: job.seq, outcome: outcome ?? undefined, reason: reason ?? undefined };
    const page = pageOf(await countBulkRows(db, filter), skip, limit);
    const rows = await listBulkRows(db, filter, { limit, offset: page.offset });
    const names = await namesOf(
      call,
      work,
      rows.map(({ rowId }) => rowId),
    );
    const vacancy = "vacancyId" in work ? await findVacancy(db, work.vacancyId) : undefined;
    const stages = vacancy ? parseWorkflowCopy(vacancy.workflow).stages : [];
    const messageTimes =
      job.undoOf !== null && isDecline(work) ? await messageTimesOfRows(db, rows) : new Map<string, number>();
    const data = rows.map((row) => ({
      ...row,
      name: names.get(row.rowId) ?? null,
      toldAt: messageTimes.get(row.rowId) ?? null,
      stageName: stages.find(({ _id }) => _id === row.before)?.name ?? null,
    }));
    return { data, pagination: page };
  },
});
