/**
 * The retention run (RET-05 to RET-07): once per UTC day and region, in batches of one transaction each.
 * Progress and counts are committed with the removals, so a restarted process continues after the last row.
 */
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod/v4";
import { TellableError } from "../../core/errors";
import { newId } from "../../core/ids";
import { recordEvent, recordedChange, type Occasion } from "../../core/record";
import type { Writer, Region } from "../../store/engine";
import { addRecordObjects } from "../../store/record-chain";
import { deidentifyCandidate, findCandidate } from "../applications/candidates.store";
import { complianceKind } from "../compliance/compliance.record";
import { findCustomerSetting, updateRetentionPeriods } from "../compliance/customer-settings.store";
import {
  deleteRetentionChange,
  findRetentionChange,
  retentionChangesDue,
} from "../compliance/retention-changes.store";
import { dayMs, dayOf } from "../holds/holds.rules";
import { cutoffOfPeriod, periodsOf } from "./retention.rules";
import { isOfStore, isRefusedByTables } from "../../store/failures";
import {
  countsOf,
  dueRows,
  firstPlace,
  insertRun,
  nextCustomer,
  openRun,
  removeReport,
  runOfDay,
  earliestRunTime,
  saveCounts,
  saveRun,
  totalsOf,
  type DueKind,
  type DueRow,
  type Run,
  type RunCounts,
} from "./retention.store";

type Log = Pick<FastifyBaseLogger, "error" | "info">;

/** Rows read per query. */
const readRows = 50;

const place = z.object({
  /** Id of the last completed customer, in order of ids. */
  done: z.string(),
  kind: z.enum(["CANDIDATE", "REPORT"]),
  at: z.number(),
  seq: z.number(),
  /** Seq of the audit entry for the current customer; null until something is removed there. */
  entry: z.number().nullable(),
});
type RunPlace = z.infer<typeof place>;

const beginOfCustomer = (done: string): RunPlace => ({ done, kind: "CANDIDATE", ...firstPlace, entry: null });

const occasionOf = (run: Pick<Run, "id">, now: number): Occasion => ({
  now,
  remoteAddress: "",
  requestId: `retention-${run.id}`,
});

/** Applies shorter periods that are due, each with an audit entry by the platform. */
export async function applyRetentionChanges(region: Region, now: number): Promise<number> {
  if ((await retentionChangesDue(region.reader, now)).length === 0) return 0;
  return region.write(async (db) => {
    const due = await retentionChangesDue(db, now);
    for (const change of due) {
      const { customerId, id, candidateMonths, videoMonths } = change;
      const setting = await findCustomerSetting(db, customerId);
      const occasion = { now, remoteAddress: "", requestId: `retention-change-${id}` };
      await recordedChange(
        db,
        occasion,
        { operation: "retention-change" },
        complianceKind,
        customerId,
        async () => {
          await deleteRetentionChange(db, customerId);
          if (!setting) return;
          // Keeps the version, because an open form already shows the pending change.
          await updateRetentionPeriods(db, customerId, {
            version: setting.version,
            changedAt: setting.changedAt,
            changedBy: setting.changedBy,
            candidatePiiRetentionPeriod: candidateMonths ?? setting.candidatePiiRetentionPeriod,
            videoRetentionPeriod: videoMonths ?? setting.videoRetentionPeriod,
            updatedAt: now,
          });
        },
      );
    }
    return due.length;
  });
}

/** Returns the unfinished run, or starts today's; undefined if there is nothing to do. */
export async function currentRun(db: Writer, now: number): Promise<Run | undefined> {
  if (now < (await earliestRunTime(db))) return undefined;
  const open = await openRun(db);
  if (open) return open;
  const day = dayOf(now) / dayMs;
  if (await runOfDay(db, day)) return undefined;
  await insertRun(db, {
    id: newId(now),
    day,
    startedAt: now,
    endedAt: null,
    place: JSON.stringify(beginOfCustomer("")),
  });
  return runOfDay(db, day);
}

interface RemovalResult {
  readonly outcome: "REMOVED" | "KEPT" | "FAILED";
  /** Number of reports removed with a candidate. */
  readonly reports?: number;
}
const kept: RemovalResult = { outcome: "KEPT" };

async function removeCandidate(db: Writer, row: DueRow, before: number, now: number): Promise<RemovalResult> {
  const candidate = await findCandidate(db, row.id);
  if (!candidate) return kept;
  const { reports } = await deidentifyCandidate(db, candidate, { changedBy: null, now, idleSince: before });
  return { outcome: "REMOVED", reports };
}

