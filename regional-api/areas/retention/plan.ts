/** What retention will remove (RET-02, RET-03), worked out from the rows that the run reads. */
import type { Async, Reader } from "../../store/engine";
import { dayMs, dayOf } from "../holds/holds.rules";
import { cutoffOfPeriod, monthOf, monthsOfPlan, removalDay, type Period } from "./retention.rules";
import {
  countByVacancy,
  dueRows,
  firstPlace,
  runOfDay,
  runsBeginAt,
  type DueKind,
  type DuePlace,
  type DueRow,
} from "./retention.store";

/** Rows that are read at once: other calls come in between. */
const stretch = 250;

export interface CustomerPeriods {
  readonly customerId: string;
  readonly candidate: Period;
  readonly report: Period;
}

/** The day of the next run: today's, unless that is at its end. */
export async function nextRunDay(db: Reader, now: number): Promise<number> {
  const today = Math.max(dayOf(now), Math.ceil((await runsBeginAt(db)) / dayMs) * dayMs);
  return (await runOfDay(db, today / dayMs))?.endedAt == null ? today : today + dayMs;
}

/**
 * Gives everything of a kind that runs up to the day before `end` remove, with the day on which they do; for what a hold
 * keeps, the day on which they would. A report that goes with its candidate is not told.
 */
async function eachDue(
  db: Reader,
  { customerId, ...periods }: CustomerPeriods,
  kind: DueKind,
  { next, end }: { next: number; end: number },
  tell: (rows: readonly { row: DueRow; day: number }[]) => Async<void>,
): Promise<void> {
  const period = kind === "CANDIDATE" ? periods.candidate : periods.report;
  const before = cutoffOfPeriod(period, end - dayMs);
  let after: DuePlace = firstPlace;
  for (;;) {
    const rows = await dueRows(db, kind, { customerId, before, after, limit: stretch });
    const told = [];
    for (const row of rows) {
      const day = removalDay(row.at, period, next);
      const goesBefore =
        kind === "REPORT" && !row.isHeld && removalDay(row.candidateAt, periods.candidate, next) <= day;
      if (day < end && !goesBefore) told.push({ row, day });
    }
    await tell(told);
    const last = rows.at(-1);
    if (!last || rows.length < stretch) return;
    after = last;
  }
}

export interface MonthOfPlan {
  /** Its first moment. */
  readonly month: number;
  readonly candidates: number;
  readonly reports: number;
}

export interface Plan {
  readonly nextRunAt: number;
  readonly months: readonly MonthOfPlan[];
  /** Those with the most candidates first. */
  readonly vacancies: readonly { readonly vacancyId: string; readonly candidates: number }[];
  /** What the next run removes. */
  readonly due: { readonly candidates: number; readonly reports: number };
  /** What is over, or will be, and a hold keeps. */
  readonly kept: { readonly candidates: number; readonly reports: number };
  /** The last activity of the candidate who goes first. */
  readonly oldestAt: number | null;
}

/** What the runs of the next twelve months remove if nothing happens meanwhile. */
export async function planOf(db: Reader, periods: CustomerPeriods, now: number): Promise<Plan> {
  const next = await nextRunDay(db, now);
  const { months, end } = monthsOfPlan(next);
  const removed = new Map(months.map((month) => [month, { month, candidates: 0, reports: 0 }]));
  const due = { candidates: 0, reports: 0 };
  const kept = { candidates: 0, reports: 0 };
  const vacancies = new Map<string, number>();
  let oldestAt: number | null = null;
  for (const kind of ["CANDIDATE", "REPORT"] as const) {
    const counted = kind === "CANDIDATE" ? "candidates" : "reports";
    await eachDue(db, periods, kind, { next, end }, async (rows) => {
      const going: string[] = [];
      for (const { row, day } of rows) {
        if (row.isHeld) {
          kept[counted] += 1;
          continue;
        }
        const month = removed.get(monthOf(day));
        if (month) month[counted] += 1;
        if (day === next) due[counted] += 1;
        if (kind === "CANDIDATE") {
          going.push(row.id);
          oldestAt ??= row.at;
        }
      }
      if (going.length === 0) return;
      const found = await countByVacancy(db, going);
      for (const { vacancyId, count } of found)
        vacancies.set(vacancyId, (vacancies.get(vacancyId) ?? 0) + count);
    });
  }
  return {
    nextRunAt: next,
    months: [...removed.values()],
    vacancies: [...vacancies]
      .map(([vacancyId, candidates]) => ({ vacancyId, candidates }))
      .sort((a, b) => b.candidates - a.candidates || (a.vacancyId < b.vacancyId ? -1 : 1)),
    due,
    kept,
    oldestAt,
  };
}

/** What the run of one day removes if nothing happens meanwhile (RET-03). */
export async function removedOn(
  db: Reader,
  periods: CustomerPeriods,
  day: number,
  now: number,
): Promise<{ candidates: number; reports: number }> {
  const next = await nextRunDay(db, now);
  const counts = { candidates: 0, reports: 0 };
  for (const kind of ["CANDIDATE", "REPORT"] as const)
    await eachDue(db, periods, kind, { next, end: day + dayMs }, (rows) => {
      for (const { row, day: goes } of rows)
        if (!row.isHeld && goes === day) counts[kind === "CANDIDATE" ? "candidates" : "reports"] += 1;
    });
  return counts;
}
