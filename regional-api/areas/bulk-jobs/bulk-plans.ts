/** The plans of bulk jobs: the rows that match are written down, each with why it will be skipped (BULK-03, BULK-04). */
import type { WritingContext } from "../../core/context";
import type { Async, Reader, Regions, Writer } from "../../store/engine";
import { setTimeout as pause } from "node:timers/promises";
import { takeRoom } from "../../core/at-once";
import { conflict } from "../../core/errors";
import { type BulkWork, bulkWork, requirePlannable } from "./bulk-jobs.rules";
import {
  bulkJobOf,
  deleteBulkJob,
  findBulkJob,
  insertBulkJob,
  addBulkRow,
  setBulkState,
  unbegunPlans,
} from "./bulk-jobs.store";
import type { Row } from "../../store/tables";
import type { CustomerCall } from "../../core/access";
import { mapTogether } from "../../store/in-turn";
import { bulkTarget, requireBulkRight } from "./bulk-targets";
import { doPortion } from "./portions";

/** A row to be looked at; `since` is left out where the moment of the plan counts. */
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
  /** Picks the rows, all at one moment: what matches later is not among them. */
  readonly rows: (call: CustomerCall) => Promise<Picked | Promise<Picked>>;
}

export interface Picked {
  readonly count: number;
  readonly read: RowReader;
}

/** The picked rows from `from` up to, not including, `to`. */
type RowReader = (db: Reader, from: number, to: number) => Async<readonly PlanRow[]>;

/** The plans being made in this process, so that the same call sent twice makes one. */
const making = new WeakMap<Regions, Map<string, Making>>();

interface Making {
  /** Its rows are picked, and the plan is kept. */
  readonly begun: Promise<unknown>;
  readonly made: Promise<void>;
}

/** How long a call waits for its plan; a longer one is PREPARING until it is made. */
const patienceMs = 1_000;

/**
 * Writes a plan down, unless the caller has one of that id already. Throws what `requireBulkRight` throws, and for rows that
 * no plan may have.
 */
export async function makePlan(call: CustomerCall, plan: Plan): Promise<void> {
  const { databases } = call.ctx;
  const known = making.get(databases) ?? new Map<string, Making>();
  making.set(databases, known);
  const key = `${call.customer.id} ${plan.jobId}`;
  const mine = known.get(key) ?? start(call, plan, () => known.delete(key));
  known.set(key, mine);
  await mine.begun;
  await Promise.race([mine.made, pause(patienceMs, undefined, { ref: false })]);
}

function start(call: CustomerCall, plan: Plan, ended: () => void): Making {
  const giveBack = takeRoom("BULK_PLAN", call);
  const begun = begin(call, plan);
  const made = begun
    .then((kept) => kept && writeDown(call, plan, kept))
    .finally(() => {
      giveBack();
      ended();
    });
  // What goes wrong later takes the plan away: it is not found then.
  made.catch(() => undefined);
  return { begun, made };
}

interface Kept extends Picked {
  readonly seq: number;
}

async function writeDown(call: CustomerCall, plan: Plan, { seq, count, read }: Kept): Promise<void> {
  const { now: asOf } = call.ctx;
  const write = <Result>(work: (ctx: WritingContext) => Promise<Result>) =>
    call.ctx.write(work, call.customer.id);
  try {
    const step = 100;
    for (let at = 0; at < count;) {
      await doPortion(call.ctx.db.engine, (isOver) =>
        write(async (ctx) => {
          const target = bulkTarget({ ...call, ctx }, plan.work, plan.undoOf !== undefined);
          do {
            await mapTogether(await read(ctx.db, at, Math.min(at + step, count)), (row) =>
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

/** Plans that a person may have at a customer without starting them: each keeps its rows for a day (BULK-21). */
const maxUnbegun = 20;

/** Whether the plan is still to be made. Throws when the caller may not, or has too many. */
async function isNew(
  { ctx: { db, now }, caller, customer }: CustomerCall,
  { jobId }: Plan,
): Promise<boolean> {
  const known = await findBulkJob(db, customer.id, jobId, now);
  // One that is still being prepared was left by a process that has ended.
  if (known && known.state !== "PREPARING") return false;
  const mine = { customerId: customer.id, createdBy: caller.user.id };
  if (!known && (await unbegunPlans(db, mine, now)) >= maxUnbegun)
    throw conflict(`You have ${maxUnbegun} plans that were not started`);
  return true;
}

/** Picks a plan's rows and keeps the plan; nothing when there is one of its id already. */
async function begin(call: CustomerCall, plan: Plan): Promise<Kept | undefined> {
  const { caller, customer } = call;
  const { now } = call.ctx;
  await requireBulkRight(call, plan.work);
  if (!(await isNew(call, plan))) return undefined;
  // All that was changed before `now` is seen: no change of the customer is under way at such a moment.
  const picked = await call.ctx.db.atThisMoment(
    (db) => Promise.resolve(plan.rows({ ...call, ctx: { ...call.ctx, db } })),
    customer.id,
  );
  requirePlannable(picked.count);
  return call.ctx.write(async (ctx) => {
    // Others were let in between.
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
      // What happens within this millisecond counts as later: rather skipped and told than overwritten.
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
