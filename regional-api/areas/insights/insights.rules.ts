/** Rules for the Discover Insights figures: products, periods, days and score buckets (DI). */
import { invalid } from "../../core/errors";

export const dayMs = 24 * 3_600_000;

/**
 * A period from `from` (inclusive) to `to` (exclusive), in milliseconds UTC; without an end, it is unbounded
 * there.
 */
export interface Period {
  readonly from?: number;
  readonly to?: number;
}

/** Converts a caller's period, inclusive at both ends. Throws if it ends before it begins. */
export function periodOf(first: number | null | undefined, last: number | null | undefined): Period {
  if (first != null && last != null && last < first) throw invalid("The end must not be before the start");
  return { ...(first != null && { from: first }), ...(last != null && { to: last + 1 }) };
}

/** Returns the UTC day of a timestamp, in days since 1970. */
export const dayOf = (time: number): number => Math.floor(time / dayMs);

/** Formats days since 1970 as "2026-01-31". */
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Returns 00:00 UTC of the same day in the previous month, or of that month's last day if it is shorter. */
function monthBefore(time: number): number {
  const at = new Date(time);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return Math.min(Date.UTC(year, month - 1, day), Date.UTC(year, month, 0));
}

/** Maximum number of days in one answer. */
const maxDays = 3_660;

/**
 * Returns the period of the daily count. It defaults to one month up to the end of today (DI-14), or to the
 * end of the first day if that is still in the future in UTC, as it is on a morning in Sydney. Throws if it
 * is longer than 3,660 days.
 */
export function dailyPeriod(
  first: number | null | undefined,
  last: number | null | undefined,
  now: number,
): Required<Period> {
  const to = last ?? (dayOf(Math.max(now, first ?? now)) + 1) * dayMs - 1;
  const from = first ?? monthBefore(Math.min(to, now));
  if (to < from) throw invalid("The end must not be before the start");
  if (dayOf(to) - dayOf(from) >= maxDays) throw invalid("The time range cannot be longer than 10 years");
  return { from, to: to + 1 };
}

/**
 * Lower bounds of the score buckets; each bucket ends at the next bound, and 100 is a bucket of its own
 * (DI-22).
 */
export const scoreBuckets: readonly number[] = Array.from({ length: 11 }, (_, index) => index * 10);

/** Returns `part` / `whole`, from 0 to 1; null if `whole` is 0 (DI-20). */
export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Returns the time before which cases are more than `days` days old (DI-19). */
export const ageLimit = (now: number, days: number): number => now - days * dayMs;
