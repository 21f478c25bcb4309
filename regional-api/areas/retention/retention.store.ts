/** Queries for retention's removals and runs (RET). The run reads due rows; the plan counts them. */
import { findBy, insertOf, selectBy, updateBy, upsertBy } from "../../core/statements.store";
import { expressionBuilder } from "kysely";
import { dayMs } from "../holds/holds.rules";
import { isHeld } from "../holds/holds.store";
import { bit, from, listRows, literal } from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import { prepared, sql, type PreparedSelect } from "../../store/sql";
import type { Row, Tables } from "../../store/tables";

/** Objects that retention removes: a candidate, or a report with its video. */
export type DueKind = "CANDIDATE" | "REPORT";

/** Cursor in due rows, which continues after the row with this time and seq. */
export interface DueCursor {
  readonly at: number;
  readonly seq: number;
}

/** The cursor before all rows. */
export const firstPlace: DueCursor = { at: Number.MIN_SAFE_INTEGER, seq: 0 };

/** A candidate or report with a time `at` before the cutoff `before`. */
export interface DueRow extends DueCursor {
  readonly id: string;
  /** 1 if a hold keeps the row. */
  readonly isHeld: 0 | 1;
}

interface DueQuery {
  readonly customerId: string;
  readonly before: number;
  readonly at: number;
  readonly seq: number;
  readonly limit: number;
}

const report = expressionBuilder<Tables & { s: Tables["assessments"] }, "s">();
/** Must match the expression of the index exactly, or the index is not used. */
const reportedAt = report.fn.coalesce("s.submittedAt", "s.createdAt");
const reportedOn = report(reportedAt, "/", literal(dayMs));
const activeOn = expressionBuilder<Tables & { c: Tables["candidates"] }, "c">()(
  "c.lastActivityAt",
  "/",
  literal(dayMs),
);

/** For EXPLAIN QUERY PLAN tests. */
export const dueQueries: Readonly<Record<DueKind, PreparedSelect<DueQuery, DueRow>>> = {
  CANDIDATE: prepared<DueQuery>()((p) =>
    sql
      .selectFrom(from("candidates as c", { index: "candidates_activity" }))
      .select(["c.lastActivityAt as at", "c.seq", "c.id"])
      .select((c) => bit(isHeld(c.ref("c.id"))).as("isHeld"))
      .where("c.customerId", "=", p.customerId)
      .where("c.deidentifiedAt", "is", null)
      .where("c.lastActivityAt", "<", p.before)
      .where((c) => c(c.refTuple("c.lastActivityAt", "c.seq"), ">", c.tuple(p.at, p.seq)))
      .orderBy("c.lastActivityAt")
      .orderBy("c.seq")
      .limit(p.limit),
  ),
  REPORT: prepared<DueQuery>()((p) =>
    sql
      .selectFrom(from("assessments as s", { index: "assessments_report" }))
      .crossJoin("applications as a")
      .select([reportedAt.as("at"), "s.seq", "s.id"])
      .select((a) => bit(isHeld(a.ref("a.candidateId"))).as("isHeld"))
      .whereRef("a.id", "=", "s.applicationId")
      .where("s.customerId", "=", p.customerId)
      .where("s.insightsLink", "is not", null)
      .where(reportedAt, "<", p.before)
      .where((s) => s(s.refTuple(reportedAt, "s.seq"), ">", s.tuple(p.at, p.seq)))
      .orderBy(reportedAt)
      .orderBy("s.seq")
      .limit(p.limit),
  ),
};

/** Returns rows of a kind that are due at `before`, after a cursor, oldest first. */
export const dueRows = (
  db: Reader,
  kind: DueKind,
  { after: { at, seq }, ...wanted }: { customerId: string; before: number; after: DueCursor; limit: number },
): Promise<DueRow[]> => dueQueries[kind].all(db, { ...wanted, at, seq });

// ---- counting due rows in chunks of an index, letting other calls run in between ----

interface ChunkQuery {
  readonly customerId: string;
  readonly at: number;
  readonly seq: number;
  /** End of the chunk, inclusive: the row with this time and seq. */
  readonly untilAt: number;
  readonly untilSeq: number;
}
type ChunkParams = { [Name in keyof ChunkQuery]: ChunkQuery[Name] };

const candidatesIn = (p: ChunkParams) =>
  sql
    .selectFrom(from("candidates as c", { index: "candidates_activity" }))
    .where("c.customerId", "=", p.customerId)
    .where("c.deidentifiedAt", "is", null)
    .where("c.lastActivityAt", ">=", p.at)
    .where("c.lastActivityAt", "<=", p.untilAt)
    .where((c) => c(c.refTuple("c.lastActivityAt", "c.seq"), ">", c.tuple(p.at, p.seq)))
    .where((c) => c(c.refTuple("c.lastActivityAt", "c.seq"), "<=", c.tuple(p.untilAt, p.untilSeq)));
