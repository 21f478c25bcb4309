/**
 * What retention removes, and its runs (RET). The plan and the run read the same rows by the same query: `dueRows`.
 */
import { insertOf, selectBy, updateBy, upsertBy } from "../../core/statements.store";
import { expressionBuilder } from "kysely";
import { isHeld } from "../holds/holds.store";
import { bit, from, listRows } from "../../store/dialect";
import type { Reader, Writer } from "../../store/engine";
import { prepared, sql, type PreparedSelect } from "../../store/sql";
import type { Row, Tables } from "../../store/tables";

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

interface DueWanted {
  readonly customerId: string;
  readonly before: number;
  readonly at: number;
  readonly seq: number;
  readonly limit: number;
}

/** For EXPLAIN QUERY PLAN tests. */
export const dueQueries: Readonly<Record<DueKind, PreparedSelect<DueWanted, DueRow>>> = {
  CANDIDATE: prepared<DueWanted>()((p) =>
    sql
      .selectFrom(from("candidates as c", { index: "candidates_activity" }))
      .select(["c.lastActivityAt as at", "c.seq", "c.id", "c.lastActivityAt as candidateAt"])
      .select((c) => bit(isHeld(c.ref("c.id"))).as("isHeld"))
      .where("c.customerId", "=", p.customerId)
      .where("c.deidentifiedAt", "is", null)
      .where("c.lastActivityAt", "<", p.before)
      .where((c) => c(c.refTuple("c.lastActivityAt", "c.seq"), ">", c.tuple(p.at, p.seq)))
      .orderBy("c.lastActivityAt")
      .orderBy("c.seq")
      .limit(p.limit),
  ),
  REPORT: prepared<DueWanted>()((p) => {
    const report = expressionBuilder<Tables & { s: Tables["assessments"] }, "s">();
    // In just these words it is in the index.
    const at = report.fn.coalesce("s.submittedAt", "s.createdAt");
    return sql
      .selectFrom(from("assessments as s", { index: "assessments_report" }))
      .crossJoin("applications as a")
      .crossJoin("candidates as c")
      .select([at.as("at"), "s.seq", "s.id", "c.lastActivityAt as candidateAt"])
      .select((c) => bit(isHeld(c.ref("c.id"))).as("isHeld"))
      .whereRef("a.id", "=", "s.applicationId")
      .whereRef("c.id", "=", "a.candidateId")
      .where("s.customerId", "=", p.customerId)
      .where("s.insightsLink", "is not", null)
      .where(at, "<", p.before)
      .where((s) => s(s.refTuple(at, "s.seq"), ">", s.tuple(p.at, p.seq)))
      .orderBy(at)
      .orderBy("s.seq")
      .limit(p.limit);
  }),
};

/** What of a kind is over at `before`, from a place on, the longest over first. */
export const dueRows = (
  db: Reader,
  kind: DueKind,
  { after: { at, seq }, ...wanted }: { customerId: string; before: number; after: DuePlace; limit: number },
): Promise<DueRow[]> => dueQueries[kind].all(db, { ...wanted, at, seq });

const selectVacancies = prepared<{ ids: readonly string[] }>()((p) =>
  sql
    .selectFrom(listRows(p.ids, "one"))
    .crossJoin("applications as a")
    .select(["a.vacancyId", (a) => a.fn.countAll<number>().as("count")])
    .whereRef("a.candidateId", "=", "one.value")
    .groupBy("a.vacancyId"),
);

/** On which vacancies these candidates are, and how many of them on each. */
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

/** Removes a report whose time is over at `before` (RET-07); false for one that a hold keeps. */
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

/** The customer after `after` that has periods. */
export const nextCustomer = (db: Reader, after: string) => selectNextCustomer.get(db, { after });

// ---- runs ----

export type Run = Row<"retention_runs">;
export type RunCounts = Omit<Row<"retention_run_customers">, "run" | "customerId">;

const countNames = ["candidates", "reports", "keptCandidates", "keptReports", "failed"] as const;

/** The counts of a row, 0 where it has none. */
const countsIn = (row: Partial<Record<keyof RunCounts, number | null>> | undefined): RunCounts =>
  Object.fromEntries(countNames.map((name) => [name, row?.[name] ?? 0])) as RunCounts;

export const noCounts = countsIn(undefined);

const selectBegin = prepared<object>()(() => sql.selectFrom("retention_begin").select("at"));
const selectOpenRun = prepared<object>()(() =>
  sql.selectFrom("retention_runs").selectAll().where("endedAt", "is", null).orderBy("day").limit(1),
);
const selectRunOfDay = selectBy("retention_runs", "day");
const updateRun = updateBy("retention_runs", ["seq"], "place", "endedAt");
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

/** For EXPLAIN QUERY PLAN tests. */
export const runQueries = { selectNextCustomer, selectOpenRun, selectRunOfDay, selectRuns, selectCounts };

/** The day from which runs may be: of a region that had periods before anything applied them. */
export const runsBeginAt = async (db: Reader): Promise<number> => (await selectBegin.get(db, {}))?.at ?? 0;

/** The run that is not at its end, the oldest first. */
export const openRun = (db: Reader): Promise<Run | undefined> => selectOpenRun.get(db, {});

/** The run of a day, in days since 1970. */
export const runOfDay = (db: Reader, day: number): Promise<Run | undefined> =>
  selectRunOfDay.get(db, { day });

export const insertRun = insertOf("retention_runs");

/** Notes where a run is, or that it is at its end. */
export const saveRun = (db: Writer, run: { seq: number; place: string; endedAt: number | null }) =>
  updateRun.run(db, run);

/** What a run did at a customer so far. */
export const countsOf = async (db: Reader, run: number, customerId: string): Promise<RunCounts> =>
  (await selectCounts.get(db, { run, customerId })) ?? noCounts;

export const saveCounts = (db: Writer, run: number, customerId: string, counts: RunCounts) =>
  upsertCounts.run(db, { ...counts, run, customerId });

/** What a run did at all customers. */
export const totalsOf = async (db: Reader, run: number): Promise<RunCounts> =>
  countsIn(await selectTotals.get(db, { run }));

/** A run with what it did at one customer. */
export type RunOfCustomer = Pick<Run, "id" | "day" | "startedAt" | "endedAt"> & RunCounts;

/** Runs with what they did at a customer, newest first. */
export const listRuns = async (
  db: Reader,
  customerId: string,
  limit: number,
  offset: number,
): Promise<RunOfCustomer[]> =>
  (await selectRuns.all(db, { customerId, limit, offset })).map((row) => ({ ...row, ...countsIn(row) }));

export const countRuns = async (db: Reader): Promise<number> => (await countAllRuns.get(db, {}))?.count ?? 0;
