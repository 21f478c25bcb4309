/**
 * Ends of retention periods (RET-01), in UTC days and calendar months. A period of months ends on the first
 * day that is that many months after the day of the last activity; if the month lacks that day, on its last
 * day.
 */
import type { Periods, WaitingPeriods } from "../compliance/compliance.rules";

/** Number of months in the plan. */
const planMonths = 12;

function monthsFrom(day: number, months: number): number {
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay));
}

/** Returns the time before which rows are past the period on `day`; both are starts of UTC days. */
export const cutoffOf = (day: number, months: number): number => monthsFrom(day, -months);

/** A period and, if one is pending, the shorter period with the day on which it takes effect. */
export interface Period {
  readonly months: number;
  readonly waiting: { readonly months: number; readonly from: number } | null;
}

/** Returns a customer's current and pending periods. */
export function periodsOf(
  current: Periods,
  waits: (WaitingPeriods & { readonly takesEffectAt: number }) | null,
): { candidate: Period; report: Period } {
  const period = (field: keyof Periods): Period => ({
    months: current[field],
    waiting: waits?.[field] == null ? null : { months: waits[field], from: waits.takesEffectAt },
  });
  return { candidate: period("candidateMonths"), report: period("videoMonths") };
}

/** Returns the time before which rows are removed by runs up to and including `day`. */
export const cutoffOfPeriod = ({ months, waiting }: Period, day: number): number =>
  Math.max(
    cutoffOf(day, months),
    waiting && waiting.from <= day ? cutoffOf(day, waiting.months) : Number.MIN_SAFE_INTEGER,
  );

/**
 * Returns the starts of the months in the plan, from the next run's month on, and the end of the last month.
 */
export function monthsOfPlan(next: number): { months: number[]; end: number } {
  const first = new Date(next);
  const at = (index: number) => Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index, 1);
  return { months: Array.from({ length: planMonths }, (_, index) => at(index)), end: at(planMonths) };
}
