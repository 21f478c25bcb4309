/**
 * When what is over (RET-01): days are those of UTC, months those of the calendar. A period of months is over on the first
 * day that lies so many months after the day of the last activity; a day that a month does not have is its last.
 */
import type { Periods, WaitingPeriods } from "../compliance/compliance.rules";

/** As many months as the plan shows. */
const planMonths = 12;

function monthsFrom(day: number, months: number): number {
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay));
}

/** What happened before this is over on a day; `day` and the answer are beginnings of UTC days. */
export const cutoffOf = (day: number, months: number): number => monthsFrom(day, -months);

/** A period, with the shorter one that waits and from which day on that counts. */
export interface Period {
  readonly months: number;
  readonly waiting: { readonly months: number; readonly from: number } | null;
}

/** The periods of a customer as they are and will be. */
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

/** What happened before this is removed by runs up to and on a day. */
export const cutoffOfPeriod = ({ months, waiting }: Period, day: number): number =>
  Math.max(
    cutoffOf(day, months),
    waiting && waiting.from <= day ? cutoffOf(day, waiting.months) : Number.MIN_SAFE_INTEGER,
  );

/** The first moments of the months that the plan shows, beginning with that of the next run, and where they end. */
export function monthsOfPlan(next: number): { months: number[]; end: number } {
  const first = new Date(next);
  const at = (index: number) => Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index, 1);
  return { months: Array.from({ length: planMonths }, (_, index) => at(index)), end: at(planMonths) };
}
