/**
 * Background worker for bulk jobs (BULK-07 to BULK-13). Works in batches of one transaction each. A row's
 * outcome is committed with its change, so that after a crash the next process continues with the remaining
 * rows.
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
  storeRowResult,
  waitingRows,
} from "./bulk-jobs.store";
import type { Writer, Region } from "../../store/engine";
import type { Row } from "../../store/tables";
import type { BulkReason } from "../../store/tables/bulk";
import type { AppliedChange } from "../applications/application-changes";
import { checkCustomer, type CustomerCall } from "../../core/access";
import { type BulkTarget, bulkCode, bulkTarget, requireBulkRight } from "./bulk-targets";
import { callerWithoutSession } from "../../core/caller";
import { runTimeSlice } from "./time-slice";
import { isOfStore, isStoreFailure } from "../../store/failures";
import {
  contextIn,
  type ApiContext,
  type BulkRunner,
  type Services,
  type WritingContext,
} from "../../core/context";

/** Interval for picking up jobs of other processes, if the store is shared. */
const lookEveryMs = 2_000;

/** Pause while the store refuses writes. */
const storePauseMs = 2_000;

/** Rows read per query. */
const readRows = 100;

type Job = Row<"bulk_jobs">;

/** Creates an ApiContext outside a request. */
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

/** Writes a job's audit entry. The rows it changes are later attached to the entry of its start (AUD-05). */
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

/** Stops a job that cannot continue, with an audit entry. */
async function stopJob(
  ctx: ApiContext<Writer>,
  job: Job,
  stopReason: "NOT_ALLOWED" | "FAILED",
): Promise<void> {
  await setBulkState(ctx.db, job, "STOPPED", { stopReason, now: ctx.now });
  await recordJob(ctx, job, "STOPPED", "bulk-job", stopReason);
}

/** Returns the audit kind of a job's rows. */
const rowKind = (work: BulkWork) => ("vacancyId" in work ? "APPLICATION" : "VACANCY");

/** Returns the call that a job runs as. Throws a TellableError if the user has lost the right. */
async function callOf(ctx: WritingContext, job: Job): Promise<CustomerCall<Writer>> {
  const work = workOf(job);
  const caller = await callerWithoutSession(ctx, job.homeRegion, job.createdBy);
  const access = { code: bulkCode(work), scope: () => job, anyDepartment: true } as const;
  const call = await checkCustomer(ctx, caller, { customerId: job.customerId }, access);
  await requireBulkRight(call, work);
  return call;
}

/** Creates the worker. Unexpected errors go to `log`. */
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
      // A savepoint per row: a failure is rolled back without affecting other rows.
      return await db.savepoint(async (): Promise<BulkReason | AppliedChange> => {
        const looked = await target(row);
        return typeof looked === "string" ? looked : looked.apply();
      });
    } catch (error) {
      // A failure of the store is not the row's fault, so the row must not be marked as failed.
      if (isOfStore(error)) throw error;
      log.error({ error, job: job.jobId, position: row.position }, "row of a bulk job failed");
      return "FAILED" as const;
    }
  };

  /** Processes one batch in one transaction. Returns true if rows remain. */
  const portion = async (
    region: Region,
    seq: number,
    isOver: () => boolean,
    begins: () => void,
  ): Promise<boolean> => {
    const known = await bulkJobOf(region.reader, seq);
    if (!known) return false;
    return contextOf(servicesOf(), region).write(async (ctx) => {
      begins();
      const { db } = ctx;
      const job = await bulkJobOf(db, seq);
      if (job?.state !== "RUNNING") return false;
      let target: BulkTarget;
      try {
        target = bulkTarget(await callOf(ctx, job), workOf(job), job.undoOf !== null);
      } catch (error) {
        if (!(error instanceof TellableError)) throw error;
        await stopJob(ctx, job, "NOT_ALLOWED");
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
        await storeRowResult(db, row, { outcome, reason, changedAt, mail, text });
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
        if (job?.state === "RUNNING") await stopJob(ctx, job, "FAILED");
      }, known?.customerId);
    } catch (error) {
      // The job stays RUNNING, so the worker continues it after a restart.
      log.error({ error, seq }, "bulk job could not be stopped");
    }
  };

  /** Picks up jobs that other processes started or abandoned. */
  const lookForMore = async () => {
    for (const region of servicesOf().databases.all())
      for (const seq of await bulkJobsIn(region.reader, "RUNNING")) take(region, seq);
  };

  /** Processes one batch of each job in turn until all are done. */
  const workThrough = async () => {
    let lookedAt = performance.now();
    while (active.size > 0 && !isStopping) {
      for (const [key, { region, seq }] of active) {
        if (isStopping) return;
        await runTimeSlice(region.reader.engine, async (isOver, begins) => {
          try {
            if (!(await portion(region, seq, isOver, begins))) active.delete(key);
          } catch (error) {
            // A temporary failure of the store is not the job's fault, so the job is retried from the same
            // row.
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
    // Another process is the worker and will find the jobs started here.
    if (!isMine) active.clear();
  };

  const workOn = () => {
    loop ??= work()
      .catch((error: unknown) => log.error({ error }, "bulk jobs not worked on"))
      .finally(() => {
        loop = undefined;
        // A job may have been started while the loop was ending.
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
      // Only the sweep removes abandoned plans, since other processes may be making plans now.
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