const reportsIn = (p: ChunkParams) =>
  sql
    .selectFrom(from("assessments as s", { index: "assessments_report" }))
    .where("s.customerId", "=", p.customerId)
    .where("s.insightsLink", "is not", null)
    .where(reportedAt, ">=", p.at)
    .where(reportedAt, "<=", p.untilAt)
    .where((s) => s(s.refTuple(reportedAt, "s.seq"), ">", s.tuple(p.at, p.seq)))
    .where((s) => s(s.refTuple(reportedAt, "s.seq"), "<=", s.tuple(p.untilAt, p.untilSeq)));

const selectEnd = {
  CANDIDATE: prepared<ChunkQuery & { offset: number }>()((p) =>
    candidatesIn(p)
      .select(["c.lastActivityAt as at", "c.seq"])
      .orderBy("c.lastActivityAt")
      .orderBy("c.seq")
      .limit(1)
      .offset(p.offset),
  ),
  REPORT: prepared<ChunkQuery & { offset: number }>()((p) =>
    reportsIn(p)
      .select([reportedAt.as("at"), "s.seq"])
      .orderBy(reportedAt)
      .orderBy("s.seq")
      .limit(1)
      .offset(p.offset),
  ),
};
const countChunk = {
  CANDIDATE: prepared<ChunkQuery>()((p) =>
    candidatesIn(p).select((c) => c.fn.countAll<number>().as("count")),
  ),
  REPORT: prepared<ChunkQuery>()((p) => reportsIn(p).select((s) => s.fn.countAll<number>().as("count"))),
};
const countVacancies = prepared<ChunkQuery>()((p) =>
  candidatesIn(p)
    .crossJoin("applications as a")
    .select(["a.vacancyId", (a) => a.fn.countAll<number>().as("count")])
    .whereRef("a.candidateId", "=", "c.id")
    .groupBy("a.vacancyId"),
);
const countReportDays = prepared<ChunkQuery & { from: number; before: number }>()((p) =>
  candidatesIn(p)
    .crossJoin("applications as a")
    .crossJoin("assessments as s")
    .select([activeOn.as("activeOn"), reportedOn.as("day"), (s) => s.fn.countAll<number>().as("count")])
    .whereRef("a.candidateId", "=", "c.id")
    .whereRef("s.applicationId", "=", "a.id")
    .where("s.insightsLink", "is not", null)
    .where(reportedAt, ">=", p.from)
    .where(reportedAt, "<", p.before)
    .groupBy([activeOn, reportedOn]),
);

const selectHolds = prepared<{ customerId: string }>()((p) =>
  sql
    .selectFrom("retention_holds")
    .select(["candidateId", "vacancyId"])
    .where("customerId", "=", p.customerId)
    .where("releasedAt", "is", null),
);
const selectOnVacancy = prepared<{
  vacancyId: string;
  stageId: string;
  createdAt: number;
  seq: number;
  limit: number;
}>()((p) =>
  sql
    .selectFrom(from("applications as a", { index: "applications_created" }))
    .select(["a.candidateId", "a.stageId", "a.createdAt", "a.seq"])
    .where("a.vacancyId", "=", p.vacancyId)
    .where((a) =>
      a(a.refTuple("a.stageId", "a.createdAt", "a.seq"), ">", a.tuple(p.stageId, p.createdAt, p.seq)),
    )
    .orderBy("a.stageId")
    .orderBy("a.createdAt")
    .orderBy("a.seq")
    .limit(p.limit),
);
const selectActivity = prepared<{ ids: readonly string[] }>()((p) =>
  sql
    .selectFrom(listRows(p.ids, "one"))
    .crossJoin("candidates as c")
    .select(["c.id", "c.lastActivityAt as at"])
    .whereRef("c.id", "=", "one.value")
    .where("c.deidentifiedAt", "is", null),
);
const selectReportDays = prepared<{ ids: readonly string[] }>()((p) =>
  sql
    .selectFrom(listRows(p.ids, "one"))
    .crossJoin("applications as a")
    .crossJoin("assessments as s")
    .select(["a.candidateId", reportedOn.as("day"), (s) => s.fn.countAll<number>().as("count")])
    .whereRef("a.candidateId", "=", "one.value")
    .whereRef("s.applicationId", "=", "a.id")
    .where("s.insightsLink", "is not", null)
    .groupBy(["a.candidateId", reportedOn]),
);
const selectVacancies = prepared<{ ids: readonly string[] }>()((p) =>
  sql
    .selectFrom(listRows(p.ids, "one"))
    .crossJoin("applications as a")
    .select(["a.vacancyId", (a) => a.fn.countAll<number>().as("count")])
    .whereRef("a.candidateId", "=", "one.value")
    .groupBy("a.vacancyId"),
);

