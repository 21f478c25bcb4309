/**
 * Does the jobs over all that match beside the requests (BULK-07 to BULK-13), in portions of one transaction each.
 * What became of a row is stored with the change itself: whenever the process ends, the next one goes on with the rest.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { workOf, type BulkWork } from "./bulk-jobs.rules";
import { TellableError } from "../../core/errors";
import { recordEvent } from "../../core/record";
import { lastStartOf } from "../../core/record-entries.store";
import { addRecordObjects } from "../../store/record-chain";
import {
  bulkCounts,
  bulkJobOf,
  bulkJobsIn,
  deleteBulkJob,
  markUndone,
  setBulkState,
  settleBulkRow,
  waitingRows,
} from "./bulk-jobs.store";
import type { Writer, Region } from "../../store/engine";
import type { Row } from "../../store/tables";
import type { BulkReason } from "../../store/tables/bulk";
import type { Applied } from "../applications/application-changes";
import { checkCustomer, type CustomerCall } from "../../core/access";
import { type BulkTarget, bulkCode, bulkTarget, requireBulkRight } from "./bulk-targets";
import { callerWithoutSession } from "../../core/caller";
import { doPortion } from "./portions";
import { isOfStore, isStoreFailure } from "../../store/failures";
import {
  contextIn,
  type ApiContext,
  type BulkRunner,
  type Services,
  type WritingContext,
} from "../../core/context";

/** How often it is looked for jobs of other processes, where there are any. */
const lookEveryMs = 2_000;

/** How long jobs wait when nothing can be stored. */
const storePauseMs = 2_000;

/** Rows that are read at once. */
const readRows = 100;

type Job = Row<"bulk_jobs">;

/** A request's context without a request. */
const contextOf = (services: Services, { awsRegion }: Region): ApiContext =>
  contextIn(services, awsRegion, {
    requestId: "bulk-job",
    remoteAddress: "",
    userAgent: undefined,
    goOn: () => undefined,
    logFailure: () => undefined,
    csrfHeader: undefined,
    idempotencyKey: undefined,
    cookie: () => undefined,
    setCookie: () => undefined,
    operations: [],
  });

/** Records what happened to a job. Each row that it changes is then found in the entry of its start (AUD-05). */
export async function recordJob(
  ctx: ApiContext<Writer>,
  job: Job,
  action: "STARTED" | "STOPPED" | "DONE",
  operation: string,
  reason?: string,
): Promise<void> {
  const { jobId, createdBy, customerId, undoOf } = job;
  const { total, done, waiting } = await bulkCounts(ctx.db, job.seq);
  await recordEvent(ctx.db, ctx, {
    action,
    kind: "BULK_ACTION",
    id: jobId,
    operation,
    actorId: createdBy,
    source: undoOf === null ? "BULK" : "UNDO",
    customerId,
    details: {
      work: workOf(job).action,
      jobId,
      counts: { total, done, waiting },
      ...(undoOf !== null && { isUndo: true }),
      ...(reason !== undefined && { reason }),
    },
  });
}

/** Stops a job that cannot go on, and records it. */
async function stopped(
  ctx: ApiContext<Writer>,
  job: Job,
  stopReason: "NOT_ALLOWED" | "FAILED",
): Promise<void> {
  await setBulkState(ctx.db, job, "STOPPED", { stopReason, now: ctx.now });
  await recordJob(ctx, job, "STOPPED", "bulk-job", stopReason);
}

/** What a job's rows are, for the record. */
const rowKind = (work: BulkWork) => ("vacancyId" in work ? "APPLICATION" : "VACANCY");

/** The call in whose name a job goes on. Throws a TellableError once the person may not do it any more. */
async function callOf(ctx: WritingContext, job: Job): Promise<CustomerCall<Writer>> {
  const work = workOf(job);
  const caller = await callerWithoutSession(ctx, job.homeRegion, job.createdBy);
  const access = { code: bulkCode(work), scope: () => job, anyDepartment: true } as const;
  const call = await checkCustomer(ctx, caller, { customerId: job.customerId }, access);
  await requireBulkRight(call, work);
  return call;
}

