/** Jobs over all rows of a list that match, and what became of each row (BULK-03 to BULK-18). */
import { sql as raw } from "kysely";
import { bulkKeptMs, bulkPlanKeptMs } from "./bulk-jobs.rules";
import type { Reader, Writer } from "../../store/engine";
import { prepared, sql } from "../../store/sql";
import type { NewRow, Row } from "../../store/tables";
import type { BulkOutcome, BulkReason, BulkState, BulkStopReason } from "../../store/tables/bulk";

type Job = Row<"bulk_jobs">;
type JobRow = Row<"bulk_job_rows">;

const selectBySeq = prepared<{ seq: number }>()((p) =>
  sql.selectFrom("bulk_jobs").selectAll().where("seq", "=", p.seq),
);

const selectById = prepared<{ customerId: string; jobId: string }>()((p) =>
  sql.selectFrom("bulk_jobs").selectAll().where("customerId", "=", p.customerId).where("jobId", "=", p.jobId),
);

interface Mine {
  customerId: string;
  createdBy: string;
  since: number;
}

const countMine = prepared<Mine>()((p) =>
  sql
    .selectFrom("bulk_jobs")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("customerId", "=", p.customerId)
    .where("createdBy", "=", p.createdBy)
    .where("createdAt", ">", p.since)
    .where("state", "<>", "PREPARING"),
);

