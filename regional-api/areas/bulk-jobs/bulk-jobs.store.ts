/** Bulk jobs over all rows that match a list, and the outcome of each row (BULK-03 to BULK-18). */
import { findBy, selectBy, updateBy } from "../../core/statements.store";
import { sentDeclineMessages } from "../applications/decline-messages.store";
import { bulkKeptMs, bulkPlanKeptMs, bulkUndoMs } from "./bulk-jobs.rules";
import { batchInserter } from "../../store/batch-insert";
import { anyOf, literal } from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import { prepared, sql } from "../../store/sql";
import type { NewRow, Row } from "../../store/tables";
import type { BulkOutcome, BulkReason, BulkState, BulkStopReason } from "../../store/tables/bulk";
import { invitedDetails } from "../../core/invited-as";

type Job = Row<"bulk_jobs">;
type JobRow = Row<"bulk_job_rows">;

const selectById = selectBy("bulk_jobs", "customerId", "jobId");

interface OwnJobs {
  customerId: string;
  createdBy: string;
  since: number;
}

const countOwn = prepared<OwnJobs>()((p) =>
  sql
    .selectFrom("bulk_jobs")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("customerId", "=", p.customerId)
    .where("createdBy", "=", p.createdBy)
    .where("createdAt", ">", p.since)
    .where("state", "<>", "PREPARING"),
);

const selectOwn = prepared<OwnJobs & { limit: number; offset: number }>()((p) =>
  sql
    .selectFrom("bulk_jobs")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where("createdBy", "=", p.createdBy)
    .where("createdAt", ">", p.since)
    .where("state", "<>", "PREPARING")
    .orderBy("createdAt", "desc")
    .limit(p.limit)
    .offset(p.offset),
);

const selectEnded = prepared<OwnJobs & { endedSince: number; limit: number }>()((p) =>
  sql
    .selectFrom("bulk_jobs")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where("createdBy", "=", p.createdBy)
    .where("createdAt", ">", p.since)
    .where("endedAt", ">", p.endedSince)
    .where("undoOf", "is", null)
    .orderBy("createdAt", "desc")
    .limit(p.limit),
);

const selectStopped = prepared<OwnJobs & { endedSince: number; limit: number }>()((p) =>
  sql
    .selectFrom("bulk_jobs")
    .selectAll()
    .where("customerId", "=", p.customerId)
    .where("createdBy", "=", p.createdBy)
    .where("createdAt", ">", p.since)
    .where("state", "=", "STOPPED")
    .where("stopReason", "<>", "ASKED")
    .where("endedAt", ">", p.endedSince)
    .orderBy("createdAt", "desc")
    .limit(p.limit),
);

const countUnstarted = prepared<OwnJobs>()((p) =>
  sql
    .selectFrom("bulk_jobs")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("customerId", "=", p.customerId)
    .where("createdBy", "=", p.createdBy)
    .where("createdAt", ">", p.since)
    .where("state", "in", ["PREPARING", "PLANNED"]),
);

const selectInState = prepared<{ state: BulkState }>()((p) =>
  sql.selectFrom("bulk_jobs").select("seq").where("state", "=", p.state),
);

const selectRunning = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("bulk_jobs")
    .select("createdBy")
    .where("state", "=", "RUNNING")
    .where("customerId", "=", p.customerId),
);

const updateState = updateBy("bulk_jobs", ["seq"], "state", "stopReason", "startedAt", "endedAt");

const updateCreated = updateBy("bulk_jobs", ["seq"], "createdAt");

const selectWaiting = prepared<{ job: number; limit: number }>()((p) =>
  sql
    .selectFrom("bulk_job_rows")
    .selectAll()
    .where("job", "=", p.job)
    .where("outcome", "=", "WAITING")
    .where("reason", "is", null)
    .orderBy("position")
    .limit(p.limit),
);

const selectCounts = prepared<{ job: number }>()((p) =>
  sql
    .selectFrom("bulk_job_rows")
    .select(["outcome", "reason", (eb) => eb.fn.countAll<number>().as("count")])
    .where("job", "=", p.job)
    .groupBy("outcome")
    .groupBy("reason")
    .orderBy("outcome")
    .orderBy("reason"),
);

const countUndone = prepared<{ job: number }>()((p) =>
  sql
    .selectFrom("bulk_job_rows")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("job", "=", p.job)
    .where("undoneAt", "is not", null),
);

const selectUndoable = prepared<{ job: number }>()((p) =>
  sql
    .selectFrom("bulk_job_rows")
    .selectAll()
    .where("job", "=", p.job)
    .where("outcome", "=", "DONE")
    .where("changedAt", "is not", null)
    .where("undoneAt", "is", null),
);