/** Removes a row in a savepoint of its own, so that a failure is rolled back completely. */
async function removeRow(
  db: Writer,
  kind: DueKind,
  row: DueRow,
  { before, now, log, run }: { before: number; now: number; log: Log; run: Run },
): Promise<RemovalResult> {
  if (row.isHeld) return kept;
  try {
    return await db.savepoint(async () => {
      if (kind === "CANDIDATE") return removeCandidate(db, row, before, now);
      return (await removeReport(db, { id: row.id, before, now })) ? { outcome: "REMOVED" } : kept;
    });
  } catch (error) {
    // A hold or an activity was added after the row was read.
    if (error instanceof TellableError) return kept;
    // A failure of the store is not the row's fault: the batch is rolled back and retried later.
    if (isOfStore(error) && !isRefusedByTables(error)) throw error;
    log.error(
      { error, region: db.awsRegion, run: run.id, kind, row: row.id },
      "row of a retention run failed",
    );
    return { outcome: "FAILED" };
  }
}

const countNameByResult = {
  CANDIDATE: { REMOVED: "candidates", KEPT: "keptCandidates", FAILED: "failed" },
  REPORT: { REMOVED: "reports", KEPT: "keptReports", FAILED: "failed" },
} as const satisfies Record<DueKind, Record<RemovalResult["outcome"], keyof RunCounts>>;

/** Writes the audit entry for applying retention, once per run and customer. Returns its seq. */
async function recordRun(db: Writer, run: Run, customerId: string, now: number): Promise<number> {
  return (
    await recordEvent(db, occasionOf(run, now), {
      action: "RETENTION_APPLIED",
      kind: "COMPLIANCE",
      id: customerId,
      operation: "retention-run",
      customerId,
      details: { work: run.id },
    })
  ).seq;
}

/**
 * Processes a run until `isOver()` or the next customer. Returns true if work remains. Call inside a
 * transaction.
 */
async function processRun(
  db: Writer,
  run: Run,
  surroundings: { now: number; log: Log; isOver: () => boolean; whose: string | undefined },
): Promise<boolean> {
  const { now, log, isOver, whose } = surroundings;
  const day = run.day * dayMs;
  let at = place.parse(JSON.parse(run.place));
  for (;;) {
    const customer = await nextCustomer(db, at.done);
    if (!customer) {
      await saveRun(db, { seq: run.seq, place: JSON.stringify(at), endedAt: now });
      return false;
    }
    const { customerId } = customer;
    if (whose !== undefined && customerId !== whose) {
      await saveRun(db, { seq: run.seq, place: JSON.stringify(at), endedAt: null });
      return true;
    }
    const periods = periodsOf(
      {
        candidateMonths: customer.candidatePiiRetentionPeriod,
        videoMonths: customer.videoRetentionPeriod,
      },
      (await findRetentionChange(db, customerId)) ?? null,
    );
    const before = cutoffOfPeriod(at.kind === "CANDIDATE" ? periods.candidate : periods.report, day);
    const rows = await dueRows(db, at.kind, { customerId, before, after: at, limit: readRows });
    const counts = { ...(await countsOf(db, run.seq, customerId)) };
    let isInterrupted = false;
    for (const row of rows) {
      const { outcome, reports = 0 } = await removeRow(db, at.kind, row, { before, now, log, run });
      counts[countNameByResult[at.kind][outcome]] += 1;
      counts.reports += reports;
      if (outcome === "REMOVED") {
        at.entry ??= await recordRun(db, run, customerId, now);
        if (at.kind === "CANDIDATE")
          await addRecordObjects(db, at.entry, [{ kind: "CANDIDATE", id: row.id }]);
      }
      at = { ...at, at: row.at, seq: row.seq };
      isInterrupted = isOver();
      if (isInterrupted) break;
    }
    if (rows.length > 0) await saveCounts(db, run.seq, customerId, counts);
    if (!isInterrupted && rows.length < readRows)
      at = at.kind === "CANDIDATE" ? { ...at, kind: "REPORT", ...firstPlace } : beginOfCustomer(customerId);
    if (isInterrupted || isOver()) {
      await saveRun(db, { seq: run.seq, place: JSON.stringify(at), endedAt: null });
      return true;
    }
  }
}

/** Processes one batch of the region's run in one transaction. Returns true if work remains. */
export async function runPortion(
  region: Region,
  surroundings: { now: number; log: Log; isOver: () => boolean; begins?: () => void },
): Promise<boolean> {
  const { now, log, begins } = surroundings;
  const open = await openRun(region.reader);
  const done = open && place.parse(JSON.parse(open.place)).done;
  const whose = done === undefined ? undefined : (await nextCustomer(region.reader, done))?.customerId;
  return region.write(async (db) => {
    begins?.();
    const run = await currentRun(db, now);
    if (!run) return false;
    db.leaveNoTrace();
    const goesOn = await processRun(db, run, { ...surroundings, whose });
    if (!goesOn)
      log.info(
        {
          region: db.awsRegion,
          run: run.id,
          day: run.day,
          ms: now - run.startedAt,
          ...(await totalsOf(db, run.seq)),
        },
        "retention run ended",
      );
    // The run that ended may be an earlier day's; then today's has yet to start.
    return goesOn || run.day < dayOf(now) / dayMs;
  }, whose);
}
