/**
 * Plans of bulk jobs: a plan stores the matching rows, each with the reason for skipping it, if any (BULK-03,
 * BULK-04).
 */
import type { WritingContext } from "../../core/context";
import type { Async, Reader, Regions, Writer } from "../../store/engine";
import { setTimeout as pause } from "node:timers/promises";
import { takeSlot } from "../../core/concurrency";
import { conflict } from "../../core/errors";
import { type BulkWork, bulkWork, requirePlannable } from "./bulk-jobs.rules";
import {
  bulkJobOf,
  deleteBulkJob,
  findBulkJob,
  insertBulkJob,
  addBulkRow,
  setBulkState,
  countUnstartedPlans,
} from "./bulk-jobs.store";
import type { Row } from "../../store/tables";
import type { CustomerCall } from "../../core/access";
import { mapConcurrently } from "../../store/sequential";
import { bulkTarget, requireBulkRight } from "./bulk-targets";
import { runTimeSlice } from "./time-slice";

/** A row to check. `unchangedSince` defaults to the time of the plan. */
export interface PlanRow {
  readonly rowId: string;
  readonly position: number;
  readonly unchangedSince?: number;
}

export interface Plan {
  readonly jobId: string;
  readonly work: BulkWork;
  readonly origin?: string | null | undefined;
  readonly undoOf?: number;
  /** Selects all rows from one snapshot, so that later matches are not included. */
  readonly rows: (call: CustomerCall) => Promise<PickedRows | Promise<PickedRows>>;
}

export interface PickedRows {
  readonly count: number;
  readonly read: RowReader;
}

/** Reads the selected rows from `from` (inclusive) to `to` (exclusive). */
type RowReader = (db: Reader, from: number, to: number) => Async<readonly PlanRow[]>;

/**
 * Plans in progress in this process, so that a repeated call joins the first instead of making a second plan.
 */
const making = new WeakMap<Regions, Map<string, PlanInProgress>>();

interface PlanInProgress {
  /** Resolves when the rows are selected and the plan is stored. */
  readonly begun: Promise<unknown>;
  readonly made: Promise<void>;
}

/** Maximum time that a call waits for its plan, in ms; a slower plan stays PREPARING until complete. */
const patienceMs = 1_000;

/**
 * Stores a plan, unless the caller already has one with this id. Throws the errors of `requireBulkRight`, and
 * an error if the number of rows is not allowed.
 */
export async function makePlan(call: CustomerCall, plan: Plan): Promise<void> {
  const { databases } = call.ctx;
  const known = making.get(databases) ?? new Map<string, PlanInProgress>();
  making.set(databases, known);
  const key = `${call.customer.id} ${plan.jobId}`;
  const mine = known.get(key) ?? start(call, plan, () => known.delete(key));
  known.set(key, mine);
  await mine.begun;
  await Promise.race([mine.made, pause(patienceMs, undefined, { ref: false })]);
}

function start(call: CustomerCall, plan: Plan, ended: () => void): PlanInProgress {
  const giveBack = takeSlot("BULK_PLAN", call);
  const preparing = begin(call, plan);
  const made = preparing
    .then((kept) => kept && storePlan(call, plan, kept))
    .finally(() => {
      giveBack();
      ended();
    });
  // Prevents an unhandled rejection. A failure after the wait deletes the plan, so callers no longer find it.
  made.catch(() => undefined);
  return { begun: preparing, made };
}

interface StoredPlan extends PickedRows {
  readonly seq: number;
}

async function storePlan(call: CustomerCall, plan: Plan, { seq, count, read }: StoredPlan): Promise<void> {
  const { now: asOf } = call.ctx;
  const write = <Result>(work: (ctx: WritingContext) => Promise<Result>) =>
    call.ctx.write(work, call.customer.id);
  try {
    const step = 100;
    for (let at = 0; at < count;) {
      await runTimeSlice(call.ctx.db.engine, (isOver, begins) =>
        write(async (ctx) => {
          begins();
          const target = bulkTarget({ ...call, ctx }, plan.work, plan.undoOf !== undefined);
          do {
            await mapConcurrently(await read(ctx.db, at, Math.min(at + step, count)), (row) =>
              writeRow(ctx.db, seq, { unchangedSince: asOf - 1, ...row }, target),
            );
            at += step;
          } while (at < count && !isOver());
        }),
      );
    }
    await write(async ({ db, now }) => {
      const job = await bulkJobOf(db, seq);
      if (job) await setBulkState(db, job, "PLANNED", { now });
    });
  } catch (error) {
    await write(({ db }) => deleteBulkJob(db, seq));
    throw error;
  }
}

/** Maximum plans not started per user and customer; each keeps its rows for a day (BULK-21). */
const maxUnstarted = 20;

/** Returns true if the plan has yet to be made. Throws if the caller has too many plans not started. */
async function isNew(
  { ctx: { db, now }, caller, customer }: CustomerCall,
  { jobId }: Plan,
): Promise<boolean> {
  const known = await findBulkJob(db, customer.id, jobId, now);
  // A plan that is still PREPARING here belongs to a process that has ended.
  if (known && known.state !== "PREPARING") return false;
  const mine = { customerId: customer.id, createdBy: caller.user.id };
  if (!known && (await countUnstartedPlans(db, mine, now)) >= maxUnstarted)
    throw conflict(`You have ${maxUnstarted} plans that were not started`);
  return true;
}

/** Selects a plan's rows and stores the plan; undefined if its id already exists. */
async function begin(call: CustomerCall, plan: Plan): Promise<StoredPlan | undefined> {
  const { caller, customer } = call;
  const { now } = call.ctx;
  await requireBulkRight(call, plan.work);
  if (!(await isNew(call, plan))) return undefined;
  // The snapshot includes all changes before `now`, because it is taken while no change of the customer is in
  // progress.
  const picked = await call.ctx.db.atThisMoment(
    (db) => Promise.resolve(plan.rows({ ...call, ctx: { ...call.ctx, db } })),
    customer.id,
  );
  requirePlannable(picked.count);
  return call.ctx.write(async (ctx) => {
    // Checks again, because other calls ran in the meantime.
    if (!(await isNew({ ...call, ctx }, plan))) return undefined;
    const seq = await insertBulkJob(ctx.db, {
      jobId: plan.jobId,
      customerId: customer.id,
      createdBy: caller.user.id,
      homeRegion: caller.homeRegion,
      work: JSON.stringify(bulkWork.parse(plan.work)),
      origin: plan.origin ?? null,
      undoOf: plan.undoOf ?? null,
      state: "PREPARING",
      stopReason: null,
      // Changes within the same millisecond count as later: skipping a row is better than overwriting it.
      asOf: now - 1,
      createdAt: now,
      startedAt: null,
      endedAt: null,
    });
    return { ...picked, seq };
  }, customer.id);
}

async function writeRow(
  db: Writer,
  job: number,
  { rowId, position, unchangedSince }: Required<PlanRow>,
  target: ReturnType<typeof bulkTarget>,
): Promise<void> {
  const looked = await target({ rowId, unchangedSince });
  const common: Pick<Row<"bulk_job_rows">, "job" | "position" | "rowId" | "unchangedSince"> = {
    job,
    position,
    rowId,
    unchangedSince,
  };
  if (typeof looked === "string")
    await addBulkRow(db, { ...common, before: null, outcome: "SKIPPED", reason: looked });
  else await addBulkRow(db, { ...common, before: looked.before, outcome: "WAITING", reason: null });
}