/** Works on jobs with these services; `log` is told of what nobody expected. */
export function bulkRunner(
  servicesOf: () => Services,
  log: Pick<FastifyBaseLogger, "error" | "warn">,
): BulkRunner {
  const active = new Map<string, { region: Region; seq: number }>();
  let loop: Promise<void> | undefined;
  let isStopping = false;

  const reasonFor = async (
    job: Job,
    { db }: WritingContext,
    row: Row<"bulk_job_rows">,
    target: BulkTarget,
  ) => {
    try {
      // A savepoint of its own: what goes wrong with one row leaves nothing of it behind, and the others alone.
      return await db.savepoint(async (): Promise<BulkReason | Applied> => {
        const looked = await target(row);
        return typeof looked === "string" ? looked : looked.apply();
      });
    } catch (error) {
      // What cannot be stored is no matter of the row.
      if (isOfStore(error)) throw error;
      log.error({ error, job: job.jobId, position: row.position }, "row of a bulk job failed");
      return "FAILED" as const;
    }
  };

  /** One portion, in one transaction; whether there is more to do. */
  const portion = async (region: Region, seq: number, isOver: () => boolean): Promise<boolean> => {
    const known = await bulkJobOf(region.reader, seq);
    if (!known) return false;
    return contextOf(servicesOf(), region).write(async (ctx) => {
      const { db } = ctx;
      const job = await bulkJobOf(db, seq);
      if (job?.state !== "RUNNING") return false;
      let target: BulkTarget;
      try {
        target = bulkTarget(await callOf(ctx, job), workOf(job), job.undoOf !== null);
      } catch (error) {
        if (!(error instanceof TellableError)) throw error;
        await stopped(ctx, job, "NOT_ALLOWED");
        return false;
      }
      const rows = await waitingRows(db, seq, readRows);
      const kind = rowKind(workOf(job));
      const start = await lastStartOf(db, job.jobId);
      for (const row of rows) {
        const result = await reasonFor(job, ctx, row, target);
        const {
          changedAt,
          mail = null,
          text = null,
          refusal,
        } = typeof result === "string" ? { changedAt: null, refusal: result } : result;
        const reason = refusal ?? null;
        const outcome = reason === null ? "DONE" : "SKIPPED";
        await settleBulkRow(db, row, { outcome, reason, changedAt, mail, text });
        if (reason === null) {
          if (start !== undefined) await addRecordObjects(db, start, [{ kind, id: row.rowId }]);
          if (job.undoOf !== null) await markUndone(db, job.undoOf, row.position, ctx.now);
        }
        if (isOver()) return true;
      }
      if (rows.length === readRows) return true;
      await setBulkState(db, job, "DONE", { now: ctx.now });
      await recordJob(ctx, job, "DONE", "bulk-job");
      return false;
    }, known.customerId);
  };

  const fail = async (region: Region, seq: number) => {
    try {
      const known = await bulkJobOf(region.reader, seq);
      await contextOf(servicesOf(), region).write(async (ctx) => {
        const job = await bulkJobOf(ctx.db, seq);
        if (job?.state === "RUNNING") await stopped(ctx, job, "FAILED");
      }, known?.customerId);
    } catch (error) {
      // It is still RUNNING then: the next start goes on with it.
      log.error({ error, seq }, "bulk job could not be stopped");
    }
  };

  /** Takes up what other processes began, or left. */
  const lookForMore = async () => {
    for (const region of servicesOf().databases.all())
      for (const seq of await bulkJobsIn(region.reader, "RUNNING")) take(region, seq);
  };

  /** A portion of each job in turn, until none has more to do. */
  const workThrough = async () => {
    let lookedAt = performance.now();
    while (active.size > 0 && !isStopping) {
      for (const [key, { region, seq }] of active) {
        if (isStopping) return;
        await doPortion(region.reader.engine, async (isOver) => {
          try {
            if (!(await portion(region, seq, isOver))) active.delete(key);
          } catch (error) {
            // What the store does not take at the moment is no matter of the job: it goes on where it is.
            if (isStoreFailure(error)) {
              log.error({ error, seq }, "bulk jobs not worked on");
              return pause(storePauseMs);
            }
            active.delete(key);
            log.error({ error, seq }, "bulk job failed");
            await fail(region, seq);
          }
        });
      }
      if (!servicesOf().databases.isShared || performance.now() - lookedAt < lookEveryMs) continue;
      lookedAt = performance.now();
      await lookForMore();
    }
  };
  const work = async () => {
    await pause(1);
    const isMine = await servicesOf().databases.alone("bulk jobs", workThrough);
    // Another process works on jobs, and looks for those that were begun here.
    if (!isMine) active.clear();
  };

  const workOn = () => {
    loop ??= work()
      .catch((error: unknown) => log.error({ error }, "bulk jobs not worked on"))
      .finally(() => {
        loop = undefined;
        // A job that was begun while the last one ended.
        if (active.size > 0 && !isStopping) workOn();
      });
  };
  const take = (region: Region, seq: number) => {
    active.set(`${region.awsRegion} ${seq}`, { region, seq });
    workOn();
  };

  let timer: NodeJS.Timeout | undefined;
  const look = () =>
    void lookForMore().catch((error: unknown) => log.error({ error }, "bulk jobs not worked on"));

  return {
    begin: take,
    resume: async () => {
      const { databases } = servicesOf();
      // Of several processes each may be making plans; the sweep takes away what one has left.
      if (databases.isShared) (timer = setInterval(look, lookEveryMs)).unref();
      else
        for (const region of databases.all())
          await region.write(async (db) => {
            for (const seq of await bulkJobsIn(db, "PREPARING")) await deleteBulkJob(db, seq);
          });
      await lookForMore();
    },
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await loop;
    },
  };
}
