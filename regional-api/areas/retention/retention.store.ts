/**
 * What retention removes, and its runs (RET). The plan and the run read the same rows by the same query: `dueRows`.
 */
import { heldSql } from "../holds/holds.store";
import type { Reader, Writer } from "../../store/engine";
import { prepared, sql } from "../../store/sql";
import type { NewRow, Row } from "../../store/tables";

/** What is removed: a candidate, or a report with its video. */
export type DueKind = "CANDIDATE" | "REPORT";

/** Where a walk over what is due is: after the row of this time and seq. */
export interface DuePlace {
  readonly at: number;
  readonly seq: number;
}

/** Before everything. */
export const firstPlace: DuePlace = { at: Number.MIN_SAFE_INTEGER, seq: 0 };

/** A candidate or a report whose time is over at `before`, a moment that its own time says. */
export interface DueRow extends DuePlace {
  readonly id: string;
  /** The last activity of the candidate, of either kind. */
  readonly candidateAt: number;
  /** Whether a hold keeps it. */
  readonly isHeld: 0 | 1;
}

const ofReport = "coalesce(s.submittedAt, s.createdAt)";

/** For EXPLAIN QUERY PLAN tests. */
export const dueQueries: Readonly<Record<DueKind, string>> = {
  CANDIDATE: `
    SELECT c.lastActivityAt AS at, c.seq, c.id, c.lastActivityAt AS candidateAt, ${heldSql("c.id")} AS isHeld
    FROM candidates AS c INDEXED BY candidates_activity
    WHERE c.customerId = @customerId AND c.deidentifiedAt IS NULL
      AND c.lastActivityAt < @before AND (c.lastActivityAt, c.seq) > (@at, @seq)
    ORDER BY c.lastActivityAt, c.seq LIMIT @limit`,
  REPORT: `
    SELECT ${ofReport} AS at, s.seq, s.id, c.lastActivityAt AS candidateAt, ${heldSql("c.id")} AS isHeld
    FROM assessments AS s INDEXED BY assessments_report
      CROSS JOIN applications AS a ON a.id = s.applicationId CROSS JOIN candidates AS c ON c.id = a.candidateId
    WHERE s.customerId = @customerId AND s.insightsLink IS NOT NULL
      AND ${ofReport} < @before AND (${ofReport}, s.seq) > (@at, @seq)
    ORDER BY ${ofReport}, s.seq LIMIT @limit`,
};

/** What of a kind is over at `before`, from a place on, the longest over first. */
export const dueRows = (
  db: Reader,
  kind: DueKind,
  wanted: { customerId: string; before: number; after: DuePlace; limit: number },
): DueRow[] =>
  db.statement<DueRow>(dueQueries[kind]).all({
    customerId: wanted.customerId,
    before: wanted.before,
    at: wanted.after.at,
    seq: wanted.after.seq,
    limit: wanted.limit,
  });

const vacanciesOfCandidates = `
  SELECT a.vacancyId, count(*) AS count FROM json_each(@ids) AS one
  CROSS JOIN applications AS a ON a.candidateId = one.value GROUP BY a.vacancyId`;

/** On which vacancies these candidates are, and how many of them on each. */
export const countByVacancy = (db: Reader, ids: readonly string[]) =>
  db.statement<{ vacancyId: string; count: number }>(vacanciesOfCandidates).all({ ids: JSON.stringify(ids) });

const removeReportText = `
  UPDATE assessments SET insightsLink = NULL, reportRemovedAt = @now
  WHERE id = @id AND insightsLink IS NOT NULL AND coalesce(submittedAt, createdAt) < @before
    AND NOT ${heldSql("(SELECT candidateId FROM applications WHERE id = assessments.applicationId)")}`;

/** Removes a report whose time is over at `before` (RET-07); false for one that a hold keeps. */
export const removeReport = (db: Writer, removal: { id: string; before: number; now: number }): boolean =>
  db.statement(removeReportText).run(removal).changes > 0;

// ---- customers with periods ----

const selectNextCustomer = prepared<{ after: string }>()((p) =>
  sql
    .selectFrom("customer_settings")
    .select(["customerId", "candidatePiiRetentionPeriod", "videoRetentionPeriod"])
    .where("customerId", ">", p.after)
    .orderBy("customerId")
    .limit(1),
);

/** The customer after `after` that has periods. */
export const nextCustomer = (db: Reader, after: string) => selectNextCustomer.get(db, { after });

// ---- runs ----

export type Run = Row<"retention_runs">;
export type RunCounts = Omit<Row<"retention_run_customers">, "run" | "customerId">;

export const noCounts: RunCounts = {
  candidates: 0,
  reports: 0,
  keptCandidates: 0,
  keptReports: 0,
  failed: 0,
};