const updateRow = updateBy(
  "bulk_job_rows",
  ["job", "position"],
  "outcome",
  "reason",
  "changedAt",
  "mail",
  "text",
);

const updateUndone = updateBy("bulk_job_rows", ["job", "position"], "undoneAt");

const selectAfter = prepared<{ job: number; outcome: BulkOutcome; position: number; limit: number }>()((p) =>
  sql
    .selectFrom("bulk_job_rows")
    .select(["position", "rowId", "unchangedSince", "changedAt", "mail", "text"])
    .where("job", "=", p.job)
    .where("outcome", "=", p.outcome)
    .where("reason", "is", null)
    .where("position", ">", p.position)
    .orderBy("position")
    .limit(p.limit),
);

const countReached = prepared<{ applicationIds: readonly string[]; stageIds: readonly string[] }>()((p) =>
  sql
    .selectFrom("applications as a")
    .innerJoin("candidates as c", "c.id", "a.candidateId")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(anyOf("a.id", p.applicationIds))
    .where(anyOf("a.stageId", p.stageIds))
    .where("c.deidentifiedAt", "is", null)
    .where("c.phoneNumber", "<>", literal("")),
);

const selectStages = prepared<{ applicationIds: readonly string[] }>()((p) =>
  sql.selectFrom("applications").select("stageId").where(anyOf("id", p.applicationIds)),
);

const isKept = ({ state, createdAt }: Job, now: number) =>
  now - createdAt < (state === "PLANNED" ? bulkPlanKeptMs : bulkKeptMs);

/** Returns a job of this region, of any user. */
export const bulkJobOf = findBy("bulk_jobs", "seq");

/** Returns a customer's job that is still kept at `now` (BULK-18), including one in preparation. */
export async function findBulkJob(
  db: Reader,
  customerId: string,
  jobId: string,
  now: number,
): Promise<Job | undefined> {
  const job = await selectById.get(db, { customerId, jobId });
  return job && isKept(job, now) ? job : undefined;
}

/** Returns the number of a user's jobs at a customer in the last 30 days. */
export const countBulkJobs = async (db: Reader, mine: Omit<OwnJobs, "since">, now: number): Promise<number> =>
  (await countOwn.get(db, { ...mine, since: now - bulkKeptMs }))?.count ?? 0;