/** For EXPLAIN QUERY PLAN tests. */
export const countQueries = {
  ...{ endOfCandidates: selectEnd.CANDIDATE, endOfReports: selectEnd.REPORT },
  ...{ candidates: countChunk.CANDIDATE, reports: countChunk.REPORT },
  ...{ countVacancies, countReportDays, selectHolds, selectOnVacancy, selectActivity },
  ...{ selectReportDays, selectVacancies },
};

/** A chunk: some of a customer's candidates or reports, in order of time. */
export interface Chunk {
  readonly wanted: ChunkQuery;
  /** Number of rows; undefined for the last chunk, which has fewer rows than requested. */
  readonly count: number | undefined;
}

/** Yields the rows of a kind within a time range in chunks of `size`, using the index only. */
export async function* chunksOf(
  db: Reader,
  kind: DueKind,
  { customerId, from: start, before }: { customerId: string; from: number; before: number },
  size: number,
): AsyncGenerator<Chunk> {
  const [untilAt, untilSeq] = [before - 1, Number.MAX_SAFE_INTEGER];
  let place: DueCursor = { at: start, seq: -1 };
  while (start < before) {
    const rest: ChunkQuery = { customerId, ...place, untilAt, untilSeq };
    const end = await selectEnd[kind].get(db, { ...rest, offset: size - 1 });
    if (!end) {
      yield { wanted: rest, count: undefined };
      return;
    }
    yield { wanted: { ...rest, untilAt: end.at, untilSeq: end.seq }, count: size };
    place = end;
  }
}

export const countRows = async (db: Reader, kind: DueKind, { wanted, count }: Chunk): Promise<number> =>
  count ?? (await countChunk[kind].get(db, wanted))?.count ?? 0;

/** Returns the number of a chunk's candidates per vacancy. */
export const vacanciesIn = (db: Reader, { wanted }: Chunk) => countVacancies.all(db, wanted);

/**
 * Counts the reports of a chunk's candidates in a time range, by the report's day and by the day of the
 * candidate's last activity, in days since 1970.
 */
export const reportDaysIn = (
  db: Reader,
  { wanted }: Chunk,
  { from: start, before }: { from: number; before: number },
) => countReportDays.all(db, { ...wanted, from: start, before });

/** Returns what a customer's holds apply to; a row without candidate and vacancy means the whole customer. */
export const heldObjects = (db: Reader, customerId: string) => selectHolds.all(db, { customerId });

/** Yields the ids of a vacancy's candidates, in batches of `limit`. */
export async function* candidatesOn(db: Reader, vacancyId: string, limit: number): AsyncGenerator<string[]> {
  let after = { stageId: "", createdAt: 0, seq: 0 };
  for (;;) {
    const rows = await selectOnVacancy.all(db, { vacancyId, ...after, limit });
    yield rows.map(({ candidateId }) => candidateId);
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    after = { stageId: last.stageId, createdAt: last.createdAt, seq: last.seq };
  }
}

/** Returns the last activity of candidates who have not been removed. */
export const activityOf = (db: Reader, ids: readonly string[]) => selectActivity.all(db, { ids });

/** Returns the number of the candidates' reports, by day since 1970. */
export const reportDaysOf = (db: Reader, ids: readonly string[]) => selectReportDays.all(db, { ids });

/** Returns the number of these candidates per vacancy. */
export const countByVacancy = (db: Reader, ids: readonly string[]) => selectVacancies.all(db, { ids });

const updateReport = prepared<{ id: string; before: number; now: number }>()((p) =>
  sql
    .updateTable("assessments")
    .set({ insightsLink: null, reportRemovedAt: p.now })
    .where("id", "=", p.id)
    .where("insightsLink", "is not", null)
    .where((report) => report.fn.coalesce("submittedAt", "createdAt"), "<", p.before)
    .where((report) =>
      report.not(
        isHeld(
          report
            .selectFrom("applications as a")
            .select("a.candidateId")
            .whereRef("a.id", "=", "assessments.applicationId")
            .$asScalar()
            .$notNull(),
        ),
      ),
    ),
);