const selectBegin = prepared<object>()(() => sql.selectFrom("retention_begin").select("at"));
const selectOpenRun = prepared<object>()(() =>
  sql.selectFrom("retention_runs").selectAll().where("endedAt", "is", null).orderBy("day").limit(1),
);
const selectRunOfDay = prepared<{ day: number }>()((p) =>
  sql.selectFrom("retention_runs").selectAll().where("day", "=", p.day),
);
const updateRun = prepared<{ seq: number; place: string; endedAt: number | null }>()((p) =>
  sql.updateTable("retention_runs").set({ place: p.place, endedAt: p.endedAt }).where("seq", "=", p.seq),
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
const selectCounts = prepared<{ run: number; customerId: string }>()((p) =>
  sql
    .selectFrom("retention_run_customers")
    .selectAll()
    .where("run", "=", p.run)
    .where("customerId", "=", p.customerId),
);
const upsertCounts = prepared<Row<"retention_run_customers">>()((p) =>
  sql
    .insertInto("retention_run_customers")
    .values({
      run: p.run,
      customerId: p.customerId,
      candidates: p.candidates,
      reports: p.reports,
      keptCandidates: p.keptCandidates,
      keptReports: p.keptReports,
      failed: p.failed,
    })
    .onConflict((conflict) =>
      conflict.columns(["run", "customerId"]).doUpdateSet((row) => ({
        candidates: row.ref("excluded.candidates"),
        reports: row.ref("excluded.reports"),
        keptCandidates: row.ref("excluded.keptCandidates"),
        keptReports: row.ref("excluded.keptReports"),
        failed: row.ref("excluded.failed"),
      })),
    ),
);
const selectTotals = prepared<{ run: number }>()((p) =>
  sql
    .selectFrom("retention_run_customers")
    .select((row) => [
      row.fn.sum<number>("candidates").as("candidates"),
      row.fn.sum<number>("reports").as("reports"),
      row.fn.sum<number>("keptCandidates").as("keptCandidates"),
      row.fn.sum<number>("keptReports").as("keptReports"),
      row.fn.sum<number>("failed").as("failed"),
    ])
    .where("run", "=", p.run),
);

/** For EXPLAIN QUERY PLAN tests. */
export const runQueries = { selectNextCustomer, selectOpenRun, selectRunOfDay, selectRuns, selectCounts };

/** The day from which runs may be: of a region that had periods before anything applied them. */
export const runsBeginAt = (db: Reader): number => selectBegin.get(db, {})?.at ?? 0;

/** The run that is not at its end, the oldest first. */
export const openRun = (db: Reader): Run | undefined => selectOpenRun.get(db, {});

/** The run of a day, in days since 1970. */
export const runOfDay = (db: Reader, day: number): Run | undefined => selectRunOfDay.get(db, { day });

export const insertRun = (db: Writer, run: NewRow<"retention_runs">): void =>
  void db.run(sql.insertInto("retention_runs").values(run));

/** Notes where a run is, or that it is at its end. */
export const saveRun = (db: Writer, run: { seq: number; place: string; endedAt: number | null }): void =>
  void updateRun.run(db, run);

/** What a run did at a customer so far. */
export const countsOf = (db: Reader, run: number, customerId: string): RunCounts =>
  selectCounts.get(db, { run, customerId }) ?? noCounts;

export const saveCounts = (db: Writer, run: number, customerId: string, counts: RunCounts): void =>
  void upsertCounts.run(db, {
    run,
    customerId,
    candidates: counts.candidates,
    reports: counts.reports,
    keptCandidates: counts.keptCandidates,
    keptReports: counts.keptReports,
    failed: counts.failed,
  });

/** What a run did at all customers. */
export function totalsOf(db: Reader, run: number): RunCounts {
  const totals = selectTotals.get(db, { run });
  return {
    candidates: totals?.candidates ?? 0,
    reports: totals?.reports ?? 0,
    keptCandidates: totals?.keptCandidates ?? 0,
    keptReports: totals?.keptReports ?? 0,
    failed: totals?.failed ?? 0,
  };
}

/** A run with what it did at one customer. */
export type RunOfCustomer = Pick<Run, "id" | "day" | "startedAt" | "endedAt"> & RunCounts;

/** Runs with what they did at a customer, newest first. */
export function listRuns(db: Reader, customerId: string, limit: number, offset: number): RunOfCustomer[] {
  const rows = selectRuns.all(db, { customerId, limit, offset });
  return rows.map((row) => ({
    ...row,
    candidates: row.candidates ?? 0,
    reports: row.reports ?? 0,
    keptCandidates: row.keptCandidates ?? 0,
    keptReports: row.keptReports ?? 0,
    failed: row.failed ?? 0,
  }));
}

export const countRuns = (db: Reader): number => countAllRuns.get(db, {})?.count ?? 0;