/** Returns a page of these jobs, newest first. */
export const listBulkJobs = (
  db: Reader,
  mine: Omit<OwnJobs, "since">,
  now: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<Job[]> => selectOwn.all(db, { ...mine, since: now - bulkKeptMs, limit, offset });

/** Returns up to `limit` jobs that ended recently enough to be undone, newest first. */
export const listEndedJobs = (
  db: Reader,
  mine: Omit<OwnJobs, "since">,
  now: number,
  limit: number,
): Promise<Job[]> =>
  selectEnded.all(db, { ...mine, since: now - bulkKeptMs, endedSince: now - bulkUndoMs, limit });

/** Returns up to `limit` jobs that stopped on their own after `endedSince`, newest first. */
export const listStoppedJobs = (
  db: Reader,
  mine: Omit<OwnJobs, "since">,
  { now, endedSince, limit }: { now: number; endedSince: number; limit: number },
): Promise<Job[]> => selectStopped.all(db, { ...mine, since: now - bulkKeptMs, endedSince, limit });

/** Returns the number of a user's plans at a customer that are not started and still kept at `now`. */
export const countUnstartedPlans = async (
  db: Reader,
  mine: Omit<OwnJobs, "since">,
  now: number,
): Promise<number> => (await countUnstarted.get(db, { ...mine, since: now - bulkPlanKeptMs }))?.count ?? 0;

/** Returns the creators of a customer's running jobs. */
export const runningJobs = (db: Reader, customerId: string) => selectRunning.all(db, { customerId });

/** Returns the seqs of the jobs in a state. */
export const bulkJobsIn = async (db: Reader, state: BulkState): Promise<number[]> =>
  (await selectInState.all(db, { state })).map(({ seq }) => seq);

/** Stores a job without its rows and returns its seq. Replaces an expired job with the same id. */
export async function insertBulkJob(db: Writer, job: NewRow<"bulk_jobs">): Promise<number> {
  const { customerId, jobId } = job;
  await db.run(sql.deleteFrom("bulk_jobs").where("customerId", "=", customerId).where("jobId", "=", jobId));
  const placed = await db.get(sql.insertInto("bulk_jobs").values(job).returning("seq"));
  if (!placed) throw new Error("A job was not stored");
  return placed.seq;
}

/** Deletes a job with its rows. */
export const deleteBulkJob = async (db: Writer, seq: number): Promise<void> =>
  void (await db.run(sql.deleteFrom("bulk_jobs").where("seq", "=", seq)));

/**
 * Backdates a plan so that it counts as expired. The sweep deletes it and its rows, possibly many, in
 * batches.
 */
export const endBulkPlan = (db: Writer, { seq }: Job) => updateCreated.run(db, { seq, createdAt: 0 });

/** Stores the state of a job. */
export const setBulkState = async (
  db: Writer,
  job: Job,
  state: BulkState,
  { stopReason = null, now }: { stopReason?: BulkStopReason | null; now: number },
): Promise<void> =>
  void (await updateState.run(db, {
    seq: job.seq,
    state,
    stopReason,
    startedAt: state === "PLANNED" ? null : (job.startedAt ?? now),
    endedAt: state === "STOPPED" || state === "DONE" ? now : null,
  }));

/** Stores a row of a plan. Concurrent inserts are batched into one query. */
export const addBulkRow = batchInserter("bulk_job_rows", {
  ...{ job: "bigint", position: "bigint", rowId: "text", unchangedSince: "bigint", before: "text" },
  ...{ outcome: "text", reason: "text" },
});

/** Returns the next rows without a result. */
export const waitingRows = (db: Reader, job: number, limit: number): Promise<JobRow[]> =>
  selectWaiting.all(db, { job, limit });

type ReadRow = Pick<JobRow, "position" | "rowId" | "unchangedSince" | "changedAt">;
type SentRow = ReadRow & Pick<JobRow, "mail" | "text">;

/**
 * Yields the waiting rows of a plan, or the finished rows of a job, in batches that let other calls run in
 * between.
 */
async function* portionsOf(db: Reader, { seq, state }: Pick<Job, "seq" | "state">) {
  const limit = 1_000;
  for (let position = 0; ;) {
    const outcome = state === "PLANNED" ? "WAITING" : "DONE";
    const rows: readonly SentRow[] = await selectAfter.all(db, { job: seq, outcome, position, limit });
    yield rows;
    if (rows.length < limit) return;
    position = rows.at(-1)?.position ?? position;
  }
}

/** Sums `count` over batches of these rows. */
async function sumOfRows(
  db: Reader,
  job: Pick<Job, "seq" | "state">,
  count: (rows: readonly ReadRow[]) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for await (const rows of portionsOf(db, job)) sum += await count(rows);
  return sum;
}

/** Returns the number of a plan's candidates at these stages who can be reached by SMS. */
export const countReachableBySms = (
  db: Reader,
  job: Pick<Job, "seq" | "state">,
  stageIds: readonly string[],
): Promise<number> =>
  sumOfRows(db, job, async (rows) => {
    const applicationIds = rows.map(({ rowId }) => rowId);
    return (await countReached.get(db, { applicationIds, stageIds }))?.count ?? 0;
  });

/** Returns the current stages of a plan's candidates. */
export async function stagesOfRows(
  db: Reader,
  job: Pick<Job, "seq" | "state">,
): Promise<ReadonlySet<string>> {
  const stages = new Set<string>();
  for await (const rows of portionsOf(db, job)) {
    const applicationIds = rows.map(({ rowId }) => rowId);
    for (const { stageId } of await selectStages.all(db, { applicationIds })) stages.add(stageId);
  }
  return stages;
}

/** Returns the outcomes of a job's messages by channel, with counts. */
export async function messagesOfJob(db: Reader, job: Pick<Job, "seq" | "state">) {
  const sent = new Map<string, Pick<JobRow, "mail" | "text"> & { count: number }>();
  for await (const rows of portionsOf(db, job))
    for (const { mail, text } of rows) {
      if (mail === null && text === null) continue;
      const known = sent.get(`${mail} ${text}`);
      if (known) known.count += 1;
      else sent.set(`${mail} ${text}`, { mail, text, count: 1 });
    }
  return [...sent.values()];
}

/** Returns when candidates received the message about the declines that these rows undo, by application. */
export const messageTimesOfRows = (
  db: Reader,
  rows: readonly ReadRow[],
): Promise<ReadonlyMap<string, number>> =>
  sentDeclineMessages(
    db,
    rows.map(({ rowId, unchangedSince, changedAt }) => ({
      applicationId: rowId,
      from: unchangedSince,
      until: changedAt,
    })),
  );

/**
 * Returns the number of candidates who received the message about a decline that the job undoes, planned or
 * done.
 */
export const countMessagedByJob = (db: Reader, job: Pick<Job, "seq" | "state">): Promise<number> =>
  sumOfRows(db, job, async (rows) => (await messageTimesOfRows(db, rows)).size);

/** Stores the result of a row. */
export const storeRowResult = (
  db: Writer,
  { job, position }: Pick<JobRow, "job" | "position">,
  result: Pick<JobRow, "outcome" | "reason" | "changedAt" | "mail" | "text">,
) => updateRow.run(db, { job, position, ...result });

/** Marks the change of a row of `job` as undone. */
export const markUndone = (db: Writer, job: number, position: number, now: number) =>
  updateUndone.run(db, { job, position, undoneAt: now });

/** Returns the rows with a change that was not undone, in order. */
export const undoableRows = (db: Reader, job: number): Promise<JobRow[]> => selectUndoable.all(db, { job });

export interface BulkCounts {
  total: number;
  waiting: number;
  done: number;
  skipped: { reason: BulkReason; count: number }[];
  undone: number;
}

/** Returns the number of a job's rows in total and by outcome. */
export async function bulkCounts(db: Reader, job: number): Promise<BulkCounts> {
  const groups = await selectCounts.all(db, { job });
  const sum = (outcome: BulkOutcome) =>
    groups.filter((group) => group.outcome === outcome).reduce((total, { count }) => total + count, 0);
  return {
    total: groups.reduce((total, { count }) => total + count, 0),
    waiting: sum("WAITING"),
    done: sum("DONE"),
    skipped: groups.flatMap(({ reason, count }) => (reason ? [{ reason, count }] : [])),
    undone: (await countUndone.get(db, { job }))?.count ?? 0,
  };
}

export interface BulkRowFilter {
  readonly job: number;
  readonly outcome?: BulkOutcome | undefined;
  readonly reason?: BulkReason | undefined;
}

const rowsOf = ({ job, outcome, reason }: BulkRowFilter) =>
  sql
    .selectFrom("bulk_job_rows")
    .where("job", "=", job)
    .$if(outcome !== undefined, (query) => query.where("outcome", "=", outcome ?? "DONE"))
    .$if(reason !== undefined, (query) => query.where("reason", "=", reason ?? "FAILED"));

/** Returns the number of a job's rows that match the filter. */
export const countBulkRows = async (db: Reader, filter: BulkRowFilter): Promise<number> =>
  (await db.get(rowsOf(filter).select((eb) => eb.fn.countAll<number>().as("count"))))?.count ?? 0;

/** Returns a page of a job's rows, in order. */
export const listBulkRows = (
  db: Reader,
  filter: BulkRowFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<JobRow[]> => db.all(rowsOf(filter).selectAll().orderBy("position").limit(limit).offset(offset));

const selectCandidateNames = prepared<{ ids: readonly string[] }>()((p) =>
  sql
    .selectFrom("applications as a")
    .innerJoin("candidates as c", "c.id", "a.candidateId")
    .select(["a.id", "c.firstName", "c.lastName", "a.invitedAs"])
    .where(anyOf("a.id", p.ids)),
);
const selectVacancyTitles = prepared<{ ids: readonly string[] }>()((p) =>
  sql.selectFrom("vacancies").select(["id", "title", "hierarchyId"]).where(anyOf("id", p.ids)),
);

/** Returns the candidates' current names by application; never stored, so that erased people stay erased. */
export const candidateNames = async (db: Reader, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    (await selectCandidateNames.all(db, { ids })).map(({ id, invitedAs, ...known }) => {
      const { firstName, lastName } = { ...known, ...invitedDetails(invitedAs) };
      return [id, `${firstName} ${lastName}`.trim()];
    }),
  );

/** Returns the vacancies' current titles and departments. */
export const vacancyTitles = (
  db: Reader,
  ids: readonly string[],
): Promise<Pick<Row<"vacancies">, "id" | "title" | "hierarchyId">[]> => selectVacancyTitles.all(db, { ids });

const selectApplicationIds = prepared<{ seqs: readonly number[] }>()((p) =>
  sql.selectFrom("applications").select(["seq", "id"]).where(anyOf("seq", p.seqs)),
);

/** Returns application ids in the order of their seqs. */
export async function applicationIds(db: Reader, seqs: readonly number[]): Promise<string[]> {
  const ids = new Map((await selectApplicationIds.all(db, { seqs })).map(({ seq, id }) => [seq, id]));
  return seqs.flatMap((seq) => ids.get(seq) ?? []);
}