/** Removes a report that is past its period at `before` (RET-07). Returns false if it is no longer due or is held. */
export const removeReport = async (
  db: Writer,
  removal: { id: string; before: number; now: number },
): Promise<boolean> => (await updateReport.run(db, removal)).changes > 0;

// ---- customers with periods ----

const selectNextCustomer = prepared<{ after: string }>()((p) =>
  sql
    .selectFrom("customer_settings")
    .select(["customerId", "candidatePiiRetentionPeriod", "videoRetentionPeriod"])
    .where("customerId", ">", p.after)
    .orderBy("customerId")
    .limit(1),
);

/** Returns the customer with retention periods that follows `after` by id. */
export const nextCustomer = (db: Reader, after: string) => selectNextCustomer.get(db, { after });

// ---- runs ----

export type Run = Row<"retention_runs">;
export type RunCounts = Omit<Row<"retention_run_customers">, "run" | "customerId">;

const countNames = ["candidates", "reports", "keptCandidates", "keptReports", "failed"] as const;

/** Returns the counts of a row, with 0 where missing. */
const withZeroCounts = (row: Partial<Record<keyof RunCounts, number | null>> | undefined): RunCounts =>
  Object.fromEntries(countNames.map((name) => [name, row?.[name] ?? 0])) as RunCounts;

export const zeroCounts = withZeroCounts(undefined);

const selectBegin = prepared<object>()(() => sql.selectFrom("retention_begin").select("at"));
const selectOpenRun = prepared<object>()(() =>
  sql.selectFrom("retention_runs").selectAll().where("endedAt", "is", null).orderBy("day").limit(1),
);
const selectRuns = prepared<{ customerId: string; limit: number; offset: number }>()((p) =>
  sql
    .selectFrom("retention_runs as r")
    .leftJoin("retention_run_customers as c", (join) =>
      join.onRef("c.run", "=", "r.seq").on("c.customerId", "=", p.customerId),
    )
    .select(["r.id", "r.day", "r.startedAt", "r.endedAt"])
    .select(["c.candidates", "c.reports", "c.keptCandidates", "c.keptReports", "c.failed"])
    .orderBy("r.day", "desc")
    .limit(p.limit)
    .offset(p.offset),
);
const countAllRuns = prepared<object>()(() =>
  sql.selectFrom("retention_runs").select((row) => row.fn.countAll<number>().as("count")),
);
const selectCounts = selectBy("retention_run_customers", "run", "customerId");
const upsertCounts = upsertBy("retention_run_customers", ["run", "customerId"], ...countNames);
const selectTotals = prepared<{ run: number }>()((p) =>
  sql
    .selectFrom("retention_run_customers")
    .select((row) => countNames.map((name) => row.fn.sum<number>(name).as(name)))
    .where("run", "=", p.run),
);

/**
 * Returns the earliest time of runs. It is set for regions with periods from before retention was applied,
 * otherwise 0.
 */
export const earliestRunTime = async (db: Reader): Promise<number> =>
  (await selectBegin.get(db, {}))?.at ?? 0;

/** Returns the oldest unfinished run. */
export const openRun = (db: Reader): Promise<Run | undefined> => selectOpenRun.get(db, {});

/** Returns the run of a day, given in days since 1970. */
export const runOfDay = findBy("retention_runs", "day");

export const insertRun = insertOf("retention_runs");

/** Stores a run's progress, or its end. */
export const saveRun = updateBy("retention_runs", ["seq"], "place", "endedAt").run;

/** Returns a run's counts at a customer so far. */
export const countsOf = async (db: Reader, run: number, customerId: string): Promise<RunCounts> =>
  (await selectCounts.get(db, { run, customerId })) ?? zeroCounts;

export const saveCounts = (db: Writer, run: number, customerId: string, counts: RunCounts) =>
  upsertCounts.run(db, { ...counts, run, customerId });

/** Returns a run's counts over all customers. */
export const totalsOf = async (db: Reader, run: number): Promise<RunCounts> =>
  withZeroCounts(await selectTotals.get(db, { run }));

/** A run with its counts at one customer. */
export type RunOfCustomer = Pick<Run, "id" | "day" | "startedAt" | "endedAt"> & RunCounts;

/** Returns runs with their counts at a customer, newest first. */
export const listRuns = async (
  db: Reader,
  customerId: string,
  limit: number,
  offset: number,
): Promise<RunOfCustomer[]> =>
  (await selectRuns.all(db, { customerId, limit, offset })).map((row) => ({
    ...row,
    ...withZeroCounts(row),
  }));

export const countRuns = async (db: Reader): Promise<number> => (await countAllRuns.get(db, {}))?.count ?? 0;