const selectMine = prepared<Mine & { limit: number; offset: number }>()((p) =>
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

const countUnbegun = prepared<Mine>()((p) =>
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

const updateState = prepared<{ seq: number } & Pick<Job, "state" | "stopReason" | "startedAt" | "endedAt">>()(
  (p) =>
    sql
      .updateTable("bulk_jobs")
      .set({ state: p.state, stopReason: p.stopReason, startedAt: p.startedAt, endedAt: p.endedAt })
      .where("seq", "=", p.seq),
);

const updateCreated = prepared<{ seq: number; createdAt: number }>()((p) =>
  sql.updateTable("bulk_jobs").set({ createdAt: p.createdAt }).where("seq", "=", p.seq),
);

const insertRow = prepared<Omit<JobRow, "changedAt" | "undoneAt">>()((p) =>
  sql.insertInto("bulk_job_rows").values({
    job: p.job,
    position: p.position,
    rowId: p.rowId,
    unchangedSince: p.unchangedSince,
    before: p.before,
    outcome: p.outcome,
    reason: p.reason,
    changedAt: null,
    undoneAt: null,
  }),
);

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
    .groupBy("reason"),
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

const updateRow = prepared<Pick<JobRow, "job" | "position" | "outcome" | "reason" | "changedAt">>()((p) =>
  sql
    .updateTable("bulk_job_rows")
    .set({ outcome: p.outcome, reason: p.reason, changedAt: p.changedAt })
    .where("job", "=", p.job)
    .where("position", "=", p.position),
);

const updateUndone = prepared<{ job: number; position: number; now: number }>()((p) =>
  sql
    .updateTable("bulk_job_rows")
    .set({ undoneAt: p.now })
    .where("job", "=", p.job)
    .where("position", "=", p.position),
);

/** For EXPLAIN QUERY PLAN tests. */
export const bulkJobQueries = {
  selectById,
  countMine,
  selectMine,
  countUnbegun,
  selectInState,
  selectWaiting,
  selectCounts,
  countUndone,
  updateRow,
};

const isKept = ({ state, createdAt }: Job, now: number) =>
  now - createdAt < (state === "PLANNED" ? bulkPlanKeptMs : bulkKeptMs);

/** A job of this region, whoever's it is. */
export const bulkJobOf = (db: Reader, seq: number): Job | undefined => selectBySeq.get(db, { seq });

/** A job of a customer that is still to be shown at `now` (BULK-18), or is being prepared. */
export function findBulkJob(db: Reader, customerId: string, jobId: string, now: number): Job | undefined {
  const job = selectById.get(db, { customerId, jobId });
  return job && isKept(job, now) ? job : undefined;
}

/** How many jobs of the last 30 days somebody has at a customer. */
export const countBulkJobs = (db: Reader, mine: Omit<Mine, "since">, now: number): number =>
  countMine.get(db, { ...mine, since: now - bulkKeptMs })?.count ?? 0;

/** A page of them, newest first. */
export const listBulkJobs = (
  db: Reader,
  mine: Omit<Mine, "since">,
  now: number,
  { limit, offset }: { limit: number; offset: number },
): Job[] => selectMine.all(db, { ...mine, since: now - bulkKeptMs, limit, offset });

/** How many plans of a customer a person has not started, as far as they are still kept at `now`. */
export const unbegunPlans = (db: Reader, mine: Omit<Mine, "since">, now: number): number =>
  countUnbegun.get(db, { ...mine, since: now - bulkPlanKeptMs })?.count ?? 0;

/** The jobs in a state, by seq. */
export const bulkJobsIn = (db: Reader, state: BulkState): number[] =>
  selectInState.all(db, { state }).map(({ seq }) => seq);

/** Stores a job without its rows; returns its seq. One that is no longer shown makes room for it. */
export function insertBulkJob(db: Writer, job: NewRow<"bulk_jobs">): number {
  const { customerId, jobId } = job;
  db.run(sql.deleteFrom("bulk_jobs").where("customerId", "=", customerId).where("jobId", "=", jobId));
  return Number(db.run(sql.insertInto("bulk_jobs").values(job)).lastInsertRowid);
}

/** Takes a job away with its rows. */
export const deleteBulkJob = (db: Writer, seq: number): void =>
  void db.run(sql.deleteFrom("bulk_jobs").where("seq", "=", seq));

/** Has a plan be one whose day is over: it is no more, and goes with its rows, which may be many, a batch at a time. */
export const endBulkPlan = (db: Writer, { seq }: Job): void =>
  void updateCreated.run(db, { seq, createdAt: 0 });

/** How far a job has come. */
export const setBulkState = (
  db: Writer,
  job: Job,
  state: BulkState,
  { stopReason = null, now }: { stopReason?: BulkStopReason | null; now: number },
): void =>
  void updateState.run(db, {
    seq: job.seq,
    state,
    stopReason,
    startedAt: state === "PLANNED" ? null : (job.startedAt ?? now),
    endedAt: state === "STOPPED" || state === "DONE" ? now : null,
  });

/** Writes a row of a plan down. */
export const insertBulkRow = (db: Writer, row: Omit<JobRow, "changedAt" | "undoneAt">): void =>
  void insertRow.run(db, row);

/** The next rows that nothing has become of. */
export const waitingRows = (db: Reader, job: number, limit: number): JobRow[] =>
  selectWaiting.all(db, { job, limit });

/** What became of a row. */
export const settleBulkRow = (
  db: Writer,
  { job, position }: JobRow,
  result: Pick<JobRow, "outcome" | "reason" | "changedAt">,
): void => void updateRow.run(db, { job, position, ...result });

/** The change of a row of the job `job` was taken back. */
export const markUndone = (db: Writer, job: number, position: number, now: number): void =>
  void updateUndone.run(db, { job, position, now });

/** The rows whose change was not taken back, in order. */
export const undoableRows = (db: Reader, job: number): JobRow[] => selectUndoable.all(db, { job });

export interface BulkCounts {
  total: number;
  waiting: number;
  done: number;
  skipped: { reason: BulkReason; count: number }[];
  undone: number;
}

/** How many rows a job has, and what became of them. */
export function bulkCounts(db: Reader, job: number): BulkCounts {
  const groups = selectCounts.all(db, { job });
  const sum = (outcome: BulkOutcome) =>
    groups.filter((group) => group.outcome === outcome).reduce((total, { count }) => total + count, 0);
  return {
    total: groups.reduce((total, { count }) => total + count, 0),
    waiting: sum("WAITING"),
    done: sum("DONE"),
    skipped: groups.flatMap(({ reason, count }) => (reason ? [{ reason, count }] : [])),
    undone: countUndone.get(db, { job })?.count ?? 0,
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

/** How many rows of a job a filter leaves. */
export const countBulkRows = (db: Reader, filter: BulkRowFilter): number =>
  db.get(rowsOf(filter).select((eb) => eb.fn.countAll<number>().as("count")))?.count ?? 0;

/** A page of a job's rows, in order. */
export const listBulkRows = (
  db: Reader,
  filter: BulkRowFilter,
  { limit, offset }: { limit: number; offset: number },
): JobRow[] => db.all(rowsOf(filter).selectAll().orderBy("position").limit(limit).offset(offset));

const ofIds = (column: string, ids: string) =>
  raw<boolean>`${raw.ref(column)} IN (SELECT value FROM json_each(${ids}))`;

const selectCandidateNames = prepared<{ ids: string }>()((p) =>
  sql
    .selectFrom("applications as a")
    .innerJoin("candidates as c", "c.id", "a.candidateId")
    .select(["a.id", "c.firstName", "c.lastName"])
    .where(ofIds("a.id", p.ids)),
);
const selectVacancyTitles = prepared<{ ids: string }>()((p) =>
  sql.selectFrom("vacancies").select(["id", "title as name"]).where(ofIds("id", p.ids)),
);
const selectCustomerNames = prepared<{ ids: string }>()((p) =>
  sql.selectFrom("customers").select(["id", "displayName as name"]).where(ofIds("id", p.ids)),
);

/** What the rows of a kind of list are called now, by id; read when shown, so that a forgotten person stays forgotten. */
export function namesOf(
  db: Reader,
  kind: "APPLICATION" | "VACANCY" | "CUSTOMER",
  rowIds: readonly string[],
): Map<string, string> {
  const ids = JSON.stringify(rowIds);
  if (kind === "APPLICATION")
    return new Map(
      selectCandidateNames
        .all(db, { ids })
        .map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]),
    );
  const select = kind === "VACANCY" ? selectVacancyTitles : selectCustomerNames;
  return new Map(select.all(db, { ids }).map(({ id, name }) => [id, name]));
}

const selectApplicationIds = prepared<{ seqs: string }>()((p) =>
  sql
    .selectFrom("applications")
    .select(["seq", "id"])
    .where(raw<boolean>`seq IN (SELECT value FROM json_each(${p.seqs}))`),
);

/** The ids of applications, in the order of their seqs. */
export function applicationIds(db: Reader, seqs: readonly number[]): string[] {
  const ids = new Map(
    selectApplicationIds.all(db, { seqs: JSON.stringify(seqs) }).map(({ seq, id }) => [seq, id]),
  );
  return seqs.flatMap((seq) => ids.get(seq) ?? []);
}
